// The recipes, run as pasted: each program under the name that its first line gives it.
// Alone: it starts processes.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import {
  answerAll,
  createVisitor,
  hostPages,
  type Link,
  press,
} from '../../support/consumers/consumer-visitor.ts';
import {
  clientOf,
  createTenant,
  generateBody,
  type House,
  openHouse,
  type Tenant,
} from '../../support/house.ts';
import { after, before, test } from '../../support/long.ts';
import { commandsOn } from '../../support/services/commands.ts';

const ROOT = join(import.meta.dirname, '../../..');
const RECIPES = readFileSync(join(ROOT, 'docs/recipes.md'), 'utf8');
const run = promisify(execFile);

let house: House;
let tenant: Tenant;
let folder: string;
let env: Record<string, string>;
before(async () => {
  house = await openHouse();
  tenant = await createTenant(house);
  const { tenantId, clientId, clientSecret } = tenant;
  env = {
    TREFOIL_URL: await house.service.app.listen({ host: '127.0.0.1', port: 0 }),
    TREFOIL_TENANT: tenantId,
    TREFOIL_CLIENT_ID: clientId,
    TREFOIL_CLIENT_SECRET: clientSecret,
  };
  folder = mkdtempSync(join(tmpdir(), 'tf-recipes-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [, code = '', name = ''] of RECIPES.matchAll(/^```(?:js|sh)\n((?:\/\/|#) (\S+)\n.*?)^```$/gms))
    writeFileSync(join(folder, name), code);
});
after(async () => {
  for (const name of [...Object.keys(env ?? {}), 'TEST_BRANCH']) delete process.env[name];
  await house?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

/** The command line of a recipe's file, with strict shells: a step that fails fails the test. */
const lineOf = (name: string, args: string[]): [string, string[]] =>
  name.endsWith('.sh')
    ? ['bash', ['--norc', '-euo', 'pipefail', join(folder, name), ...args]]
    : [process.execPath, [join(folder, name), ...args]];
const settings = () => ({ cwd: folder, env: { ...env, PATH: process.env.PATH } });
const program = async (name: string, ...args: string[]): Promise<string> =>
  (await run(...lineOf(name, args), settings())).stdout;

test('every outcome has its page, in Fastify', async () => {
  Object.assign(process.env, env);
  const { app } = await import(pathToFileURL(join(folder, 'outcomes.mjs')).href);
  const post = async (url: string, payload: unknown) =>
    (await app.inject({ method: 'POST', url, payload })).json();
  const ask = (branch: string, more = {}) => {
    process.env.TEST_BRANCH = branch;
    return post('/reports', { ...generateBody(), attemptId: randomUUID(), ...more });
  };
  assert.deepEqual(await ask('allow'), { page: 'report', accounts: 4 });
  assert.deepEqual(await ask('block'), { page: 'cannot-complete' });
  assert.deepEqual(await ask('allow', { mobileNumber: '+447700900402' }), { page: 'later' });
  assert.equal((await ask('allow', { firstName: '' })).fields[0].path, '/firstName');
  assert.equal((await ask('allow', { mobileNumber: '+447700900399' })).page, 'try-again');
  assert.equal((await ask('allow', { mobileNumber: '+447700900500' })).page, 'same-again');
  assert.equal((await ask('challenge', { mobileNumber: '+447700900005' })).sms, 'refused');
  const { page, sms, id, challengeId, texts } = await ask('challenge');
  assert.deepEqual([page, sms], ['code', 'accepted']);
  const code = (typed: string) => post(`/reports/${id}/code`, { challengeId, texts, code: typed });
  for (const _again of [1, 2, 3, 4]) assert.equal((await code('000000')).page, 'code', 'one guess');
  assert.equal((await code('123456')).page, 'report');
  assert.equal((await code('654321')).page, 'report', 'it was passed: the report is read');
  const late = await ask('challenge', { mobileNumber: '+447700900410' });
  assert.deepEqual(await post(`/reports/${late.id}/code`, { ...late, code: '123456' }), {
    page: 'begin-anew',
  });
  assert.deepEqual(await post('/reports', 'no form'), { page: 'later' });
});

test('a repeat of an attempt is the first request, also from another network; the browser chooses nothing else', async () => {
  Object.assign(process.env, { ...env, TEST_BRANCH: 'block' });
  const { app } = await import(pathToFileURL(join(folder, 'outcomes.mjs')).href);
  const payload = {
    ...generateBody({ externalReference: 'of-the-browser', challengeOptions: { status: 'allow' } }),
    attemptId: randomUUID(),
  };
  for (const remoteAddress of ['203.0.113.7', '203.0.113.8'])
    assert.deepEqual((await app.inject({ method: 'POST', url: '/reports', payload, remoteAddress })).json(), {
      page: 'cannot-complete',
    });
  const client = await clientOf(house, tenant);
  const { body } = await client.get(
    `/${tenant.tenantId}/v1/credit-reports?externalReference=of-the-browser` as never,
  );
  assert.deepEqual((body as unknown as { data: { items: unknown[] } }).data.items, []);
});

test('alerts, a nightly file, a new secret', async () => {
  const client = await clientOf(house, tenant);
  const endpoint = { url: 'https://example.com/hook', mode: 'test' };
  const made = await client.post(`/${tenant.tenantId}/v1/webhook-endpoints`, endpoint);
  const today = new Date().toISOString().slice(0, 10);
  const [alerts, , rotated] = await Promise.all([
    program('alerts.mjs'),
    program('nightly.mjs', today),
    program('rotate.mjs'),
  ]);
  assert.equal(alerts, '5000 credits, £5.00\n');
  assert.match(
    readFileSync(join(folder, `reports-${today}.csv`), 'utf8'),
    /^creditReportId,.*\r?\n"[0-9a-f-]{36}",/,
  );
  const [, secret = ''] = /^https:\/\/example\.com\/hook (whsec_\S+)\n$/.exec(rotated) ?? [];
  assert.ok(secret !== '' && secret !== made.body.secret, rotated);
});

for (const name of ['link.mjs', 'link.sh'])
  test(`a link is made, its consumer answers, and the report is read when the event comes: ${name}`, async () => {
    await hostPages(house, tenant);
    const [completed, declined] =
      name === 'link.mjs' ? ['complete', 'declined'] : ['session.completed', 'session.declined'];
    const visits = {
      [`${completed}: 4 accounts`]: async (link: Link) => {
        const visitor = createVisitor(house);
        await answerAll(visitor, link);
        await press(visitor, link);
      },
      [declined]: async ({ id, token }: Link) => {
        const visitor = createVisitor(house);
        await visitor.post(`/c/${id}/start`, { token });
        await visitor.post(`/c/${id}/consent`, { choice: 'decline' });
      },
    };
    for (const [end, visit] of Object.entries(visits)) {
      const recipe = spawn(...lineOf(name, []), settings());
      const ended = once(recipe, 'exit');
      const problems = text(recipe.stderr);
      const lines = createInterface(recipe.stdout)[Symbol.asyncIterator]();
      const url = new URL((await lines.next()).value ?? (await problems));
      const [, , id = ''] = url.pathname.split('/');
      await visit({ id, url: url.href, token: url.hash.slice('#t='.length) });
      const said: string[] = [];
      for await (const line of lines) said.push(line);
      assert.deepEqual([said.join(': '), await problems, await ended], [end, '', [0, null]]);
    }
  });

for (const name of ['evidence.mjs', 'evidence.sh'])
  test(`an evidence pack is fetched and verified, a forged one refused: ${name}`, async (t) => {
    if ((await run('unzip', ['-v']).catch(() => null)) === null) return t.skip('unzip is not here');
    const client = await clientOf(house, tenant);
    const { body } = await client.generate();
    await program(name, body.data.creditReportId);
    assert.match(await program('verify.sh'), /^Signature Verified Successfully\nSigned by [0-9a-f]{64}\n$/);
    const at = join(folder, 'evidence.zip');
    const pack = readFileSync(at);
    pack[pack.indexOf('"consumerData"') + 1] = 'C'.charCodeAt(0);
    writeFileSync(at, pack);
    await assert.rejects(program('verify.sh'), /CRC|FAILED/);
    await program(name, body.data.creditReportId);
    writeFileSync(join(folder, 'evidence-keys.json'), '{"keys":[]}');
    await assert.rejects(program('verify.sh'), ({ code, stdout }: { code: number; stdout: string }) => {
      assert.deepEqual([code, stdout], [1, 'Signature Verified Successfully\n']);
      return true;
    });
  });

test('the reports of a consumer are listed, and erased by the command of the page', async () => {
  const client = await clientOf(house, tenant);
  const made = async (status: string) =>
    (await client.generate({ externalReference: 'case-1042', challengeOptions: { status } })).body.data
      .creditReportId;
  const ids = [await made('block'), await made('allow')];
  const list = async () =>
    (await run(process.execPath, ['of-a-consumer.mjs', 'case-1042'], settings())).stdout;
  const pages = ids.map((id) => `${env.TREFOIL_URL}/app/${tenant.tenantId}/test/reports/${id}\n`);
  assert.equal(await list(), pages.reverse().join(''));
  const [, line = ''] = /`npm run trefoil -- (reports erase [^`]*)`/.exec(RECIPES) ?? [];
  const words = line.replace('<tenant-id>', tenant.tenantId).split(' ');
  const key = house.config.ENCRYPTION_KEY.toString('base64');
  const commands = commandsOn({ DATABASE_URL: house.database.url, ENCRYPTION_KEY: key });
  assert.equal(await commands.done(...words), 'Erased: 2 reports.\n');
  const [blocked, complete] = await Promise.all(
    ids.map((id) => client.get(`/${tenant.tenantId}/v1/credit-reports/${id}`)),
  );
  assert.equal(complete?.body.code, 'credit-report-purged');
  assert.equal(blocked?.body.data.status, 'blocked', 'without a document there is nothing to withhold');
  assert.equal(await list(), '', 'the reference went too');
});
