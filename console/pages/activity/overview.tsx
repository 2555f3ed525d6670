// The first page: how the period went, what needs attention, the latest reports, what the month costs; before the first call the guide.
import '../../frame/shared-first.ts';
import { type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import { useGet } from '../../api/queries.ts';
import type { Overview as Facts, Stats } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { type BarColumn, Bars } from '../../parts/charts/bars.tsx';
import { Legend } from '../../parts/charts/chart.tsx';
import { type Kpi, KpiStrip, WaitingKpis } from '../../parts/charts/kpi-strip.tsx';
import { useFilters } from '../../parts/filter-bar.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Shown } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { dayKey, number, pounds } from '../../parts/words.ts';
import { FirstDay } from './first-day.tsx';
import { DatesButton } from './overview-dates.tsx';
import { columnsOf, FIGURE_NAMES, kpisOf, PERIODS, queryOf, spanOf, USUAL } from './overview-figures.ts';
import { Attention, Latest, MonthSpend } from './overview-panels.tsx';

const WATCH_MS = 3_000;
const REFRESH_MS = 15_000;
const OUTCOMES = [
  { name: 'Complete', colour: 1 },
  { name: 'Waiting', colour: 'info' },
  { name: 'Failed', colour: 3 },
  { name: 'Blocked', colour: 'danger' },
] as const;

export function OverviewPage() {
  const { mode } = useTenant();
  const may = useMay();
  const mayBegin = mode === 'test' && may('reports:write');
  const isBeginning = useRef(mayBegin);
  const overview = useGet('readOverview', {
    everyMs: isBeginning.current ? WATCH_MS : REFRESH_MS,
  });
  const steps = overview.data?.firstSteps;
  // Until the first live report exists.
  const isGuided = mayBegin && steps !== undefined && steps.liveReportMadeAt === null;
  // The guide stays for as long as the page is open: the figures come below it.
  const isFirst = useRef<boolean | null>(null);
  if (steps !== undefined) {
    isBeginning.current = isGuided;
    isFirst.current ??= isGuided && steps.testReportMadeAt === null;
  }
  return (
    <>
      {isFirst.current && <PageHeader title="Make your first call" />}
      {isFirst.current && steps !== undefined && <FirstDay steps={steps} isFirst />}
      {/* Before the first call there is nothing to say. */}
      {!(isFirst.current && steps?.testReportMadeAt === null) && (
        <Period overview={overview} hasTitle={!isFirst.current}>
          {isGuided && !isFirst.current && <FirstDay steps={steps} isFirst={false} />}
        </Period>
      )}
    </>
  );
}

type OverviewQuery = ReturnType<typeof useGet<'readOverview'>>;

/** `children` stand between the title and the figures. */
function Period(props: { overview: OverviewQuery; hasTitle: boolean; children: ReactNode }) {
  const { overview, hasTitle } = props;
  const { home, mode } = useTenant();
  const [{ period: named, from, to }, , setAll] = useFilters(['period', 'from', 'to']);
  const period = PERIODS.find(({ value }) => value === (named || USUAL)) ?? PERIODS[2];
  const asked = from === '' ? queryOf(period) : { step: 'day', from, to };
  const test = String(mode === 'test');
  const stats = useGet('readStats', {
    query: { ...asked, test },
    keepsOld: true,
    everyMs: 4 * REFRESH_MS,
  });
  const tabs = (
    <>
      <Tabs
        label="Period"
        isSwitch
        tabs={PERIODS.map(({ value, name }) => ({
          name,
          href: value === USUAL ? `${home}/overview` : `${home}/overview?period=${value}`,
          isCurrent: from === '' && value === period.value,
        }))}
      />
      <DatesButton
        dates={{ from, to }}
        shown={stats.data}
        onChoose={(dates) => setAll({ period: '', ...dates })}
      />
    </>
  );
  return (
    <>
      {hasTitle ? (
        <PageHeader title="Overview" actions={tabs}>
          Compared with {stats.data === undefined ? 'the days before' : spanOf(stats.data.previous)}
        </PageHeader>
      ) : (
        <div className="section-head">
          <h2>What happened so far</h2>
          <span className="buttons">{tabs}</span>
        </div>
      )}
      {props.children}
      <div className="overview" aria-busy={stats.isPlaceholderData}>
        <Shown
          query={stats}
          data={stats.data}
          waiting={<WaitingKpis names={[...FIGURE_NAMES, balanceKpi(undefined, home).name]} />}
        >
          {(figures) => <KpiStrip kpis={[...kpisOf(figures), balanceKpi(overview.data, home)]} />}
        </Shown>
        <div className="two-one">
          <Panel title="Reports by outcome" action={<Legend series={[...OUTCOMES]} />}>
            <div className="in chart-room">{stats.data !== undefined && <Outcomes stats={stats.data} />}</div>
          </Panel>
          <Attention />
          <Latest />
          <MonthSpend />
        </div>
      </div>
    </>
  );
}

function Outcomes({ stats }: { stats: Stats }) {
  const { home, mode } = useTenant();
  const may = useMay();
  const maySee = may('reports:read') && (mode === 'test' || may('reports:live'));
  const hrefOf = ({ key, values }: BarColumn): string | null => {
    const date = dayKey(key);
    const isLink = maySee && stats.step === 'day' && values.some((value) => value > 0);
    return isLink ? `${home}/reports?createdFrom=${date}&createdTo=${date}` : null;
  };
  return (
    <Bars
      label="Reports by outcome"
      series={[...OUTCOMES]}
      columns={columnsOf(stats)}
      hasLegend={false}
      isFilling
      empty={`No ${mode} reports in this period.`}
      hrefOf={hrefOf}
      tipOf={(column) => hrefOf(column) !== null && <b>Open these reports</b>}
    />
  );
}

function balanceKpi(overview: Facts | undefined, home: string): Kpi {
  const days = overview?.daysLeft;
  const lasts =
    days === null || days === undefined
      ? 'Nothing spent in 7 days'
      : `About ${number(days)} ${days === 1 ? 'day' : 'days'} left`;
  return {
    name: 'Balance',
    value: overview === undefined ? '–' : pounds(overview.balance),
    isBad: overview !== undefined && overview.balance <= 0,
    note: (
      <>
        {lasts} · <Link href={`${home}/wallet?help=top-up`}>Top up</Link>
      </>
    ),
  };
}
