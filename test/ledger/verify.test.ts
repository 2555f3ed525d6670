// Verification of the ledger on real tables: each planted corruption is found and named, a consistent ledger raises no false alarm,
// and thirty thousand entries are verified in seconds. The corruption is made in a session without triggers and checks.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../../src/storage/engine/connection/database.ts';
import { createVerifyLedger, type VerifyLedger } from '../../src/usecases/wallet/verify-ledger.ts';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { after, before, test } from '../support/long.ts';
import { pastTheRules } from '../support/money.ts';
import { makeTenant, type Story, tellStory } from './books.ts';

const ENTRIES = 30_000;
// Quadratic time would be hours; it takes a second.
const GENEROUS_MS = 60_000;

let home: TestDatabase;
let database: Database;
let verify: VerifyLedger;

const DROP_CHECKS = `do $$ declare c record; begin
  for c in select conrelid::regclass as place, conname from pg_constraint
    where contype = 'c' and conrelid::regclass::text in ('wallets', 'holds', 'ledger_entries')
  loop execute format('alter table %s drop constraint %I', c.place, c.conname); end loop;
end $$`;

before(async () => {
  home = await createTestDatabase();
  database = await openTestDatabase(home);
  verify = createVerifyLedger({ database });
  await pastTheRules(home, (query) => query(DROP_CHECKS));
});
after(async () => {
  await database.close();
  await home.drop();
});

type Query = Parameters<Parameters<typeof pastTheRules>[1]>[0];
/** SQL on the story's tenant ($1), or more than that. */
type Damage = string | ((query: Query, story: Story) => Promise<unknown>);

const entry = (seq: number, change: string): string =>
  `update ledger_entries set ${change} where tenant_id = $1 and seq = ${seq}`;
const wallet = (change: string): string => `update wallets set ${change} where tenant_id = $1`;
const hold =
  (name: 'bought' | 'pending' | 'failed' | 'sms', change: string): Damage =>
  (query, story) =>
    query(`update holds set ${change} where tenant_id = $1 and id = $2`, [story.tenantId, story[name]]);
const report =
  (name: 'bought' | 'pending' | 'failed', change: string): Damage =>
  (query, story) =>
    query(`update reports set ${change} where tenant_id = $1 and id = $2`, [story.tenantId, story[name]]);
const altered = (seq: number): RegExp =>
  new RegExp(`^entry ${seq} was altered: its hash does not follow from the chain$`);

/** Recomputes the hashes from `seq` on, as an attacker would who knows how they are made. */
const RELINK = `do $$ declare e record; link bytea; begin
  select hash into link from ledger_entries where tenant_id = '%T' and seq = %S - 1;
  for e in select * from ledger_entries where tenant_id = '%T' and seq >= %S order by seq loop
    link := ledger_hash(link, e.seq, e.transfer_key, e.kind, e.amount, e.from_account, e.to_account, e.hold_id,
      e.lines::text, e.report_id, e.sms_id, e.credential_id, e.person_id, e.reference, e.reason, e.available_after,
      e.held_after, e.created_at);
    update ledger_entries set hash = link where tenant_id = '%T' and seq = e.seq;
    update wallets set last_hash = link where tenant_id = '%T';
  end loop;
end $$`;
const relinked =
  (seq: number, damage: string): Damage =>
  async (query, { tenantId }) => {
    await query(damage, [tenantId]);
    await query(RELINK.replaceAll('%T', tenantId).replaceAll('%S', String(seq)));
  };

/** Appends an eleventh entry with a valid hash, and updates the wallet for it. */
const forged =
  (columns: Record<string, string>): Damage =>
  async (query, story) => {
    const { tenantId } = story;
    const row = {
      ...{ tenant_id: `'${tenantId}'`, seq: '11', transfer_key: `'forged'`, kind: `'void'`, amount: '1' },
      ...{ from_account: `'held'`, to_account: `'available'`, available_after: '451', held_after: '299' },
      ...{ created_at: 'now()', hash: `sha256('')`, hold_id: `'${story.bought}'`, ...columns },
    };
    await query(`insert into ledger_entries (${Object.keys(row)}) values (${Object.values(row)})`);
    await query(RELINK.replaceAll('%T', tenantId).replaceAll('%S', '11'));
    await query(
      'update wallets set last_seq = 11, available = available + 1, held = held - 1 where tenant_id = $1',
      [tenantId],
    );
  };

const swapSeq = async (query: Query, { tenantId }: Story) => {
  for (const [from, to] of [
    [8, 0],
    [9, 8],
    [0, 9],
  ]) {
    await query('update ledger_entries set seq = $3 where tenant_id = $1 and seq = $2', [tenantId, from, to]);
  }
};

/** Moves the credits of one tenant to another, with entries and holds. */
const stealBooks = async (query: Query, { tenantId }: Story) => {
  const victim = await tellStory(database);
  for (const table of ['ledger_entries', 'holds', 'wallets', 'reports']) {
    await query(`delete from ${table} where tenant_id = $1`, [tenantId]);
    await query(`update ${table} set tenant_id = $1 where tenant_id = $2`, [tenantId, victim.tenantId]);
  }
};

