// The double-entry ledger of one tenant's wallet: four accounts, transfers between them, and holds that end once. Pure: what a move
// does to the books, or why it is refused. SQL makes the same moves (ledger_apply in storage/schema.sql), and a model test compares
// the two.
//
//   funded ──top-up──▶ available ──hold──▶ held ──post──▶ spent
//     ◀──adjust down──      ▲────── void, expire ──┘
//
// A hold: open ──▶ posted (all of it, or less and the rest is released) | voided | expired. All three are final.

export const ACCOUNTS = ['funded', 'available', 'held', 'spent'] as const;
export type Account = (typeof ACCOUNTS)[number];

export const TRANSFER_KINDS = ['top-up', 'adjustment', 'hold', 'post', 'void', 'expire'] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** Balances in credits. They add up to zero: `funded` is the negative of all that is available, held or spent. */
export type Wallet = Record<Account, number>;

export type HoldState = 'open' | 'posted' | 'voided' | 'expired';
export type Hold = { id: string; amount: number; posted: number; state: HoldState };

export type Books = { wallet: Wallet; holds: ReadonlyMap<string, Hold> };

export type Move =
  | { kind: 'top-up'; amount: number }
  /** Adds when positive, takes away when negative. */
  | { kind: 'adjustment'; amount: number }
  | { kind: 'hold'; holdId: string; amount: number }
  | { kind: 'post'; holdId: string; amount: number }
  | { kind: 'void' | 'expire'; holdId: string };

export type Transfer = {
  kind: TransferKind;
  from: Account;
  to: Account;
  amount: number;
  holdId: string | null;
};

type MoveRefusal = 'insufficient' | 'no-such-hold' | 'hold-ended' | 'more-than-held' | 'hold-exists';

export const EMPTY_BOOKS: Books = {
  wallet: { funded: 0, available: 0, held: 0, spent: 0 },
  holds: new Map(),
};

/** A positive whole number of credits that is exact in JavaScript and in PostgreSQL. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** What a move does, or why it is refused. A refused move changes nothing. */
export function applyMove(books: Books, move: Move): { books: Books; transfers: Transfer[] } | MoveRefusal {
  switch (move.kind) {
    case 'top-up':
      return transferAll(books, [funding('top-up', move.amount)]);
    case 'adjustment':
      if (books.wallet.available + move.amount < 0) return 'insufficient';
      return transferAll(books, [funding('adjustment', move.amount)]);
    case 'hold':
      return placeHold(books, move.holdId, move.amount);
    case 'post':
      // Posting nothing of a hold voids it.
      return endHold(books, move.holdId, move.amount > 0 ? 'posted' : 'voided', move.amount);
    case 'void':
      return endHold(books, move.holdId, 'voided', 0);
    case 'expire':
      return endHold(books, move.holdId, 'expired', 0);
  }
}

function placeHold(books: Books, holdId: string, amount: number) {
  if (books.holds.has(holdId)) return 'hold-exists' as const;
  if (books.wallet.available < amount) return 'insufficient' as const;
  const next = transferAll(books, [{ kind: 'hold', from: 'available', to: 'held', amount, holdId }]);
  return withHold(next, { id: holdId, amount, posted: 0, state: 'open' });
}

function endHold(books: Books, holdId: string, state: Exclude<HoldState, 'open'>, posted: number) {
  const hold = books.holds.get(holdId);
  if (hold === undefined) return 'no-such-hold' as const;
  if (hold.state !== 'open') return 'hold-ended' as const;
  if (posted > hold.amount) return 'more-than-held' as const;
  const back = hold.amount - posted;
  const transfers: Transfer[] = [];
  if (posted > 0) transfers.push({ kind: 'post', from: 'held', to: 'spent', amount: posted, holdId });
  if (back > 0) {
    const kind = state === 'expired' ? 'expire' : 'void';
    transfers.push({ kind, from: 'held', to: 'available', amount: back, holdId });
  }
  return withHold(transferAll(books, transfers), { ...hold, posted, state });
}

function funding(kind: 'top-up' | 'adjustment', amount: number): Transfer {
  const isUp = amount > 0;
  return {
    kind,
    from: isUp ? 'funded' : 'available',
    to: isUp ? 'available' : 'funded',
    amount: Math.abs(amount),
    holdId: null,
  };
}

function transferAll(books: Books, transfers: Transfer[]) {
  const wallet = { ...books.wallet };
  for (const { from, to, amount } of transfers) {
    wallet[from] -= amount;
    wallet[to] += amount;
  }
  return { books: { ...books, wallet }, transfers };
}

function withHold(done: { books: Books; transfers: Transfer[] }, hold: Hold) {
  const holds = new Map(done.books.holds).set(hold.id, hold);
  return { ...done, books: { ...done.books, holds } };
}
