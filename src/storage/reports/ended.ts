// The end of a report: what a statement writes on the rows that end by it, and what it returns of them. Six statements end reports
// (insert, complete, settle, guess, clear-up, erase), all by way of a CTE made here. Whatever else has to happen in the statement
// that ends a report, such as recording an event, is one more CTE behind it in `returningEnds`.

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
};

/** The CTE `name`: updates reports, and returns `tenant_id, id, status, failure_reason, updated_at, is_ended` of each. */
export function endReports(name: string, ending: Ending): string {
  const { when, status, failureReason, at, lease, set = [], from, where, returning = [] } = ending;
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
  return returningEnds(name, update, when ?? 'true', returning);
}

/** The CTE `name`: inserts reports, as `insert into reports as r …`, and returns the same of each. Not all of them are pending. */
export function insertReports(name: string, insert: string): string {
  return returningEnds(name, insert, `r.status <> 'pending'`, []);
}

function returningEnds(name: string, write: string, isEnded: string, more: readonly string[]): string {
  const columns = ['r.tenant_id, r.id, r.status, r.failure_reason, r.updated_at', `${isEnded} as is_ended`];
  return `${name} as (
     ${write}
     returning ${[...columns, ...more].join(', ')}
   )`;
}
