// Raw SQL under the service's own role, without any code of ours, cannot break the ledger's rules: the tables' constraints reject it.
// Each row here is a statement that must fail, with the rule that rejects it.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { Database } from '../../src/storage/engine/connection/database.ts';
import { applyMoves, findWallet, type LedgerMove } from '../../src/storage/wallet/ledger.ts';
import { createVerifyLedger } from '../../src/usecases/wallet/verify-ledger.ts';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { makeTenant, type Story, tellStory } from './books.ts';

const CHECK = '23514';
const UNIQUE = '23505';
const FOREIGN = '23503';
const ONLY_ADDED = 'TF001';
const ENDS_ONCE = 'TF002';
const MOST = 2 ** 53 - 1;

let home: TestDatabase;
let database: Database;
let raw: pg.Client;
let story: Story;

before(async () => {
  home = await createTestDatabase();
  database = await openTestDatabase(home);
  raw = new pg.Client({ connectionString: home.url });
  await raw.connect();
  story = await tellStory(database);
});
after(async () => {
  await raw.end();
  await database.close();
  await home.drop();
});

/** The ledger is unchanged: no statement above had any effect. */
const assertUntouched = async (): Promise<void> => {
  const { entries, problems } = await createVerifyLedger({ database })(story.tenantId);
  assert.deepEqual([entries, problems], [10, []]);
};
const refused = async (sql: string, code: string, values: unknown[] = [story.tenantId]): Promise<void> => {
  await assert.rejects(
    raw.query(sql, values),
    (error: pg.DatabaseError) => {
      assert.equal(error.code, code, error.message);
      return true;
    },
    sql,
  );
};

const WALLET: [name: string, change: string][] = [
  ['spend what is not there', 'available = -1, spent = spent + available + 1'],
  ['hold less than nothing', 'held = -1, available = available + held + 1'],
  ['have spent less than nothing', 'spent = -1, available = available + spent + 1'],
  ['gain a credit from nowhere', 'available = available + 1'],
  ['lose a credit', 'held = held - 1'],
  ['be paid more than can be counted', `available = ${2 ** 53} - held - spent, funded = -${2 ** 53}`],
  ['owe less than nothing', 'debt = -1'],
  ['owe more than can be counted', `debt = ${2 ** 53}`],
  ['remember half a link', `last_hash = '\\x00'`],
];
for (const [name, change] of WALLET) {
  test(`a wallet cannot ${name}`, async () => {
    await refused(`update wallets set ${change} where tenant_id = $1`, CHECK);
    await assertUntouched();
  });
}

// The rules of a table are one function: what it refuses has the name of the rule all the same.
const NAMED: [rule: string, sql: string][] = [
  ['wallets_debt', 'update wallets set debt = -1 where tenant_id = $1'],
  [
    'ledger_entries_accounts',
    `insert into ledger_entries select e.* from (select e from ledger_entries e where tenant_id = $1 limit 1) x
     cross join lateral jsonb_populate_record(x.e, '{"kind": "gift"}') e`,
  ],
  [
    'holds_purpose_check',
    `insert into holds select h.* from (select h from holds h where tenant_id = $1 limit 1) x
     cross join lateral jsonb_populate_record(x.h, '{"purpose": "lunch"}') h`,
  ],
];
for (const [rule, sql] of NAMED)
  test(`what ${rule} refuses is refused by that name`, () =>
    assert.rejects(raw.query(sql, [story.tenantId]), { code: CHECK, constraint: rule }));

test('a tenant has one wallet, and a wallet belongs to a tenant', async () => {
  await refused('insert into wallets (tenant_id, available) values ($1, 0)', UNIQUE);
  await refused('insert into wallets (tenant_id, available) values ($1, 0)', FOREIGN, [randomUUIDv7()]);
});

test('a tenant is never deleted', () => refused('delete from tenants where id = $1', ONLY_ADDED));

const ENTRY = {
  ...{
    tenant_id: '$1',
    seq: '11',
    transfer_key: `'k'`,
    kind: `'top-up'`,
    amount: '1',
    from_account: `'funded'`,
  },
  ...{
    to_account: `'available'`,
    hold_id: 'null',
    report_id: 'null',
    available_after: '1',
    held_after: '0',
    created_at: 'now()',
  },
  hash: `sha256('')`,
};
const insertEntry = (more: Partial<typeof ENTRY>): string => {
  const row = { ...ENTRY, ...more };
  return `insert into ledger_entries (${Object.keys(row)}) values (${Object.values(row)})`;
};

for (const amount of ['0', '-1', String(2 ** 53), String(2n ** 63n - 1n)]) {
  test(`no entry is of ${amount} credits`, () => refused(insertEntry({ amount }), CHECK));
}

test('the largest amount that is exact in JavaScript and PostgreSQL is accepted', async () => {
  await raw.query('begin');
  await raw.query(insertEntry({ amount: String(MOST) }), [story.tenantId]);
  await raw.query('rollback');
});

