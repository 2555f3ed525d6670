// What an endpoint was sent: how many by hour or day, filters, one line a delivery. A delivery opens in a drawer.
import { useParams, useSearch } from 'wouter';
import { EVENT_TYPE_NAMES } from '../../../src/domain/webhooks/events.ts';
import { useCall, useGet, useList } from '../../api/queries.ts';
import type { Delivery, DeliveryHour, Endpoint } from '../../api/shapes.ts';
import { useTenant } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { type BarColumn, Bars } from '../../parts/charts/bars.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterInput, FilterSelect, PeriodFilter, useFilters } from '../../parts/filter-bar.tsx';
import { List } from '../../parts/list-page.tsx';
import { ClockTime } from '../../parts/relative-time.tsx';
import { AnswerChip } from '../../parts/status-chip.tsx';
import { announce } from '../../parts/toast.tsx';
import { useAct } from '../../parts/use-act.ts';
import { dayHeading, dayKey, daysAgo, number, shortDay, timeOfDay } from '../../parts/words.ts';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { events, RESULTS, ResultChip } from './webhook-words.tsx';

const EVERY_MS = 4_000;
const HOUR_MS = 3_600_000;
const KEPT_HOURS = 720;
/** Up to so many hours a column is an hour, above that a day. */
const BY_HOUR_MAX = 48;
const FILTERS = ['state', 'type', 'dateFrom', 'dateTo', 'about'] as const;
const EVENT_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

export function DeliveryLog(props: { endpoint: Endpoint; mayChange: boolean }) {
  const { endpoint } = props;
  const params = { endpointId: endpoint.id };
  const { home } = useTenant();
  const { part } = useParams<{ part?: string }>();
  const search = useSearch();
  const [filters, set, setAll, clear] = useFilters(FILTERS);
  const { about, ...others } = filters;
  const named = about.trim();
  const asked = { ...others, [EVENT_ID.test(named) ? 'eventId' : 'externalReference']: named };
  const list = useList('listDeliveries', { params, query: asked, everyMs: EVERY_MS });
  const query = search === '' ? '' : `?${search}`;
  const here = `${home}/webhooks/${endpoint.id}`;
  return (
    <section aria-labelledby="deliveries">
      <div className="section-head">
        <h2 id="deliveries">Deliveries</h2>
        {props.mayChange && endpoint.state !== 'disabled' && <SendYesterday endpointId={endpoint.id} />}
      </div>
      <List
        label="Deliveries"
        clear={clear}
        filters={
          <>
            <FilterInput
              label="Reference or event id"
              value={about}
              onChange={(value) => set('about', value)}
            />
            <FilterSelect
              label="Result"
              value={filters.state}
              options={[['', 'Any'], ...RESULTS]}
              onChange={(value) => set('state', value)}
            />
            <FilterSelect
              label="Event"
              value={filters.type}
              options={[['', 'Any type'], ...EVENT_TYPE_NAMES.map((name): [string, string] => [name, name])]}
              onChange={(value) => set('type', value)}
            />
            <PeriodFilter from="dateFrom" to="dateTo" filters={filters} set={set} setAll={setAll} />
          </>
        }
        above={<Histogram endpointId={endpoint.id} from={filters.dateFrom} to={filters.dateTo} />}
        columns={COLUMNS}
        rows={list.rows}
        query={list}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `${here}/${id}${query}`}
        isCurrent={({ id }) => id === part}
        headingOf={({ createdAt }) => dayHeading(createdAt)}
        noMatch="No deliveries match these filters."
        empty={<EmptyState>Nothing was sent yet. A test event shows whether it arrives.</EmptyState>}
      />
      {part !== undefined && (
        <DeliveryDrawer
          key={part}
          id={part}
          endpointId={endpoint.id}
          row={list.rows?.find(({ id }) => id === part)}
          mayReplay={props.mayChange && endpoint.state !== 'disabled'}
          here={here}
          query={query}
        />
      )}
    </section>
  );
}

