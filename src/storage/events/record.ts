// Recording events: one more member of the statement that changes the state, so that neither the change nor its event is there alone.

/**
 * SQL: the CTE `name`, which records an event for each of `rows`: a select of `tenant_id, at, type, is_test, subject_id, facts`. Ids are
 * drawn here.
 */
export function recordEvents(name: string, rows: string): string {
  return `${name} as (
     insert into events (tenant_id, id, at, type, is_test, subject_id, facts)
     select e.tenant_id, new_event_id(), e.at, e.type, e.is_test, e.subject_id, jsonb_strip_nulls(e.facts)
     from (${rows}) e
   )`;
}
