// The model that the ledger in PostgreSQL is compared with: the books of each tenant by hand, and the keys that moved money. It imports no
// rule of the service, so that a wrong rule is not compared with itself. Commands are generated as wishes ("post more than is held of some
// hold") and made concrete against the model, so that every refusal comes up often.
import { randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import type { Hold } from '../../src/domain/wallet/ledger.ts';
import type { LedgerMove, Moved, MoveOutcome } from '../../src/storage/wallet/ledger.ts';

export type Books = {
  wallet: { funded: number; available: number; held: number; spent: number };
  holds: Map<string, Hold>;
};

export type ModelTenant = {
  id: string;
  reportId: string;
  books: Books;
  /** By key: what it moved. */
  keys: Map<string, { kind: 'top-up' | 'adjustment'; amount: number }>;
};

export function createModelTenant(): ModelTenant {
  const books = { wallet: { funded: 0, available: 0, held: 0, spent: 0 }, holds: new Map() };
  return { id: randomUUIDv7(), reportId: randomUUIDv7(), books, keys: new Map() };
}

/** Applies the move to the model; answers what the ledger must answer. */
export function expect(tenant: ModelTenant, move: LedgerMove): Moved {
  const outcome = decide(tenant, move);
  return { ...outcome, availableCredits: tenant.books.wallet.available };
}

function decide(tenant: ModelTenant, move: LedgerMove): MoveOutcome {
  if (move.kind === 'top-up' || move.kind === 'adjustment') {
    const earlier = tenant.keys.get(move.key);
    if (earlier !== undefined) {
      const isSame = earlier.kind === move.kind && earlier.amount === move.amount;
      return isSame ? { result: 'repeated' } : { result: 'key-reused', earlier };
    }
  }
  const result = move.kind === 'hold' ? place(tenant.books, move) : settle(tenant.books, move);
  if (result === 'moved' && (move.kind === 'top-up' || move.kind === 'adjustment')) {
    tenant.keys.set(move.key, { kind: move.kind, amount: move.amount });
  }
  return { result };
}

/** The same hold once more is no second one. */
function place({ wallet, holds }: Books, { holdId, amount }: LedgerMove & { kind: 'hold' }) {
  const hold = holds.get(holdId);
  if (hold !== undefined) return hold.state === 'open' && hold.amount === amount ? 'repeated' : 'hold-exists';
  if (amount > wallet.available) return 'insufficient';
  wallet.available -= amount;
  wallet.held += amount;
  holds.set(holdId, { id: holdId, amount, posted: 0, state: 'open' });
  return 'moved';
}

function settle({ wallet, holds }: Books, move: Exclude<LedgerMove, { kind: 'hold' }>) {
  if ('key' in move) {
    if (wallet.available + move.amount < 0) return 'insufficient';
    wallet.available += move.amount;
    wallet.funded -= move.amount;
    return 'moved';
  }
  const hold = holds.get(move.holdId);
  if (hold === undefined) return 'no-such-hold';
  if (hold.state !== 'open') return 'hold-ended';
  const posted = move.kind === 'post' ? move.amount : 0;
  if (posted > hold.amount) return 'more-than-held';
  wallet.held -= hold.amount;
  wallet.spent += posted;
  wallet.available += hold.amount - posted;
  // To post nothing is to void.
  const state = move.kind === 'expire' ? 'expired' : posted > 0 ? 'posted' : 'voided';
  holds.set(hold.id, { ...hold, posted, state });
  return 'moved';
}

/** A move in the abstract; `pick` selects one of the holds or keys that exist. */
export type Wish = { tenant: number; pick: number } & (
  | { want: 'top-up'; amount: number }
  | { want: 'adjust'; amount: number }
  | { want: 'adjust all'; beyond: number }
  | { want: 'same key'; amount: number | null; kind: 'top-up' | 'adjustment' | null }
  | { want: 'hold'; amount: number; purpose: 'report' | 'sms' }
  | { want: 'hold all'; beyond: number }
  | { want: 'hold again'; amount: number | null }
  | { want: 'post'; share: 'all' | 'less' | 'none' | 'more' }
  | { want: 'void' | 'expire' }
  | { want: 'void of another tenant' }
  | { want: 'post of nothing' }
);

export type Command =
  | { do: 'apply' | 'apply through the batch' | 'die before commit'; wishes: Wish[] }
  | { do: 'repeat the last' }
  | { do: 'restart' };

const amount = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 400 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_000_000_000_000 }) },
);
const signed = fc.tuple(amount, fc.boolean()).map(([value, isDown]) => (isDown ? -value : value));
const one = <T>(value: T): fc.Arbitrary<T> => fc.constant(value);

