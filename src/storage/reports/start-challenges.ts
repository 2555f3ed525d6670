// The challenge of a charged report: its code, and the hold of its first message. A report and its message are one decision: where the
// wallet cannot pay for the message, the report is withdrawn. Its hold is voided and its row deleted in the statement that found the
// wallet too low, so that the next caller finds what came back (see the README, "Money").
import { batchesOn, createBatch } from '../engine/connection/batch.ts';
import { type Database, type Statement, statement } from '../engine/connection/database.ts';
import { PLACE, rowsOf } from '../engine/rows.ts';
import type { Who } from '../wallet/ledger.ts';
import { type Counter, countersInJson } from './challenge-limits.ts';
import { inOrder, LOCKED, type StepResult, type StepRow } from './charged-steps.ts';
import { NOW } from './report-rows.ts';

export type FirstSend = Who & {
  tenantId: string;
  reportId: string;
  leaseToken: string;
  challengeId: string;
  codeHash: Buffer;
  /** Null when no message is sent. */
  sms: { id: string; priceCredits: number } | null;
  /** The device could not be verified: the challenge can only fail, and the hold is voided at once. */
  isDoomed: boolean;
  /** The key that wrong codes are counted by; null when they are not counted. */
  numberKey: Buffer | null;
  riskReasons?: readonly string[];
  /** Counted with it, all or none; where one is full the report stays as it is. */
  counters?: readonly Counter[];
};

const SENDS = rowsOf<FirstSend>({
  o: PLACE,
  tenant_id: ['uuid', (send) => send.tenantId],
  id: ['uuid', (send) => send.reportId],
  lease_token: ['uuid', (send) => send.leaseToken],
  challenge_id: ['uuid', (send) => send.challengeId],
  code_hash: ['bytea', (send) => send.codeHash],
  sms_id: ['uuid', (send) => send.sms?.id ?? null],
  sms_price: ['bigint', (send) => send.sms?.priceCredits ?? 0],
  credential_id: ['uuid', (send) => send.credentialId],
  person_id: ['uuid', (send) => send.personId],
  is_doomed: ['boolean', (send) => send.isDoomed],
  reasons: ['text', (send) => send.riskReasons?.join(',') ?? null],
  number_key: ['bytea', (send) => send.numberKey],
  counters: [
    'text',
    ({ counters = [] }) => (counters.length === 0 ? null : JSON.stringify(countersInJson(counters))),
  ],
});
const GIVEN = `given as (select * from ${SENDS.sql})`;

const HOLD_OF_SMS = `'kind', 'hold', 'holdId', g.sms_id, 'purpose', 'sms', 'amount', g.sms_price, 'reportId', g.id, 'smsId', g.sms_id,
         'credentialId', g.credential_id, 'personId', g.person_id`;

const STARTED = `started as (
     update reports r set challenge_id = g.challenge_id, challenge_state = 'open', code_hash = g.code_hash, attempts = 0,
       sends = 1, last_sent_at = now.at, updated_at = now.at, lease_token = null, leased_until = null,
       is_doomed = g.is_doomed, number_key = g.number_key, risk_reasons = string_to_array(g.reasons, ',')
     from able g left join moved m on m.o = g.o
     cross join (select ${NOW} as at) now
     where r.tenant_id = g.tenant_id and r.id = g.id
       and (m.o is null or m.result = 'moved' or (g.is_doomed and m.result = 'no-such-hold'))
     returning g.o, r.updated_at
   )`;

