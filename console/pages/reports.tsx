// The reports of one mode, newest first. The list contains no personal data; a report's own page does.
import { Link } from 'wouter';
import { useList } from '../api/queries.ts';
import type { ListedReport, ReportPage as Page } from '../api/shapes.ts';
import { useMay, useTenant } from '../frame/tenant.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { FilterBar, FilterInput, FilterSelect, PeriodFilter, useFilters } from '../parts/filter-bar.tsx';
import { CsvButton, Older } from '../parts/list-actions.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Time } from '../parts/relative-time.tsx';
import { Needs, Shown } from '../parts/states.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { Table } from '../parts/table.tsx';
import { bureauName, STATUSES, shortId } from '../parts/words.ts';

export function ReportsPage() {
  const { mode } = useTenant();
  const may = useMay();
  return (
    <Needs permission="reports:read" title="Reports" what="reports">
      {mode === 'live' && !may('reports:live') ? <LiveClosed /> : <Reports />}
    </Needs>
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
  const { api, home, mode } = useTenant();
  const [filters, set] = useFilters(['status', 'externalReference', 'createdFrom', 'createdTo']);
  const path = `${api}/credit-reports`;
  const asked = { ...filters, test: String(mode === 'test') };
  const reports = useList<Page, ListedReport>(path, asked, ({ data }) => data);
  const statuses = Object.entries(STATUSES).map(([value, { word }]): [string, string] => [value, word]);
  return (
    <>
      <PageHeader title="Reports" actions={<CsvButton path={path} filters={asked} name="reports.csv" />} />
      <FilterBar>
        <FilterSelect
          label="Status"
          value={filters.status}
          options={[['', 'All'], ...statuses]}
          onChange={(value) => set('status', value)}
        />
        <FilterInput
          label="Reference"
          value={filters.externalReference}
          onChange={(value) => set('externalReference', value)}
        />
        <PeriodFilter from="createdFrom" to="createdTo" filters={filters} set={set} />
      </FilterBar>
      <Shown query={reports} data={reports.rows}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              action={mode === 'test' && <Link href={`${home}/playground`}>Make one in the playground</Link>}
            >
              No reports here.
            </EmptyState>
          ) : (
            <Table label="Reports" head={['Report', 'Status', 'Reference', 'Bureaus', 'Created']}>
              {rows.map((report) => (
                <tr key={report.creditReportId} className={report.test ? 'test-row' : undefined}>
                  <td>
                    <Link href={`${home}/reports/${report.creditReportId}`} className="mono">
                      {shortId(report.creditReportId)}
                    </Link>
                  </td>
                  <td>
                    <StatusChip status={report.status} /> {report.purged && <small>erased</small>}
                  </td>
                  <td className="wrap">{report.externalReference ?? ''}</td>
                  <td>{report.bureaus.map(bureauName).join(', ')}</td>
                  <td>
                    <Time at={report.createdAt} />
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Shown>
      <Older query={reports} />
    </>
  );
}