test('an amount beyond the range of the column is rejected, not wrapped', () =>
  refused(insertEntry({ amount: String(2n ** 63n) }), '22003'));

test('one key moves money once', () => refused(insertEntry({ transfer_key: `'top-up:a'` }), UNIQUE));
test('what a hold of a report did is not done again under another key', async () => {
  const entryOf = (hold: string, kind: string, from: string, to: string) => ({
    ...{ hold_id: `'${hold}'`, report_id: `'${story.bought}'` },
    ...{ kind: `'${kind}'`, from_account: `'${from}'`, to_account: `'${to}'` },
  });
  for (const hold of [story.bought, story.sms]) {
    await refused(insertEntry(entryOf(hold, 'hold', 'available', 'held')), UNIQUE);
    await refused(insertEntry(entryOf(hold, 'post', 'held', 'spent')), UNIQUE);
  }
  for (const kind of ['void', 'expire'])
    await refused(insertEntry(entryOf(story.bought, kind, 'held', 'available')), UNIQUE);
});
test('a text of no report is held once', async () => {
  const hold = { kind: `'hold'`, from_account: `'available'`, to_account: `'held'` };
  const twice = insertEntry({ ...hold, hold_id: `'${story.sms}'`, transfer_key: `'top-up:a'` });
  await refused(twice, UNIQUE);
});
test('a seq of the chain is used once', () => refused(insertEntry({ seq: '10' }), UNIQUE));

const MORE: [name: string, more: Partial<typeof ENTRY>][] = [
  ['without a key', { transfer_key: `''` }],
  ['with an endless key', { transfer_key: `repeat('k', 301)` }],
  ['before the first', { seq: '0' }],
  ['after which less than nothing is there', { available_after: '-1' }],
  ['after which less than nothing is held', { held_after: '-1' }],
  ['with half a hash', { hash: `'\\x00'` }],
  [
    'of a hold that does not say which',
    { kind: `'hold'`, from_account: `'available'`, to_account: `'held'` },
  ],
  ['of a top-up that names a hold', { hold_id: 'gen_random_uuid()' }],
  ['of a top-up that names a report', { report_id: 'gen_random_uuid()' }],
  ['of an unknown kind', { kind: `'gift'` }],
];
for (const [name, more] of MORE) test(`no entry ${name}`, () => refused(insertEntry(more), CHECK));

const ACCOUNTS = ['funded', 'available', 'held', 'spent', 'other'];
const PAIRS: Record<string, string[]> = {
  'top-up': ['funded>available'],
  adjustment: ['funded>available', 'available>funded'],
  hold: ['available>held'],
  post: ['held>spent'],
  void: ['held>available'],
  expire: ['held>available'],
};

test('each kind of entry has its fixed pair of accounts: every other pair is rejected', async () => {
  let tried = 0;
  for (const [kind, allowed] of Object.entries(PAIRS)) {
    for (const from of ACCOUNTS) {
      for (const to of ACCOUNTS) {
        if (allowed.includes(`${from}>${to}`)) continue;
        const needsHold = !['top-up', 'adjustment'].includes(kind);
        await refused(
          insertEntry({
            ...{ kind: `'${kind}'`, from_account: `'${from}'`, to_account: `'${to}'` },
            hold_id: needsHold ? 'gen_random_uuid()' : 'null',
          }),
          CHECK,
        );
        tried += 1;
      }
    }
  }
  assert.equal(tried, 6 * 25 - 7);
  await assertUntouched();
});

test('entries are append-only: not updated, not deleted, not truncated', async () => {
  for (const sql of [
    'update ledger_entries set amount = amount where tenant_id = $1',
    `update ledger_entries set reason = 'x' where tenant_id = $1 and seq = 1`,
    'delete from ledger_entries where tenant_id = $1',
  ]) {
    await refused(sql, ONLY_ADDED);
  }
  await refused('truncate ledger_entries', ONLY_ADDED, []);
  await assertUntouched();
});

test('holds are not deleted and not truncated', async () => {
  await refused('delete from holds where tenant_id = $1', ONLY_ADDED);
  await refused('truncate holds', ONLY_ADDED, []);
  await assertUntouched();
});

test('a hold that has ended cannot end again, open again or change in any other way', async () => {
  for (const change of [
    `state = 'voided', posted = 0`,
    `state = 'open', ended_at = null, posted = 0`,
    `state = 'expired', posted = 0`,
    'posted = posted - 1',
    'ended_at = now()',
    'placed_at = placed_at',
  ]) {
    await refused(`update holds set ${change} where tenant_id = $1 and state = 'posted'`, ENDS_ONCE);
  }
  await refused(
    `update holds set state = 'posted', posted = 1 where tenant_id = $1 and state = 'voided'`,
    ENDS_ONCE,
  );
  await assertUntouched();
});