// Locks: reports, counters, wallets and holds, as a guess takes them.
const START_CHALLENGES = statement(
  'start-charged-challenges',
  `with ${GIVEN}, ${LOCKED}, counted as materialized (
     select c.o, c.full_one, c.wait_seconds from (
       select jsonb_agg(jsonb_build_object('o', g.o, 'tenantId', g.tenant_id, 'counters', g.counters::jsonb)) as asks
       from given g join locked using (o) where g.counters is not null
     ) asked cross join lateral challenge_limits_take(asked.asks) c
     where asked.asks is not null and c.full_one is not null
   ), able as materialized (
     select g.* from given g join locked using (o) where not exists (select from counted c where c.o = g.o)
   ), moved as materialized (
     select * from ledger_apply((select coalesce(jsonb_agg(case when g.is_doomed
       then jsonb_build_object('o', g.o, 'tenantId', g.tenant_id, 'kind', 'void', 'holdId', g.id)
       else jsonb_build_object('o', g.o, 'tenantId', g.tenant_id, ${HOLD_OF_SMS}) end), '[]')
       from able g where g.is_doomed or (g.sms_id is not null and g.sms_price > 0)))
   ), ${STARTED}
   select g.o, m.result, s.o is not null as is_done, s.updated_at as at, c.full_one, c.wait_seconds,
          coalesce(m.available, (select w.available from wallets w where w.tenant_id = g.tenant_id)) as available
   from given g left join moved m on m.o = g.o left join started s on s.o = g.o left join counted c on c.o = g.o`,
);

// For messages that the wallet could not pay for; they are counted by then. Of a tenant's reports, the first are challenged, as many as the wallet can pay for with
// what the others give back; the others are withdrawn. The moves are made from the last to the first: credits come back before they
// are held. The void of a withdrawn report has lines, and they are empty: by that `ledger verify` knows it from one that vanished.
const START_OR_WITHDRAW = statement(
  'start-or-withdraw-reports',
  `with ${GIVEN}, ${LOCKED}, able as materialized (select g.* from given g join locked using (o)), purses as materialized (
     select w.tenant_id, w.available from wallets w
     where w.tenant_id in (select g.tenant_id from able g) order by w.tenant_id for update
   ), judged as materialized (
     select g.o, p.available + coalesce(sum(h.amount) over behind, 0) >= sum(g.sms_price) over up_to as can_pay
     from able g join purses p using (tenant_id)
     left join holds h on h.tenant_id = g.tenant_id and h.id = g.id and h.state = 'open'
     window up_to as (partition by g.tenant_id order by g.o),
            behind as (partition by g.tenant_id order by g.o rows between 1 following and unbounded following)
   ), applied as materialized (
     select * from ledger_apply((select coalesce(jsonb_agg(case when j.can_pay
       then jsonb_build_object('o', -g.o, 'tenantId', g.tenant_id, ${HOLD_OF_SMS})
       else jsonb_build_object('o', -g.o, 'tenantId', g.tenant_id, 'kind', 'void', 'holdId', g.id, 'lines', '{}') end), '[]')
       from given g join judged j using (o)))
   ), moved as materialized (
     select j.o, case when j.can_pay then a.result else 'insufficient' end as result,
            first_value(a.available) over (partition by g.tenant_id order by a.o desc) as available
     from judged j join given g using (o) join applied a on a.o = -j.o
   ), withdrawn as (
     delete from reports r using given g join moved m on m.o = g.o and m.result = 'insufficient'
     where r.tenant_id = g.tenant_id and r.id = g.id
   ), ${STARTED}
   select g.o, m.result, s.o is not null as is_done, s.updated_at as at,
          coalesce(m.available, (select w.available from wallets w where w.tenant_id = g.tenant_id)) as available
   from given g left join moved m on m.o = g.o left join started s on s.o = g.o`,
);

/** `insufficient`: the report is withdrawn, and `availableCredits` has its price back. */
export function createStartChallenge(needs: {
  database: Database;
}): (send: FirstSend) => Promise<StepResult> {
  const { database } = needs;
  const batches = batchesOn(database);
  const run = (text: Statement) => async (sends: FirstSend[]) => {
    const rows = await database.query<StepRow>(text, SENDS.values(sends));
    return inOrder(sends.length, rows);
  };
  const start = createBatch<FirstSend, StepResult>({ ...batches, run: run(START_CHALLENGES) });
  const startOrWithdraw = createBatch<FirstSend, StepResult>({ ...batches, run: run(START_OR_WITHDRAW) });

  return async (send) => {
    const started = await start(send);
    return started.result === 'insufficient' ? startOrWithdraw(send) : started;
  };
}