const what = fc.oneof(
  { weight: 4, arbitrary: fc.record({ want: one('top-up' as const), amount }) },
  { weight: 2, arbitrary: fc.record({ want: one('adjust' as const), amount: signed }) },
  { weight: 1, arbitrary: fc.record({ want: one('adjust all' as const), beyond: fc.constantFrom(0, 1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      want: one('same key' as const),
      amount: fc.option(amount),
      kind: fc.option(fc.constantFrom('top-up' as const, 'adjustment' as const)),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      want: one('hold' as const),
      amount,
      purpose: fc.constantFrom('report' as const, 'sms' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ want: one('hold all' as const), beyond: fc.constantFrom(0, 1) }) },
  { weight: 1, arbitrary: fc.record({ want: one('hold again' as const), amount: fc.option(amount) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      want: one('post' as const),
      share: fc.constantFrom('all' as const, 'less' as const, 'none' as const, 'more' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ want: fc.constantFrom('void' as const, 'expire' as const) }) },
  { weight: 1, arbitrary: fc.record({ want: one('void of another tenant' as const) }) },
  { weight: 1, arbitrary: fc.record({ want: one('post of nothing' as const) }) },
);

const wish: fc.Arbitrary<Wish> = fc
  .tuple(fc.integer({ min: 0, max: 2 }), fc.nat({ max: 1_000 }), what)
  .map(([tenant, pick, more]) => ({ tenant, pick, ...more }));
const wishes = fc.oneof(
  { weight: 3, arbitrary: fc.array(wish, { minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.array(wish, { minLength: 2, maxLength: 8 }) },
);

export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      do: fc.constantFrom('apply' as const, 'apply through the batch' as const),
      wishes,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: one('repeat the last' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: one('die before commit' as const), wishes }) },
  { weight: 1, arbitrary: fc.record({ do: one('restart' as const) }) },
);

/** The wish as a move against what the model holds now. */
export function toMove(tenants: ModelTenant[], wanted: Wish): LedgerMove {
  const tenant = tenants[wanted.tenant] as ModelTenant;
  const tenantId = tenant.id;
  const funds = (kind: 'top-up' | 'adjustment', key: string, value: number): LedgerMove => ({
    ...{ kind, tenantId, key, amount: value, personId: null },
    ...{ reference: `£ ${key}`, reason: 'a "reason"\nwith two lines' },
  });
  const place = (holdId: string, value: number, purpose: 'report' | 'sms'): LedgerMove => ({
    ...{ kind: 'hold', tenantId, holdId, purpose, amount: value, reportId: tenant.reportId },
    ...{ smsId: purpose === 'sms' ? holdId : null, credentialId: null, personId: null },
  });
  const post = (holdId: string, value: number): LedgerMove => ({
    ...{ kind: 'post', tenantId, holdId, amount: value, lines: { 'credit-report-equifax': value } },
  });
  // A move of zero is not a move: zero becomes one.
  const some = (value: number): number => (value === 0 ? 1 : value);

  switch (wanted.want) {
    case 'top-up':
      return funds('top-up', randomUUIDv7(), wanted.amount);
    case 'adjust':
      return funds('adjustment', randomUUIDv7(), wanted.amount);
    case 'adjust all':
      return funds('adjustment', randomUUIDv7(), -some(tenant.books.wallet.available + wanted.beyond));
    case 'same key': {
      const [key, earlier] = pickFrom([...tenant.keys], wanted.pick) ?? [randomUUIDv7(), null];
      const kind = wanted.kind ?? earlier?.kind ?? 'top-up';
      return funds(kind, key, fit(kind, wanted.amount ?? earlier?.amount ?? 1));
    }
    case 'hold':
      return place(randomUUIDv7(), wanted.amount, wanted.purpose);
    case 'hold all':
      return place(randomUUIDv7(), some(tenant.books.wallet.available + wanted.beyond), 'report');
    case 'hold again': {
      const hold = pickHold(tenant, wanted.pick);
      return place(hold.id, wanted.amount ?? hold.amount, 'report');
    }
    case 'post': {
      const hold = pickHold(tenant, wanted.pick);
      const shares = { all: hold.amount, less: Math.ceil(hold.amount / 2), none: 0, more: hold.amount + 1 };
      return post(hold.id, shares[wanted.share]);
    }
    case 'void':
    case 'expire':
      return { kind: wanted.want, tenantId, holdId: pickHold(tenant, wanted.pick).id };
    case 'void of another tenant': {
      const other = tenants[(wanted.tenant + 1) % tenants.length] as ModelTenant;
      return { kind: 'void', tenantId, holdId: pickHold(other, wanted.pick).id };
    }
    case 'post of nothing':
      return post(randomUUIDv7(), 1);
  }
}

/** Mostly an open one; else any; else one that does not exist. */
function pickHold(tenant: ModelTenant, pick: number): Hold {
  const all = [...tenant.books.holds.values()];
  const open = all.filter(({ state }) => state === 'open');
  const nowhere: Hold = { id: randomUUIDv7(), amount: 1, posted: 0, state: 'open' };
  return pickFrom(pick % 5 === 0 ? all : open, pick) ?? pickFrom(all, pick) ?? nowhere;
}

function pickFrom<T>(list: T[], pick: number): T | undefined {
  return list[pick % Math.max(list.length, 1)];
}

/** A top-up is never negative; our types forbid it. */
function fit(kind: 'top-up' | 'adjustment', value: number): number {
  return kind === 'top-up' ? Math.abs(value) : value;
}
