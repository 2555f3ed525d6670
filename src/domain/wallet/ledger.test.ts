// The ledger's moves on plain values: what each does to the four accounts, what it refuses, and its invariants.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ACCOUNTS, applyMove, type Books, EMPTY_BOOKS, isAmount, type Move } from './ledger.ts';

type Done = Exclude<ReturnType<typeof applyMove>, string>;

/** The books after these moves; each must be accepted. */
function after(...moves: Move[]): Books {
  return moves.reduce((books, move) => done(applyMove(books, move)).books, EMPTY_BOOKS);
}

function done(outcome: ReturnType<typeof applyMove>): Done {
  if (typeof outcome === 'string') assert.fail(`refused: ${outcome}`);
  return outcome;
}

const topUp = (amount: number): Move => ({ kind: 'top-up', amount });
const adjust = (amount: number): Move => ({ kind: 'adjustment', amount });
const hold = (holdId: string, amount: number): Move => ({ kind: 'hold', holdId, amount });
const post = (holdId: string, amount: number): Move => ({ kind: 'post', holdId, amount });
const release = (kind: 'void' | 'expire', holdId: string): Move => ({ kind, holdId });

test('each move transfers its amount from one account to another', () => {
  const rows: [Books, Move, [string, string, string, number][]][] = [
    [EMPTY_BOOKS, topUp(500), [['top-up', 'funded', 'available', 500]]],
    [EMPTY_BOOKS, adjust(5), [['adjustment', 'funded', 'available', 5]]],
    [after(topUp(9)), adjust(-9), [['adjustment', 'available', 'funded', 9]]],
    [after(topUp(9)), hold('a', 9), [['hold', 'available', 'held', 9]]],
    [after(topUp(9), hold('a', 9)), post('a', 9), [['post', 'held', 'spent', 9]]],
    [after(topUp(9), hold('a', 9)), release('void', 'a'), [['void', 'held', 'available', 9]]],
    [after(topUp(9), hold('a', 9)), release('expire', 'a'), [['expire', 'held', 'available', 9]]],
    [
      after(topUp(9), hold('a', 9)),
      post('a', 4),
      [
        ['post', 'held', 'spent', 4],
        ['void', 'held', 'available', 5],
      ],
    ],
    [after(topUp(9), hold('a', 9)), post('a', 0), [['void', 'held', 'available', 9]]],
  ];
  for (const [books, move, expected] of rows) {
    const { transfers } = done(applyMove(books, move));
    assert.deepEqual(
      transfers.map(({ kind, from, to, amount }) => [kind, from, to, amount]),
      expected,
      JSON.stringify(move),
    );
  }
});

test('the accounts are what was funded, what is available, what is held and what was spent', () => {
  const { wallet } = after(topUp(1_000), hold('a', 300), hold('b', 40), post('a', 200), adjust(-60));
  assert.deepEqual(wallet, { funded: -940, available: 700, held: 40, spent: 200 });
});

test('a hold ends as posted, voided or expired; posting nothing of it voids it', () => {
  const held = after(topUp(10), hold('a', 10));
  const endings: [Move, string, number][] = [
    [post('a', 10), 'posted', 10],
    [post('a', 1), 'posted', 1],
    [post('a', 0), 'voided', 0],
    [release('void', 'a'), 'voided', 0],
    [release('expire', 'a'), 'expired', 0],
  ];
  for (const [move, state, posted] of endings) {
    const { books } = done(applyMove(held, move));
    assert.deepEqual(books.holds.get('a'), { id: 'a', amount: 10, posted, state });
  }
});

