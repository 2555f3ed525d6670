// The document of a report: sums first, then a view of it at a time, with the timeline beside it. The sums are worked out here, by the
// same code as the service has: asking for them would be another entry of the audit log. Car finance comes with the document: its periods are the service's.
import '../../frame/shared-later.ts';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { overTimeWords } from '../../../src/domain/shown/over-time.ts';
import { sumsOf } from '../../../src/domain/shown/report-sums.ts';
import type { Timeline } from '../../api/shapes.ts';
import { KpiStrip } from '../../parts/charts/kpi-strip.tsx';
import { useFilters } from '../../parts/filter-bar.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { dayKey } from '../../parts/words.ts';
import type { Opened } from './opened-report.ts';
import { ReportAccounts } from './report-accounts.tsx';
import { CarAnswer } from './report-cars.tsx';
import { ReportChanges } from './report-changes.tsx';
import { ReportJson, ReportSources } from './report-sources.tsx';

const VIEWS = { report: 'Report', sources: 'Sources', json: 'JSON', changes: 'Changes' } as const;
type View = keyof typeof VIEWS;

export function ReportDocument(props: { opened: Opened; timeline: Timeline; side: ReactNode }) {
  const { opened, timeline, side } = props;
  const report = opened.read.data.creditReport;
  const reportDay = dayKey(timeline.createdAt);
  const { sums, leftOut } = sumsOf(report, reportDay);
  const said = [overTimeWords(report.consumerData.records, reportDay), ...leftOut].filter(
    (words) => words !== null,
  );
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
      <KpiStrip kpis={sums} />
      <CarAnswer cars={opened.cars} />
      {said.length > 0 && (
        <ul className="plain-list small left-out" aria-label="About the totals">
          {said.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
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
          {view === 'report' && <ReportAccounts opened={opened} day={reportDay} />}
          {view === 'sources' && <ReportSources report={report} bureaus={opened.read.data.bureaus} />}
          {view === 'json' && <ReportJson read={opened.read} />}
          {view === 'changes' && <ReportChanges reason={opened.reason} timeline={timeline} />}
        </div>
        {side}
      </div>
    </div>
  );
}
