// The reports of one mode. The list contains no personal data besides the reference and a masked person; a report's own page does.
import { Link } from 'wouter';
import { BUREAU_IDS } from '../../../src/domain/reports/credit-report.ts';
import { useGet, useList } from '../../api/queries.ts';
import type { ListedReport } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterInput, FilterSelect, PeriodFilter, useFilters } from '../../parts/filter-bar.tsx';
import { CsvButton } from '../../parts/list-actions.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/states.tsx';
import { StatusChip } from '../../parts/status-chip.tsx';
import { bureauName, credits, dayHeading, duration, number, STATUSES, shortId } from '../../parts/words.ts';

const FILTERS = ['status', 'referenceStart', 'createdFrom', 'createdTo', 'bureau', 'bureauAnswer'] as const;
const ANSWERS: [value: string, label: string][] = [
  ['', 'Any'],
  ['ok', 'With a file'],
  ['no-trace', 'No file'],
  ['unanswered', 'Did not answer'],
];
/** As the service searches for the beginning of a reference. */
const REFERENCE_MIN = 4;

export function ReportsPage() {
  const { mode } = useTenant();
  const may = useMay();
  const [{ who }, , , clear] = useFilters(['who']);
  if (mode === 'live' && !may('reports:live')) return <LiveClosed />;
  return who === '' ? <Reports /> : <FoundReports who={who} clear={clear ?? (() => {})} />;
}

/** By the end of a phone number or by a surname, from the search box. */
function FoundReports({ who, clear }: { who: string; clear: () => void }) {
  const { home, mode } = useTenant();
  const found = useGet('findByPerson', { query: { who, test: String(mode === 'test') } });
  const said = /^\d+$/.test(who) ? `phone ending ${who}` : `surname ${who}`;
  return (
    <>
      <PageHeader
        title="Reports"
        actions={
          <button type="button" className="button second" onClick={clear}>
            Show all reports
          </button>
        }
      >
        The newest of the {said}
      </PageHeader>
      <Shown query={found} data={found.data}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>No report of the {said}.</EmptyState>
          ) : (
            <DataTable
              label={`Reports of the ${said}`}
              columns={COLUMNS}
              rows={items}
              keyOf={({ creditReportId }) => creditReportId}
              hrefOf={({ creditReportId }) => `${home}/reports/${creditReportId}`}
            />
          )
        }
      </Shown>
    </>
  );
}

function LiveClosed() {
  const { tenantId } = useTenant();
  return (
    <>
      <PageHeader title="Reports" />
      <EmptyState action={<Link href={`/${tenantId}/test/reports`}>See the test reports</Link>}>
        Your role sees test reports only. Ask an owner of this tenant for a role that sees live ones.
      </EmptyState>
    </>
  );
}