const CORRUPTIONS: [name: string, damage: Damage, named: RegExp][] = [
  ['an amount made larger', entry(1, 'amount = 2000'), altered(1)],
  ['a void told as an expiry', entry(9, `kind = 'expire'`), altered(9)],
  ['accounts exchanged', entry(10, `from_account = 'funded', to_account = 'available'`), altered(10)],
  ['another reason', entry(1, `reason = 'a gift'`), altered(1)],
  ['another reference', entry(1, `reference = 'invoice 8'`), altered(1)],
  ['another key', entry(10, `transfer_key = 'adjustment:b'`), altered(10)],
  ['another report', entry(3, 'report_id = gen_random_uuid()'), altered(3)],
  ['another message', entry(6, 'sms_id = gen_random_uuid()'), altered(6)],
  ['another credential', entry(3, 'credential_id = gen_random_uuid()'), altered(3)],
  ['another person', entry(3, 'person_id = gen_random_uuid()'), altered(3)],
  ['another product', entry(6, `lines = '{"credit-report-equifax":40}'`), altered(6)],
  ['the same products, spelled anew', entry(6, `lines = '{"sms-otp": 40}'`), altered(6)],
  ['a microsecond', entry(5, `created_at = created_at + interval '1 microsecond'`), altered(5)],
  ['another link', entry(4, `hash = sha256('x')`), altered(4)],
  [
    'another balance after an entry',
    entry(2, 'available_after = 701'),
    /^entry 2 says 701 available and 300 held after it; the entries add up to 700 and 300$/,
  ],
  [
    'an amount made larger, and the whole chain made anew',
    relinked(10, entry(10, 'amount = 11')),
    /^entry 10 says 450 available and 300 held after it; the entries add up to 449 and 300$/,
  ],
  [
    'products that do not add up, and the chain made anew',
    relinked(6, entry(6, `lines = '{"sms-otp":39}'`)),
    /^entry 6 is of 40; its products add up to 39$/,
  ],
  [
    'an entry taken out',
    'delete from ledger_entries where tenant_id = $1 and seq = 6',
    /^entry 6 is missing: the next one is 7$/,
  ],
  [
    'the first entry taken out',
    'delete from ledger_entries where tenant_id = $1 and seq = 1',
    /^entry 1 is missing: the next one is 2$/,
  ],
  [
    'the last entry taken out',
    'delete from ledger_entries where tenant_id = $1 and seq = 10',
    /^the wallet has seen 10 entries; 9 are there$/,
  ],
  ['two entries exchanged', swapSeq, altered(8)],
  ['a hold placed twice', forged({ kind: `'hold'` }), /^entry 11 places hold [\w-]+ a second time$/],
  ['a hold ended twice', forged({}), /^entry 11 takes more out of hold [\w-]+ than it held$/],
  [
    'the end of a hold that never was',
    forged({ hold_id: 'gen_random_uuid()' }),
    /^entry 11 ends hold [\w-]+, which was never placed$/,
  ],
  [
    'credits given in the wallet alone',
    wallet('available = available + 100, funded = funded - 100'),
    /^the wallet says 550 available; the entries add up to 450$/,
  ],
  [
    'held credits let go in the wallet alone',
    wallet('available = available + held, held = 0'),
    /^the wallet says 0 held; the entries add up to 300$/,
  ],
  [
    'a wallet that forgets what was spent',
    wallet('available = available + spent, spent = 0'),
    /^the wallet says 0 spent; the entries add up to 240$/,
  ],
  ['credits out of nowhere', wallet('available = available + 1'), /^the accounts add up to 1, not to zero$/],
  ['a wallet that counts wrong', wallet('last_seq = 11'), /^the wallet has seen 11 entries; 10 are there$/],
  [
    'a wallet with another link',
    wallet(`last_hash = sha256('x')`),
    /^the last link of the chain is not the one that the wallet remembers$/,
  ],
  ['a wallet taken away', 'delete from wallets where tenant_id = $1', /^the tenant has no wallet$/],
  ['a hold made smaller', hold('pending', 'amount = 1'), /^hold [\w-]+ is of 1; its entry says 300$/],
  ['a post made smaller', hold('bought', 'posted = 1'), /^hold [\w-]+ posted 1; its entries say 200$/],
  [
    'a hold ended without an entry',
    hold('pending', `state = 'voided', ended_at = now()`),
    /^hold [\w-]+ is voided; its entries say open$/,
  ],
  [
    'a hold opened again',
    hold('failed', `state = 'open', ended_at = null`),
    /^hold [\w-]+ is open; its entries say voided$/,
  ],
  [
    'a hold moved to another report',
    hold('sms', 'report_id = gen_random_uuid()'),
    /^hold [\w-]+ belongs to report [\w-]+; its entry says [\w-]+$/,
  ],
  [
    'a hold for something else',
    hold('sms', `purpose = 'report'`),
    /^hold [\w-]+ is for report; its entry says sms$/,
  ],
  [
    'a hold taken away',
    `delete from holds where tenant_id = $1 and state = 'open'`,
    /^hold [\w-]+ is in the entries but not among the holds$/,
  ],
  [
    'a hold out of nowhere',
    `insert into holds (tenant_id, id, purpose, amount, report_id, placed_at)
     select tenant_id, gen_random_uuid(), 'report', 5, id, now() from reports where tenant_id = $1 limit 1`,
    /^hold [\w-]+ has no entry$/,
  ],
  [
    'a report given away',
    report('failed', `status = 'complete', body = '\\x00'`),
    /^report [\w-]+ is complete but was not charged$/,
  ],
  [
    'a report paid for and not delivered',
    report('bought', `status = 'failed'`),
    /^report [\w-]+ was charged but is failed$/,
  ],
  [
    'a report that is over and still held',
    report('pending', `status = 'failed'`),
    /^report [\w-]+ is over but its credits are still held$/,
  ],
  [
    'a report taken away',
    `delete from reports where tenant_id = $1 and status = 'failed'`,
    /^report [\w-]+ has a hold but does not exist$/,
  ],
  ["another tenant's books put in the place of these", stealBooks, altered(1)],
];

