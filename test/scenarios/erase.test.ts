// Erasing a consumer, by report or by the tenant's own reference: everything personal is deleted at once, the stored answers for
// repeated requests and reports in progress included; the ledger and all other consumers are unchanged.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach } from 'node:test';
import { PURGED_ANSWER } from '../../src/http/problems.ts';
import { armFailpoints } from '../../src/storage/engine/connection/failpoints.ts';
import { createKeyring } from '../../src/storage/keys/keyring.ts';
import { createVault } from '../../src/storage/keys/vault.ts';
import { createErasure } from '../../src/storage/reports/erasure.ts';
import { hashPerson } from '../../src/storage/reports/risk-facts.ts';
import { COMMAND_LINE } from '../../src/usecases/operating/operate-tenants.ts';
import { agreeAt, makeLink, publishedText, startLink, submitAt } from '../support/consumers/hosted.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { type Answer, type Client, type House, openHouse, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { LIVE, newClient, openHoldsOf, openLiveChallenge, problemsOf, walletOf } from '../support/money.ts';
import { endAll, newPath } from '../support/processes.ts';
import { assertTold, type Commands, commandsOn, FAILED, USAGE } from '../support/services/commands.ts';
import { until } from '../support/waiting.ts';
import { createStandIn, type StandIn } from '../support/worlds/stand-in-world.ts';

let database: TestDatabase;
let house: House;
let world: StandIn;
let commands: Commands;
let client: Client;

before(async () => {
  database = await createTestDatabase();
  world = createStandIn();
  house = await openHouse({}, database, world);
  commands = commandsOn({ DATABASE_URL: database.url });
});
after(async () => {
  await house.close();
  await database.drop();
  await endAll();
});
beforeEach(async () => {
  world.reset();
  client = await newClient(house, 10_000);
});

const erase = (...options: string[]) =>
  commands.json<{ id: string; wasErasedBefore: boolean }[]>(
    'reports',
    'erase',
    client.tenant.tenantId,
    ...options,
  );
const read = (id: string): Promise<Answer> =>
  client.get(`/${client.tenant.tenantId}/v1/credit-reports/${id}`);
const list = async (query = ''): Promise<{ creditReportId: string; purged: boolean }[]> =>
  (await client.get(`/${client.tenant.tenantId}/v1/credit-reports${query}`)).body.data.items;

/** The personal columns of a report that are still set. */
async function leftOf(id: string): Promise<unknown> {
  const [row] = await sql(
    house,
    `select num_nonnulls(details, body, external_reference_hash, reference_path) as parts, status from reports where tenant_id = $1 and id = $2`,
    [client.tenant.tenantId, id],
  );
  return row;
}

async function assertBooksTrue(): Promise<void> {
  assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
}

test('the session of the hosted page that made a report goes with it; one under way with the same reference is cancelled', async () => {
  const { tenantId } = client.tenant;
  const textId = await publishedText(house, tenantId);
  const order = { externalReference: 'person-9', test: false, prefill: { lastName: 'Gone' } };
  const done = await startLink(house, await makeLink(client, textId, order));
  await agreeAt(house, done);
  await submitAt(house, done);
  const waiting = await startLink(house, await makeLink(client, textId, order));
  const other = await startLink(
    house,
    await makeLink(client, textId, { ...order, externalReference: 'person-8' }),
  );
  await erase('--reference', 'person-9');
  const rows = await sql<{ state: string; parts: number }>(
    house,
    `select state, num_nonnulls(details, prefill, answers, consent, reference_hash) as parts
     from consumer_sessions where tenant_id = $1 order by id`,
    [tenantId],
  );
  assert.deepEqual(
    rows.map(({ state, parts }) => [state, parts > 0]),
    [
      ['complete', false],
      ['cancelled', false],
      ['opened', true],
    ],
  );
  const { consumerVisits } = house.service;
  assert.equal(await consumerVisits.readReport(done), null);
  assert.equal((await consumerVisits.showConsent(waiting))?.view.state, 'cancelled');
  assert.equal((await consumerVisits.read(other))?.prefill.lastName, 'Gone');
});

test('an erased report is deleted from its row, from GET, from the list by reference and from the stored answer', async () => {
  const body = { ...LIVE, externalReference: 'person-1' };
  const made = await client.generate(body, { 'idempotency-key': 'first' });
  const id: string = made.body.data.creditReportId;
  const before = await walletOf(house, client);
  assert.deepEqual(await erase('--report', id), [{ id, wasErasedBefore: false }]);

  assert.deepEqual(await leftOf(id), { parts: 0, status: 'complete' });
  const answer = await read(id);
  assert.deepEqual([answer.status, answer.body.code], [410, 'credit-report-purged']);
  assert.deepEqual(await list('?externalReference=person-1'), []);
  assert.deepEqual(
    (await list()).map(({ creditReportId, purged }) => [creditReportId, purged]),
    [[id, true]],
  );
  const repeat = await client.generate(body, { 'idempotency-key': 'first' });
  assert.deepEqual([repeat.status, repeat.body.code], [410, 'credit-report-purged']);
  assert.equal(repeat.headers['idempotent-replayed'], 'true');
  assert.deepEqual(await walletOf(house, client), before, 'a repeat buys nothing twice');
  await assertBooksTrue();
  assert.deepEqual(await erase('--report', id), [{ id, wasErasedBefore: true }], 'again does no harm');
  const said = await commands.done('reports', 'erase', client.tenant.tenantId, '--report', id);
  assert.equal(said, 'Erased: 1 report (1 of them had been before).\n');
});

