// The request log: how many calls by class, filters, one line a call with the reason that the API gave. A call opens in a drawer.
import { useState } from 'react';
import { Link, useLocation, useParams, useSearch } from 'wouter';
import { useCall, useGet, useList } from '../../api/queries.ts';
import type { ErrorGroup, LoggedRequest } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { Callout } from '../../parts/callout.tsx';
import { Bars } from '../../parts/charts/bars.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterChip, FilterInput, FilterSelect, PeriodFilter, useFilters } from '../../parts/filter-bar.tsx';
import { CsvButton } from '../../parts/list-actions.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { Prose } from '../../parts/prose.tsx';
import { ClockTime } from '../../parts/relative-time.tsx';
import { AnswerChip } from '../../parts/status-chip.tsx';
import {
  dayHeading,
  dayKey,
  daysAgo,
  number,
  sentence,
  shortDay,
  shortId,
  spoken,
} from '../../parts/words.ts';
import { RequestDrawer } from './request-drawer.tsx';
import { callerOf, FIX_FIELDS, shownField, shownRoute, whyOf } from './request-words.ts';

const EVERY_MS = 5_000;
const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;
const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;
const FILTERS = [
  'status',
  'code',
  'route',
  'credentialId',
  'reportId',
  'modes',
  'dateFrom',
  'dateTo',
] as const;

export function RequestsPage() {
  const { home, mode } = useTenant();
  const { id } = useParams<{ id?: string }>();
  const search = useSearch();
  const [filters, set, setAll, clear] = useFilters(FILTERS);
  const { modes, ...rest } = filters;
  const asked = { ...rest, mode: modes === 'both' ? '' : mode };
  const log = useList('listRequests', { query: asked, everyMs: EVERY_MS });
  const groups = useGet('listRequestErrors', { everyMs: EVERY_MS }).data?.items ?? [];
  const query = search === '' ? '' : `?${search}`;
  return (
    <ListPage
      title="Requests"
      actions={<CsvButton of="listRequests" query={asked} name="requests.csv" />}
      lead="Kept for 30 days, without bodies. Calls without a valid token (401) have no caller: a few a minute are kept, for a day. What people only read in the console is not logged."
      clear={clear}
      filters={
        <>
          <StatusFilter value={filters.status} onChange={(value) => set('status', value)} />
          <WhyFilter groups={groups} value={filters.code} onChange={(value) => set('code', value)} />
          <CredentialFilter value={filters.credentialId} onChange={(value) => set('credentialId', value)} />
          <FilterInput
            label="Path contains"
            value={filters.route}
            onChange={(value) => set('route', value)}
          />
          <FilterSelect
            label="Mode"
            value={modes}
            options={[
              ['', spoken(mode)],
              ['both', 'Test and live'],
            ]}
            onChange={(value) => set('modes', value)}
          />
          <IdFilter onReport={(value) => set('reportId', value)} />
          {filters.reportId !== '' && (
            <FilterChip
              label="Report"
              value={shortId(filters.reportId)}
              onClear={() => set('reportId', '')}
            />
          )}
          <PeriodFilter from="dateFrom" to="dateTo" filters={filters} set={set} setAll={setAll} />
        </>
      }
      above={
        <>
          <Histogram from={filters.dateFrom} to={filters.dateTo} />
          <Cause groups={groups} code={filters.code} />
        </>
      }
      columns={COLUMNS}
      rows={log.rows}
      query={log}
      keyOf={({ id: key }) => key}
      hrefOf={(call) => `${home}/requests/${call.id}${query}`}
      isCurrent={(call) => call.id === id}
      rowClass={({ test }) => (test === true ? 'test-row' : undefined)}
      headingOf={({ at }) => dayHeading(at)}
      noMatch={
        log.hasNextPage
          ? 'No requests match these filters among the newest. Show older looks further.'
          : 'No requests match these filters.'
      }
      empty={
        <EmptyState action={<Link href={`${home}/overview`}>Open the overview</Link>}>
          No calls yet. Your first curl is on Overview.
        </EmptyState>
      }
    >
      {id !== undefined && (
        <RequestDrawer
          key={id}
          id={id}
          row={log.rows?.find((call) => call.id === id)}
          groups={groups}
          closeHref={`${home}/requests${query}`}
        />
      )}
    </ListPage>
  );
}

const COLUMNS: Column<LoggedRequest>[] = [
  { head: 'Time', cell: ({ at }) => <ClockTime at={at} /> },
  { head: 'Status', cell: ({ status }) => <AnswerChip status={status} />, phone: 'chip' },
  {
    head: 'Call',
    cell: ({ method, route }) => (
      <code>
        {method} {shownRoute(route)}
      </code>
    ),
    phone: 'name',
  },
  { head: 'Why', cell: whyOf, isFilling: true },
  { head: 'Caller', cell: (call) => <bdi className="one-line short">{callerOf(call) ?? 'No caller'}</bdi> },
  { head: 'Duration', cell: ({ ms }) => `${number(Math.round(ms))} ms`, isNumber: true },
];

function StatusFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const options: [string, string][] = [
    ['', 'Any'],
    ['2xx', '2xx succeeded'],
    ['4xx', '4xx refused'],
    ['5xx', '5xx server error'],
  ];
  // One code, such as 404, comes with an address.
  if (!options.some(([known]) => known === value)) options.push([value, value]);
  return <FilterSelect label="Status" value={value} options={options} onChange={onChange} />;
}

type Groups = ErrorGroup[];

/** The refusals of 7 days by code, the most frequent first. */
function WhyFilter(props: { groups: Groups; value: string; onChange: (value: string) => void }) {
  const counts = new Map<string, number>(props.value === '' ? [] : [[props.value, 0]]);
  for (const { code, count } of props.groups) counts.set(code, (counts.get(code) ?? 0) + count);
  const options = [...counts].map(([code, count]): [string, string] => [
    code,
    count === 0 ? spoken(code) : `${spoken(code)} (${number(count)})`,
  ]);
  return (
    <FilterSelect
      label="Why, in 7 days"
      value={props.value}
      options={[['', 'Any'], ...options]}
      onChange={props.onChange}
    />
  );
}

function CredentialFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const mayList = useMay()('credentials:manage');
  const credentials = useGet('listCredentials', { when: mayList });
  const names = (credentials.data?.items ?? []).map(({ id, name }): [string, string] => [id, name]);
  if (!mayList) return null;
  return (
    <FilterSelect label="Credential" value={value} options={[['', 'Any'], ...names]} onChange={onChange} />
  );
}

/** A request opens; anything else is taken for a report, whose calls are shown. */
function IdFilter({ onReport }: { onReport: (id: string) => void }) {
  const { home } = useTenant();
  const call = useCall();
  const [, go] = useLocation();
  const [serial, setSerial] = useState(0);
  const find = async (text: string): Promise<void> => {
    const id = text.trim().toLowerCase();
    if (!ID.test(id)) return;
    const isRequest = await call('readRequest', { params: { requestId: id } }).then(
      () => true,
      () => false,
    );
    setSerial(serial + 1);
    if (isRequest) go(`${home}/requests/${id}${location.search}`);
    else onReport(id);
  };
  return (
    <FilterInput key={serial} label="Request or report id" value="" onChange={(text) => void find(text)} />
  );
}

/** All calls of the mode, whatever the other filters; by hour if the period is short. */
function Histogram({ from, to }: { from: string; to: string }) {
  const { mode } = useTenant();
  const mayRead = useMay()('wallet:read');
  const start = from === '' ? daysAgo(KEPT_DAYS - 1) : from;
  const end = to === '' ? dayKey(new Date()) : to;
  const isShort = Date.parse(end) - Date.parse(start) <= DAY_MS;
  const step = isShort ? 'hour' : 'day';
  const asked = { from: start, to, step, test: String(mode === 'test') };
  const isPeriod = start <= end;
  const stats = useGet('readStats', {
    query: asked,
    when: mayRead && isPeriod,
    everyMs: 6 * EVERY_MS,
    keepsOld: true,
  });
  if (stats.data === undefined) return <div className="panel histogram" />;
  return (
    <div className="panel histogram">
      <Bars
        label={`Requests in ${mode} mode, by ${stats.data.step}`}
        series={[
          { name: 'Succeeded', colour: 'quiet' },
          { name: 'Refused (4xx)', colour: 'warn' },
          { name: 'Server error (5xx)', colour: 'danger' },
        ]}
        columns={stats.data.steps.map((one) => ({
          key: one.from,
          label: stats.data.step === 'hour' ? hourOf(one.from) : shortDay(one.from),
          title:
            stats.data.step === 'hour' ? `${shortDay(one.from)}, ${hourOf(one.from)}` : shortDay(one.from),
          values: [one.requests['2xx'] + one.requests['3xx'], one.requests['4xx'], one.requests['5xx']],
        }))}
        height={112}
        empty="No requests in this period."
      />
    </div>
  );
}

const HOUR = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
});
const hourOf = (time: string): string => HOUR.format(new Date(time));

/** What the chosen reason means, how to fix it, and which fields it was. */
function Cause({ groups, code }: { groups: Groups; code: string }) {
  const own = groups.filter((group) => group.code === code);
  const [first] = own;
  if (first === undefined) return null;
  const fields = own.flatMap(({ details }) => details).filter(({ path }) => path !== '');
  return (
    <Callout tone="warn">
      <p>
        <strong>
          <Prose text={sentence(first.cause)} />
        </strong>
      </p>
      <p>
        <Prose text={fields.length > 0 ? FIX_FIELDS : first.mend} />
      </p>
      {fields.slice(0, 3).map(({ path, message, count }) => (
        <p key={path + message} className="small">
          <code>{shownField(path)}</code> {message} ({number(count)})
        </p>
      ))}
    </Callout>
  );
}