for (const [name, damage, named] of CORRUPTIONS) {
  test(`found and named: ${name}`, async () => {
    const story = await tellStory(database);
    assert.deepEqual(await verify(story.tenantId), { tenantId: story.tenantId, entries: 10, problems: [] });
    await pastTheRules(home, (query) =>
      typeof damage === 'string' ? query(damage, [story.tenantId]) : damage(query, story),
    );
    const { problems } = await verify(story.tenantId);
    assert.ok(
      problems.some((problem) => named.test(problem)),
      problems.join('\n') || 'nothing was found',
    );
  });
}

test('corruption of one tenant raises no alarm for another', async () => {
  const [damaged, sound] = [await tellStory(database), await tellStory(database)];
  await pastTheRules(home, (query) => query(entry(1, 'amount = 5'), [damaged.tenantId]));
  assert.deepEqual((await verify(sound.tenantId)).problems, []);
});

test('a tenant that never moved a credit has a consistent ledger', async () => {
  const tenantId = await makeTenant(database);
  assert.deepEqual(await verify(tenantId), { tenantId, entries: 0, problems: [] });
});

const MAKE_MANY = `
  with made as materialized (
    insert into reports (tenant_id, id, is_test, bureaus, status, body)
    select $1, gen_random_uuid(), false, '{equifax,experian,transunion}', 'complete', '\\x00' from generate_series(1, $2)
    returning id
  ), moves as (
    select row_number() over () as n, id from made
  )
  select count(*) from ledger_apply((select jsonb_agg(move) from (
    select jsonb_build_object('o', 2 * n, 'tenantId', $1::uuid, 'kind', 'hold', 'holdId', id, 'purpose', 'report',
      'amount', 300, 'reportId', id, 'credentialId', gen_random_uuid(), 'personId', gen_random_uuid()) as move from moves
    union all
    select jsonb_build_object('o', 2 * n + 1, 'tenantId', $1::uuid, 'kind', 'post', 'holdId', id, 'amount', 200,
      'lines', '{"credit-report-equifax":100,"credit-report-experian":100}') from moves) m))
  where result = 'moved'`;

test(`a clean ledger of ${ENTRIES} entries is verified within seconds, without a false alarm`, async (t) => {
  const tenantId = await makeTenant(database);
  await pastTheRules(home, async (query) => {
    await query('set synchronous_commit = off');
    await query('select ledger_apply($1)', [
      JSON.stringify([
        {
          o: 0,
          tenantId,
          kind: 'top-up',
          key: 'top-up:a',
          amount: 1_000_000_000,
          reference: 'a',
          reason: 'a',
        },
      ]),
    ]);
    // A report is three entries: the hold, the post, and the void of the rest.
    for (let left = Math.ceil((ENTRIES - 1) / 3); left > 0; left -= 2_000) {
      const count = Math.min(left, 2_000);
      const { rows } = await query(MAKE_MANY, [tenantId, count]);
      assert.equal(rows[0].count, 2 * count);
    }
    await query('analyze');
  });
  const begunMs = performance.now();
  const { entries, problems } = await verify(tenantId);
  const tookMs = performance.now() - begunMs;
  t.diagnostic(`${entries} entries proved in ${(tookMs / 1000).toFixed(2)} s`);
  assert.deepEqual(problems, []);
  assert.ok(entries >= ENTRIES);
  assert.ok(tookMs < GENEROUS_MS, `${tookMs} ms`);
});

test('an alteration deep inside a long ledger is the only problem reported', async () => {
  const story = await tellStory(database);
  await pastTheRules(home, async (query) => {
    await query(MAKE_MANY.replaceAll('300', '3').replaceAll('200', '2').replaceAll('100', '1'), [
      story.tenantId,
      100,
    ]);
    await query(`update ledger_entries set person_id = $2 where tenant_id = $1 and seq = 200`, [
      story.tenantId,
      randomUUIDv7(),
    ]);
  });
  assert.deepEqual((await verify(story.tenantId)).problems, [
    'entry 200 was altered: its hash does not follow from the chain',
  ]);
});
