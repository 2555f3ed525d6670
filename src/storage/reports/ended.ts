// The end of a report: what a statement writes on the rows that end by it, what it returns of them, and the event that tells of it. Six
// statements end reports (insert, complete, settle, guess, clear-up, erase), all by way of a CTE made here.
import { recordEvents } from '../webhooks/record-events.ts';

export type Ending = {
  /** Which of the rows end by this statement, as a condition; all of them when absent. The others keep status and reason. */
  when?: string;
  status: string;
  failureReason: string;
  at: string;
  /** The lease of the rows that do not end; they keep theirs when absent. */
  lease?: { token: string; until: string };
  /** Further assignments. */
  set?: readonly string[];
  from: string;
  where: string;
  /** Further columns to return. */
  returning?: readonly string[];
  /** Further facts of the event, as jsonb. */
  facts?: string;
};

/** The CTE `name`: updates reports, and returns `tenant_id, id, is_test, status, failure_reason, updated_at, is_ended` of each. */
export function endReports(name: string, ending: Ending): string {
  const { when, status, failureReason, at, lease, set = [], from, where, returning = [], facts } = ending;
  const orElse = (ended: string, kept: string): string =>
    when === undefined ? ended : `case when ${when} then ${ended} else ${kept} end`;
  const assignments = [
    `status = ${orElse(status, 'r.status')}`,
    `failure_reason = ${orElse(failureReason, 'r.failure_reason')}`,
    // No process works on a report that has ended.
    `lease_token = ${orElse('null', lease?.token ?? 'r.lease_token')}`,
    `leased_until = ${orElse('null', lease?.until ?? 'r.leased_until')}`,
    `updated_at = ${at}`,
    ...set,
  ];
  const update = `update reports r set ${assignments.join(',\n       ')}\n     from ${from}\n     where ${where}`;
  return returningEnds(name, update, when ?? 'true', returning, facts);
}

/** The CTE `name`: inserts reports, as `insert into reports as r …`, and returns the same of each. Not all of them are pending. */
export function insertReports(
  name: string,
  insert: string,
  returning: readonly string[] = [],
  facts?: string,
): string {
  return returningEnds(name, insert, `r.status <> 'pending'`, returning, facts);
}

function returningEnds(
  name: string,
  write: string,
  isEnded: string,
  more: readonly string[],
  facts = `'{}'::jsonb`,
): string {
  const columns = [
    'r.tenant_id, r.id, r.is_test, r.status, r.failure_reason, r.updated_at',
    `${isEnded} as is_ended`,
    `${facts} as event_facts`,
  ];
  const events = recordEvents(
    `${name}_told`,
    `select tenant_id, updated_at as at, 'report.' || case status when 'complete' then 'completed' else status end as type, is_test,
            id as subject_id, jsonb_build_object('status', status, 'reason', failure_reason) || event_facts as facts
     from ${name} where is_ended`,
  );
  return `${name} as (
     ${write}
     returning ${[...columns, ...more].join(', ')}
   ), ${events}`;
}