test("a reference erases all reports of one consumer, and no other's", async () => {
  const mine = { externalReference: 'person-2' };
  const done: string = (await client.generate({ ...LIVE, ...mine })).body.data.creditReportId;
  const free: string = (await client.generate(mine)).body.data.creditReportId;
  world.verdict = 'challenge';
  const waiting = (await client.generate({ ...LIVE, ...mine })).body.data;
  const code = world.sent.at(-1)?.code;
  world.verdict = 'allow';
  const other: string = (await client.generate({ ...LIVE, externalReference: 'person-3' })).body.data
    .creditReportId;
  const stranger = await newClient(house);
  const theirs: string = (await stranger.generate({ ...LIVE, ...mine })).body.data.creditReportId;

  const erased = await erase('--reference', 'person-2');
  assert.deepEqual(erased.map(({ id }) => id).sort(), [done, free, waiting.creditReportId].sort());
  for (const id of [done, free, waiting.creditReportId])
    assert.equal(((await leftOf(id)) as { parts: number }).parts, 0, id);
  assert.equal((await read(other)).status, 200);
  assert.equal((await stranger.get(`/${stranger.tenant.tenantId}/v1/credit-reports/${theirs}`)).status, 200);

  const asked = world.asked.length;
  const late = await client.submit(waiting.creditReportId, waiting.challenge.challengeId, code);
  assert.equal(late.body.data.status, 'failed', 'the right code opens nothing any more');
  assert.equal(world.asked.length, asked, 'and no bureau is asked');
  assert.deepEqual(
    (await openHoldsOf(house, client)).filter(({ purpose }) => purpose === 'report'),
    [],
    'what was held for the report is back',
  );
  await assertBooksTrue();
  assert.deepEqual(await problemsOf(house, stranger.tenant.tenantId), []);
});

test('the stored answer of a submit that completed the report is erased as well', async () => {
  const { reportId, challengeId, code } = await openLiveChallenge(client, world);
  const path = `/${client.tenant.tenantId}/v1/credit-reports/${reportId}/otp-challenge` as const;
  const submit = () => client.post(path, { challengeId, code }, { 'idempotency-key': 'guess' });
  const first = await submit();
  assert.ok(first.body.data.creditReport);
  await erase('--report', reportId);
  const repeat = await submit();
  assert.deepEqual([repeat.status, repeat.body.code], [410, 'credit-report-purged']);
  await assertBooksTrue();
});