function Reports() {
  const { home, mode } = useTenant();
  const [filters, set, setAll, clear] = useFilters(FILTERS);
  const [{ sort }, setSort] = useFilters(['sort']);
  // Test mode asks no bureau. The service finds by a bureau or by the beginning of a reference.
  const bureau = mode === 'test' ? '' : filters.bureau;
  const start = bureau === '' ? filters.referenceStart.trim() : '';
  const isShort = start !== '' && start.length < REFERENCE_MIN;
  const asked = {
    ...filters,
    bureau,
    bureauAnswer: bureau === '' ? '' : filters.bureauAnswer,
    referenceStart: isShort ? '' : start,
    test: String(mode === 'test'),
  };
  const reports = useList('listReports', { query: { ...asked, sort, details: 'true', count: 'true' } });
  const statuses = Object.entries(STATUSES).map(([value, { word }]): [string, string] => [value, word]);
  return (
    <ListPage
      title="Reports"
      actions={<CsvButton of="listReports" query={asked} name="reports.csv" />}
      clear={clear}
      filters={
        <>
          {bureau === '' && (
            <FilterInput
              label="Reference starts with"
              value={filters.referenceStart}
              {...(isShort && { hint: `From ${REFERENCE_MIN} characters` })}
              onChange={(value) => set('referenceStart', value)}
            />
          )}
          <FilterSelect
            label="Status"
            value={filters.status}
            options={[['', 'Any'], ...statuses]}
            onChange={(value) => set('status', value)}
          />
          {mode === 'live' && (
            <FilterSelect
              label="Bureau"
              value={bureau}
              options={[['', 'Any'], ...BUREAU_IDS.map((id): [string, string] => [id, bureauName(id)])]}
              onChange={(value) => setAll({ bureau: value, bureauAnswer: '', referenceStart: '' })}
            />
          )}
          {bureau !== '' && (
            <FilterSelect
              label="Its answer"
              value={filters.bureauAnswer}
              options={ANSWERS}
              onChange={(value) => set('bureauAnswer', value)}
            />
          )}
          <PeriodFilter from="createdFrom" to="createdTo" filters={filters} set={set} setAll={setAll} />
        </>
      }
      columns={COLUMNS}
      rows={reports.rows}
      query={reports}
      keyOf={({ creditReportId }) => creditReportId}
      hrefOf={({ creditReportId }) => `${home}/reports/${creditReportId}`}
      rowClass={({ test }) => (test ? 'test-row' : undefined)}
      headingOf={({ createdAt }) => dayHeading(createdAt)}
      sort={{
        by: 'created',
        isDescending: sort !== 'oldest',
        set: (_, isDescending) => setSort('sort', isDescending ? '' : 'oldest'),
      }}
      {...(reports.total !== undefined && { count: countOf(reports.rows?.length ?? 0, reports.total) })}
      noMatch="No reports match these filters."
      empty={
        <EmptyState
          action={
            mode === 'test' && (
              <Link className="button" href={`${home}/playground`}>
                Make one in the playground
              </Link>
            )
          }
        >
          No reports yet.
        </EmptyState>
      }
    />
  );
}

/** `1–50 of 107`. */
function countOf(shown: number, total: { count: number; isCapped: boolean }): string {
  return `1–${number(shown)} of ${total.isCapped ? 'more than ' : ''}${number(total.count)}`;
}

const COLUMNS: Column<ListedReport>[] = [
  {
    head: 'Reference',
    cell: (report) => <bdi>{nameOf(report)}</bdi>,
    isFilling: true,
    phone: 'name',
  },
  {
    head: 'Status',
    cell: ({ status, purged, testClockId }) => (
      <>
        <StatusChip status={status} /> {purged && <small>erased</small>}
        {testClockId !== undefined && <small> test clock</small>}
      </>
    ),
    phone: 'chip',
  },
  {
    head: 'Person',
    cell: ({ externalReference, person }) => externalReference !== undefined && (person ?? ''),
    phone: 'hidden',
  },
  {
    head: 'Bureaus',
    cell: ({ bureaus, answered = [] }) => <BureauDots asked={bureaus} answered={answered} />,
  },
  { head: 'Cost', cell: ({ costCredits = 0 }) => credits(costCredits), isNumber: true },
  { head: 'Time taken', cell: ({ tookMs }) => (tookMs == null ? '' : duration(tookMs)), isNumber: true },
  { head: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} />, sortBy: 'created' },
  {
    head: 'Id',
    cell: ({ creditReportId }) => <span className="mono id-end">{shortId(creditReportId)}</span>,
    phone: 'hidden',
  },
];

function nameOf({ externalReference, person, purged }: ListedReport): string {
  return externalReference ?? person ?? (purged ? 'Erased' : 'No reference');
}

/** Filled if it answered, empty if it did not, absent if it was not asked. Their names are the text. */
function BureauDots({ asked, answered }: { asked: readonly string[]; answered: readonly string[] }) {
  const said = asked.map((id) => `${bureauName(id)} ${answered.includes(id) ? 'answered' : 'no answer'}`);
  return (
    <span className="dots" title={said.join(', ')}>
      <span className="unseen">{said.join(', ')}</span>
      {BUREAU_IDS.map((id) => (
        <i
          key={id}
          className={answered.includes(id) ? 'full' : asked.includes(id) ? 'none' : 'absent'}
          aria-hidden="true"
        />
      ))}
    </span>
  );
}
