// Reports that cost: each step changes the report and its money in one statement, and steps of many callers are batched. The
// process that works on a report holds a lease with a token. A step with another token has no effect, so a process that was taken
// for dead and resumes cannot do any harm. Locks: reports, then wallets, then holds (see the migration).

import { searchWord } from '../../domain/activity/bureau-figures.ts';
import type { FailureReason } from '../../domain/reports/report.ts';
import { type PriceLines, total } from '../../domain/wallet/pricing.ts';
import { batchesOn, createBatch } from '../engine/connection/batch.ts';
import { type Database, statement } from '../engine/connection/database.ts';
import { type PackedPlace, packBytes, unpackedBytes } from '../engine/connection/packed-bytes.ts';
import { PLACE, rowsOf } from '../engine/rows.ts';
import type { Vault } from '../keys/vault.ts';
import { recordEvents } from '../webhooks/record-events.ts';
import { inOrder, LOCKED, type StepResult, type StepRow } from './charged-steps.ts';
import { endReports } from './ended.ts';
import { createOpenReport, type OpenedReport } from './open-reports.ts';
import { type ReportBody, sealBody } from './report-parts.ts';
import { CHALLENGE_LIFETIME, NOW } from './report-rows.ts';
import type { RiskKeysOf } from './risk-facts.ts';
import { type Search, toFacts } from './search-facts.ts';
import { createStartChallenge, type FirstSend } from './start-challenges.ts';

export type Settlement = {
  tenantId: string;
  reportId: string;
  leaseToken: string;
  status: 'complete' | 'blocked' | 'failed';
  failureReason: FailureReason | null;
  body: ReportBody | null;
  /** The products bought and their prices. */
  lines: PriceLines;
  /** The reasons of the risk assessment, where this step follows one. */
  riskReasons?: readonly string[];
  /** Whom a complete report is about: the key by which their next report finds it. */
  personHash?: Buffer | null;
  /** Of its records' ids, see `src/world/record-ids.ts`. */
  recordsHash?: Buffer | null;
  /** What the bureaus answered, for the event of the end. */
  searches?: readonly Search[];
};
const SETTLEMENTS = rowsOf<Settlement & PackedPlace>({
  o: PLACE,
  tenant_id: ['uuid', (one) => one.tenantId],
  id: ['uuid', (one) => one.reportId],
  lease_token: ['uuid', (one) => one.leaseToken],
  status: ['text', (one) => one.status],
  failure_reason: ['text', (one) => one.failureReason],
  amount: ['bigint', (one) => total(one.lines)],
  lines: ['text', (one) => JSON.stringify(one.lines)],
  body_start: ['int', (one) => one.start],
  body_length: ['int', (one) => one.length],
  reasons: ['text', (one) => one.riskReasons?.join(',') ?? null],
  person_hash: ['bytea', (one) => one.personHash ?? null],
  facts: ['text', ({ searches }) => toFacts(searches)],
  records_hash: ['bytea', (one) => one.recordsHash ?? null],
  searches: ['text', ({ searches }) => searches?.map(searchWord).join(' ') ?? null],
});

const SETTLED = endReports('settled', {
  status: 'g.status',
  failureReason: 'g.failure_reason',
  at: NOW,
  set: [
    `body = ${unpackedBytes(SETTLEMENTS.after(1), 'g.body_start', 'g.body_length')}`,
    `risk_reasons = coalesce(string_to_array(g.reasons, ','), r.risk_reasons)`,
    'person_hash = g.person_hash',
    'records_hash = g.records_hash',
    'searches = g.searches',
  ],
  from: `given g join moved m on m.o = g.o and m.result in ('moved', 'no-such-hold')`,
  where: 'r.tenant_id = g.tenant_id and r.id = g.id',
  returning: ['g.o'],
  facts: `coalesce(g.facts::jsonb, '{}')`,
});

const SETTLE_REPORTS = statement(
  'settle-charged-reports',
  `with given as (
     select * from ${SETTLEMENTS.sql}
   ), ${LOCKED}, moved as materialized (
     select * from ledger_apply((select coalesce(jsonb_agg(jsonb_build_object('o', g.o, 'tenantId', g.tenant_id,
       'kind', case when g.amount > 0 then 'post' else 'void' end, 'holdId', g.id, 'amount', g.amount,
       'lines', nullif(g.lines, '{}'))), '[]')
       from given g join locked using (o)))
   ), ${SETTLED}
   select g.o, m.result, s.o is not null as is_done,
          coalesce(m.available, (select w.available from wallets w where w.tenant_id = g.tenant_id)) as available
   from given g left join moved m on m.o = g.o left join settled s on s.o = g.o`,
);

