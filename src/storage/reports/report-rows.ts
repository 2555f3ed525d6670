// The row of a report as the statements of this room read and lock it: the columns, and the SQL that several of them share.

import type { ChallengeState } from '../../domain/reports/challenge.ts';
import { CHALLENGE_LIFETIME_MS, type Challenge } from '../../domain/reports/challenge.ts';
import type { BureauId } from '../../domain/reports/credit-report.ts';
import type { FailureReason, ReportCourse, ReportStatus } from '../../domain/reports/report.ts';
import { EXACT_NOW } from '../engine/connection/database.ts';

export type ReportRow = {
  tenant_id: string;
  id: string;
  is_test: boolean;
  bureaus: BureauId[];
  status: ReportCourse['status'];
  failure_reason: FailureReason | null;
  details: Buffer | null;
  body: Buffer | null;
  created_at: Date;
  updated_at: Date;
  purged_at: Date | null;
  challenge_id: string | null;
  challenge_state: ChallengeState | null;
  attempts: number | null;
  sends: number | null;
  refused_sends: number;
  last_sent_at: Date | null;
  is_doomed: boolean;
  clock_id: string | null;
  /** How far the test clock of the report is ahead, in milliseconds. */
  ahead_ms: number;
  spent_credits: number;
  balance_credits: number | null;
  at: Date;
};

/** As lists read it. */
export type ListRow = ReportRow & { read_status: ReportStatus; created_at_micros: string };

/** The lease of a process on a report: after this another one may clear up, so that everything is settled within a minute. */
export const LEASE_SECONDS = 50;

/** Since the last send. */
export const CHALLENGE_LIFETIME = `interval '${CHALLENGE_LIFETIME_MS} milliseconds'`;

/** No report waits for its code any longer after it was made: texts and tries are few, and each lives for minutes. */
export const WAITS_MAX = `interval '2 hours'`;

/** In milliseconds, the unit of the domain and of its limits. */
export const NOW = `date_trunc('milliseconds', ${EXACT_NOW})`;

/** How far ahead the test clock of a report is, where it has one that has not ended. */
export const aheadOf = (row: string): string =>
  `case when ${row}.clock_id is null then interval '0' else coalesce((select c.ahead from test_clocks c
    where c.tenant_id = ${row}.tenant_id and c.id = ${row}.clock_id), interval '0') end`;

/** The time that a report goes by: of its test clock, or the database's. */
export const nowOf = (row: string): string => `(${NOW} + ${aheadOf(row)})`;

export const AVAILABLE = '(select w.available from wallets w where w.tenant_id = r.tenant_id)';
export const COURSE = `r.tenant_id, r.id, r.is_test, r.bureaus, r.status, r.failure_reason, r.details, r.created_at,
  r.updated_at, r.purged_at, r.challenge_id, r.challenge_state, r.attempts, r.sends, r.refused_sends,
  r.last_sent_at, r.is_doomed, r.clock_id, (extract(epoch from ${aheadOf('r')}) * 1000)::bigint as ahead_ms,
  case when r.is_test then 0 else (select coalesce(sum(e.amount), 0) from ledger_entries e
    where e.tenant_id = r.tenant_id and e.report_id = r.id and e.kind = 'post') end::bigint as spent_credits`;

/** The status as callers read it, of a row whose challenge has not expired unseen. `row` is empty, or an alias with its dot. */
export const reportStatus = (row: string): string =>
  `case when ${row}status <> 'pending' then ${row}status when ${row}attempts > 0 then 'retry' else 'authentication-required' end`;

/**
 * Every statement locks reports in this order. Each row is looked up by itself: a plan with a join, made while there were few
 * reports, would scan all of them, and is kept until the next analyze, when they may be many.
 */
export const ONE_BY_ONE = 'from (select * from given order by tenant_id, id) g cross join lateral';

export function toChallenge(
  state: ChallengeState | null,
  attempts: number | null,
  sends: number | null,
  lastSentAt: Date | null,
  { is_doomed: isDoomed, refused_sends: refusedSends }: Pick<ReportRow, 'is_doomed' | 'refused_sends'>,
): Challenge | null {
  if (state === null || attempts === null || sends === null || lastSentAt === null) return null;
  return {
    state,
    attempts,
    sends,
    lastSentAtMs: lastSentAt.getTime(),
    ...(refusedSends > 0 && { refusedSends }),
    ...(isDoomed && { isDoomed }),
  };
}
