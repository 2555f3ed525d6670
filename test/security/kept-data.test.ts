// Whatever is kept about a consumer, in whichever table: erasing them leaves nothing of it, housekeeping removes it when its time is over,
// and the page for operators says so. Asked of every column that the database has (kept-data.ts), and of every purge in src/storage.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PURGED_ANSWER } from '../../src/http/problems.ts';
import { createAssessor } from '../../src/risk/index.ts';
import { armFailpoints } from '../../src/storage/engine/connection/failpoints.ts';
import { createKeyring } from '../../src/storage/keys/keyring.ts';
import { createVault } from '../../src/storage/keys/vault.ts';
import { createErasure } from '../../src/storage/reports/erasure.ts';
import { hashPerson } from '../../src/storage/reports/risk-facts.ts';
import { COMMAND_LINE } from '../../src/usecases/operating/operate-tenants.ts';
import { createEraseReports } from '../../src/usecases/reports/erase-reports.ts';
import { openSession } from '../support/consumers/devices.ts';
import { agreeAt, askAt, makeLink, publishedText, startLink, submitAt } from '../support/consumers/hosted.ts';
import { type Client, type House, openHouse, sql } from '../support/house.ts';
import { LIVE, newClient, pastTheRules } from '../support/money.ts';
import { createSmsWorld } from '../support/worlds/sms-world.ts';
import { KEPT } from './kept-data.ts';

const ROOT = join(import.meta.dirname, '../..');

let house: House;
before(async () => {
  house = await openHouse(
    { SMS_WRONG_CODES_PER_NUMBER_DAY: '10', ARCHIVE_AFTER_MONTHS: '24' },
    undefined,
    (parts) => {
      const { gatherFacts } = parts.riskFacts;
      const { assess } = createAssessor({ values: parts.config, isProduction: false, gatherFacts });
      return { ...createSmsWorld(parts), assess: (question) => assess(question) };
    },
  );
});
after(() => house.close());

type Column = { table: string; column: string };

