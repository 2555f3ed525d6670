// Recording events: one more member of the statement that changes the state, so that neither the change nor its event is there alone. In
// the same statement the event is queued for every endpoint that wants it; without an endpoint there is no row.
import { ALL_TYPES } from '../../domain/webhooks/events.ts';

/**
 * SQL: the CTE `name`, which records an event for each of `rows`: a select of `tenant_id, at, type, is_test, subject_id, facts`. Ids are
 * drawn here. With `isMailed` the tenant's people get a mail about it.
 */
export function recordEvents(name: string, rows: string, { isMailed = false } = {}): string {
  const mailed = `, ${name}_mailed as (
     insert into notices (tenant_id, id, event_id, created_at, due_at)
     select tenant_id, new_event_id(), id, at, at from ${name}
   )`;
  return `${name} as (
     insert into events (tenant_id, id, at, type, is_test, subject_id, facts)
     select e.tenant_id, new_event_id(), e.at, e.type, e.is_test, e.subject_id, jsonb_strip_nulls(e.facts)
     from (${rows}) e
     returning tenant_id, id, at, type, is_test, subject_id
   ), ${name}_queued as (
     -- An endpoint is not told of itself. What happened by a test clock that is ahead is told now.
     insert into deliveries (tenant_id, id, endpoint_id, event_id, subject_id, is_ordered, due_at, created_at)
     select e.tenant_id, new_event_id(), w.id, e.id, e.subject_id, w.is_ordered, least(e.at, clock_timestamp()), least(e.at, clock_timestamp())
     from ${name} e join webhook_endpoints w on w.tenant_id = e.tenant_id and w.state = 'active' and w.is_test = e.is_test
       and (e.type = any(w.types) or '${ALL_TYPES}' = any(w.types)) and w.id is distinct from e.subject_id
   )${isMailed ? mailed : ''}`;
}
