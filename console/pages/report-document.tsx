// The document of a report: sums first, then a view of it at a time, with the timeline beside it. The sums are the attributes, worked
// out here by the same code as the service has them: asking for them would be another entry of the audit log.
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { attributesOf } from '../../src/domain/attributes/attributes.ts';
import type { Figure } from '../../src/domain/attributes/figure.ts';
import { counted } from '../../src/domain/in-words.ts';
import { hasEnded, pounds, shownName, standingOf } from '../../src/domain/report-words.ts';
import type { CreditReport, Timeline } from '../api/shapes.ts';
import { useFilters } from '../parts/filter-bar.tsx';
import { type Kpi, KpiStrip } from '../parts/kpi-strip.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { day, dayKey } from '../parts/words.ts';
import type { Opened } from './opened-report.ts';
import { ReportAccounts } from './report-accounts.tsx';
import { ReportChanges } from './report-changes.tsx';
import { ReportJson, ReportSources } from './report-sources.tsx';

const VIEWS = { report: 'Report', sources: 'Sources', json: 'JSON', changes: 'Changes' } as const;
type View = keyof typeof VIEWS;

export function ReportDocument(props: { opened: Opened; path: string; timeline: Timeline; side: ReactNode }) {
  const { opened, path, timeline, side } = props;
  const report = opened.read.data.creditReport;
  const reportDay = dayKey(timeline.createdAt);
  const [here] = useLocation();
  const [{ view: asked }] = useFilters(['view']);
  const view: View = asked in VIEWS ? (asked as View) : 'report';
  // The button that opened it is gone: the focus moves to what it opened, and the page stays where it is.
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="document">
      <h2 ref={heading} tabIndex={-1} className="unseen">
        Document
      </h2>
      <KpiStrip kpis={sumsOf(report, reportDay)} />
      <Tabs
        label="Views of the document"
        tabs={Object.entries(VIEWS).map(([name, title]) => ({
          name: title,
          href: name === 'report' ? here : `${here}?view=${name}`,
          isCurrent: name === view,
        }))}
      />
      <div className="report-columns">
        <div>
          {view === 'report' && <ReportAccounts opened={opened} path={path} day={reportDay} />}
          {view === 'sources' && <ReportSources report={report} bureaus={opened.read.data.bureaus} />}
          {view === 'json' && <ReportJson read={opened.read} path={path} />}
          {view === 'changes' && <ReportChanges path={path} reason={opened.reason} timeline={timeline} />}
        </div>
        {side}
      </div>
    </div>
  );
}

const GBP = (amount: number): string => pounds({ amount, currency: 'GBP' });
const wholePounds = (pence: number): string => GBP(Math.round(pence / 100) * 100);
const KINDS = {
  commitmentsMortgages: 'mortgage',
  commitmentsSecuredLoans: 'secured loans',
  commitmentsAssetFinance: 'car finance',
  commitmentsLoans: 'loans',
  commitmentsCards: 'cards',
  commitmentsHousehold: 'household',
  commitmentsOther: 'other',
} as const;

/** Five sums; what is not known says so, and nothing is guessed. */
function sumsOf(report: CreditReport, reportDay: string): Kpi[] {
  const { records } = report.consumerData;
  const { figures } = attributesOf(report, { asOf: reportDay, day: reportDay, incomePence: null });
  const open = records.filter(({ accountStatus }) => !hasEnded(accountStatus));
  const withDebt = open.filter(({ balance }) => balance !== undefined && balance.amount > 0).length;
  const behind = open.filter(({ accountStatus }) => accountStatus === 'delinquent');
  const defaulted = open.filter((record) => standingOf(record).tone === 'danger');
  const since = defaulted.flatMap(({ defaultDate }) => defaultDate ?? []).sort()[0];
  const use = numberIn(figures.utilisationTotal);
  const searches = report.previousSearches.providers.flatMap(({ companyName, records: dates }) =>
    dates.map(({ date }) => ({ companyName, date })),
  );
  const lastSearch = searches.sort((a, b) => b.date.localeCompare(a.date))[0];
  const monthly = Object.entries(KINDS).flatMap(([name, kind]) => {
    const value = numberIn(figures[name as keyof typeof KINDS]);
    return value === null || value === 0 ? [] : [`${kind} ${wholePounds(value)}`];
  });
  return [
    {
      name: 'Total debt',
      ...sum(figures.balanceTotal),
      note: `${withDebt} of ${counted(open.length, 'open account')}${use === null ? '' : ` · cards at ${use} % of limit`}${leftOut(figures.balanceTotal, 'balance')}`,
    },
    {
      name: 'Each month',
      ...sum(figures.commitmentsTotal),
      note: `${monthly.slice(0, 3).join(' · ') || 'No payments on file'}${leftOut(figures.commitmentsTotal, 'payment')}`,
    },
    {
      name: 'Behind with payments',
      value: behind.length,
      isBad: behind.length > 0,
      note:
        behind.length === 0
          ? 'No open account'
          : behind
              .slice(0, 2)
              .map((record) => `${nameOf(record)}, ${standingOf(record).words.replace(' behind', '')}`)
              .join(' · '),
    },
    {
      name: 'In default',
      value: defaulted.length,
      isBad: defaulted.length > 0,
      note:
        defaulted.length === 0
          ? pastDefaults(figures.defaultsTotal)
          : `${sum(figures.defaultsBalance).value}${since === undefined ? '' : ` since ${day(since)}`}`,
    },
    {
      name: 'Searches, 12 months',
      value: numberIn(figures.searches12Months) ?? '–',
      note:
        lastSearch === undefined
          ? 'None on file'
          : `last ${day(lastSearch.date)}, ${shownName(lastSearch.companyName)}`,
    },
  ];
}

const nameOf = ({ companyName }: { companyName?: string }): string =>
  shownName(companyName ?? 'Lender not named');
const numberIn = (figure: Figure): number | null =>
  'value' in figure && typeof figure.value === 'number' ? figure.value : null;
const sum = (figure: Figure): { value: string } => {
  const value = numberIn(figure);
  return { value: value === null ? '–' : wholePounds(value) };
};
const leftOut = (figure: Figure, what: string): string =>
  figure.leftOut === undefined || figure.leftOut.length === 0
    ? ''
    : ` · ${counted(figure.leftOut.length, 'account')} without a ${what}`;
const pastDefaults = (figure: Figure): string => {
  const past = numberIn(figure) ?? 0;
  return past === 0 ? 'None on file' : `${counted(past, 'earlier default')}, not open`;
};
