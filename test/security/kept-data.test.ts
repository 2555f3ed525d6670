// Whatever is kept about a consumer, in whichever table: erasing them leaves nothing of it, housekeeping removes it when its time is over,
// and the page for operators says so. Asked of every column that the database has (kept-data.ts), and of every purge in src/storage.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PURGED_ANSWER } from '../../src/http/problems.ts';
import { armFailpoints } from '../../src/storage/engine/connection/failpoints.ts';
import { COMMAND_LINE } from '../../src/usecases/operating/operate-tenants.ts';
import {
  assertFilled,
  assertLeft,
  erasingOf,
  filled,
  knowByLinks,
  knowByReports,
  openKnowingHouse,
  REFERENCE,
} from '../support/consumers/known-everywhere.ts';
import { type House, sql } from '../support/house.ts';
import { newClient, pastTheRules } from '../support/money.ts';
import { KEPT, WAYS } from './kept-data.ts';

const ROOT = join(import.meta.dirname, '../..');

let house: House;
before(async () => {
  house = await openKnowingHouse();
});
after(() => house.close());

type Column = { table: string; column: string };

test('every table, every column of bytes, text or JSON, and every id of something else is decided about', async () => {
  const found = await sql<Column & { type: string }>(
    house,
    `select c.relname as table, a.attname as column, a.atttypid::regtype::text as type
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped`,
  );
  const tables = Map.groupBy(found, ({ table }) => table);
  assert.deepEqual(Object.keys(KEPT).sort(), [...tables.keys()].sort());
  for (const [table, columns] of tables) {
    const { consumer = {}, others = [], ways = [], otherIds = [] } = KEPT[table] ?? assert.fail();
    const speaking = columns.filter(({ type }) => /^(bytea|text|json|jsonb)(\[\])?$|char/.test(type));
    assert.deepEqual(
      [...Object.keys(consumer), ...others].sort(),
      speaking.map(({ column }) => column).sort(),
      table,
    );
    const ids = columns.filter(({ type, column }) => /^uuid/.test(type) && !/^(id|tenant_id)$/.test(column));
    assert.deepEqual(
      [...ways, ...otherIds].sort(),
      ids.map(({ column }) => column).sort(),
      `ids of ${table}`,
    );
  }
});

test('the page for operators lists every table: what stays for good, and what does not', () => {
  const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const section = page.slice(page.indexOf('## Erasure and retention'), page.indexOf('## Backup and restore'));
  const lines = section.split('\n').filter((line) => line.startsWith('| '));
  const said = new Map<string, string>();
  for (const line of lines) {
    const [, , kept = '', tables = ''] = line.split('|');
    // What only some of the columns are about says "of".
    if (!tables.includes(' of `'))
      for (const [, table = ''] of tables.matchAll(/`(\w+)`/g))
        said.set(table, kept.trim().startsWith('for good') ? 'stays' : 'purged');
  }
  assert.deepEqual(
    Object.fromEntries(said),
    Object.fromEntries(Object.entries(KEPT).map(([table, { row }]) => [table, row])),
  );
});

test('erasing a consumer by their reference leaves nothing of them in any table, in the list of texts or in a stored answer', async () => {
  const client = await newClient(house, 10_000);
  const { tenantId } = client.tenant;
  await knowByReports(house, client);
  for (const { table, column } of WAYS)
    assert.ok(
      (await filled(house, { table, column }, tenantId)) > 0,
      `${table}.${column} is not in this story`,
    );
  await knowByLinks(house, client);
  await assertFilled(house, client);
  const { erase, answersOf } = erasingOf(house);
  const { reports, sessions } = await erase(COMMAND_LINE, tenantId, { externalReference: REFERENCE });
  assert.deepEqual([reports.length, sessions], [5, 4]);
  await assertLeft(house, client, 'erasure');

  const { items } = (await client.get(`/${tenantId}/v1/messages`)).body;
  assert.equal(items.length, 5);
  for (const { to, text } of items) assert.deepEqual([to, text], [undefined, undefined]);
  for (const answer of await answersOf(tenantId)) assert.deepEqual(answer, PURGED_ANSWER);
});

test('so does erasing each report by its id, whichever way something of it is reached', async () => {
  const client = await newClient(house, 10_000);
  const { tenantId } = client.tenant;
  // A text that costs nothing has no line in the ledger: it is found another way.
  await sql(house, `insert into tenant_prices values ($1, 'sms-otp', 0)`, [tenantId]);
  await knowByReports(house, client);
  await assertFilled(house, client);
  const { erase, answersOf } = erasingOf(house);
  const found = await sql<{ id: string }>(house, 'select id from reports where tenant_id = $1', [tenantId]);
  for (const { id } of found) await erase(COMMAND_LINE, tenantId, { reportId: id });
  await assertLeft(house, client, 'erasure');
  for (const answer of await answersOf(tenantId)) assert.deepEqual(answer, PURGED_ANSWER);
});

