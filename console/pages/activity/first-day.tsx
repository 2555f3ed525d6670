// The first day: a call that works as pasted or at a press, and five steps that tick themselves.
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useGet } from '../../api/queries.ts';
import type { Overview } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { Checklist } from '../../parts/checklist.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Loading } from '../../parts/states.tsx';
import { StatusChip } from '../../parts/status-chip.tsx';

/** Loaded when it is shown: those who come again rarely open it. */
const FirstCall = lazy(async () => ({ default: (await import('./run-first-call.tsx')).FirstCall }));

const WATCH_MS = 3_000;

type Steps = Overview['firstSteps'];

/** `isFirst`: nobody has called yet, so the call is open at once. */
export function FirstDay({ steps, isFirst }: { steps: Steps; isFirst: boolean }) {
  const { home } = useTenant();
  const [isOpen, setOpen] = useState(isFirst);
  const [hasToken, setHasToken] = useState(false);
  const call = (
    <Suspense fallback={<Loading />}>
      <FirstCall onToken={() => setHasToken(true)} />
    </Suspense>
  );
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
          {
            title: 'Make the first live report',
            isDone: steps.liveReportMadeAt !== null,
            more: (
              <small>
                By your own call, or <Link href={`${home}/settings/hosted`}>set up your page</Link> and send a
                link.
              </small>
            ),
          },
        ]}
      />
      {isFirst ? (
        <Panel title="Copy this, or run it here" isPadded>
          {call}
        </Panel>
      ) : (
        <details className="panel in" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>Show the call again</summary>
          {isOpen && call}
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
