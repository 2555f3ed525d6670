// The verification on plain values: a consistent ledger has no problem, and each kind of corruption is reported. The books are made by
// the domain's own moves; the real tables are tested in test/ledger/verify.test.ts.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { applyMove, EMPTY_BOOKS, type Move } from './ledger.ts';
import { chainText, createProof, type ProofEntry, type ProofHold, type ProofWallet } from './ledger-proof.ts';

const TENANT = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a01';
const hash = (previous: Uint8Array, text: string): Uint8Array =>
  createHash('sha256').update(previous).update(text).digest();

type Story = { entries: ProofEntry[]; holds: ProofHold[]; wallet: ProofWallet };

/** The books as stored after these moves. */
function told(tenantId: string, moves: Move[]): Story {
  let books = EMPTY_BOOKS;
  const entries: ProofEntry[] = [];
  let link: Uint8Array = new TextEncoder().encode(tenantId);
  const running = { ...EMPTY_BOOKS.wallet };
  for (const move of moves) {
    const outcome = applyMove(books, move);
    if (typeof outcome === 'string') assert.fail(outcome);
    books = outcome.books;
    for (const { kind, amount, from, to, holdId } of outcome.transfers) {
      running[from] -= amount;
      running[to] += amount;
      const seq = entries.length + 1;
      const entry: ProofEntry = {
        ...{ seq, transferKey: `key-${seq}`, kind, amount, fromAccount: from, toAccount: to, holdId },
        ...{ lines: kind === 'post' ? JSON.stringify({ 'sms-otp': amount }) : null },
        ...{ reportId: holdId && `report of ${holdId}`, smsId: null, credentialId: null, personId: null },
        ...{ reference: null, reason: null, availableAfter: running.available, heldAfter: running.held },
        ...{ createdAtMicros: String(1_700_000_000_000_000 + seq), hash: new Uint8Array() },
      };
      link = hash(link, chainText(entry));
      entries.push({ ...entry, hash: link });
    }
  }
  const holds = [...books.holds.values()].map((hold) => ({
    ...hold,
    purpose: 'report' as const,
    reportId: `report of ${hold.id}`,
  }));
  const lastHash = entries.at(-1)?.hash ?? new Uint8Array();
  return { entries, holds, wallet: { ...books.wallet, lastSeq: entries.length, lastHash } };
}

function problemsOf({ entries, holds, wallet }: Story, tenantId = TENANT): string[] {
  const proof = createProof(tenantId, hash);
  for (const entry of entries) proof.addEntry(entry);
  for (const hold of holds) proof.addHold(hold);
  return proof.finish(wallet);
}

const MOVES: Move[] = [
  { kind: 'top-up', amount: 1_000 },
  { kind: 'hold', holdId: 'a', amount: 300 },
  { kind: 'post', holdId: 'a', amount: 200 },
  { kind: 'hold', holdId: 'b', amount: 40 },
  { kind: 'expire', holdId: 'b' },
  { kind: 'hold', holdId: 'c', amount: 7 },
  { kind: 'adjustment', amount: -3 },
];

const story = (): Story => structuredClone(told(TENANT, MOVES));
const at = <T>(list: T[], index: number): T => {
  const one = list[index];
  if (one === undefined) throw new Error('not in the story');
  return one;
};

test('a consistent ledger, and an empty one, have no problem', () => {
  assert.deepEqual(problemsOf(story()), []);
  assert.deepEqual(problemsOf(told(TENANT, [])), []);
});

test("another tenant's consistent ledger fails for this one", () => {
  const other = told('0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a02', MOVES);
  assert.deepEqual(problemsOf(other), ['entry 1 was altered: its hash does not follow from the chain']);
});

const set = <T extends object>(target: T, more: Partial<T>): void => void Object.assign(target, more);

