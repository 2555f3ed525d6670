// The commands of an integrator against a service: contexts, test reports, events. No secret and no document is printed
// unless it is asked for, and what goes wrong is a line that says what to do.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_NUMBERS } from '../../src/world/test-numbers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import {
  clientOf,
  createCredential,
  createTenant,
  type House,
  openHouse,
  sql,
  type Tenant,
} from '../support/house.ts';
import { freePort } from '../support/http/ports.ts';
import { after, before, test } from '../support/long.ts';
import { LIVE } from '../support/money.ts';
import { endAll, newPath, runToEnd, startCommand, until } from '../support/processes.ts';
import { assertTold, type Commands, commandsOn, FAILED, USAGE } from '../support/services/commands.ts';
import { feedSettled } from '../support/webhooks/feed.ts';
import { registerEndpoint } from '../support/webhooks/webhooks.ts';
import { createSmsWorld } from '../support/worlds/sms-world.ts';

let database: TestDatabase;
let house: House;
let tenant: Tenant;
let baseUrl: string;
let given: Record<string, string>;
let commands: Commands;
before(async () => {
  database = await createTestDatabase();
  house = await openHouse({}, database, createSmsWorld);
  tenant = await createTenant(house);
  baseUrl = await house.service.app.listen({ port: await freePort(), host: '127.0.0.1' });
  given = {
    XDG_CONFIG_HOME: newPath('config'),
    TREFOIL_URL: baseUrl,
    TREFOIL_TENANT: tenant.tenantId,
    TREFOIL_CLIENT_ID: tenant.clientId,
    TREFOIL_CLIENT_SECRET: tenant.clientSecret,
  };
  commands = commandsOn(given);
});
after(async () => {
  await house?.close();
  await database?.drop();
  await endAll();
});

type Outcome = { status: string; creditReportId: string; creditReport?: unknown };

test('a context is tried before it is kept, privately, and used by later commands', async () => {
  const { XDG_CONFIG_HOME = '', TREFOIL_CLIENT_SECRET = '' } = given;
  const bare = commandsOn({ XDG_CONFIG_HOME });
  assertTold(await bare.run('report', 'new'), FAILED, /^No service is chosen\. Run: trefoil login/);
  const where = ['--url', baseUrl, '--tenant', tenant.tenantId, '--client-id', tenant.clientId];
  const wrong = commandsOn({ XDG_CONFIG_HOME, TREFOIL_CLIENT_SECRET: 'wrong' });
  assertTold(await wrong.run('login', ...where), FAILED, /^The client id or its secret is not good/);
  assertTold(await bare.run('login', '--url', 'nowhere'), USAGE, /^--url must be an http/);

  const secretAlone = commandsOn({ XDG_CONFIG_HOME, TREFOIL_CLIENT_SECRET });
  const said = await secretAlone.done('login', ...where, '--name', 'trial');
  assert.match(said, /^Context trial: the tenant \S+ at http:\/\/127.0.0.1:\d+, with reports:write, /);
  assert.ok(!said.includes(TREFOIL_CLIENT_SECRET));
  const file = join(XDG_CONFIG_HOME, 'trefoil/contexts.json');
  assert.equal(statSync(file).mode & 0o077, 0);

  const listed = await bare.done('contexts', 'list');
  assert.match(listed, /^trial +true +http/m);
  assert.ok(!listed.includes(TREFOIL_CLIENT_SECRET));
  assert.match(await bare.done('report', 'new'), /^[0-9a-f-]{36} {2}complete\n$/);
  assertTold(
    await bare.run('report', 'new', '--context', 'other'),
    FAILED,
    /^There is no context with this name/,
  );
  const kept = readFileSync(file, 'utf8');
  writeFileSync(file, '{');
  assertTold(
    await bare.run('contexts', 'list'),
    FAILED,
    /contexts.json cannot be read\. Mend it, or remove it/,
  );
  writeFileSync(file, kept);
  await bare.done('contexts', 'forget', 'trial');
  assertTold(await bare.run('report', 'new'), FAILED, /^No service is chosen/);
});

