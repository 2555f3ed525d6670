// How each bureau answered the live reports of a period, and what it cost. What stands out is said first; each count leads to its reports.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { counted } from '../../../src/domain/in-words.ts';
import { useGet } from '../../api/queries.ts';
import type { Bureaus } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { Callout } from '../../parts/callout.tsx';
import { KpiStrip } from '../../parts/charts/kpi-strip.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useFilters } from '../../parts/filter-bar.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Shown } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { bureauName, dayKey, duration, number, pence, pounds } from '../../parts/words.ts';
import { Heat, HeatLegend, StepTable } from './bureaus-heat.tsx';
import { clockOf, incidentsOf } from './bureaus-words.ts';

type Bureau = Bureaus['bureaus'][number];
type Behind = (id: string, answer?: 'ok' | 'no-trace' | 'unanswered') => string | null;

const EVERY_MS = 60_000;
const PERIODS = [
  { value: 'today', name: 'Today', said: 'today' },
  { value: '7-days', name: '7 days', said: 'in 7 days' },
  { value: '30-days', name: '30 days', said: 'in 30 days' },
] as const;

export function BureausPage() {
  const { mode, tenantId } = useTenant();
  if (mode === 'live') return <LiveBureaus />;
  return (
    <>
      <PageHeader title="Bureaus" />
      <EmptyState
        action={
          <Link className="button second" href={`/${tenantId}/live/bureaus`}>
            See the live figures
          </Link>
        }
      >
        Test mode asks no bureau: its answers are made up.
      </EmptyState>
    </>
  );
}

function LiveBureaus() {
  const { home } = useTenant();
  const [{ period: named }] = useFilters(['period']);
  const period = PERIODS.find(({ value }) => value === named) ?? PERIODS[0];
  const figures = useGet('readBureaus', {
    query: { period: period.value },
    keepsOld: true,
    everyMs: EVERY_MS,
  });
  const tabs = PERIODS.map(({ value, name }) => ({
    name,
    href: value === 'today' ? `${home}/bureaus` : `${home}/bureaus?period=${value}`,
    isCurrent: value === period.value,
  }));
  const updated = figures.data === undefined ? '' : ` Updated ${clockOf(figures.data.to)}.`;
  return (
    <>
      <PageHeader title="Bureaus" actions={<Tabs label="Period" isSwitch tabs={tabs} />}>
        How each answered your reports, and what it cost.{updated}
      </PageHeader>
      <Shown query={figures} data={figures.data}>
        {(data) => <Figures data={data} said={period.said} />}
      </Shown>
    </>
  );
}

function Figures({ data, said }: { data: Bureaus; said: string }) {
  const { home } = useTenant();
  const may = useMay();
  const seesReports = may('reports:read') && may('reports:live');
  const behind: Behind = (id, answer) =>
    seesReports
      ? `${home}/reports?bureau=${id}${answer === undefined ? '' : `&bureauAnswer=${answer}`}&createdFrom=${dayKey(data.from)}`
      : null;
  if (data.bureaus.every(({ asked }) => asked === 0))
    return <EmptyState>No bureau was asked {said}.</EmptyState>;
  const { spend, reports, lost, usual } = data;
  return (
    <>
      <Incidents data={data} behind={behind} />
      <section className="panel bureaus">
        <DataTable
          label="Bureaus"
          columns={columnsOf(data, behind)}
          rows={data.bureaus}
          keyOf={({ id }) => id}
        />
        <HeatLegend />
        <StepTable data={data} />
      </section>
      <KpiStrip
        kpis={[
          {
            name: `Spent ${said}`,
            value: pounds(spend.credits),
            note: `${pounds(spend.bureauCredits)} bureaus · ${pounds(spend.textCredits)} texts`,
          },
          {
            name: 'Per complete report',
            value: reports.costCredits === null ? '–' : pence(reports.costCredits),
            note: usual.costCredits === null ? BEFORE_NONE : `${pence(usual.costCredits)} ${BEFORE}`,
          },
          {
            name: 'Spent without a report',
            value: pounds(lost.credits),
            note: lost.texts === 0 ? 'No texts' : `${counted(lost.texts, 'text')}, no report`,
          },
          {
            name: 'Reports with every bureau',
            value: share(reports.whole, reports.complete),
            note: usual.complete === 0 ? BEFORE_NONE : `${share(usual.whole, usual.complete)} ${BEFORE}`,
          },
        ]}
      />
    </>
  );
}

