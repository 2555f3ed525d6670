// The request log: every call, rejected ones included; and errors in groups, each with its cause and fix.
import { Link } from 'wouter';
import { useGet, useList } from '../api/queries.ts';
import type { LoggedRequest, LoggedRequests, RequestErrors } from '../api/shapes.ts';
import { useMay, useTenant } from '../frame/tenant.tsx';
import { Id } from '../parts/copy-field.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { FilterBar, FilterInput, FilterSelect, useFilters } from '../parts/filter-bar.tsx';
import { CsvButton, Older } from '../parts/list-actions.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Prose } from '../parts/prose.tsx';
import { Time } from '../parts/relative-time.tsx';
import { Needs, Shown } from '../parts/states.tsx';
import { AnswerChip } from '../parts/status-chip.tsx';
import { Table } from '../parts/table.tsx';
import { shortId } from '../parts/words.ts';

const EVERY_MS = 5_000;

export function RequestsPage() {
  return (
    <Needs permission="requests:read" title="Requests" what="requests">
      <RequestLog />
    </Needs>
  );
}

function RequestLog() {
  const { api, home } = useTenant();
  const may = useMay();
  const [filters, set] = useFilters(['status', 'route', 'code', 'reportId']);
  const path = `${api}/requests`;
  const log = useList<LoggedRequests, LoggedRequest>(path, filters, (answer) => answer, {
    everyMs: EVERY_MS,
  });
  return (
    <>
      <PageHeader title="Requests" actions={<CsvButton path={path} filters={filters} name="requests.csv" />}>
        Every call of 30 days, of both modes, the refused ones too. No body is kept.
      </PageHeader>
      <ErrorGroups />
      <FilterBar>
        <FilterSelect
          label="Answer"
          value={filters.status}
          options={[
            ['', 'All'],
            ['2xx', '2xx done'],
            ['4xx', '4xx refused'],
            ['5xx', '5xx our fault'],
          ]}
          onChange={(value) => set('status', value)}
        />
        <FilterInput
          label="Part of the route"
          value={filters.route}
          onChange={(value) => set('route', value)}
        />
        {filters.code !== '' && (
          <button type="button" className="button second" onClick={() => set('code', '')}>
            Code {filters.code}: show all
          </button>
        )}
      </FilterBar>
      <Shown query={log} data={log.rows}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState action={<Link href={`${home}/overview`}>Open the overview</Link>}>
              No calls here. Your first curl is on Overview.
            </EmptyState>
          ) : (
            <Table
              label="Requests"
              head={['Time', 'Call', 'Answer', 'By', 'Took', 'Report', 'Request']}
              numbers={[4]}
            >
              {rows.map((call) => (
                <tr key={call.id} className={call.test === true ? 'test-row' : undefined}>
                  <td>
                    <Time at={call.at} />
                  </td>
                  <td className="wrap wide">
                    <code>
                      {call.method} {call.route.replace('/:tenantId', '')}
                    </code>
                  </td>
                  <td className="wrap wide">
                    <AnswerChip status={call.status} /> {call.code ?? ''}
                    <Reasons call={call} />
                    {call.help !== null && (
                      <details>
                        <summary>What this means</summary>
                        <p>
                          <Prose text={call.help.cause} />
                        </p>
                        <p>
                          <Prose text={call.help.mend} />
                        </p>
                      </details>
                    )}
                  </td>
                  <td className="wrap">{call.credentialName ?? call.personName ?? ''}</td>
                  <td className="n">{Math.round(call.ms)} ms</td>
                  <td>
                    {call.reportId !== null && may('reports:read') && (
                      <Link href={`${home}/reports/${call.reportId}`}>{shortId(call.reportId)}</Link>
                    )}
                  </td>
                  <td>
                    <Id value={call.id} name="request id" />
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Shown>
      <Older query={log} />
    </>
  );
}

/** Why a call was refused, as its answer said: a line for each field, or the one sentence. */
function Reasons({ call }: { call: LoggedRequest }) {
  const fields = call.details?.filter(({ path }) => path !== '') ?? [];
  if (fields.length === 0) return call.message !== null && <p>{call.message}</p>;
  return fields.map(({ path, message }) => (
    <p key={path + message}>
      <code>{path}</code> {message}
    </p>
  ));
}

function ErrorGroups() {
  const { api } = useTenant();
  const [, set] = useFilters(['code']);
  const groups = useGet<RequestErrors>(`${api}/requests/errors`, { everyMs: EVERY_MS });
  if (groups.data === undefined || groups.data.items.length === 0) return null;
  return (
    <section aria-labelledby="errors">
      <h2 id="errors">Refused in 7 days</h2>
      <ul className="stack">
        {groups.data.items.map((group) => (
          <li key={`${group.code} ${group.method} ${group.route}`} className="card">
            <p>
              <AnswerChip status={group.status} /> <strong>{group.code}</strong> on{' '}
              <code>
                {group.method} {group.route.replace('/:tenantId', '')}
              </code>
              , {group.count === 1 ? 'once' : `${group.count} times`}, last <Time at={group.lastAt} />
            </p>
            <p>
              <Prose text={`${group.cause} ${group.mend}`} />
            </p>
            {group.details.map(({ path, message, count }) => (
              <p key={path + message} className="small">
                <code>{path}</code> {message} ({count})
              </p>
            ))}
            <button type="button" className="link" onClick={() => set('code', group.code)}>
              Show these calls<span className="unseen"> refused as {group.code}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
