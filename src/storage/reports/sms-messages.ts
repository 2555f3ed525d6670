// SMS messages: which gateway accepted one, and its delivery state. A receipt updates the message and its money in one statement, and
// receipts are batched. Locks: wallets, then holds, then messages.
import { SENDS_MAX } from '../../domain/reports/challenge.ts';
import { SMS_PRODUCT } from '../../domain/wallet/pricing.ts';
import { batchesOn, createBatch } from '../engine/connection/batch.ts';
import { type Database, statement } from '../engine/connection/database.ts';
import { PLACE, rowsOf } from '../engine/rows.ts';
import type { HoldRow, MoveResult } from '../wallet/ledger.ts';
import { recordEvents } from '../webhooks/record-events.ts';
import { reportStatus } from './report-rows.ts';

export type HandedOver = { tenantId: string; smsId: string; gateway: string | null };
type ReceiptState = 'delivered' | 'not-delivered' | 'on-its-way';
export type MessageReceipt = HandedOver & { state: ReceiptState };

/** The state of the hold before the receipt (null when there is none), and the result of its move (null when none was made). */
type ReceiptTaken = { holdState: HoldRow['state'] | null; moved: MoveResult | null; isKnown: boolean };

/** A code that a gateway took, or may have taken. */
export type SentCode = {
  tenantId: string;
  smsId: string;
  reportId: string;
  challengeId: string;
  isTest: boolean;
  atMs: number;
  status: 'authentication-required' | 'retry';
  sms: 'accepted' | 'unknown';
  sends: number;
};

const HAND_OVERS = rowsOf<HandedOver | SentCode>({
  tenant_id: ['uuid', (one) => one.tenantId],
  id: ['uuid', (one) => one.smsId],
  gateway: ['text', (one) => ('gateway' in one ? one.gateway : null)],
  report_id: ['uuid', (one) => ('reportId' in one ? one.reportId : null)],
  is_test: ['boolean', (one) => 'isTest' in one && one.isTest],
  at: ['timestamptz', (one) => ('atMs' in one ? new Date(one.atMs) : null)],
  facts: ['jsonb', (one) => ('sms' in one ? JSON.stringify(sentFacts(one)) : null)],
});

function sentFacts({ status, challengeId, smsId, sms, sends }: SentCode) {
  return { status, challengeId, smsId, sms, sends, sendsLeft: SENDS_MAX - sends };
}

// A lost answer makes the sender write it again, so it is told once by the id of its message. The events of a report are found in the order of
// their index and of no other: for an anti-join a server that knows nothing of them reads all of a tenant.
const SENT = recordEvents(
  'sent',
  `select g.tenant_id, g.at, 'challenge.sent' as type, g.is_test, g.report_id as subject_id, g.facts
   from given g where g.report_id is not null and (
     select e.id from events e where e.tenant_id = g.tenant_id and e.subject_id between g.report_id and g.report_id
       and e.type = 'challenge.sent' and e.facts ->> 'smsId' = g.id::text order by e.subject_id limit 1) is null`,
);

// The relay, which knows the gateway, and the sender of a code come here in one turn of the event loop, so they share the statement.
const RECORD_HAND_OVERS = statement(
  'record-hand-overs',
  `with given as (
     select * from ${HAND_OVERS.sql}
   ), ${SENT}
   insert into sms_messages as s (tenant_id, id, gateway, handed_over_at)
   select g.tenant_id, g.id, max(g.gateway), clock_timestamp()
   from given g where g.report_id is null
   group by g.tenant_id, g.id order by g.tenant_id, g.id
   on conflict (tenant_id, id) do update set gateway = excluded.gateway
     where excluded.gateway is not null and s.gateway is distinct from excluded.gateway`,
);

// What a later receipt repeats updates no message, so it is told once. A message of no hold is of no report.
const RECEIVED = recordEvents(
  'received',
  `select n.tenant_id, clock_timestamp() as at, r.is_test, n.report_id as subject_id,
          case n.state when 'delivered' then 'sms.delivered' else 'sms.undelivered' end as type,
          jsonb_build_object('status', r.status, 'smsId', n.id,
            'reason', case n.state when 'not-delivered' then 'not-delivered' end) as facts
   from (select n.tenant_id, n.id, n.state, l.report_id from noted n join latest l on l.tenant_id = n.tenant_id and l.id = n.id) n
   cross join lateral (select r.is_test, ${reportStatus('r.')} as status from reports r
     where r.tenant_id = n.tenant_id and r.id = n.report_id limit 1) r
   where n.state <> 'on-its-way'`,
);

const RECEIPTS = rowsOf<MessageReceipt>({
  o: PLACE,
  tenant_id: ['uuid', (one) => one.tenantId],
  id: ['uuid', (one) => one.smsId],
  gateway: ['text', (one) => one.gateway],
  state: ['text', (one) => one.state],
});

