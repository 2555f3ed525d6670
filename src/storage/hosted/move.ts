// The move of a consumer session from one state to the next, and the event that tells of it: one statement, so that neither is there alone.
import { GENERATES_MAX } from '../../domain/hosted/consumer-session.ts';
import { recordEvents } from '../webhooks/record-events.ts';

/** SQL: the events of the rows of the CTE `moved`, which returns whole rows of sessions. A type is the state, in the words of events. */
export function tellOfMoves(moved: string): string {
  return recordEvents(
    `${moved}_told`,
    `select m.tenant_id, m.updated_at as at, 'session.' || case m.state when 'complete' then 'completed' else m.state end as type,
            m.is_test, m.id as subject_id,
            jsonb_build_object('status', m.state, 'reason', case m.state when 'failed' then m.failure_reason end, 'creditReportId', m.report_id,
              'triesLeft', case m.state when 'failed' then ${GENERATES_MAX} - m.generates end,
              'changed', case when cardinality(m.changed) > 0 then to_jsonb(m.changed) end) as facts
     from ${moved} m`,
  );
}