/** Rows of tables that the story of a consumer has none in. */
const PLANTED = [
  `insert into sessions values (gen_random_uuid(), $1, false, '192.0.2.1', 'a browser', now(), now(), now())`,
  `insert into refresh_tokens select sha256('r'), id, now() from sessions limit 1`,
  `insert into sign_in_steps values (sha256('s'), $1, sha256('i'), now())`,
  `insert into known_browsers values (sha256('b'), $1, now())`,
  `insert into guesses values (sha256('g'), 1, null, now())`,
  `insert into reset_links values (sha256('l'), $1, now(), now())`,
  `insert into openid_records values ('Session', sha256('o'), '\\x00', null, null, now())`,
  `insert into signing_keys values ('old', '{}', '\\x00', now(), 'epoch', now())`,
  `insert into shard_commits values ('over', true)`,
  `insert into rate_windows values ('an address', now(), 1)`,
];
const PLANTED_OF_TENANT = [
  `insert into invitations (tenant_id, id, token_hash, email, role, expires_at)
   values ($1, gen_random_uuid(), sha256('t'), 'a@example.com', 'viewer', now())`,
  `insert into report_events values ($1, gen_random_uuid(), gen_random_uuid(), now(), 'guess', '{}')`,
  `insert into deliveries (tenant_id, id, endpoint_id, event_id, state, due_at, created_at, ended_at)
   values ($1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'delivered', now(), now(), now())`,
  `insert into webhook_recoveries values ($1, gen_random_uuid(), gen_random_uuid(), now(), now(), true, 0, now())`,
  `insert into notices values ($1, gen_random_uuid(), gen_random_uuid(), now(), now())`,
  `insert into payment_events values ($1, 'stripe', 'evt_1', 'charge.succeeded', now())`,
];

/** Moves all rows of all tables into the past. */
async function age(days: number): Promise<void> {
  await pastTheRules(house.database, async (query) => {
    const { rows } = await query(
      `select c.relname as table, string_agg(format('%1$I = %1$I - interval ''%2$s days''', a.attname, $1::int), ', ') as moves
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
         and a.atttypid = 'timestamptz'::regtype group by 1`,
      [days],
    );
    for (const { table, moves } of rows) await query(`update ${table} set ${moves}`);
    // Counted already: to add up the hours of years is slow, and is tested elsewhere.
    await query(
      `insert into figure_marks select t.id, k.kind, now(), now() from tenants t, unnest('{activity,texts}'::text[]) k (kind)
       on conflict (tenant_id, kind) do update set hours_until = now(), days_until = now()`,
    );
  });
}

test('when its time is over housekeeping removes it: every purged row, every personal column', async () => {
  const client = await newClient(house, 10_000);
  const { tenantId, personId } = client.tenant;
  await knowByReports(house, client);
  await knowByLinks(house, client);
  for (const text of PLANTED) await sql(house, text, text.includes('$1') ? [personId] : []);
  for (const text of PLANTED_OF_TENANT) await sql(house, text, [tenantId]);
  await assertFilled(house, client);
  const purged = Object.keys(KEPT).filter((table) => KEPT[table]?.row === 'purged');
  // A planned receipt is told of, and deleted, by clearing up.
  const counted = purged.filter((table) => table !== 'test_receipts');
  const rowsOf = async (table: string): Promise<number> => {
    // The key that signs is no leftover.
    const which = table === 'signing_keys' ? 'where expires_at is not null' : '';
    const text = `select count(*)::int as count from ${table} ${which}`;
    return (await sql<{ count: number }>(house, text))[0]?.count ?? 0;
  };
  for (const table of counted) assert.ok((await rowsOf(table)) > 0, `${table} has no row in this story`);

  await age(500);
  await house.service.clearUp();
  await house.service.keepHouse();
  // What these two told of is over as well.
  await age(500);
  await house.service.keepHouse();
  await assertLeft(house, client, 'retention');
  for (const table of purged) assert.equal(await rowsOf(table), 0, `${table} is not purged`);
});

/** Statements that sweep by their names, and are no job of a timer. */
const CALLED_ELSEWHERE: Record<string, string> = {
  'expire-older-signing-keys': 'when the key is rotated',
  'tell-of-ending-secret': 'of each that find-ending-secrets found, which the timers call',
  'tell-of-payment': 'in the transaction of a payment',
  'tell-of-payment-by-mail': 'likewise',
};

test('every purge and every other sweep in src/storage is called by the timers', async () => {
  const files = globSync('src/storage/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
  const named = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bstatement\(\s*'([a-z-]+)'/g)].map(
      ([, name = '']) => name,
    ),
  );
  const sweeps = named.filter((name) =>
    /^(purge|expire|tell|end-test|clear-up|sweep|forget-session|archive|take-due|take-notices|find-ending|leave-lost|renumber|strip)-/.test(
      name,
    ),
  );
  assert.ok(sweeps.length >= 40, String(sweeps));
  const called = new Set<string>();
  armFailpoints((name) => called.add(name.replace(/^(before|after) /, '')));
  try {
    const { keepHouse, clearUp, tendEndpoints, tendPayments } = house.service;
    for (const job of [keepHouse, clearUp, tendEndpoints, tendPayments]) await job();
  } finally {
    armFailpoints(() => {});
  }
  assert.deepEqual(sweeps.filter((name) => !called.has(name)).sort(), Object.keys(CALLED_ELSEWHERE));
  // Figures count rows that are removed after them.
  const order = [...called];
  const counted = order.lastIndexOf('list-tenant-ids');
  for (const removes of ['purge-requests', 'purge-report-events', 'archive-ledger', 'archive-reports'])
    assert.ok(counted >= 0 && order.indexOf(removes) > counted, `${removes} comes after the figures`);
});