const DAMAGES: [name: string, damage: (story: Story) => void, problem: RegExp][] = [
  ['a hole', ({ entries }) => void entries.splice(2, 1), /^entry 3 is missing: the next one is 4$/],
  ['a changed word', ({ entries }) => set(at(entries, 1), { reason: 'x' }), /^entry 2 was altered/],
  [
    'a changed balance',
    ({ entries }) => set(at(entries, 0), { availableAfter: 1_001 }),
    /^entry 1 says 1001 available and 0 held after it; the entries add up to 1000 and 0$/,
  ],
  [
    'products that do not add up',
    ({ entries }) => set(at(entries, 2), { lines: '{"sms-otp":150,"x":49}' }),
    /^entry 3 is of 200; its products add up to 199$/,
  ],
  ['a hold without an entry', ({ holds }) => set(at(holds, 0), { id: 'z' }), /^hold z has no entry$/],
  ['a lost hold', ({ holds }) => void holds.pop(), /^hold c is in the entries but not among the holds$/],
  [
    'another amount',
    ({ holds }) => set(at(holds, 0), { amount: 299 }),
    /^hold a is of 299; its entry says 300$/,
  ],
  ['another post', ({ holds }) => set(at(holds, 0), { posted: 1 }), /^hold a posted 1; its entries say 200$/],
  [
    'another end',
    ({ holds }) => set(at(holds, 1), { state: 'voided' }),
    /^hold b is voided; its entries say expired$/,
  ],
  [
    'an end too few',
    ({ holds }) => set(at(holds, 0), { state: 'open' }),
    /^hold a is open; its entries say posted$/,
  ],
  [
    'another report',
    ({ holds }) => set(at(holds, 0), { reportId: 'r' }),
    /^hold a belongs to report r; its entry says report of a$/,
  ],
  [
    'another purpose',
    ({ holds }) => set(at(holds, 0), { purpose: 'sms' }),
    /^hold a is for sms; its entry says report$/,
  ],
  [
    'a false account',
    ({ wallet }) => set(wallet, { spent: 1 }),
    /^the wallet says 1 spent; the entries add up to 200$/,
  ],
  ['a sum', ({ wallet }) => set(wallet, { funded: 0 }), /^the accounts add up to 997, not to zero$/],
  ['a count', ({ wallet }) => set(wallet, { lastSeq: 3 }), /^the wallet has seen 3 entries; 8 are there$/],
  [
    'a link',
    ({ wallet }) => set(wallet, { lastHash: new Uint8Array(32) }),
    /^the last link of the chain is not the one that the wallet remembers$/,
  ],
];

for (const [name, damage, problem] of DAMAGES) {
  test(`reported: ${name}`, () => {
    const damaged = story();
    damage(damaged);
    const problems = problemsOf(damaged);
    assert.ok(
      problems.some((one) => problem.test(one)),
      problems.join('\n'),
    );
  });
}

const end = (holdId: string, amount: number): Partial<ProofEntry> => ({ kind: 'void', holdId, amount });
const FORGED: [name: string, Partial<ProofEntry>, problem: RegExp][] = [
  ['a hold placed twice', { kind: 'hold', holdId: 'a', amount: 1 }, /^entry 9 places hold a a second time$/],
  ['an end of nothing', end('z', 1), /^entry 9 ends hold z, which was never placed$/],
  ['a second end', end('a', 1), /^entry 9 takes more out of hold a than it held$/],
];

for (const [name, forged, problem] of FORGED) {
  test(`reported although its hash is valid: ${name}`, () => {
    const { entries, holds, wallet } = story();
    const last = at(entries, entries.length - 1);
    const entry = {
      ...last,
      seq: 9,
      transferKey: 'forged',
      fromAccount: 'held',
      toAccount: 'held',
      ...forged,
    };
    entries.push({ ...entry, hash: hash(last.hash, chainText(entry)) });
    const problems = problemsOf({ entries, holds, wallet });
    assert.ok(
      problems.some((one) => problem.test(one)),
      problems.join('\n'),
    );
    assert.ok(!problems.some((one) => one.includes('was altered')));
  });
}

test('no two entries have the same text, wherever a line break is', () => {
  const entry = at(story().entries, 0);
  const text = (more: Partial<ProofEntry>): string => chainText({ ...entry, ...more });
  const pairs: [Partial<ProofEntry>, Partial<ProofEntry>][] = [
    [{ transferKey: 'a\n1\nb' }, { transferKey: 'a', reference: 'b' }],
    [{ reference: 'a\nb' }, { reference: 'a', reason: 'b' }],
    [
      { reference: 'ab', reason: 'c' },
      { reference: 'a', reason: 'bc' },
    ],
    [
      { reference: null, reason: 'a' },
      { reference: 'a', reason: null },
    ],
    [{ smsId: 'x' }, { reportId: 'x' }],
  ];
  for (const [one, other] of pairs) assert.notEqual(text(one), text(other));
});

test('lengths count code points, as PostgreSQL does, not UTF-16 units', () => {
  const entry = { ...at(story().entries, 0), transferKey: 'k', reference: '💷£' };
  assert.deepEqual(chainText(entry).split('\n').slice(-5), ['1', 'k', '2', '💷£', '']);
});
