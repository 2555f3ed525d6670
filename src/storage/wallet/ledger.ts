// The ledger in SQL: every move goes through the function ledger_apply, and moves of many callers are batched. The statements of
// reports call the same function, so that a report and its money change together or not at all.

import { SENDS_MAX } from '../../domain/reports/challenge.ts';
import type { ProofEntry } from '../../domain/wallet/ledger-proof.ts';
import type { PriceLines } from '../../domain/wallet/pricing.ts';
import { batchesOn, createBatch } from '../engine/connection/batch.ts';
import { type Database, type Queryable, statement, tenantsInJson } from '../engine/connection/database.ts';
import { recordEvents } from '../webhooks/record-events.ts';

export type Who = { credentialId: string | null; personId: string | null };

type FundingKind = 'top-up' | 'adjustment';

export type LedgerMove =
  | {
      kind: FundingKind;
      tenantId: string;
      key: string;
      amount: number;
      personId: string | null;
      reference: string;
      reason: string;
    }
  | ({
      kind: 'hold';
      tenantId: string;
      holdId: string;
      purpose: 'report' | 'sms';
      amount: number;
      /** Null of a text with a link. */
      reportId: string | null;
      smsId: string | null;
    } & Who)
  | { kind: 'post'; tenantId: string; holdId: string; amount: number; lines: PriceLines }
  | { kind: 'void' | 'expire'; tenantId: string; holdId: string };

export type MoveResult =
  | 'moved'
  | 'repeated'
  | 'insufficient'
  | 'hold-exists'
  | 'no-such-hold'
  | 'hold-ended'
  | 'more-than-held';

/** `key-reused`: the key of a top-up or an adjustment moved another amount before. */
export type MoveOutcome =
  | { result: MoveResult }
  | { result: 'key-reused'; earlier: { kind: FundingKind; amount: number } };

export type Moved = MoveOutcome & { availableCredits: number };

/** One move as ledger_apply reads it. */
function toMoveJson(move: LedgerMove, o: number) {
  return move.kind === 'post' ? { ...move, o, lines: JSON.stringify(move.lines) } : { ...move, o };
}

/** Many moves in one statement, each with its own answer; for callers with a transaction of their own. */
export async function applyMoves(db: Queryable, moves: LedgerMove[]): Promise<Moved[]> {
  const rows = await db.query<{ o: number; result: string; available: number }>(APPLY_MOVES, [
    JSON.stringify(moves.map(toMoveJson)),
  ]);
  const answers = new Map(rows.map((row) => [row.o, row]));
  return moves.map((_move, o) => {
    const row = answers.get(o);
    if (row === undefined) throw new Error('every move must be answered');
    return { ...toOutcome(row.result), availableCredits: row.available };
  });
}

/** ledger_apply answers one word, and of a reused key also what it moved: `key-reused:<kind>:<amount>`. */
function toOutcome(answer: string): MoveOutcome {
  const [word, kind, amount] = answer.split(':');
  if (word !== 'key-reused') return { result: answer as MoveResult };
  return { result: word, earlier: { kind: kind as FundingKind, amount: Number(amount) } };
}

const APPLY_MOVES = statement('apply-moves', 'select o, result, available from ledger_apply($1::jsonb)', {
  tenantsOf: tenantsInJson,
});

const UNHEARD = `not exists (select 1 from sms_messages s where s.tenant_id = h.tenant_id and s.id = h.id)`;

// Of a code without a hand-over its process has died: whether a gateway took it is told as unknown. Report and events
// are looked up for each, by their indexes, whatever the server believes (as in reports/sms-messages.ts).
const SENT_UNHEARD = recordEvents(
  'unheard',
  `select r.tenant_id, r.last_sent_at as at, 'challenge.sent' as type, r.is_test, r.id as subject_id,
          jsonb_build_object('status', case when r.attempts > 0 then 'retry' else 'authentication-required' end, 'challengeId', r.challenge_id,
            'smsId', d.id, 'sms', 'unknown', 'sends', r.sends, 'sendsLeft', ${SENDS_MAX} - r.sends) as facts
   from due d cross join lateral (select * from reports r where r.tenant_id = d.tenant_id and r.id = d.report_id limit 1) r
   where d.is_unheard and r.challenge_id is not null and (
     select e.id from events e where e.tenant_id = r.tenant_id and e.subject_id between r.id and r.id
       and e.type in ('challenge.sent', 'sms.undelivered') and e.facts ->> 'smsId' = d.id::text order by e.subject_id limit 1) is null`,
);

