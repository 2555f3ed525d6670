// The panels of the overview besides its chart: what needs attention, the latest reports, the spending of the month.
import { Link } from 'wouter';
import { useAttention, useGet } from '../../api/queries.ts';
import type { ListedReport } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { AttentionEntries } from '../../parts/attention-list.tsx';
import { SpendMeters } from '../../parts/charts/spend-meters.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Failed, Loading, Shown } from '../../parts/states.tsx';
import { Chip, StatusChip } from '../../parts/status-chip.tsx';
import { number, pounds, shortId } from '../../parts/words.ts';
import { addMonths, firstDay, monthName, onCourseFor, thisMonth } from '../reports/months.ts';

const REFRESH_MS = 15_000;
const LATEST = '5';

export function Attention() {
  const { items, note, error, refetch } = useAttention();
  return (
    <Panel
      title="Needs attention"
      action={items !== undefined && items.length > 0 && <Chip tone="warn" word={items.length} />}
    >
      {error !== null && <Failed error={error} retry={refetch} />}
      {items === undefined && error === null && <Loading />}
      {items?.length === 0 && <p className="in">All clear.</p>}
      {items !== undefined && <AttentionEntries items={items} note={note} />}
    </Panel>
  );
}

const COLUMNS: Column<ListedReport>[] = [
  {
    head: 'Reference',
    phone: 'name',
    isFilling: true,
    cell: ({ externalReference, person, creditReportId }) => (
      <bdi>{externalReference ?? person ?? shortId(creditReportId)}</bdi>
    ),
  },
  {
    head: 'Person',
    cell: ({ person, externalReference }) => (externalReference ? <bdi>{person ?? 'Erased'}</bdi> : ''),
  },
  { head: 'Status', phone: 'chip', cell: ({ status }) => <StatusChip status={status} /> },
  {
    head: 'Bureaus',
    phone: 'hidden',
    cell: ({ answered = [], bureaus }) =>
      answered.length === 0 ? '–' : `${answered.length} of ${bureaus.length}`,
  },
  { head: 'Cost', isNumber: true, phone: 'hidden', cell: ({ costCredits = 0 }) => number(costCredits) },
  { head: 'Created', isNumber: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

export function Latest() {
  const { home, mode } = useTenant();
  const may = useMay();
  const maySee = may('reports:read') && (mode === 'test' || may('reports:live'));
  const reports = useGet('listReports', {
    query: { test: String(mode === 'test'), pageSize: LATEST, details: 'true' },
    when: maySee,
    everyMs: REFRESH_MS,
  });
  if (!maySee) return null;
  return (
    <Panel title="Latest reports" action={<Link href={`${home}/reports`}>All reports</Link>}>
      <DataTable
        label="Latest reports"
        columns={COLUMNS}
        rows={reports.data?.data.items}
        query={reports}
        keyOf={({ creditReportId }) => creditReportId}
        hrefOf={({ creditReportId }) => `${home}/reports/${creditReportId}`}
        empty={<EmptyState>No {mode} reports yet.</EmptyState>}
      />
    </Panel>
  );
}

/** Test reports are free: in both modes it is what live ones cost. */
export function useMonths(month: string) {
  const query = { step: 'month', from: firstDay(addMonths(month, -1)), to: firstDay(month) };
  return useGet('readStats', { query, keepsOld: true, everyMs: 4 * REFRESH_MS });
}

export function MonthSpend() {
  const { home } = useTenant();
  const month = thisMonth();
  const months = useMonths(month);
  const [before, now] = months.data?.steps.map(({ spend }) => spend) ?? [];
  return (
    <Panel
      title="Spent this month"
      action={now !== undefined && <strong>{pounds(now.credits)}</strong>}
      isPadded
    >
      <Shown query={months} data={now}>
        {(spend) => (
          <>
            {spend.credits === 0 ? <p>Nothing yet.</p> : <SpendMeters spend={spend} isShort />}
            <p className="small after">
              {monthName(addMonths(month, -1))} {pounds(before?.credits ?? 0)}
              {onCourse(spend.credits)} · <Link href={`${home}/wallet`}>Wallet</Link>
            </p>
          </>
        )}
      </Shown>
    </Panel>
  );
}

function onCourse(spent: number): string {
  const credits = onCourseFor(spent);
  return credits === null ? '' : ` · on course for ${pounds(credits)}`;
}
