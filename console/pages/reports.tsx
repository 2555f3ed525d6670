// The reports of one mode, newest first. The list contains no personal data; a report's own page does.
import { Link } from 'wouter';
import { useList } from '../api/queries.ts';
import type { ListedReport, ReportPage as Page } from '../api/shapes.ts';
import { useMay, useTenant } from '../frame/tenant.tsx';
import { PageHead, StatusChip, Table, Time } from '../parts/bits.tsx';
import {
  CsvButton,
  FilterBar,
  FilterInput,
  FilterSelect,
  Older,
  PeriodFilter,
  useFilters,
} from '../parts/list.tsx';
import { Empty, Needs, Shown } from '../parts/states.tsx';
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
      <PageHead title="Reports" />
      <Empty action={<Link href={`/${tenantId}/test/reports`}>See the test reports</Link>}>
        Your role sees test reports only. Ask an owner of this tenant for a role that sees live ones.
      </Empty>
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
      <PageHead title="Reports" aside={<CsvButton path={path} filters={asked} name="reports.csv" />} />
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
            <Empty
              action={mode === 'test' && <Link href={`${home}/playground`}>Make one in the playground</Link>}
            >
              No reports here.
            </Empty>
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
