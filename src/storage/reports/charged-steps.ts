// What the steps of charged reports share: the result of a step, and the lock that each takes first.
import type { RiskFacts } from '../../domain/reports/risk-facts.ts';
import type { MoveResult } from '../wallet/ledger.ts';
import type { Fullness } from './challenge-limits.ts';
import { ONE_BY_ONE } from './report-rows.ts';
import { type FactsRow, toFacts } from './risk-facts.ts';

/** `repeated`: this step was made before. `lost`: another process holds the lease now. `full`: a counter did not allow it. */
export type StepResult = {
  result: 'done' | 'repeated' | 'insufficient' | 'lost' | 'full';
  availableCredits: number;
  /** When a challenge began. */
  atMs?: number;
  newest?: NewestReport;
  /** Of a report that was opened, where its statement noted them. */
  facts?: RiskFacts;
  full?: Fullness;
};

/**
 * The newest report about a consumer from before, by the hash of its records: empty where it has none. Null where there is no such
 * report.
 */
export type NewestReport = Buffer | null;

export type StepRow = {
  o: number;
  result: MoveResult | null;
  available: number | null;
  is_done: boolean;
  at?: Date | null;
  newest?: NewestReport;
  facts?: FactsRow | null;
  full_one?: number | null;
  wait_seconds?: number | null;
};

/** SQL: the reports of `given` that the caller's lease is valid for, locked. */
export const LOCKED = `locked as materialized (
     select g.o ${ONE_BY_ONE} (
       select from reports r
       where r.tenant_id = g.tenant_id and r.id = g.id and r.status = 'pending' and r.lease_token = g.lease_token for update
     ) r
   )`;

/** The answers in the order of the callers. */
export function inOrder(count: number, rows: StepRow[]): StepResult[] {
  const answers = new Map(rows.map((row) => [row.o, row]));
  return Array.from({ length: count }, (_none, o) => {
    const row = answers.get(o);
    if (row === undefined) throw new Error('every step must be answered');
    const atMs = row.at?.getTime();
    return {
      result: toResult(row),
      availableCredits: row.available ?? 0,
      ...(atMs !== undefined && { atMs }),
      ...(row.newest !== undefined && { newest: row.newest }),
      ...(row.facts && { facts: toFacts(row.facts) }),
      ...(isFull(row) && { full: { index: row.full_one, waitSeconds: row.wait_seconds ?? 1 } }),
    };
  });
}

const isFull = (row: StepRow): row is StepRow & { full_one: number } =>
  row.full_one !== undefined && row.full_one !== null;

function toResult(row: StepRow): StepResult['result'] {
  const { is_done: isDone, result } = row;
  if (isDone) return 'done';
  if (isFull(row)) return 'full';
  if (result === 'insufficient') return 'insufficient';
  return result === 'repeated' || result === 'hold-exists' ? 'repeated' : 'lost';
}