test('a report with a challenge: wrong code, resend, right code, and its document only on request', async () => {
  const made = await commands.json<Outcome>('report', 'new', '--branch', 'challenge', '--scenario', 'mixed');
  assert.equal(made.status, 'authentication-required');
  const id = made.creditReportId;
  assert.match(await commands.done('report', 'otp', id, '000000'), / {2}retry {2}.*2 tries left\n$/);
  assert.match(await commands.done('report', 'resend', id), /^Sent again\./);
  const complete = await commands.json<Outcome>('report', 'otp', id, '123456');
  assert.deepEqual([complete.status, complete.creditReport], ['complete', undefined]);
  assert.ok((await commands.json<Outcome>('report', 'show', id, '--document')).creditReport);
  assertTold(
    await commands.run('report', 'otp', id, '1'),
    FAILED,
    /^The report waits for no code: its status is complete/,
  );
  assertTold(
    await commands.run('report', 'new', '--number', '402'),
    FAILED,
    /^402 insufficient-funds: .*\(request /,
  );
  assertTold(
    await commands.run('report', 'new', '--number', '999'),
    USAGE,
    /^--number must be one that trefoil scenarios lists/,
  );
});

test('the log is shown as it happens, and a test request of it is sent once more', async () => {
  await commands.run('report', 'new', '--number', 'rate-limited');
  await commands.done('report', 'new', '--branch', 'block');
  await house.service.flushed();
  const log = startCommand(['logs', 'tail', '--json'], given);
  type Logged = { id: string; status: number; route: string; method: string };
  const shown = (): Logged[] =>
    log
      .stdout()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const made = () =>
    shown().findLast(
      ({ method, route, status }) => method === 'POST' && /reports$/.test(route) && status === 200,
    );
  await until(
    'the log of before',
    () => shown().some(({ status }) => status === 429) && made() !== undefined,
  );
  const { after: now } = await commands.json<{ after: string }>('requests', 'replay', made()?.id ?? '');
  assert.equal(now, 'blocked');
  await house.service.flushed();
  const exchange = '/:tenantId/v1/requests/:requestId/exchange';
  await until('what happens now', () => shown().some(({ route }) => route === exchange));
  log.signal('SIGTERM');
  assert.equal((await log.ended).code, 0);
  assert.equal(new Set(shown().map(({ id }) => id)).size, shown().length, 'each once');
  assert.ok(shown().every(({ route }) => route !== '/:tenantId/v1/requests'));
  assertTold(await commands.run('logs', 'tail', '--status', 'bad'), USAGE, /^--status must be/);
});

test('a text that reaches no phone is waited for, with its code', async () => {
  assertTold(await commands.run('messages', 'latest'), FAILED, /^No text was sent to this number/);
  const waiting = commands.json<{ to: string; text: string }>(
    'messages',
    'latest',
    '--to',
    '447700900123',
    '--wait',
    '60',
  );
  const client = await clientOf(house, tenant);
  await client.generate({ ...LIVE, mobileNumber: '+447700900123' });
  const { to, text } = await waiting;
  assert.equal(to, '+447700900123');
  assert.match(text, /^\d{6} is your /);
});

// Of the types that are made up (test/api/events/made-up.test.ts has all) two are enough.
const TRIGGERED = [
  ...['report.completed', 'report.failed', 'report.blocked', 'challenge.sent', 'challenge.retry'],
  ...['challenge.passed', 'challenge.failed', 'challenge.expired', 'sms.delivered', 'sms.undelivered'],
  ...['session.withdrawn', 'invoice.issued'],
];

test('an event is triggered by its cause or made up, with fields of its own', async () => {
  const types = TRIGGERED;
  await Promise.all(types.map((type) => commands.done('trigger', type)));
  // A ping needs an endpoint, which must be public; one that is disabled gets none.
  const client = await clientOf(house, tenant);
  const { id } = await registerEndpoint(client, 'https://hooks.example.com/pings', { mode: 'test' });
  const disabled = await client.post(`/${tenant.tenantId}/v1/webhook-endpoints/${id}/disable`, {});
  assert.equal(disabled.status, 200, disabled.text);
  assertTold(await commands.run('trigger', 'ping'), FAILED, /^There is no active webhook endpoint/);
  assertTold(await commands.run('trigger', 'wallet.high'), USAGE, /^<type> must be one of report.completed/);
  assertTold(await commands.run('trigger', 'wallet.low', '--data', '[]'), USAGE, /^--data must be an object/);
  const { eventId } = await commands.json<{ eventId: string }>(
    ...['trigger', 'wallet.low', '--data', '{"available":7}'],
  );
  await commands.done('trigger', 'challenge.sent', '--reference', 'case-77');
  await feedSettled(house, tenant.tenantId);
  const { body: feed } = await client.get(`/${tenant.tenantId}/v1/events?pageSize=100`);
  const made = feed.items.find(({ id }) => id === eventId);
  assert.deepEqual(made?.data, { test: true, available: 7, threshold: 2_000, alert: 'low' });
  assert.ok(
    feed.items.some(({ type, data }) => type === 'challenge.sent' && data.externalReference === 'case-77'),
  );
  // A receipt comes after the answer that it is about, and is told by what clears up.
  await house.service.clearUp();
  await until('every event that was caused', async () => {
    const listed = await commands.json<{ type: string }[]>('events', 'list', '--limit', '100');
    const seen = new Set(listed.map(({ type }) => type));
    return types.every((type) => seen.has(type));
  });
});

test('a pipeline publishes a consent text and sets the branding; test-only credentials do not', async () => {
  const file = newPath('consent.txt');
  const publish = ['consent', 'publish', '--name', 'Car finance', '--file', file];
  assertTold(await commands.run(...publish), USAGE, /^--file: the file .* cannot be read/);
  writeFileSync(file, 'First words.');
  type Published = { consentTextId: string; version: number };
  const first = await commands.json<Published>(...publish);
  assert.deepEqual(await commands.json<Published>(...publish), first, 'the same words are no new version');
  writeFileSync(file, 'Other words.');
  const second = await commands.json<Published>(...publish);
  assert.deepEqual([first.version, second.version], [1, 2]);
  assert.equal(second.consentTextId, first.consentTextId);
  const { name, colour } = await commands.json<{ name: string; colour: string }>(
    ...['branding', 'set', '--name', 'Northgate', '--colour', '#0b6e4f'],
  );
  assert.deepEqual([name, colour], ['Northgate', '#0b6e4f']);
  assertTold(await commands.run('branding', 'set'), USAGE, /^Say what to change/);
  const { clientId, clientSecret, credentialId } = await createCredential(house, tenant);
  await sql(house, 'update credentials set is_test_only = true where id = $1', [credentialId]);
  const ofTest = commandsOn({
    ...given,
    TREFOIL_CLIENT_ID: clientId,
    TREFOIL_CLIENT_SECRET: clientSecret,
  });
  assertTold(await ofTest.run(...publish), FAILED, /for test mode only/);
});

test('scenarios come from the one list; a page opens; an unknown service is told in a line', async () => {
  const rows = await commands.json<{ value: string }[]>('scenarios');
  const values = new Set(rows.map(({ value }) => value));
  assert.ok(TEST_NUMBERS.every(({ number }) => values.has(number)));
  assert.equal(await commands.done('open', 'docs', '--print'), `${baseUrl}/docs\n`);
  assertTold(await commands.run('open', 'toString'), USAGE, /^<page> must be one of/);
  const away = commandsOn({ ...given, TREFOIL_URL: 'http://127.0.0.1:9' });
  assertTold(await away.run('events', 'list'), FAILED, /could not be reached.*Start it \(npm start\)/);
  assert.match(
    await commands.done('listen', '--help'),
    /^Usage: npm run trefoil -- listen .*\n\nHand events/,
  );
});

test('the front door answers for itself, and passes on what a command says and how it ends', async () => {
  assert.match((await runToEnd(['--version'], given)).stdout, /^\d+\.\d+\.\d+\n$/);
  assert.match((await runToEnd(['start', '--help'], given)).stdout, /^Usage: /);
  assert.match((await runToEnd(['report', 'new'], given)).stdout, /^[0-9a-f-]{36} {2}complete\n$/);
  assertTold(await runToEnd(['branding', 'set'], given), USAGE, /^Say what to change/);
});

test('the demo tenant as lines for a shell, and as a context by itself', async () => {
  const DATA_DIR = newPath('data');
  const inFolder = commandsOn({ DATA_DIR, XDG_CONFIG_HOME: newPath('none') });
  assertTold(await inFolder.run('demo', 'env'), FAILED, /^There is no demo tenant in this folder/);
  mkdirSync(DATA_DIR);
  const { tenantId, clientId, clientSecret } = tenant;
  const demo = { baseUrl, tenantId, clientId, clientSecret, email: 'owner@example.com', password: 'p' };
  writeFileSync(join(DATA_DIR, 'demo.json'), JSON.stringify(demo));
  const lines = await inFolder.done('demo', 'env');
  for (const name of Object.keys(given).filter((one) => one.startsWith('TREFOIL_')))
    assert.ok(lines.includes(`export ${name}='${given[name]}'\n`), name);
  const { code, stdout, stderr } = await inFolder.run('report', 'new');
  assert.deepEqual([code, stderr], [0, `(the demo tenant of this folder, at ${baseUrl})\n`]);
  assert.match(stdout, / {2}complete\n$/);
});

test('an error of the database is a sentence', async () => {
  const onDatabase = commandsOn({ DATABASE_URL: database.url });
  await sql(house, 'alter table products rename to products_away');
  try {
    assertTold(
      await onDatabase.run('prices', 'list', tenant.tenantId),
      FAILED,
      /^The database refused: a table is missing: .* \(SQLSTATE 42P01\)\.\n$/,
    );
  } finally {
    await sql(house, 'alter table products_away rename to products');
  }
});