// A hold ends once and its amount never changes, so one that reads as ended needs no lock. A receipt of an unknown message leaves no
// row. Messages are written after the money, so that every statement takes its locks in the same order.
const TAKE_RECEIPTS = statement(
  'take-receipts',
  `with given as (
     select * from ${RECEIPTS.sql}
   ), found as materialized (
     select g.*, h.amount, h.state as hold_state, h.report_id,
            h.amount is not null or exists (select 1 from sms_messages s where s.tenant_id = g.tenant_id and s.id = g.id) as is_known
     from given g left join lateral (
       select h.amount, h.state, h.report_id from holds h where h.tenant_id = g.tenant_id and h.id = g.id and h.purpose = 'sms' limit 1) h on true
   ), moved as materialized (
     select * from ledger_apply((select coalesce(jsonb_agg(jsonb_build_object('o', o, 'tenantId', tenant_id,
       'kind', case state when 'delivered' then 'post' else 'void' end, 'holdId', id, 'amount', amount,
       'lines', case state when 'delivered' then format('{"${SMS_PRODUCT}":%s}', amount) end)), '[]')
       from found where hold_state = 'open' and state <> 'on-its-way'))
   ), latest as materialized (
     select tenant_id, id, max(report_id::text)::uuid as report_id, max(gateway) as gateway, case when bool_or(state = 'delivered') then 'delivered'
       when bool_or(state = 'not-delivered') then 'not-delivered' else 'on-its-way' end as state
     from found where is_known and (select count(*) from moved) >= 0
     group by tenant_id, id order by tenant_id, id
   ), noted as (
     insert into sms_messages as s (tenant_id, id, gateway, handed_over_at, state)
     select tenant_id, id, gateway, clock_timestamp(), state from latest
     on conflict (tenant_id, id) do update set state = excluded.state, gateway = coalesce(s.gateway, excluded.gateway)
       where s.state = 'on-its-way' and excluded.state <> 'on-its-way'
          or s.state in ('not-delivered', 'refused') and excluded.state = 'delivered'
     returning s.tenant_id, s.id, s.state
   ), ${RECEIVED}
   select f.o, f.hold_state as "holdState", f.is_known as "isKnown", m.result as moved from found f left join moved m on m.o = f.o`,
);

/** SQL: the id of a message's second hold, for a late charge: the message's id with 8 as the UUID version. */
export const lateHoldId = (id: string): string => `overlay(${id}::text placing '8' from 15 for 1)::uuid`;
export const isFirstHold = (id: string): string => `substr(${id}::text, 15, 1) <> '8'`;

// A delivery receipt that arrives after the hold was voided or expired. A hold ends once, so a second one is placed and posted in the
// same statement, at the price of the first.
const CHARGE_LATE = statement(
  'charge-late-delivery',
  `with ended as materialized (
     select h.*, ${lateHoldId('h.id')} as late_id
     from holds h where h.tenant_id = $1 and h.id = $2 and h.purpose = 'sms' and h.state in ('voided', 'expired')
   ), moves as (
     select jsonb_build_object('o', 0, 'tenantId', tenant_id, 'kind', 'hold', 'holdId', late_id, 'purpose', 'sms',
       'amount', amount, 'reportId', report_id, 'smsId', id, 'credentialId', credential_id, 'personId', person_id) as move
     from ended
     union all
     select jsonb_build_object('o', 1, 'tenantId', tenant_id, 'kind', 'post', 'holdId', late_id, 'amount', amount,
       'lines', format('{"${SMS_PRODUCT}":%s}', amount))
     from ended
   ), moved as materialized (
     select * from ledger_apply((select coalesce(jsonb_agg(move), '[]') from moves))
   )
   select max(result) filter (where o = 0) as placed, max(result) filter (where o = 1) as posted from moved`,
);

const PURGE_MESSAGES = statement(
  'purge-sms-messages',
  `delete from sms_messages where handed_over_at < clock_timestamp() - make_interval(days => $1) returning id`,
);

/** Long after the last receipt and the last dispute about one. */
const KEPT_DAYS = 90;

export type SmsMessageStore = {
  /** Fire and forget: the hold of a message with no record of a hand-over expires after a minute, so a lost one does no harm. */
  recordHandOver(message: HandedOver): void;
  /** Records the event of a code that was sent. Safe to repeat. */
  recordSent(code: SentCode): Promise<void>;
  /** Resolves when every hand-over recorded so far is written. */
  flushed(): Promise<void>;
  takeReceipt(receipt: MessageReceipt): Promise<ReceiptTaken>;
  /** For a delivered message whose hold was voided or expired; `known-before` when it was charged already. */
  chargeLate(tenantId: string, smsId: string): Promise<'charged' | 'known-before' | 'unbilled'>;
  purgeMessages(): Promise<number>;
};

export function createSmsMessageStore(needs: { database: Database }): SmsMessageStore {
  const { database } = needs;
  const batches = batchesOn(database);
  const pending = new Set<Promise<void>>();

  const writeHandOver = createBatch<HandedOver | SentCode, void>({
    ...batches,
    run: async (messages) => {
      await database.query(RECORD_HAND_OVERS, HAND_OVERS.values(messages));
      return messages.map(() => undefined);
    },
  });

  return {
    recordHandOver(message) {
      const written = writeHandOver(message).catch(() => {});
      pending.add(written);
      void written.finally(() => pending.delete(written));
    },

    recordSent: writeHandOver,

    async flushed() {
      await Promise.all(pending);
    },

    takeReceipt: createBatch<MessageReceipt, ReceiptTaken>({
      ...batches,
      run: async (receipts) => {
        const values = RECEIPTS.values(receipts);
        const rows = await database.query<ReceiptTaken & { o: number }>(TAKE_RECEIPTS, values);
        const answers = new Map(rows.map((row) => [row.o, row]));
        return receipts.map((_receipt, o) => {
          const row = answers.get(o);
          if (row === undefined) throw new Error('every receipt must be answered');
          return row;
        });
      },
    }),

    async chargeLate(tenantId, smsId) {
      const [row] = await database.query<{ placed: MoveResult | null; posted: MoveResult | null }>(
        CHARGE_LATE,
        [tenantId, smsId],
      );
      if (row?.placed === 'insufficient') return 'unbilled';
      return row?.posted === 'moved' ? 'charged' : 'known-before';
    },

    async purgeMessages() {
      return (await database.query(PURGE_MESSAGES, [KEPT_DAYS])).length;
    },
  };
}
