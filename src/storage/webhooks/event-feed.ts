// Reading events: a tenant's feed in the order of their commits, and those of one subject. A reader that has seen an event has seen all
// before it: the feed stops before the oldest transaction that is still open, which may yet write an event with an earlier id. Those of
// other databases on the server do not count, as far as our role may see which they are.
import type { EventType, StoredEvent } from '../../domain/webhooks/events.ts';
import { inGroups } from '../engine/connection/batch.ts';
import { type Database, hidden, type Queryable, statement } from '../engine/connection/database.ts';

export const EVENTS_KEPT_DAYS = 30;
/** Of events that filters leave out: a page passes over so many and says how far it came. */
const SCANNED_MAX = 5_000;

/** Where a reader is: behind the event with this id. `tx` is the text of a transaction's number. */
export type Position = { tx: string; id: string };
export const START: Position = { tx: '0', id: '00000000-0000-0000-0000-000000000000' };

type EventFilters = { types: readonly EventType[] | null; isTest: boolean | null };

const COLUMNS = `e.id, e.at, e.type, e.is_test as "isTest", e.subject_id as "subjectId", e.facts`;
/** Of the row `e`. */
export const IS_SETTLED = `e.tx < coalesce(
  (select x from pg_snapshot_xip(pg_current_snapshot()) x
   where not exists (select from pg_stat_activity a where a.backend_xid = x::xid and a.datname <> current_database())
   order by x limit 1),
  pg_snapshot_xmax(pg_current_snapshot()))`;
const FITS = (types: string, isTest: string): string =>
  `(${types} is null or e.type = any(${types}::text[])) and (${isTest} is null or e.is_test = ${isTest})`;

const feedOf = (columns: string): string => `select ${columns} from events e
     where e.tenant_id = $1 and (e.tx, e.id) > (${hidden('$2', 'xid8')}, ${hidden('$3', 'uuid')}) and ${IS_SETTLED} order by e.tx, e.id limit ${SCANNED_MAX}`;
// How far it came is asked of a page that is not full, and out of the index alone.
const LIST = statement(
  'list-events',
  `with page as materialized (
     select e.* from (${feedOf('e.*')}) e where ${FITS(hidden('$4', 'text[]'), hidden('$5', 'boolean'))} order by e.tx, e.id limit ${hidden('$6', 'bigint')}
   )
   select ${COLUMNS}, e.tx::text as tx, false as "isEnd" from page e
   union all
   select last.id, null, null, null, null, null, last.tx::text, true from (
     select e.tx, e.id from (${feedOf('e.tx, e.id')}) e where (select count(*) from page) < $6 order by e.tx desc, e.id desc limit 1) last`,
);

const LIST_BY_ID = statement(
  'list-events-by-id',
  `select ${COLUMNS} from events e
   where e.tenant_id = $1 and e.id >= ${hidden('$2', 'uuid')} and e.id <= ${hidden('$3', 'uuid')} and (not $4 or e.is_test) order by e.id desc limit ${hidden('$5', 'bigint')}`,
);

/** Those whose ids are within the two, newest first. */
export function listEventsById(
  db: Queryable,
  tenantId: string,
  wanted: { ids: { from: string; to: string }; isTestOnly: boolean; size: number },
): Promise<StoredEvent[]> {
  const { ids, isTestOnly, size } = wanted;
  return db.query<StoredEvent>(LIST_BY_ID, [tenantId, ids.from, ids.to, isTestOnly, size]);
}

export type EventPage = {
  events: (StoredEvent & Position)[];
  /** How far the page came: behind its last event, or behind what the filters left out. Null when there was nothing. */
  end: Position | null;
};

/** Oldest first, at most `size`. */
export async function listEvents(
  db: Queryable,
  tenantId: string,
  filters: EventFilters,
  page: { after: Position; size: number },
): Promise<EventPage> {
  const { after, size } = page;
  const rows = await db.query<StoredEvent & Position & { isEnd: boolean }>(LIST, [
    tenantId,
    after.tx,
    after.id,
    filters.types,
    filters.isTest,
    size,
  ]);
  const events = rows.filter(({ isEnd }) => !isEnd).sort(byPosition);
  const last = events.length === size ? events.at(-1) : rows.find(({ isEnd }) => isEnd);
  return { events, end: last === undefined ? null : { tx: last.tx, id: last.id } };
}