const EXPIRE_SMS_HOLDS = statement(
  'expire-sms-holds',
  `with due as materialized (
     select row_number() over () as o, tenant_id, id, report_id, is_unheard from (
       select h.tenant_id, h.id, h.report_id, ${UNHEARD} as is_unheard from holds h
       where h.state = 'open' and h.purpose = 'sms'
         and (h.placed_at < clock_timestamp() - make_interval(hours => $1)
              or h.placed_at < clock_timestamp() - make_interval(secs => $3) and ${UNHEARD})
       order by h.placed_at limit $2) h
   ), ${SENT_UNHEARD}
   select o from ledger_apply(coalesce((select jsonb_agg(jsonb_build_object(
     'o', o, 'tenantId', tenant_id, 'kind', 'expire', 'holdId', id)) from due), '[]'))
   where result = 'moved'`,
);

const FIND_HOLD = statement(
  'find-hold',
  'select id, purpose, report_id as "reportId", amount, posted, state from holds where tenant_id = $1 and id = $2',
);

// Gap: a message without a receipt for this long counts as not delivered.
const SMS_SILENCE_HOURS = 72;
// Gap: a message without a recorded hand-over waits a minute, far longer than the deadlines of all gateways added up.
const SMS_HAND_OVER_SECONDS = 60;

export type LedgerStore = ReturnType<typeof createLedgerStore>;

export function createLedgerStore(needs: { database: Database }) {
  return {
    applyMove: createBatch<LedgerMove, Moved>({
      ...batchesOn(needs.database),
      run: (moves) => applyMoves(needs.database, moves),
    }),

    async findHold(tenantId: string, holdId: string): Promise<HoldRow | null> {
      const [row] = await needs.database.query<HoldRow>(FIND_HOLD, [tenantId, holdId]);
      return row ?? null;
    },

    /** Ends the holds of messages that got no receipt, or were never handed over; answers how many. */
    async expireSmsHolds(countMax: number): Promise<number> {
      const values = [SMS_SILENCE_HOURS, countMax, SMS_HAND_OVER_SECONDS];
      return (await needs.database.query(EXPIRE_SMS_HOLDS, values)).length;
    },
  };
}

type WalletRow = {
  available: number;
  held: number;
  spent: number;
  funded: number;
  lastSeq: number;
  lastHash: Buffer;
};

const FIND_WALLET = statement(
  'find-wallet',
  `select available, held, spent, funded, last_seq as "lastSeq", last_hash as "lastHash" from wallets where tenant_id = $1`,
);

export async function findWallet(db: Queryable, tenantId: string): Promise<WalletRow | null> {
  const [row] = await db.query<WalletRow>(FIND_WALLET, [tenantId]);
  return row ?? null;
}

/** As the ledger's proof reads it. */
export type LedgerEntry = ProofEntry;

export const ENTRY_COLUMNS = `e.seq, e.transfer_key as "transferKey", e.kind, e.amount, e.from_account as "fromAccount",
  e.to_account as "toAccount", e.hold_id as "holdId", e.lines::text as lines, e.report_id as "reportId",
  e.sms_id as "smsId", e.credential_id as "credentialId", e.person_id as "personId", e.reference, e.reason,
  e.available_after as "availableAfter", e.held_after as "heldAfter",
  (extract(epoch from e.created_at) * 1000000)::bigint::text as "createdAtMicros", e.hash`;

const LIST_ENTRIES_FOR_PROOF = statement(
  'list-entries-for-proof',
  `select ${ENTRY_COLUMNS} from ledger_entries e where e.tenant_id = $1 and e.seq > $2 order by e.seq limit $3`,
);

export function listEntriesAfter(
  db: Queryable,
  tenantId: string,
  afterSeq: number,
  countMax: number,
): Promise<LedgerEntry[]> {
  return db.query<LedgerEntry>(LIST_ENTRIES_FOR_PROOF, [tenantId, afterSeq, countMax]);
}

const LIST_HOLDS_FOR_PROOF = statement(
  'list-holds-for-proof',
  `select id, purpose, report_id as "reportId", amount, posted, state from holds
   where tenant_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
);

export type HoldRow = {
  id: string;
  purpose: 'report' | 'sms';
  reportId: string | null;
  amount: number;
  posted: number;
  state: 'open' | 'posted' | 'voided' | 'expired';
};

export function listHoldsAfter(
  db: Queryable,
  tenantId: string,
  afterId: string | null,
  countMax: number,
): Promise<HoldRow[]> {
  return db.query<HoldRow>(LIST_HOLDS_FOR_PROOF, [tenantId, afterId, countMax]);
}
