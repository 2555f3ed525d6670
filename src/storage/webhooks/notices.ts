// Notices: mail that is due to a tenant's people about an event. Taken with a lease, like deliveries: a process that dies leaves it to
// another one.

import type { Role } from '../../domain/people/permissions.ts';
import type { StoredEvent } from '../../domain/webhooks/events.ts';
import { EXACT_NOW, type Queryable, statement } from '../engine/connection/database.ts';

const TAKEN_MAX = 20;
/** A mail that could not be sent is tried again after so long, and so often. */
const RETRY_SECONDS = 300;
const ATTEMPTS_MAX = 12;

export type Notice = {
  tenantId: string;
  id: string;
  tenantName: string;
  event: StoredEvent;
  url: string | null;
};

const TAKE = statement(
  'take-notices',
  `with due as materialized (
     select n.tenant_id, n.id from notices n where n.sent_at is null and n.due_at <= ${EXACT_NOW} and n.attempts < ${ATTEMPTS_MAX}
     order by n.due_at limit ${TAKEN_MAX} for update skip locked
   ), leased as (
     update notices n set due_at = ${EXACT_NOW} + make_interval(secs => ${RETRY_SECONDS}), attempts = n.attempts + 1
     from due where n.tenant_id = due.tenant_id and n.id = due.id returning n.tenant_id, n.id, n.event_id
   )
   select l.tenant_id as "tenantId", l.id, t.name as "tenantName", e.id as "eventId", e.at, e.type, e.is_test as "isTest",
          e.subject_id as "subjectId", e.facts, w.url
   from leased l join tenants t on t.id = l.tenant_id join events e on e.tenant_id = l.tenant_id and e.id = l.event_id
   left join webhook_endpoints w on w.tenant_id = l.tenant_id and w.id = e.subject_id order by l.id`,
);

export async function takeNotices(db: Queryable): Promise<Notice[]> {
  const rows = await db.query<Omit<Notice, 'event'> & StoredEvent & { eventId: string }>(TAKE, []);
  return rows.map(({ tenantId, id, tenantName, url, eventId, ...event }) => ({
    tenantId,
    id,
    tenantName,
    url,
    event: { ...event, id: eventId },
  }));
}

const MARK = statement(
  'mark-notice-sent',
  `update notices set sent_at = ${EXACT_NOW} where tenant_id = $1 and id = $2`,
);

export async function markSent(
  db: Queryable,
  { tenantId, id }: Pick<Notice, 'tenantId' | 'id'>,
): Promise<void> {
  await db.query(MARK, [tenantId, id]);
}

const LIST_ADDRESSES = statement(
  'list-addresses-of-roles',
  `select p.email from memberships m join people p on p.id = m.person_id where m.tenant_id = $1 and m.role = any($2) order by p.id`,
);

export async function listAddresses(
  db: Queryable,
  tenantId: string,
  roles: readonly Role[],
): Promise<string[]> {
  const rows = await db.query<{ email: string }>(LIST_ADDRESSES, [tenantId, roles]);
  return rows.map(({ email }) => email);
}
