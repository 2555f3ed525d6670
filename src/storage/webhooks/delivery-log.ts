// What was sent and what came of it: the list of an endpoint's deliveries, one with its tries, the counts of each hour.
import type { EventType, StoredEvent } from '../../domain/webhooks/events.ts';
import { hidden, type Queryable, type Statement, statement } from '../engine/connection/database.ts';
import type { Vault } from '../keys/vault.ts';

export const DELIVERIES_KEPT_DAYS = 30;

export type DeliveryRow = {
  id: string;
  eventId: string;
  type: string | null;
  /** What its event is about. */
  subjectId: string | null;
  state: 'due' | 'delivered' | 'failed' | 'dropped';
  reason: string | null;
  isReplay: boolean;
  attempts: number;
  lastStatus: number | null;
  /** How long the last try took. */
  lastMs: number | null;
  createdAt: Date;
  /** Of the next try, while it is due. */
  dueAt: Date | null;
  endedAt: Date | null;
};

const COLUMNS = `d.id, d.event_id as "eventId", e.type, e.subject_id as "subjectId", d.state, d.reason, d.is_replay as "isReplay", d.attempts,
  d.last_status as "lastStatus",
  (select a.ms from delivery_attempts a where a.tenant_id = d.tenant_id and a.delivery_id = d.id order by a.number desc limit 1) as "lastMs", d.created_at as "createdAt", case when d.state = 'due' then d.due_at end as "dueAt",
  d.ended_at as "endedAt"`;
const EVENT = 'left join events e on e.tenant_id = d.tenant_id and e.id = d.event_id';

const FITS = `($3::text is null or d.state = $3)
     and d.id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff') and ($6::text is null or e.type = $6)
     and ($7::timestamptz is null or d.created_at >= $7) and ($8::timestamptz is null or d.created_at <= $8)`;
const listThose = (name: string, which = ''): Statement =>
  statement(
    name,
    `select ${COLUMNS} from deliveries d ${EVENT} where d.tenant_id = $1 and d.endpoint_id = $2 ${which} and ${FITS} order by d.id desc limit ${hidden('$5', 'bigint')}`,
  );
const LIST = listThose('list-deliveries');
// These states have indexes, which a generic plan can use only if the text repeats the condition.
const LIST_STATE: Partial<Record<DeliveryRow['state'], Statement>> = {
  due: listThose('list-due-deliveries', `and d.state = 'due'`),
  failed: listThose('list-failed-deliveries', `and d.state = 'failed'`),
  dropped: listThose('list-dropped-deliveries', `and d.state = 'dropped'`),
};
// Of few events: found by them, then put in order.
const LIST_OF_EVENTS = statement(
  'list-deliveries-of-events',
  `select * from (select ${COLUMNS} from deliveries d ${EVENT}
     where d.tenant_id = $1 and d.event_id = any($9::uuid[]) and d.endpoint_id = $2 and ${FITS} offset 0) d
   order by d.id desc limit $5`,
);

/** Of one case: a report or a session has a few dozen. */
const EVENTS_MAX = 500;
const FIND_EVENTS = statement(
  'find-events-of-reference',
  `select e.id from (
     select r.id from reports r where r.tenant_id = $1 and r.external_reference_hash = $2
     union all
     select s.id from consumer_sessions s where s.tenant_id = $1 and s.reference_hash = $2) subject
   cross join lateral (select e.id from events e where e.tenant_id = $1 and e.subject_id = subject.id limit ${EVENTS_MAX}) e limit ${EVENTS_MAX}`,
);

/** Those about the reports and sessions with this reference of the tenant's. */
export async function findEventsOfReference(
  db: Queryable,
  tenantId: string,
  referenceHash: Buffer,
): Promise<string[]> {
  return (await db.query<{ id: string }>(FIND_EVENTS, [tenantId, referenceHash])).map(({ id }) => id);
}

/** Null for any. */
export type DeliveryFilters = {
  state: DeliveryRow['state'] | null;
  type: EventType | null;
  from: Date | null;
  to: Date | null;
  eventIds: string[] | null;
};

/** Newest first, before an id. */
export function listDeliveries(
  db: Queryable,
  tenantId: string,
  endpointId: string,
  { state, type, from, to, eventIds }: DeliveryFilters,
  page: { beforeId: string | null; size: number },
): Promise<DeliveryRow[]> {
  const values = [tenantId, endpointId, state, page.beforeId, page.size, type, from, to];
  return eventIds === null
    ? db.query<DeliveryRow>((state && LIST_STATE[state]) ?? LIST, values)
    : db.query<DeliveryRow>(LIST_OF_EVENTS, [...values, eventIds]);
}

const FIND = statement(
  'find-delivery',
  `select ${COLUMNS}, e.at, e.is_test as "isTest", e.facts from deliveries d ${EVENT}
   where d.tenant_id = $1 and d.endpoint_id = $2 and d.id = $3`,
);

