// The wallet: what a month cost and on what, how the balance went and how long it lasts, the statement by report, and ways to pay.
import type { ReactNode } from 'react';
import { useGet } from '../../api/queries.ts';
import type { Overview, Stats } from '../../api/shapes.ts';
import { useTenant } from '../../frame/tenant.tsx';
import { Callout } from '../../parts/callout.tsx';
import { type Kpi, KpiStrip, WaitingKpis } from '../../parts/charts/kpi-strip.tsx';
import { SpendMeters } from '../../parts/charts/spend-meters.tsx';
import { type StepPoint, Steps } from '../../parts/charts/steps.tsx';
import { useFilters } from '../../parts/filter-bar.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Shown } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { credits, day, number, pounds, shortDay } from '../../parts/words.ts';
import { useMonths } from '../activity/overview-panels.tsx';
import {
  addMonths,
  firstDay,
  isMonth,
  lastDay,
  monthName,
  onCourseFor,
  thisMonth,
} from '../reports/months.ts';
import { Returned, TopUpDialog } from './top-up.tsx';
import { ReportLines, StatementPanel } from './wallet-statement.tsx';
import { WaysToPay } from './ways-to-pay.tsx';

const MONTHS_SHOWN = 6;
const LOW_DAYS = 7;
const RUNWAY_MAX = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export function WalletPage() {
  const { mode } = useTenant();
  const [{ month: named, help, reportId, payment }, set] = useFilters([
    'month',
    'help',
    'reportId',
    'payment',
  ]);
  const askTopUp = (): void => set('help', 'top-up');
  const showAll = (): void => set('reportId', '');
  const month = isMonth(named) && named <= thisMonth() ? named : thisMonth();
  const overview = useGet('readOverview');
  const months = useMonths(month);
  const [before, now] = months.data?.steps ?? [];
  const asked = { step: 'day', from: firstDay(month), to: lastDay(month) };
  const stats = useGet('readStats', { query: asked, keepsOld: true });
  return (
    <>
      <PageHeader
        title="Wallet"
        actions={
          <>
            <MonthSwitch month={month} />
            <TopUpButton onClick={askTopUp} />
          </>
        }
      >
        {mode === 'test'
          ? 'Test reports are free. These are the credits that live reports are paid from.'
          : '1,000 credits are £1.'}
      </PageHeader>
      {payment !== '' && <Returned paymentId={payment} onClose={() => set('payment', '')} />}
      <Shown
        query={overview}
        data={overview.data}
        waiting={<WaitingKpis names={['Balance', 'On hold', `Spent in ${monthName(month)}`]} hasNotes />}
      >
        {(facts) => (
          <>
            <Low facts={facts} action={<TopUpButton onClick={askTopUp} />} />
            <KpiStrip
              kpis={[
                balanceOf(facts),
                heldOf(facts),
                spentOf(month, now?.spend.credits, before?.spend.credits),
              ]}
            />
          </>
        )}
      </Shown>
      {reportId !== '' && <ReportLines reportId={reportId} onClear={showAll} />}
      <div className="two-one spent" aria-busy={months.isPlaceholderData || stats.isPlaceholderData}>
        <Panel title={`Balance in ${monthName(month)}`} isPadded>
          <Shown query={stats} data={stats.data && overview.data}>
            {(facts) => (
              <BalanceSteps stats={stats.data as Stats} facts={facts} isNow={month === thisMonth()} />
            )}
          </Shown>
        </Panel>
        <Panel
          title={`Spent in ${monthName(month)}`}
          action={now !== undefined && <strong>{pounds(now.spend.credits)}</strong>}
          isPadded
        >
          <Shown query={months} data={now}>
            {({ spend }) =>
              spend.credits === 0 ? (
                <p>Nothing was spent in {monthName(month)}.</p>
              ) : (
                <SpendMeters spend={spend} />
              )
            }
          </Shown>
          <Prices />
        </Panel>
      </div>
      {reportId === '' && <StatementPanel month={month} />}
      <WaysToPay />
      {help === 'top-up' && <TopUpDialog onClose={() => set('help', '')} />}
    </>
  );
}