/** One press for the usual case: what was never delivered of yesterday's events. */
function SendYesterday({ endpointId }: { endpointId: string }) {
  const call = useCall();
  const act = useAct();
  const params = { endpointId };
  const day = daysAgo(1);
  const body = { since: day, until: day, failedOnly: true };
  const send = async (): Promise<void> => {
    const { count } = await call('recoverEvents', { params, body: { ...body, preview: true } });
    if (count === 0) return announce('Nothing failed yesterday.');
    await act('recoverEvents', {
      ...{ params, body },
      changes: ['listWebhookEndpoints', 'listDeliveries'],
      says: `${events(count)} of yesterday ${count === 1 ? 'is' : 'are'} sent again.`,
    });
  };
  return (
    <ActButton kind="second" act={send}>
      Send all that failed yesterday
    </ActButton>
  );
}

const COLUMNS: Column<Delivery>[] = [
  { head: 'Time', cell: ({ createdAt }) => <ClockTime at={createdAt} /> },
  {
    head: 'Event',
    phone: 'name',
    cell: ({ type, replay }) => (
      <>
        <code>{type ?? 'kept no longer'}</code>
        {replay && type !== 'ping' && ' (again)'}
      </>
    ),
  },
  {
    head: 'Reference',
    cell: ({ externalReference }) => externalReference !== null && <bdi>{externalReference}</bdi>,
  },
  { head: 'Result', phone: 'chip', cell: (delivery) => <ResultChip delivery={delivery} /> },
  {
    head: 'Status',
    cell: ({ lastStatus, attempts }) =>
      lastStatus === null ? attempts > 0 && 'No answer' : <AnswerChip status={lastStatus} />,
  },
  {
    head: 'Duration',
    isNumber: true,
    cell: ({ lastMs }) => (lastMs === null ? '–' : `${number(lastMs)} ms`),
  },
  {
    head: 'Tries',
    isNumber: true,
    phone: 'hidden',
    cell: ({ attempts }) => number(attempts),
  },
];

/** Of all results and types, whatever the other filters. */
function Histogram({ endpointId, from, to }: { endpointId: string; from: string; to: string }) {
  const startMs = from === '' ? Date.now() - KEPT_HOURS * HOUR_MS : Date.parse(from);
  const hours = Math.min(KEPT_HOURS, Math.max(1, Math.ceil((Date.now() - startMs) / HOUR_MS) + 1));
  const counts = useGet('countDeliveries', {
    params: { endpointId },
    query: { hours: String(hours) },
    everyMs: 5 * EVERY_MS,
    keepsOld: true,
  });
  if (counts.data === undefined) return <div className="panel histogram" />;
  const isByHour = hours <= BY_HOUR_MAX;
  return (
    <div className="panel histogram">
      <Bars
        label={`Deliveries by ${isByHour ? 'hour' : 'day'}`}
        series={[
          { name: 'Delivered', colour: 'quiet' },
          { name: 'Waiting', colour: 'info' },
          { name: 'Trying again', colour: 'warn' },
          { name: 'Failed', colour: 'danger' },
        ]}
        columns={columnsOf(counts.data.items, { hours, isByHour, to })}
        height={112}
        empty="Nothing was sent in this period."
      />
    </div>
  );
}

/** A column for each hour or day of London, also for those without a delivery. */
function columnsOf(
  items: DeliveryHour[],
  { hours, isByHour, to }: { hours: number; isByHour: boolean; to: string },
): BarColumn[] {
  const keyOf = (time: string): string =>
    isByHour ? new Date(Math.floor(Date.parse(time) / HOUR_MS) * HOUR_MS).toISOString() : dayKey(time);
  const columns = new Map<string, BarColumn>();
  for (let ago = hours - 1; ago >= 0; ago -= 1) {
    const time = new Date(Date.now() - ago * HOUR_MS).toISOString();
    const key = keyOf(time);
    if (columns.has(key) || (to !== '' && dayKey(time) > to)) continue;
    const hour = timeOfDay(key).slice(0, 5);
    columns.set(key, {
      key,
      label: isByHour ? hour : shortDay(time),
      title: isByHour ? `${shortDay(time)}, ${hour}` : shortDay(time),
      values: [0, 0, 0, 0],
    });
  }
  for (const { hour, delivered, waiting, retrying, failed } of items) {
    const column = columns.get(keyOf(hour));
    if (column === undefined) continue;
    const [a = 0, b = 0, c = 0, d = 0] = column.values;
    column.values = [a + delivered, b + waiting - retrying, c + retrying, d + failed];
  }
  return [...columns.values()];
}