function byPosition(one: Position, other: Position): number {
  const [a, b] = [BigInt(one.tx), BigInt(other.tx)];
  if (a !== b) return a < b ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

const FIND_POSITION = statement(
  'find-event-position',
  'select tx::text as tx, id from events where tenant_id = $1 and id = $2',
);

/** Null when the tenant has no such event, or has it no longer. */
export async function findPosition(db: Queryable, tenantId: string, id: string): Promise<Position | null> {
  const [row] = await db.query<Position>(FIND_POSITION, [tenantId, id]);
  return row ?? null;
}

const LAST_POSITION = statement(
  'last-event-position',
  `select e.tx::text as tx, e.id from events e where e.tenant_id = $1 and ${IS_SETTLED} order by e.tx desc, e.id desc limit 1`,
);

export async function lastPosition(db: Queryable, tenantId: string): Promise<Position | null> {
  const [row] = await db.query<Position>(LAST_POSITION, [tenantId]);
  return row ?? null;
}

export type Awaited = { tenantId: string; after: Position };

const PEEK = statement(
  'peek-events',
  `select g.o from unnest($1::int[], $2::uuid[], $3::text[], $4::uuid[]) as g (o, tenant_id, tx, id)
   where exists (select 1 from events e where e.tenant_id = g.tenant_id and (e.tx, e.id) > (g.tx::xid8, g.id) and ${IS_SETTLED})`,
);

/** Which of many readers have something to read: one statement for all of them, on a sharded database one for those of a shard. */
export async function peekEvents(db: Database, readers: readonly Awaited[]): Promise<Set<number>> {
  const numbered = readers.map((reader, o) => ({ o, ...reader }));
  const found = await Promise.allSettled(
    inGroups(numbered, ({ tenantId }) => db.groupOf(tenantId)).map((group) =>
      db.query<{ o: number }>(PEEK, [
        group.map(({ o }) => o),
        group.map(({ tenantId }) => tenantId),
        group.map(({ after }) => after.tx),
        group.map(({ after }) => after.id),
      ]),
    ),
  );
  // The readers of a shard that cannot be asked wait on; where none can be asked, the caller hears why.
  const lost = found.find((one) => one.status === 'rejected');
  if (lost !== undefined && found.every((one) => one.status === 'rejected')) throw lost.reason;
  return new Set(found.flatMap((one) => (one.status === 'fulfilled' ? one.value.map(({ o }) => o) : [])));
}

const LIST_OF_SUBJECT = statement(
  'list-events-of-subject',
  `select ${COLUMNS} from events e where e.tenant_id = $1 and e.subject_id = $2 order by e.tx, e.id limit 200`,
);

export function listEventsOfSubject(
  db: Queryable,
  tenantId: string,
  subjectId: string,
): Promise<StoredEvent[]> {
  return db.query<StoredEvent>(LIST_OF_SUBJECT, [tenantId, subjectId]);
}

const PURGE = statement(
  'purge-events',
  // While its test clock goes, a report is at no real time, and its events are kept.
  `delete from events e where e.at < clock_timestamp() - make_interval(days => $1)
     and not exists (select from reports r join test_clocks c on c.tenant_id = r.tenant_id and c.id = r.clock_id
       where r.tenant_id = e.tenant_id and r.id = e.subject_id)`,
);

// Transactions are numbered anew on a server that a dump was restored to. What it brought then happened before all that follows.
const RENUMBER = statement(
  'renumber-restored-events',
  `update events e set tx = '1' from tenants t
   cross join lateral (
     select f.id from events f where f.tenant_id = t.id and f.tx >= pg_snapshot_xmax(pg_current_snapshot())
   ) restored
   where e.tenant_id = t.id and e.id = restored.id`,
);

/** Deletes what is past its time. Safe to run twice. */
export async function purgeEvents(db: Queryable): Promise<void> {
  await db.query(PURGE, [EVENTS_KEPT_DAYS]);
  await db.query(RENUMBER, []);
}
