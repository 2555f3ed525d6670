// The first call, to copy or to run here; loaded when it is shown.
import '../../frame/shared-first.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { callWhole } from '../../api/call.ts';
import type { Answer } from '../../api/operations.ts';
import { useForget, usePathOf } from '../../api/queries.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyButton } from '../../parts/copy-field.tsx';
import { useFilters } from '../../parts/filter-bar.tsx';
import { Time } from '../../parts/relative-time.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { FIRST_REQUEST, LANGUAGES, snippetOf, useTestToken } from './first-call.ts';

const NO_TOKEN = 'a token of a test credential';

export function FirstCall({ onToken }: { onToken: () => void }) {
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
