// The first day: a call that works as pasted or at a press, and five steps that tick themselves.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { callWhole } from '../../api/call.ts';
import type { Answer } from '../../api/operations.ts';
import { useForget, useGet, usePathOf } from '../../api/queries.ts';
import type { Overview } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { Checklist } from '../../parts/checklist.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyButton } from '../../parts/copy-field.tsx';
import { useFilters } from '../../parts/filter-bar.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime, Time } from '../../parts/relative-time.tsx';
import { StatusChip } from '../../parts/status-chip.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { FIRST_REQUEST, LANGUAGES, snippetOf, useTestToken } from './first-call.ts';

const WATCH_MS = 3_000;
const NO_TOKEN = 'a token of a test credential';

type Steps = Overview['firstSteps'];

/** `isFirst`: nobody has called yet, so the call is open at once. */
export function FirstDay({ steps, isFirst }: { steps: Steps; isFirst: boolean }) {
  const { home } = useTenant();
  const [isOpen, setOpen] = useState(isFirst);
  const [hasToken, setHasToken] = useState(false);
  return (
    <div className={isFirst ? 'first-day one-two' : 'first-day'}>
      <Checklist
        title="First steps"
        steps={[
          {
            title: 'Get a test token',
            isDone: hasToken || steps.tokenFetchedAt !== null || steps.testReportMadeAt !== null,
          },
          {
            title: 'Make a test report',
            isDone: steps.testReportMadeAt !== null,
            more: <Arrived isWaiting={isFirst} />,
          },
          {
            title: 'Try the code by SMS',
            isDone: steps.challengePassedAt !== null,
            href: `${home}/playground?branch=challenge`,
          },
          {
            title: 'Create a live credential',
            isDone: steps.liveCredentialMadeAt !== null,
            href: `${home}/credentials`,
          },
          { title: 'Make the first live report', isDone: steps.liveReportMadeAt !== null },
        ]}
      />
      {isFirst ? (
        <Panel title="Copy this, or run it here" isPadded>
          <FirstCall onToken={() => setHasToken(true)} />
        </Panel>
      ) : (
        <details className="panel in" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>Show the call again</summary>
          {isOpen && <FirstCall onToken={() => setHasToken(true)} />}
        </details>
      )}
    </div>
  );
}

function Arrived({ isWaiting }: { isWaiting: boolean }) {
  const { home } = useTenant();
  const reports = useGet('listReports', {
    query: { test: 'true', pageSize: '1' },
    when: useMay()('reports:read'),
    everyMs: WATCH_MS,
  });
  const newest = reports.data?.data.items[0];
  if (newest === undefined) return isWaiting ? <small>Waiting for your first request…</small> : null;
  return (
    <small>
      <StatusChip status={newest.status} />{' '}
      <Link href={`${home}/reports/${newest.creditReportId}`}>
        {newest.externalReference ?? 'The newest report'}
      </Link>{' '}
      <RelativeTime at={newest.createdAt} />
    </small>
  );
}

function FirstCall({ onToken }: { onToken: () => void }) {
  const { home } = useTenant();
  const may = useMay();
  const pathOf = usePathOf();
  const { token, renew } = useTestToken();
  const [{ language: named }] = useFilters(['language']);
  const { value: language } = LANGUAGES.find(({ value }) => value === named) ?? { value: 'curl' };
  const [problem, setProblem] = useState<string | null>(null);
  const mayMake = may('credentials:manage');
  const make = (): Promise<void> =>
    renew().then(
      () => {
        setProblem(null);
        onToken();
      },
      (error: Error) => setProblem(error.message),
    );
  const isMade = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (isMade.current || !mayMake) return;
    isMade.current = true;
    void make();
  }, []);
  const text = snippetOf(language, `${location.origin}${pathOf('listReports')}`, token?.text ?? NO_TOKEN);
  return (
    <>
      <Tabs
        label="Language"
        isSwitch
        tabs={LANGUAGES.map(({ value, name }) => ({
          name,
          href: `${home}/overview?language=${value}`,
          isCurrent: value === language,
        }))}
      />
      <CodeBlock text={text} label="The call" language="shell" copyLabel={null} />
      <Run>
        <CopyButton text={text} label="Copy the call" />
        {mayMake && (
          <ActButton kind="second" act={make}>
            New token
          </ActButton>
        )}
      </Run>
      {problem !== null && <p role="alert">{problem}</p>}
      <p className="small">
        {token === null ? (
          mayMake ? (
            'A test token is on its way.'
          ) : (
            'Ask an owner of this tenant for a test credential and put its token in, or run the call here.'
          )
        ) : (
          <>
            This made a test token. It expires at <Time at={token.until} />, for test reports alone; its
            credential is listed as “First call”.
          </>
        )}
      </p>
    </>
  );
}

type Ran = { status: number; tookMs: number; answer: Answer<'generateReport'> };

/** The same call with the person's own session. */
function Run({ children }: { children: ReactNode }) {
  const { home, tenantId } = useTenant();
  const forget = useForget();
  const [ran, setRan] = useState<Ran | null>(null);
  const run = async (): Promise<void> => {
    const request = { body: JSON.parse(FIRST_REQUEST) };
    const { status, tookMs, body } = await callWhole('generateReport', request, tenantId);
    setRan({ status, tookMs, answer: body });
    void forget('everything');
  };
  return (
    <>
      <p className="buttons">
        <ActButton act={run}>Run it here</ActButton>
        {children}
      </p>
      {ran !== null && (
        <div role="status">
          <p>
            {ran.status} in {ran.tookMs} ms ·{' '}
            <Link href={`${home}/reports/${ran.answer.data.creditReportId}`}>Open this report</Link>
          </p>
          <details>
            <summary>Show the answer</summary>
            <CodeBlock label="The answer" value={ran.answer} />
          </details>
        </div>
      )}
    </>
  );
}
