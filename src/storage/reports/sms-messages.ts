// Messages as we know them: which gateway took one, and what was heard of it. A receipt moves the message and its money in one
// statement, many callers' receipts together. Locks: wallets, then holds, then messages.
import { SMS_PRODUCT } from '../../domain/pricing.ts';
import { batchesOn, createBatch } from '../connection/batch.ts';
import { type Database, statement } from '../connection/database.ts';
import type { HoldRow, MoveResult } from '../wallet/ledger.ts';

export type HandedOver = { tenantId: string; smsId: string; gateway: string | null };
export type ReceiptState = 'delivered' | 'not-delivered' | 'on-its-way';
export type MessageReceipt = HandedOver & { state: ReceiptState };

/** What a receipt met: the hold before it (null when there is none), and what it did to it (null when nothing). */
export type ReceiptTaken = { holdState: HoldRow['state'] | null; moved: MoveResult | null; isKnown: boolean };

// Two tell of one message in the same breath: who sent it, and the relay, which knows the gateway.
const RECORD_HAND_OVERS = statement(
  'record-hand-overs',
  `insert into sms_messages as s (tenant_id, id, gateway, handed_over_at)
   select g.tenant_id, g.id, max(g.gateway), clock_timestamp()
   from unnest($1::uuid[], $2::uuid[], $3::text[]) as g (tenant_id, id, gateway)
   group by g.tenant_id, g.id order by g.tenant_id, g.id
   on conflict (tenant_id, id) do update set gateway = excluded.gateway
     where excluded.gateway is not null and s.gateway is distinct from excluded.gateway`,
);

// A hold ends once and its amount never changes, so one that is read as ended needs no lock. A receipt of a message that we never
// heard of leaves no row. The messages wait for the money, so that every statement takes its locks in one order.
const TAKE_RECEIPTS = statement(
  'take-receipts',
  `with given as (
     select * from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::text[]) as g (o, tenant_id, id, gateway, state)
   ), found as materialized (
     select g.*, h.amount, h.state as hold_state,
            h.id is not null or exists (select 1 from sms_messages s where s.tenant_id = g.tenant_id and s.id = g.id) as is_known
     from given g left join holds h on h.tenant_id = g.tenant_id and h.id = g.id and h.purpose = 'sms'
   ), moved as materialized (
     select * from ledger_apply((select coalesce(jsonb_agg(jsonb_build_object('o', o, 'tenantId', tenant_id,
       'kind', case state when 'delivered' then 'post' else 'void' end, 'holdId', id, 'amount', amount,
       'lines', case state when 'delivered' then format('{"${SMS_PRODUCT}":%s}', amount) end)), '[]')
       from found where hold_state = 'open' and state <> 'on-its-way'))
   ), heard as materialized (
     select tenant_id, id, max(gateway) as gateway, case when bool_or(state = 'delivered') then 'delivered'
       when bool_or(state = 'not-delivered') then 'not-delivered' else 'on-its-way' end as state
     from found where is_known and (select count(*) from moved) >= 0
     group by tenant_id, id order by tenant_id, id
   ), noted as (
     insert into sms_messages as s (tenant_id, id, gateway, handed_over_at, state)
     select tenant_id, id, gateway, clock_timestamp(), state from heard
     on conflict (tenant_id, id) do update set state = excluded.state, gateway = coalesce(s.gateway, excluded.gateway)
       where s.state = 'on-its-way' and excluded.state <> 'on-its-way'
          or s.state = 'not-delivered' and excluded.state = 'delivered'
   )
   select f.o, f.hold_state as "holdState", f.is_known as "isKnown", m.result as moved from found f left join moved m on m.o = f.o`,
);

// The price of the send went back before the word came that the message was delivered. A hold ends once, so there is a second one,
// placed and posted in one breath, at the price of the first. Its id is that of the message with an 8 where its version stands.
const CHARGE_LATE = statement(
  'charge-late-delivery',
  `with ended as materialized (
     select h.*, overlay(h.id::text placing '8' from 15 for 1)::uuid as late_id
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

/** Long after the last receipt and the last question about one. */
const KEPT_DAYS = 90;

export function createSmsMessageStore(needs: { database: Database }) {
  const { database } = needs;
  const batches = batchesOn(database);
  const pending = new Set<Promise<void>>();

  const writeHandOver = createBatch<HandedOver, void>({
    ...batches,
    run: async (messages) => {
      await database.query(RECORD_HAND_OVERS, [
        messages.map(({ tenantId }) => tenantId),
        messages.map(({ smsId }) => smsId),
        messages.map(({ gateway }) => gateway),
      ]);
      return messages.map(() => undefined);
    },
  });

  return {
    /** Nobody waits for it: what is lost with a process is made good by the rule for messages of which nothing is known. */
    recordHandOver(message: HandedOver): void {
      const written = writeHandOver(message).catch(() => {});
      pending.add(written);
      void written.finally(() => pending.delete(written));
    },

    /** Resolves when all that was to be recorded so far has been. */
    async flushed(): Promise<void> {
      await Promise.all(pending);
    },

    takeReceipt: createBatch<MessageReceipt, ReceiptTaken>({
      ...batches,
      run: async (receipts) => {
        const rows = await database.query<ReceiptTaken & { o: number }>(TAKE_RECEIPTS, [
          receipts.map((_receipt, o) => o),
          receipts.map(({ tenantId }) => tenantId),
          receipts.map(({ smsId }) => smsId),
          receipts.map(({ gateway }) => gateway),
          receipts.map(({ state }) => state),
        ]);
        const answers = new Map(rows.map((row) => [row.o, row]));
        return receipts.map((_receipt, o) => {
          const row = answers.get(o);
          if (row === undefined) throw new Error('every receipt must be answered');
          return row;
        });
      },
    }),

    /** For a delivered message whose hold ended otherwise; `known-before` when it was paid for after all. */
    async chargeLate(tenantId: string, smsId: string): Promise<'charged' | 'known-before' | 'unbilled'> {
      const [row] = await database.query<{ placed: MoveResult | null; posted: MoveResult | null }>(
        CHARGE_LATE,
        [tenantId, smsId],
      );
      if (row?.placed === 'insufficient') return 'unbilled';
      return row?.posted === 'moved' ? 'charged' : 'known-before';
    },

    async purgeMessages(): Promise<number> {
      return (await database.query(PURGE_MESSAGES, [KEPT_DAYS])).length;
    },
  };
}

export type SmsMessageStore = ReturnType<typeof createSmsMessageStore>;