test('an open hold can only end: its amount and purpose do not change', async () => {
  for (const change of [
    'amount = amount + 1',
    `purpose = 'sms'`,
    `report_id = '${randomUUIDv7()}'`,
    `credential_id = '${randomUUIDv7()}'`,
    'person_id = null',
    `placed_at = '2020-01-01T00:00:00Z'`,
    `id = '${randomUUIDv7()}'`,
    `state = 'voided', ended_at = now(), amount = 1`,
  ]) {
    await refused(`update holds set ${change} where tenant_id = $1 and state = 'open'`, ENDS_ONCE);
  }
  await assertUntouched();
});

const HOLD = {
  ...{
    tenant_id: '$1',
    id: 'gen_random_uuid()',
    purpose: `'sms'`,
    amount: '1',
    posted: '0',
    state: `'open'`,
  },
  ...{ report_id: 'gen_random_uuid()', placed_at: 'now()', ended_at: 'null' },
};
const HOLDS: [name: string, more: Partial<typeof HOLD>][] = [
  ['of nothing', { amount: '0' }],
  ['of less than nothing', { amount: '-1' }],
  ['that posted more than it held', { posted: '2', state: `'posted'`, ended_at: 'now()' }],
  ['that posted less than nothing', { posted: '-1', state: `'posted'`, ended_at: 'now()' }],
  ['that is posted and posted nothing', { state: `'posted'`, ended_at: 'now()' }],
  ['that is voided and posted something', { posted: '1', state: `'voided'`, ended_at: 'now()' }],
  ['that is open and has ended', { ended_at: 'now()' }],
  ['that has ended and does not know when', { state: `'voided'` }],
  ['for something else', { purpose: `'lunch'` }],
  ['in another state', { state: `'lost'` }],
];
for (const [name, more] of HOLDS) {
  test(`there is no hold ${name}`, async () => {
    const row = { ...HOLD, ...more };
    await refused(`insert into holds (${Object.keys(row)}) values (${Object.values(row)})`, CHECK);
  });
}

/** A move that our types forbid. */
const move = (tenantId: string, more: Record<string, unknown>): LedgerMove =>
  ({
    ...{ kind: 'top-up', tenantId, key: randomUUIDv7(), personId: null, reference: 'r', reason: 'r' },
    ...more,
  }) as LedgerMove;

test('ledger_apply rejects invalid amounts and kinds, and moves nothing', async () => {
  const holdId = randomUUIDv7();
  const place = { kind: 'hold', holdId, purpose: 'sms', reportId: story.bought, smsId: holdId };
  const end = { kind: 'post', holdId: story.pending, lines: {} };
  for (const amount of [0, -1, 0.5, 2 ** 53, 2 ** 63, 1e300, '1e3', 'ten', null]) {
    await assert.rejects(applyMoves(database, [move(story.tenantId, { amount })]), String(amount));
  }
  for (const amount of [0, -1, 0.5, 'ten', null]) {
    await assert.rejects(applyMoves(database, [move(story.tenantId, { ...place, amount })]), String(amount));
  }
  for (const amount of [-1, 0.5, 'ten', null]) {
    await assert.rejects(applyMoves(database, [move(story.tenantId, { ...end, amount })]), String(amount));
  }
  await assert.rejects(applyMoves(database, [move(story.tenantId, { kind: 'adjustment', amount: 0 })]));
  for (const kind of ['gift', '', null]) {
    const odd = { kind, amount: 1, holdId: story.pending };
    await assert.rejects(applyMoves(database, [move(story.tenantId, odd)]), String(kind));
  }
  await assertUntouched();
});

test('a wallet can be funded up to the largest safe integer and not one credit more', async () => {
  const tenantId = await makeTenant(database);
  const [first] = await applyMoves(database, [move(tenantId, { amount: MOST })]);
  assert.deepEqual(first, { result: 'moved', availableCredits: MOST });
  await assert.rejects(applyMoves(database, [move(tenantId, { amount: 1 })]));
  const wallet = await findWallet(database, tenantId);
  assert.deepEqual([wallet?.available, wallet?.funded, wallet?.lastSeq], [MOST, -MOST, 1]);
});

test('one invalid move rolls its whole batch back', async () => {
  const tenantId = await makeTenant(database);
  await assert.rejects(applyMoves(database, [move(tenantId, { amount: 5 }), move(tenantId, { amount: -5 })]));
  assert.equal((await findWallet(database, tenantId))?.lastSeq, 0);
});

test('a move on a tenant without a wallet is rejected', () =>
  assert.rejects(applyMoves(database, [move(randomUUIDv7(), { amount: 5 })])));

const PRICES: [sql: string, code: string][] = [
  [`insert into tenant_prices (tenant_id, product_code, credits) values ($1, 'sms-otp', -1)`, CHECK],
  [`insert into tenant_prices (tenant_id, product_code, credits) values ($1, 'sms-otp', 1000000001)`, CHECK],
  [`insert into tenant_prices (tenant_id, product_code, credits) values ($1, 'lunch', 1)`, FOREIGN],
];
for (const [sql, code] of PRICES) {
  test(`no price like this: ${sql.slice(sql.indexOf('values'))}`, () => refused(sql, code));
}