test('an impossible move is refused with its reason', () => {
  const held = after(topUp(10), hold('a', 10));
  const ended = after(topUp(20), hold('a', 10), post('a', 10));
  const rows: [Books, Move, string][] = [
    [after(topUp(9)), hold('a', 10), 'insufficient'],
    [EMPTY_BOOKS, hold('a', 1), 'insufficient'],
    [after(topUp(9)), adjust(-10), 'insufficient'],
    [held, adjust(-1), 'insufficient'],
    [held, hold('b', 1), 'insufficient'],
    [held, hold('a', 10), 'hold-exists'],
    [ended, hold('a', 10), 'hold-exists'],
    [held, post('b', 1), 'no-such-hold'],
    [held, release('void', 'b'), 'no-such-hold'],
    [held, release('expire', 'b'), 'no-such-hold'],
    [held, post('a', 11), 'more-than-held'],
    [ended, post('a', 1), 'hold-ended'],
    [ended, post('a', 11), 'hold-ended'],
    [ended, release('void', 'a'), 'hold-ended'],
    [ended, release('expire', 'a'), 'hold-ended'],
  ];
  for (const [books, move, refusal] of rows) {
    assert.equal(applyMove(books, move), refusal, JSON.stringify(move));
  }
});

test('a move never mutates the given books', () => {
  const books = after(topUp(10), hold('a', 5));
  const before = structuredClone(books);
  for (const move of [topUp(1), adjust(-5), hold('b', 5), post('a', 5), post('a', 9), release('void', 'a')]) {
    applyMove(books, move);
  }
  assert.deepEqual(books, before);
});

const anyMove: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ kind: fc.constant('top-up' as const), amount: fc.integer({ min: 1, max: 500 }) }),
  fc.record({
    kind: fc.constant('adjustment' as const),
    amount: fc.integer({ min: -300, max: 300 }).filter((amount) => amount !== 0),
  }),
  fc.record({
    kind: fc.constant('hold' as const),
    holdId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    amount: fc.integer({ min: 1, max: 300 }),
  }),
  fc.record({
    kind: fc.constant('post' as const),
    holdId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    amount: fc.integer({ min: 0, max: 320 }),
  }),
  fc.record({
    kind: fc.constantFrom('void' as const, 'expire' as const),
    holdId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  }),
);

test('after any moves accounts add up to zero, none is negative, held equals the open holds, spent equals what was posted', () => {
  fc.assert(
    fc.property(fc.array(anyMove, { maxLength: 60 }), (moves) => {
      let books = EMPTY_BOOKS;
      for (const move of moves) {
        const outcome = applyMove(books, move);
        if (typeof outcome !== 'string') books = outcome.books;
        const { wallet, holds } = books;
        assert.equal(
          ACCOUNTS.reduce((sum, account) => sum + wallet[account], 0),
          0,
        );
        assert.ok(wallet.available >= 0 && wallet.held >= 0 && wallet.spent >= 0);
        const open = [...holds.values()].filter(({ state }) => state === 'open');
        assert.equal(
          wallet.held,
          open.reduce((sum, { amount }) => sum + amount, 0),
        );
        assert.equal(
          wallet.spent,
          [...holds.values()].reduce((sum, { posted }) => sum + posted, 0),
        );
      }
    }),
    { numRuns: 300 },
  );
});

test('a hold that has ended never changes, whatever move comes next', () => {
  fc.assert(
    fc.property(anyMove, (move) => {
      const books = after(topUp(1_000), hold('a', 100), post('a', 30));
      const outcome = applyMove(books, move);
      const next = typeof outcome === 'string' ? books : outcome.books;
      assert.deepEqual(next.holds.get('a'), { id: 'a', amount: 100, posted: 30, state: 'posted' });
    }),
  );
});

test('an amount is a positive whole number of credits that is exact in JavaScript and PostgreSQL', () => {
  for (const good of [1, 2 ** 31, 2 ** 53 - 1]) assert.equal(isAmount(good), true, String(good));
  const bad = [
    0,
    -0,
    -1,
    0.5,
    1e-9,
    2 ** 53,
    2 ** 63,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1',
    1n,
    null,
    {},
  ];
  for (const one of [...bad, undefined, [1], true]) assert.equal(isAmount(one), false, String(one));
});