test('every table, and every column of bytes, text or JSON, is decided about', async () => {
  const found = await sql<Column & { type: string }>(
    house,
    `select c.relname as table, a.attname as column, a.atttypid::regtype::text as type
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped`,
  );
  const tables = Map.groupBy(found, ({ table }) => table);
  assert.deepEqual(Object.keys(KEPT).sort(), [...tables.keys()].sort());
  for (const [table, columns] of tables) {
    const { consumer = {}, others = [] } = KEPT[table] ?? assert.fail();
    const speaking = columns.filter(({ type }) => /^(bytea|text|json|jsonb)(\[\])?$|char/.test(type));
    assert.deepEqual(
      [...Object.keys(consumer), ...others].sort(),
      speaking.map(({ column }) => column).sort(),
      table,
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

const KEY = { 'idempotency-key': 'once' };

/** A consumer of a new tenant, in every table that may know one: live with a code, in test mode, and on the hosted page. */
async function knowConsumer(): Promise<Client> {
  const client = await newClient(house, 10_000);
  const { tenantId } = client.tenant;
  const who = { externalReference: 'person-1' };
  const ipAddress = '203.0.113.7';
  const sessionId = await openSession(house, undefined, {}, ipAddress);
  const made = await client.generate({ ...LIVE, ...who, sessionId, ipAddress }, KEY);
  const { creditReportId, challenge } = made.body.data;
  await client.resend(creditReportId, challenge.challengeId);
  const { items } = (await client.get(`/${tenantId}/v1/messages`)).body;
  assert.deepEqual(
    items.map(({ to }) => to),
    [LIVE.mobileNumber, LIVE.mobileNumber],
  );
  const path = `/${tenantId}/v1/credit-reports/${creditReportId}/otp-challenge` as const;
  const guess = { challengeId: challenge.challengeId, code: items[0]?.text?.slice(0, 6) };
  await client.submit(creditReportId, challenge.challengeId, '000000');
  const done = await client.post(path, guess, KEY);
  assert.equal(done.body.data.status, 'complete', done.text);
  await client.generate(who);
  const clock = await client.post(`/${tenantId}/v1/test-clocks`, {});
  await client.generate({ ...who, testOptions: { clock: clock.body.id } });

  const textId = await publishedText(house, tenantId);
  const order = { ...who, test: false, prefill: { lastName: 'Sample' } };
  const link = await makeLink(client, textId, order);
  const visit = await startLink(house, link);
  await agreeAt(house, visit);
  await submitAt(house, visit);
  await askAt(house, link.id);
  const waiting = await startLink(house, await makeLink(client, textId, order, KEY));
  await house.service.consumerVisits.keep(waiting, { firstName: 'Ada' });
  const sent = await makeLink(client, textId, { ...order, prefill: { mobileNumber: LIVE.mobileNumber } });
  for (const to of [{ by: 'sms' }, { by: 'email', email: 'ada@example.com' }])
    assert.equal((await client.post(`/${tenantId}/v1/consumer-sessions/${sent.id}/send`, to)).status, 200);
  await house.service.flushed();
  // What this world and this tenant, without simulators and endpoints, do not write.
  await sql(house, `update reports set records_hash = sha256('r') where tenant_id = $1`, [tenantId]);
  await sql(
    house,
    `insert into delivery_attempts (tenant_id, delivery_id, number, at, ms, answer) values ($1, $2, 1, now(), 1, '\\x00')`,
    [tenantId, randomUUIDv7()],
  );
  return client;
}

/** How many rows have something in this column: of the tenant or, where a table has none, at all. */
async function filled({ table, column }: Column, tenantId: string): Promise<number> {
  const isOfTenant = table !== 'outbox_items';
  const text = `select count("${column}")::int as count from ${table}${isOfTenant ? ' where tenant_id = $1' : ''}`;
  return (await sql<{ count: number }>(house, text, isOfTenant ? [tenantId] : []))[0]?.count ?? 0;
}

const consumerColumns = (): (Column & { erasure: string; retention: string })[] =>
  Object.entries(KEPT).flatMap(([table, { consumer = {} }]) =>
    Object.entries(consumer).map(([column, decision]) => ({ table, column, ...decision })),
  );

/** Columns in which something is left, against what was decided. */
async function assertLeft(client: Client, of: 'erasure' | 'retention'): Promise<void> {
  const { tenantId } = client.tenant;
  const left: string[] = [];
  for (const one of consumerColumns())
    if ((await filled(one, tenantId)) > 0) left.push(`${one.table}.${one.column}`);
  const expected = consumerColumns().filter((one) => one[of] !== 'gone');
  assert.deepEqual(
    left,
    expected.map(({ table, column }) => `${table}.${column}`),
  );
}

async function assertFilled({ tenant }: Client): Promise<void> {
  for (const one of consumerColumns())
    assert.ok((await filled(one, tenant.tenantId)) > 0, `${one.table}.${one.column} is not in this story`);
}

test('erasing a consumer leaves nothing of them in any table, in the list of texts or in a stored answer', async () => {
  const client = await knowConsumer();
  const { tenantId } = client.tenant;
  await assertFilled(client);
  const { database } = house.service;
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  const vault = createVault({ database, keyring });
  const { erase } = createEraseReports({
    erasure: createErasure({ database, vault, hashPerson: (...of) => hashPerson(keyring, ...of) }),
    hashReference: (...of) => keyring.mac('hash-references', ...of),
    answerFromNow: PURGED_ANSWER,
    journal: null,
  });
  const { reports, sessions } = await erase(COMMAND_LINE, tenantId, { externalReference: 'person-1' });
  assert.deepEqual([reports.length, sessions], [4, 3]);
  await assertLeft(client, 'erasure');

  const { items } = (await client.get(`/${tenantId}/v1/messages`)).body;
  assert.deepEqual(
    items.map(({ to, text }) => [to, text]),
    [
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ],
  );
  const answers = await sql<{ key: Buffer; answer: Buffer }>(
    house,
    'select key_hash as key, answer from idempotency_keys where tenant_id = $1',
    [tenantId],
  );
  const own = await vault.forTenant(tenantId);
  assert.equal(answers.length, 3, 'of the report, the guess and the link');
  for (const { key, answer } of answers) {
    const place = { column: 'idempotency_keys.answer', rowId: key.toString('hex') };
    assert.deepEqual(JSON.parse(own.open(place, answer)), PURGED_ANSWER);
  }
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
  const client = await knowConsumer();
  const { tenantId, personId } = client.tenant;
  for (const text of PLANTED) await sql(house, text, text.includes('$1') ? [personId] : []);
  for (const text of PLANTED_OF_TENANT) await sql(house, text, [tenantId]);
  await assertFilled(client);
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
  await assertLeft(client, 'retention');
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