/** The months in sixes, back from this one; the first link leads to the six before. */
function MonthSwitch({ month }: { month: string }) {
  const { home } = useTenant();
  const now = thisMonth();
  const back = Array.from({ length: MONTHS_SHOWN }, (_, index) => MONTHS_SHOWN - 1 - index);
  let last = now;
  while (month <= addMonths(last, -MONTHS_SHOWN)) last = addMonths(last, -MONTHS_SHOWN);
  const hrefOf = (to: string): string => (to === now ? `${home}/wallet` : `${home}/wallet?month=${to}`);
  const shown = back.map((count) => addMonths(last, -count));
  return (
    <Tabs
      label="Month"
      isSwitch
      tabs={[
        { name: 'Earlier', href: hrefOf(addMonths(last, -MONTHS_SHOWN)), isCurrent: false },
        ...shown.map((one) => ({
          name: monthName(one, 'short'),
          href: hrefOf(one),
          isCurrent: one === month,
        })),
        ...(last === now ? [] : [{ name: 'Later', href: hrefOf(addMonths(last, 1)), isCurrent: false }]),
      ]}
    />
  );
}

const lasts = (days: number): string =>
  days < 1 ? 'Less than a day left' : `About ${number(days)} ${days === 1 ? 'day' : 'days'} left`;

function balanceOf({ balance, daysLeft }: Overview): Kpi {
  return {
    name: 'Balance',
    value: pounds(balance),
    unit: credits(balance),
    isBad: balance <= 0,
    note: daysLeft === null ? 'Nothing spent in 7 days' : lasts(daysLeft),
  };
}

function heldOf({ held, openChallenges }: Overview): Kpi {
  const waiting = `${number(openChallenges)} ${openChallenges === 1 ? 'report waits' : 'reports wait'} for a code`;
  return { name: 'On hold', value: pounds(held), unit: credits(held), note: waiting };
}

function spentOf(month: string, spent: number | undefined, before: number | undefined): Kpi {
  const course = month === thisMonth() && spent !== undefined ? onCourseFor(spent) : null;
  const past = before === undefined ? '' : `${monthName(addMonths(month, -1))} ${pounds(before)}`;
  return {
    name: `Spent in ${monthName(month)}`,
    value: spent === undefined ? '–' : pounds(spent),
    ...(spent !== undefined && { unit: credits(spent) }),
    note: course === null ? past : `${past} · on course for ${pounds(course)}`,
  };
}

function TopUpButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className="button second" onClick={onClick}>
      Top up
    </button>
  );
}

function Low({ facts: { balance, daysLeft }, action }: { facts: Overview; action: ReactNode }) {
  if (balance < 0) {
    return (
      <Callout tone="danger" isAlert title="The balance is below zero" action={action}>
        New reports are refused until you settle {credits(-balance)} ({pounds(-balance)}).
      </Callout>
    );
  }
  if (balance > 0 && (daysLeft === null || daysLeft >= LOW_DAYS)) return null;
  return (
    <Callout
      tone="warn"
      title={balance === 0 ? 'The wallet is empty' : 'The balance runs low'}
      action={action}
    >
      {balance === 0
        ? 'Live reports are refused until it is topped up.'
        : `${lasts(daysLeft ?? 0)} at the pace of the last 7 days.`}
    </Callout>
  );
}

function BalanceSteps({ stats, facts, isNow }: { stats: Stats; facts: Overview; isNow: boolean }) {
  const points = stats.steps.flatMap(({ from, balance }): StepPoint[] =>
    balance === null ? [] : [{ key: from, label: shortDay(from), title: day(from), value: balance }],
  );
  if (points.every(({ value }) => value === 0)) return <p>The wallet was empty all month.</p>;
  return (
    <Steps
      label="Balance"
      points={points}
      expected={isNow ? runway(points, facts) : []}
      format={pounds}
      height={180}
    />
  );
}

/** The balance at the pace of the last 7 days, to the day on which it is used up. */
function runway(points: StepPoint[], { balance, daysLeft }: Overview): StepPoint[] {
  const last = points.at(-1);
  if (last === undefined || daysLeft === null || balance <= 0) return [];
  const perDay = balance / Math.max(1, daysLeft);
  const count = Math.min(RUNWAY_MAX, Math.max(1, daysLeft));
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.parse(last.key) + (index + 1) * DAY_MS);
    const value = Math.max(0, Math.round(balance - perDay * (index + 1)));
    return { key: at.toISOString(), label: shortDay(at), title: day(at), value };
  });
}

function Prices() {
  const products = useGet('listProducts');
  if (products.data === undefined) return null;
  return (
    <details className="after">
      <summary>Prices</summary>
      <Table label="Prices" head={['Product', 'You pay', 'List price']} numbers={[1, 2]}>
        {products.data.items.map(({ code, name, credits: own, defaultCredits }) => (
          <tr key={code}>
            <th scope="row">{name}</th>
            <td className="n">{credits(own)}</td>
            <td className="n">{credits(defaultCredits)}</td>
          </tr>
        ))}
      </Table>
    </details>
  );
}