const BEFORE = 'in the 7 days before';
const BEFORE_NONE = 'None in the 7 days before';
const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;

function Incidents({ data, behind }: { data: Bureaus; behind: Behind }) {
  const [first, ...others] = incidentsOf(data);
  if (first === undefined) return null;
  return (
    <Callout tone="warn" title={first.title}>
      {[first, ...others].map(({ id, state, title, more, reports }) => {
        const href = state === 'unanswered' ? behind(id, 'unanswered') : null;
        return (
          <p key={`${id} ${state}`}>
            {title !== first.title && <b>{title}. </b>}
            {more}{' '}
            {href !== null && (
              <Link href={href}>
                {reports === 1 ? 'Show the report' : `Show the ${number(reports)} reports`}
              </Link>
            )}
          </p>
        );
      })}
    </Callout>
  );
}

const columnsOf = (data: Bureaus, behind: Behind): Column<Bureau>[] => [
  { head: 'Bureau', cell: ({ id }) => <b>{bureauName(id)}</b>, phone: 'name' },
  {
    head: 'Asked',
    cell: ({ id, asked }) => (
      <To href={behind(id)} word="asked">
        {number(asked)}
      </To>
    ),
    isNumber: true,
  },
  {
    head: 'Answered',
    cell: ({ id, asked, answered }) => (
      <To href={behind(id, 'ok')} word="answered">
        {share(answered, asked)}
      </To>
    ),
    isNumber: true,
  },
  {
    head: 'No file',
    cell: ({ id, noFile }) => (
      <To href={noFile === 0 ? null : behind(id, 'no-trace')} word="no file">
        {number(noFile)}
      </To>
    ),
    isNumber: true,
  },
  {
    head: 'Did not answer',
    cell: ({ id, unanswered }) => (
      <To href={unanswered === 0 ? null : behind(id, 'unanswered')} isBad={unanswered > 0} word="unanswered">
        {number(unanswered)}
      </To>
    ),
    isNumber: true,
    phone: 'chip',
  },
  {
    head: 'Half within',
    cell: ({ p50Ms }) => (
      <>
        <OnPhone>half within </OnPhone>
        {p50Ms === null ? '–' : duration(p50Ms)}
      </>
    ),
    isNumber: true,
  },
  {
    head: '95 % within',
    cell: ({ p95Ms, steps }) => (
      <span className={steps.some(({ state }) => state === 'slow') ? 'is-slow' : undefined}>
        <OnPhone>95 % within </OnPhone>
        {p95Ms === null ? '–' : duration(p95Ms)}
      </span>
    ),
    isNumber: true,
  },
  {
    head: data.step === 'day' ? 'By the day' : 'Today, by the half hour',
    cell: (bureau) => <Heat bureau={bureau} step={data.step} />,
  },
  {
    head: 'Charged',
    cell: ({ spend }) => (
      <To href={null} word="charged">
        {pounds(spend.credits)}
      </To>
    ),
    isNumber: true,
  },
  {
    head: 'Each answer',
    cell: ({ spend }) => (
      <To href={null} word="each">
        {spend.count === 0 ? '–' : pence(spend.credits / spend.count)}
      </To>
    ),
    isNumber: true,
  },
];

/** A phone shows no heads: the word stands beside the figure there. */
function To(props: { href: string | null; word: string; isBad?: boolean; children: ReactNode }) {
  const { href, word, isBad = false, children } = props;
  const className = isBad ? 'is-bad' : undefined;
  return (
    <>
      {href === null ? (
        <span className={className}>{children}</span>
      ) : (
        <Link href={href} className={className}>
          {children}
        </Link>
      )}
      <OnPhone> {word}</OnPhone>
    </>
  );
}

const OnPhone = ({ children }: { children: ReactNode }) => <span className="phone-word">{children}</span>;
