// Verifies a tenant's ledger from the entries alone: walks the hash chain from the first entry, rebuilds wallet and holds, and reports
// every difference from what is stored. Pure; the hash function is a parameter.
import type { Account, HoldState, TransferKind, Wallet } from './ledger.ts';

export type ProofEntry = {
  seq: number;
  transferKey: string;
  kind: TransferKind;
  amount: number;
  fromAccount: string;
  toAccount: string;
  holdId: string | null;
  lines: string | null;
  reportId: string | null;
  smsId: string | null;
  credentialId: string | null;
  personId: string | null;
  reference: string | null;
  reason: string | null;
  availableAfter: number;
  heldAfter: number;
  createdAtMicros: string;
  hash: Uint8Array;
};
export type ProofHold = {
  id: string;
  purpose: 'report' | 'sms';
  reportId: string | null;
  amount: number;
  posted: number;
  state: HoldState;
};
export type ProofWallet = Wallet & { lastSeq: number; lastHash: Uint8Array };

type Hash = (previous: Uint8Array, text: string) => Uint8Array;

/** A hold as rebuilt from the entries. */
type RebuiltHold = {
  purpose: 'report' | 'sms';
  reportId: string | null;
  amount: number;
  posted: number;
  back: number;
  backKind: 'void' | 'expire' | null;
};

/** The chain starts from the tenant's id, so that another tenant's ledger, consistent in itself, fails here. */
export function createProof(tenantId: string, hash: Hash) {
  const wallet: Wallet = { funded: 0, available: 0, held: 0, spent: 0 };
  const holds = new Map<string, RebuiltHold>();
  const problems: string[] = [];
  let seq = 0;
  let link: Uint8Array = new Uint8Array();
  const root = new TextEncoder().encode(tenantId);

  const note = (problem: string): void => void problems.push(problem);

  return {
    /** Entries in the order of their seq. */
    addEntry(entry: ProofEntry): void {
      if (entry.seq !== seq + 1) note(`entry ${seq + 1} is missing: the next one is ${entry.seq}`);
      seq = entry.seq;
      const expected = hash(entry.seq === 1 ? root : link, chainText(entry));
      if (!isEqual(expected, entry.hash))
        note(`entry ${entry.seq} was altered: its hash does not follow from the chain`);
      link = entry.hash;
      wallet[entry.fromAccount as Account] -= entry.amount;
      wallet[entry.toAccount as Account] += entry.amount;
      if (wallet.available !== entry.availableAfter || wallet.held !== entry.heldAfter) {
        note(
          `entry ${entry.seq} says ${entry.availableAfter} available and ${entry.heldAfter} held after it; the entries add up to ${wallet.available} and ${wallet.held}`,
        );
        wallet.available = entry.availableAfter;
        wallet.held = entry.heldAfter;
      }
      const bought = entry.kind === 'post' && entry.lines !== null ? sumOf(entry.lines) : entry.amount;
      if (bought !== entry.amount)
        note(`entry ${entry.seq} is of ${entry.amount}; its products add up to ${bought}`);
      rebuildHold(holds, entry, note);
    },

    /** All entries so far are in the archive, and with them the holds that have ended. */
    endArchived(): void {
      for (const [id, hold] of holds) if (stateOf(hold) !== 'open') holds.delete(id);
    },

    addHold(hold: ProofHold): void {
      const rebuilt = holds.get(hold.id);
      holds.delete(hold.id);
      if (rebuilt === undefined) {
        note(`hold ${hold.id} has no entry`);
        return;
      }
      if (rebuilt.purpose !== hold.purpose)
        note(`hold ${hold.id} is for ${hold.purpose}; its entry says ${rebuilt.purpose}`);
      if (rebuilt.reportId !== hold.reportId)
        note(`hold ${hold.id} belongs to report ${hold.reportId}; its entry says ${rebuilt.reportId}`);
      if (rebuilt.amount !== hold.amount)
        note(`hold ${hold.id} is of ${hold.amount}; its entry says ${rebuilt.amount}`);
      if (rebuilt.posted !== hold.posted)
        note(`hold ${hold.id} posted ${hold.posted}; its entries say ${rebuilt.posted}`);
      if (stateOf(rebuilt) !== hold.state)
        note(`hold ${hold.id} is ${hold.state}; its entries say ${stateOf(rebuilt)}`);
    },

    /** Every problem found; empty when the ledger is consistent. */
    finish(stored: ProofWallet): string[] {
      for (const id of holds.keys()) note(`hold ${id} is in the entries but not among the holds`);
      for (const account of ['available', 'held', 'spent', 'funded'] as const) {
        if (stored[account] !== wallet[account]) {
          note(`the wallet says ${stored[account]} ${account}; the entries add up to ${wallet[account]}`);
        }
      }
      const sum = stored.available + stored.held + stored.spent + stored.funded;
      if (sum !== 0) note(`the accounts add up to ${sum}, not to zero`);
      if (stored.lastSeq !== seq) note(`the wallet has seen ${stored.lastSeq} entries; ${seq} are there`);
      if (!isEqual(stored.lastHash, link))
        note('the last link of the chain is not the one that the wallet remembers');
      return problems;
    },
  };
}

/** The text that an entry's hash is computed over; the SQL function ledger_hash builds the same. */
export function chainText(entry: Omit<ProofEntry, 'hash'>): string {
  const reference = entry.reference ?? '';
  return [
    entry.seq,
    entry.kind,
    entry.amount,
    entry.fromAccount,
    entry.toAccount,
    entry.holdId ?? '',
    entry.lines ?? '',
    entry.reportId ?? '',
    entry.smsId ?? '',
    entry.credentialId ?? '',
    entry.personId ?? '',
    entry.availableAfter,
    entry.heldAfter,
    entry.createdAtMicros,
    [...entry.transferKey].length,
    entry.transferKey,
    [...reference].length,
    reference,
    entry.reason ?? '',
  ].join('\n');
}

function rebuildHold(
  holds: Map<string, RebuiltHold>,
  entry: ProofEntry,
  note: (problem: string) => void,
): void {
  if (entry.holdId === null) return;
  const hold = holds.get(entry.holdId);
  if (entry.kind === 'hold') {
    if (hold !== undefined) note(`entry ${entry.seq} places hold ${entry.holdId} a second time`);
    else
      holds.set(entry.holdId, {
        purpose: entry.smsId === null ? 'report' : 'sms',
        reportId: entry.reportId,
        amount: entry.amount,
        posted: 0,
        back: 0,
        backKind: null,
      });
    return;
  }
  if (hold === undefined) {
    note(`entry ${entry.seq} ends hold ${entry.holdId}, which was never placed`);
    return;
  }
  if (entry.kind === 'post') hold.posted += entry.amount;
  else {
    hold.back += entry.amount;
    hold.backKind = entry.kind === 'expire' ? 'expire' : 'void';
  }
  if (hold.posted + hold.back > hold.amount)
    note(`entry ${entry.seq} takes more out of hold ${entry.holdId} than it held`);
}

function stateOf(hold: RebuiltHold): HoldState {
  if (hold.posted + hold.back < hold.amount) return 'open';
  if (hold.posted > 0) return 'posted';
  return hold.backKind === 'expire' ? 'expired' : 'voided';
}

function sumOf(lines: string): number {
  const credits = Object.values(JSON.parse(lines) as Record<string, number>);
  return credits.reduce((sum, one) => sum + one, 0);
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
