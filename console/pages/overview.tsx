// The first page: a guide with live ticks until the first live report exists, then the balance, today by status, and what needs
// attention.
import { useGet } from '../api/queries.ts';
import type { Overview as Facts } from '../api/shapes.ts';
import { useMay, useTenant } from '../frame/tenant.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Needs, Shown } from '../parts/states.tsx';
import { Chip, StatusChip } from '../parts/status-chip.tsx';
import { Table } from '../parts/table.tsx';
import { credits, number, pounds, STATUSES, spoken } from '../parts/words.ts';
import { FirstDay } from './first-day.tsx';

const WATCH_MS = 3_000;

export function OverviewPage() {
  return (
    <Needs permission="wallet:read" title="Overview" what="the overview">
      <Overview />
    </Needs>
  );
}

function Overview() {
  const { api, mode } = useTenant();
  const may = useMay();
  const overview = useGet<Facts>(`${api}/overview`, { everyMs: WATCH_MS });
  const steps = overview.data?.firstSteps;
  // Until the first live report exists.
  const isGuided =
    mode === 'test' && may('reports:write') && steps !== undefined && steps.liveReportMadeAt === null;
  return (
    <>
      <PageHeader title={isGuided ? 'Make your first call' : 'Overview'} />
      <Shown query={overview} data={overview.data}>
        {(facts) => (
          <>
            {isGuided && <FirstDay steps={facts.firstSteps} />}
            <Balance facts={facts} />
            <Attention items={facts.attention} />
            <Today facts={facts} />
          </>
        )}
      </Shown>
    </>
  );
}

function Balance({ facts }: { facts: Facts }) {
  const { balance, held, openChallenges, daysLeft, spend } = facts;
  return (
    <dl className="facts">
      <div>
        <dt>Balance</dt>
        <dd>
          {credits(balance)} <small>{pounds(balance)}</small>
        </dd>
      </div>
      <div>
        <dt>Held</dt>
        <dd>
          {credits(held)} <small>{openChallenges} waiting for a code</small>
        </dd>
      </div>
      <div>
        <dt>Lasts about</dt>
        <dd>
          {daysLeft === null
            ? 'Nothing spent in 7 days'
            : `${number(daysLeft)} ${daysLeft === 1 ? 'day' : 'days'}`}
        </dd>
      </div>
      <div>
        <dt>Spent in {spend.days} days</dt>
        <dd>
          {credits(spend.totalCredits)} <small>{pounds(spend.totalCredits)}</small>
        </dd>
      </div>
    </dl>
  );
}

function Attention({ items }: { items: Facts['attention'] }) {
  return (
    <section aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {items.length === 0 && <p>Nothing needs you.</p>}
      <ul className="plain-list">
        {items.map(({ kind, message }) => (
          <li key={kind + message}>
            <Chip tone="warn" shape="◑">
              {spoken(kind)}
            </Chip>{' '}
            {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Today({ facts }: { facts: Facts }) {
  const { mode } = useTenant();
  const counts = facts.reports.filter(({ test }) => test === (mode === 'test'));
  const today = counts.reduce((sum, { lastDay }) => sum + lastDay, 0);
  return (
    <section aria-labelledby="today">
      <h2 id="today">{mode === 'test' ? 'Test reports' : 'Live reports'} by status</h2>
      {counts.length === 0 ? (
        <p>No {mode} reports in 30 days.</p>
      ) : (
        <>
          {today > 0 && (
            <svg className="segments" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              {counts.map(({ status, lastDay }, index) => {
                const before = counts.slice(0, index).reduce((sum, one) => sum + one.lastDay, 0);
                return (
                  <rect
                    key={status}
                    className={STATUSES[status].tone}
                    x={(before / today) * 100}
                    width={(lastDay / today) * 100}
                    height="4"
                  />
                );
              })}
            </svg>
          )}
          <Table label="Reports by status" head={['Status', '24 hours', '30 days']} numbers={[1, 2]}>
            {counts.map(({ status, lastDay, lastMonth }) => (
              <tr key={status}>
                <td>
                  <StatusChip status={status} />
                </td>
                <td className="n">{number(lastDay)}</td>
                <td className="n">{number(lastMonth)}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </section>
  );
}