/** With its event, while that is kept. */
export async function findDelivery(
  db: Queryable,
  tenantId: string,
  endpointId: string,
  id: string,
): Promise<(DeliveryRow & { event: StoredEvent | null }) | null> {
  const [row] = await db.query<DeliveryRow & Omit<StoredEvent, 'id' | 'type' | 'subjectId'>>(FIND, [
    tenantId,
    endpointId,
    id,
  ]);
  if (row === undefined) return null;
  const { at, isTest, facts, ...delivery } = row;
  const { subjectId } = delivery;
  const type = delivery.type as StoredEvent['type'] | null;
  const event = type === null ? null : { id: delivery.eventId, at, type, isTest, subjectId, facts };
  return { ...delivery, event };
}

export type Attempt = {
  number: number;
  at: Date;
  ms: number;
  status: number | null;
  problem: string | null;
  answer: string | null;
};

// A receiver may have said back what it was sent: its words are not shown once the report or session is erased or purged.
const LIST_ATTEMPTS = statement(
  'list-delivery-attempts',
  `select a.number, a.at, a.ms, a.status, a.problem, case when about.is_purged then null else a.answer end as answer
   from delivery_attempts a cross join (
     select exists (
       select 1 from deliveries d
       left join reports r on r.tenant_id = d.tenant_id and r.id = d.subject_id
       left join consumer_sessions s on s.tenant_id = d.tenant_id and s.id = d.subject_id
       where d.tenant_id = $1 and d.endpoint_id = $2 and d.id = $3 and coalesce(r.purged_at, s.purged_at) is not null) as is_purged
   ) about
   where a.tenant_id = $1 and a.delivery_id = $3 order by a.number`,
);

export async function listAttempts(
  db: Queryable,
  vault: Vault,
  tenantId: string,
  endpointId: string,
  deliveryId: string,
): Promise<Attempt[]> {
  const values = [tenantId, endpointId, deliveryId];
  const rows = await db.query<Omit<Attempt, 'answer'> & { answer: Buffer | null }>(LIST_ATTEMPTS, values);
  const tenantVault = await vault.forTenant(tenantId);
  return rows.map((row) => ({
    ...row,
    answer: row.answer === null ? null : tenantVault.open(answerPlaceOf(deliveryId), row.answer),
  }));
}

/** Where the start of a receiver's answer is kept. */
export function answerPlaceOf(deliveryId: string) {
  return { column: 'delivery_attempts.answer', rowId: deliveryId };
}

/** `retrying`: those of `waiting` that were tried before. */
export type HourOfDeliveries = {
  hour: Date;
  delivered: number;
  failed: number;
  waiting: number;
  retrying: number;
};

const COUNT_HOURS = statement(
  'count-deliveries-by-hour',
  `select date_trunc('hour', d.created_at) as hour, count(*) filter (where d.state = 'delivered')::integer as delivered,
          count(*) filter (where d.state in ('failed', 'dropped'))::integer as failed,
          count(*) filter (where d.state = 'due')::integer as waiting,
          count(*) filter (where d.state = 'due' and d.attempts > 0)::integer as retrying
   from deliveries d where d.tenant_id = $1 and d.endpoint_id = $2
     -- Ids begin with their time, by the database's clock: what is older is not looked at.
     and d.id >= (select encode(substring(int8send((extract(epoch from
       clock_timestamp() - make_interval(hours => $3) - interval '1 minute') * 1000)::bigint) from 3) || decode('70008000000000000000', 'hex'),
       'hex')::uuid)
     and d.created_at >= (select clock_timestamp() - make_interval(hours => $3))
   group by 1 order by 1`,
);

/** Hours without a delivery are not in it. */
export function countByHour(
  db: Queryable,
  tenantId: string,
  endpointId: string,
  hours: number,
): Promise<HourOfDeliveries[]> {
  return db.query<HourOfDeliveries>(COUNT_HOURS, [tenantId, endpointId, hours]);
}

const READ_QUEUE = statement(
  'read-webhook-queue',
  `select count(*)::integer as due,
          coalesce(greatest(extract(epoch from clock_timestamp() - min(d.due_at)), 0), 0)::float8 as "overdueSeconds"
   from deliveries d where d.state = 'due' and d.due_at <= clock_timestamp()
     and (d.leased_until is null or d.leased_until <= clock_timestamp())`,
);

/** Over all tenants, for metrics; without what is being sent. */
export async function readQueue(db: Queryable): Promise<{ due: number; overdueSeconds: number }> {
  const rows = await db.query<{ due: number; overdueSeconds: number }>(READ_QUEUE, []);
  return {
    due: rows.reduce((sum, { due }) => sum + due, 0),
    overdueSeconds: Math.max(0, ...rows.map(({ overdueSeconds }) => overdueSeconds)),
  };
}

const PURGE = [
  statement(
    'purge-deliveries',
    `delete from deliveries where created_at < clock_timestamp() - make_interval(days => $1) and state <> 'due'`,
  ),
  statement(
    'purge-delivery-attempts',
    'delete from delivery_attempts where at < clock_timestamp() - make_interval(days => $1)',
  ),
  statement(
    'purge-recoveries',
    'delete from webhook_recoveries where created_at < clock_timestamp() - make_interval(days => $1)',
  ),
  statement(
    'purge-notices',
    'delete from notices where created_at < clock_timestamp() - make_interval(days => $1)',
  ),
];

/** Deletes what is past its time. Safe to run twice. */
export async function purgeDeliveries(db: Queryable): Promise<void> {
  for (const purge of PURGE) await db.query(purge, [DELIVERIES_KEPT_DAYS]);
}
