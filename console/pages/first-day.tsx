// The getting-started guide: a call that works as pasted, the row that it creates, the step with the code. Its ticks are live.
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useGet } from '../api/queries.ts';
import type { ListedReport, Overview, ReportPage } from '../api/shapes.ts';
import { useTenant } from '../frame/tenant.tsx';
import { ActButton } from '../parts/act-button.tsx';
import { Choices } from '../parts/choices.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { CopyButton } from '../parts/copy-field.tsx';
import { Time } from '../parts/relative-time.tsx';
import { Chip, StatusChip } from '../parts/status-chip.tsx';
import { shortId } from '../parts/words.ts';
import { LANGUAGES, type Language, snippetOf, useTestToken } from './first-call.ts';

const WATCH_MS = 3_000;

export function FirstDay({ steps }: { steps: Overview['firstSteps'] }) {
  const { api, home } = useTenant();
  const reports = useGet<ReportPage>(`${api}/credit-reports?test=true&pageSize=1`, { everyMs: WATCH_MS });
  const newest = reports.data?.data.items[0];
  return (
    <>
      <ol className="guide">
        {/* A token alone does not complete the step: the button below requests one. */}
        <Step doneAt={steps.tokenFetchedAt && steps.testReportMadeAt} title="Copy this">
          <FirstCall />
        </Step>
        <Step doneAt={steps.testReportMadeAt} title="See it arrive">
          {newest === undefined ? (
            <p className="waiting">Waiting for your first request…</p>
          ) : (
            <ReportLine report={newest} />
          )}
        </Step>
        <Step doneAt={steps.challengePassedAt} title="Try the code step">
          <Link href={`${home}/playground?branch=challenge`}>
            Open the playground on the branch Challenge
          </Link>
        </Step>
      </ol>
      <section aria-labelledby="live">
        <h2 id="live">Going live</h2>
        <ul className="plain-list">
          <li>
            <Tick doneAt={steps.liveCredentialMadeAt} />{' '}
            <Link href={`${home}/credentials`}>A credential for your program</Link>
          </li>
          <li>
            <Tick doneAt={steps.liveReportMadeAt} /> The first live report
          </li>
        </ul>
      </section>
    </>
  );
}

function FirstCall() {
  const { api } = useTenant();
  const { token, renew } = useTestToken();
  const [language, setLanguage] = useState<Language>('curl');
  if (token === null) {
    return (
      <>
        <p>
          One press buys a token that works for 15 minutes and for test reports alone, and writes it into the
          call. The credential behind it is listed under Credentials as “First call”.
        </p>
        <ActButton act={renew}>Make a test token</ActButton>
      </>
    );
  }
  const text = snippetOf(language, `${location.origin}${api}/credit-reports`, token.text);
  return (
    <>
      <Choices
        legend="Language"
        name="language"
        value={language}
        options={LANGUAGES}
        onChange={(value) => setLanguage(value as Language)}
      />
      <CodeBlock text={text} label="The call" language="shell" copyLabel={null} />
      <p className="buttons">
        <CopyButton text={text} label="Copy the call" />
        <ActButton kind="second" act={renew}>
          New token
        </ActButton>
      </p>
      <p className="small">
        The token in it works until <Time at={token.until} /> and reaches test reports alone.
      </p>
    </>
  );
}

function Step({ doneAt, title, children }: { doneAt: string | null; title: string; children: ReactNode }) {
  return (
    <li className="card">
      <h2>
        {title}{' '}
        {doneAt !== null && (
          <Chip tone="ok" shape="✓">
            Done
          </Chip>
        )}
      </h2>
      {children}
    </li>
  );
}

function Tick({ doneAt }: { doneAt: string | null }) {
  return doneAt === null ? (
    <Chip tone="plain" shape="○">
      To do
    </Chip>
  ) : (
    <Chip tone="ok" shape="✓">
      Done
    </Chip>
  );
}

function ReportLine({ report }: { report: ListedReport }) {
  const { home } = useTenant();
  return (
    <p>
      <StatusChip status={report.status} />{' '}
      <Link href={`${home}/reports/${report.creditReportId}`}>{shortId(report.creditReportId)}</Link>{' '}
      <Time at={report.createdAt} /> {report.externalReference ?? ''}
    </p>
  );
}