test('a report in progress while it is erased stores nothing, returns nothing and costs nothing', async (t) => {
  const gate = Promise.withResolvers<void>();
  t.after(() => gate.resolve());
  world.waitFor = gate.promise;
  const making = client.generate({ ...LIVE, externalReference: 'person-4' }, { 'idempotency-key': 'slow' });
  await until('the bureaus are asked', () => world.asked.length > 0);
  const id = (await erase('--reference', 'person-4'))[0]?.id ?? assert.fail();
  gate.resolve();
  const answer = await making;
  assert.doesNotMatch(answer.text, /creditReport"/);
  assert.deepEqual(await leftOf(id), { parts: 0, status: 'failed' });
  assert.deepEqual(await walletOf(house, client), { available: 10_000, held: 0, spent: 0 });
  const [copies] = await sql<{ count: number }>(
    house,
    'select count(*) as count from idempotency_keys where tenant_id = $1 and resource_id = $2 and answer is null',
    [client.tenant.tenantId, id],
  );
  assert.equal(copies?.count, 0, 'the key has its last answer');
  const repeat = await client.generate(
    { ...LIVE, externalReference: 'person-4' },
    { 'idempotency-key': 'slow' },
  );
  assert.equal(repeat.status, 410);
  await assertBooksTrue();
});

/** Read from the source, so that none is forgotten here. */
function stepsOfErasing(): string[] {
  const source = readFileSync(join(import.meta.dirname, '../../src/storage/reports/erasure.ts'), 'utf8');
  const named = [...source.matchAll(/\bstatement\(\s*'([^']+)'/g)].map(([, name = '']) => name);
  // The first one only looks for what there is to erase.
  const own = [...named.filter((name) => name !== 'find-erasable-reports'), 'forget-outbox-items'];
  assert.ok(own.length >= 5, String(own));
  return [...own, 'append-audit-entry', 'commit'];
}

test('a crash before or after any of its statements erases all or nothing, and the next run finishes it', async () => {
  const { database } = house.service;
  const { tenantId } = client.tenant;
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  const erasure = createErasure({
    database,
    vault: createVault({ database, keyring }),
    hashPerson: (tenant, consumer) => hashPerson(keyring, tenant, consumer),
  });
  const stateOf = async (id: string, key: Record<string, string>) => {
    const noted = `select (select count(*)::int from audit_entries where tenant_id = $1 and action = 'report-erased' and object_id = $2) as noted,
      (select count(*)::int from events where tenant_id = $1 and type = 'report.erased' and subject_id::text = $2) as told`;
    const [audit] = await sql<{ noted: number; told: number }>(house, noted, [tenantId, id]);
    return [
      await leftOf(id),
      (await read(id)).status,
      (await client.generate(LIVE, key)).status,
      audit?.noted,
      audit?.told,
    ];
  };
  const isErased = [{ parts: 0, status: 'complete' }, 410, 410, 1, 1];
  for (const failpoint of stepsOfErasing().flatMap((name) => [`before ${name}`, `after ${name}`])) {
    const key = { 'idempotency-key': failpoint };
    const id: string = (await client.generate(LIVE, key)).body.data.creditReportId;
    const before = await stateOf(id, key);
    const which = { reportIds: [id], sessionIds: [] };
    const work = async () => (await erasure.erase(COMMAND_LINE, tenantId, which, PURGED_ANSWER)).reports;
    armFailpoints((name) => {
      if (name === failpoint) throw new Error('the process fails here');
    });
    await assert.rejects(work, /the process fails here/, failpoint).finally(() => armFailpoints(() => {}));
    const isDone = failpoint === 'after commit';
    assert.deepEqual(await stateOf(id, key), isDone ? isErased : before, failpoint);
    assert.deepEqual(await work(), [{ id, wasErasedBefore: isDone }]);
    assert.deepEqual(await stateOf(id, key), isErased, failpoint);
  }
  await assertBooksTrue();
});

test('a hundred reports of one consumer are erased in one command', async (t) => {
  const rich = await newClient(house, 100_000);
  const made = await Promise.all(
    Array.from({ length: 100 }, () => rich.generate({ ...LIVE, externalReference: 'person-5' })),
  );
  assert.ok(made.every(({ status }) => status === 200));
  client = rich;
  const begunMs = performance.now();
  assert.equal((await erase('--reference', 'person-5')).length, 100);
  t.diagnostic(`${(performance.now() - begunMs).toFixed(0)} ms, the start of the command included`);
  assert.ok((await list('?pageSize=100')).every(({ purged }) => purged));
  await assertBooksTrue();
});

test('a wrong or unknown argument is answered with a message and erases nothing', async () => {
  const { tenantId } = client.tenant;
  const id: string = (await client.generate({ ...LIVE, externalReference: 'person-6' })).body.data
    .creditReportId;
  const run = (...args: string[]) => commands.run('reports', 'erase', ...args);
  assertTold(await run(tenantId), USAGE, /Give either --report or --reference/);
  assertTold(await run(tenantId, '--report', id, '--reference', 'person-6'), USAGE, /Give either/);
  assertTold(await run(tenantId, '--report', tenantId), FAILED, /no credit report/i);
  assertTold(await run(tenantId, '--report', 'not-an-id'), FAILED, /no credit report/i);
  assertTold(
    await run(tenantId, '--reference', 'person-7'),
    FAILED,
    /no credit report and no session of the hosted page with this reference/,
  );
  const noting = commandsOn({ DATABASE_URL: database.url, ERASURE_JOURNAL: newPath('nowhere/journal') });
  const unnoted = await noting.run('reports', 'erase', tenantId, '--report', id);
  assertTold(unnoted, FAILED, /^ERASURE_JOURNAL is .*, which cannot be written \(ENOENT\)\./);
  assertTold(
    await noting.run('reports', 'erase-again'),
    FAILED,
    /^ERASURE_JOURNAL is .*, which cannot be read \(ENOENT\)\./,
  );
  const stranger = await newClient(house);
  assertTold(await run(stranger.tenant.tenantId, '--report', id), FAILED, /no credit report/i);
  assert.equal((await read(id)).status, 200);
});

test('the journal lists what was erased, and after a restore erases it again; unknown reports are skipped', async () => {
  const journal = newPath('erasures');
  const noting = commandsOn({ DATABASE_URL: database.url, ERASURE_JOURNAL: journal });
  const { tenantId } = client.tenant;
  const [kept, gone] = [await client.generate(LIVE), await client.generate(LIVE)].map(
    ({ body }): string => body.data.creditReportId,
  );
  await noting.json('reports', 'erase', tenantId, '--report', gone as string);
  const line = readFileSync(journal, 'utf8');
  assert.match(line, new RegExp(`^\\S+Z ${tenantId} ${gone}\\n$`));
  // As a restored backup would have it: the other report plays the one that came back.
  const elsewhere = randomUUIDv7();
  writeFileSync(
    journal,
    `${line}${line.replace(gone as string, kept as string)}${line.replace(gone as string, elsewhere)}`,
  );
  assert.deepEqual(await noting.json('reports', 'erase-again'), { listed: 3, erased: 1, unknown: 1 });
  assert.equal((await read(kept as string)).status, 410);
  assert.deepEqual(await noting.json('reports', 'erase-again'), { listed: 3, erased: 0, unknown: 1 });
  await assertBooksTrue();
});