const clearedUp = (from: string): string =>
  endReports('cleared_up', {
    status: "'failed'",
    failureReason: `case when due.is_waiting then 'challenge-expired' else 'interrupted' end`,
    at: 'clock_timestamp()',
    from,
    where: 'r.tenant_id = due.tenant_id and r.id = due.id',
    returning: ['r.challenge_id', 'due.is_waiting'],
  });

const EXPIRED = recordEvents(
  'expired',
  `select tenant_id, updated_at as at, 'challenge.expired' as type, is_test, id as subject_id,
          jsonb_build_object('status', status, 'challengeId', challenge_id) as facts
   from cleared_up where is_waiting`,
);

// Reports whose lease ran out: their process died, so the money goes back and the report says why it failed. Expired challenges are
// ended here too, so that their credits return without a call; they read as expired before that already.
const CLEAR_UP = statement(
  'clear-up-reports',
  `with due as materialized (
     select row_number() over () as o, d.* from (
       select r.tenant_id, r.id, r.challenge_state = 'open' as is_waiting from reports r
       where not r.is_test and r.status = 'pending'
         and (r.leased_until < clock_timestamp()
              or (r.challenge_state = 'open' and ${NOW}
                    > r.last_sent_at + ${CHALLENGE_LIFETIME}))
       order by r.tenant_id, r.id limit $1 for update skip locked) d
   ), moved as materialized (
     select * from ledger_apply((select coalesce(jsonb_agg(jsonb_build_object('o', o, 'tenantId', tenant_id,
       'kind', 'expire', 'holdId', id)), '[]') from due))
   ), ${clearedUp('due join moved using (o)')}, ${EXPIRED}
   select id from cleared_up`,
);

// In test mode, which holds no credits: for the event alone. What a version without it left open more than a day ago stays so.
const EXPIRE_TESTS = statement(
  'expire-test-challenges',
  `with due as materialized (
     select r.tenant_id, r.id, true as is_waiting from tenants t cross join lateral (
       select r.tenant_id, r.id from reports r
       where r.tenant_id = t.id and r.is_test and r.clock_id is null and r.status = 'pending' and r.challenge_state = 'open'
         and r.created_at > ${NOW} - interval '1 day' and ${NOW} > r.last_sent_at + ${CHALLENGE_LIFETIME}
       order by r.id for update skip locked) r
     limit $1
   ), ${clearedUp('due')}, ${EXPIRED}
   select id from cleared_up`,
);

export type ChargedReportStore = {
  /**
   * Inserts the report, leased to the caller, holds its price and notes the request for the risk assessment: all or nothing. Finds the
   * consumer's newest report too.
   */
  openReport(report: OpenedReport): Promise<StepResult>;
  /** Ends the report and its hold: both or neither. */
  settleReport(settlement: Settlement): Promise<StepResult>;
  /**
   * Opens the challenge and holds the price of the first message, or, where the wallet cannot pay for it, withdraws the report and
   * voids its hold (`insufficient`).
   */
  startChallenge(send: FirstSend): Promise<StepResult>;
  /** Ends abandoned reports and expired challenges; answers how many, at most `countMax`. */
  clearUp(countMax: number): Promise<number>;
};

export function createChargedReportStore(needs: {
  database: Database;
  vault: Vault;
  riskKeysOf: RiskKeysOf;
}): ChargedReportStore {
  const { database, vault } = needs;
  const batches = batchesOn(database);

  return {
    openReport: createOpenReport(needs),

    settleReport: createBatch<Settlement, StepResult>({
      ...batches,
      run: async (settlements) => {
        const sealed = await Promise.all(
          settlements.map(async ({ tenantId, reportId, body }) =>
            body === null ? null : sealBody(await vault.forTenant(tenantId), reportId, body),
          ),
        );
        const bodies = packBytes(sealed);
        const rows = await database.query<StepRow>(SETTLE_REPORTS, [
          ...SETTLEMENTS.values(settlements.map((one, o) => ({ ...one, ...bodies.placeOf(o) }))),
          bodies.bytes,
        ]);
        return inOrder(settlements.length, rows);
      },
    }),

    startChallenge: createStartChallenge({ database }),

    async clearUp(countMax) {
      const ended = await database.query(CLEAR_UP, [countMax]);
      const expired = await database.query(EXPIRE_TESTS, [countMax]);
      return ended.length + expired.length;
    },
  };
}
