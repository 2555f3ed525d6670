// Exhausted resources: five connections and two hundred requests while another session locks the rows that they need, a server whose
// connections another process has, a pool of one for all API tests, 256 file descriptors for far more callers. What cannot be served is shed quickly with a proper error, nothing deadlocks,
// and the service recovers when the shortage is over.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ReportAnswer, ReportPath } from '../support/answers.ts';
import type { Story } from '../support/consumers/consumer-stories.ts';
import { createTenant, generateBody, tokenOf } from '../support/house.ts';
import { contradictions } from '../support/ledger/reconcile.ts';
import { assertTrueBooks } from '../support/ledger/true-books.ts';
import { problemsOf } from '../support/money.ts';
import { call, type HttpRequest, jsonPost, startService, until, untilReady } from '../support/processes.ts';
import { actOn, SCENES, type Stage } from '../support/services/crash-scenes.ts';
import { type LiveFleet, openLiveFleet } from '../support/services/live-fleet.ts';
import { judgeTime, median } from '../support/services/time-limits.ts';
import { consumerFor } from '../support/worlds/provider.ts';

const ROOT = join(import.meta.dirname, '../..');
const POOL_SIZE = 5;
const REQUESTS = 200;
const LOCKED_MS = 10_000;
/** A stalled queue is shed after a second; a machine busy with the refusals themselves takes a little longer. */
const SHED_WITHIN_MS = 2_000;
const RECOVERED_WITHIN_MS = 5_000;
const FUNDED = 1_000_000;
const DESCRIPTORS = 256;
const CALLERS = 600;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

let fleet: LiveFleet;
before(async () => {
  fleet = await openLiveFleet(0);
});
after(() => fleet?.close());

test(`${REQUESTS} requests on ${POOL_SIZE} connections, with their rows locked for ten seconds, are served or shed quickly`, async (t) => {
  const { house, provider } = fleet;
  const process = await fleet.start({ DATABASE_POOL_SIZE: String(POOL_SIZE) });
  const stage: Stage = { house, provider, act: actOn(process) };
  const guess = await SCENES['a right code'](stage);
  const tenant = await createTenant(house, { balanceCredits: FUNDED });
  const other = await createTenant(house);
  const [token, otherToken] = [await tokenOf(house, tenant), await tokenOf(house, other)];
  const path = `/${tenant.tenantId}/v1/credit-reports` as const;
  const stories: Story[] = [];

  const generate = async (): Promise<Timed> => {
    const email = `${randomUUID()}@example.com`;
    const bureaus = ['equifax'];
    const body = generateBody({ ...consumerFor('allow', email), bureaus });
    const timed = await timedCall(process.origin, jsonPost(path, token, body));
    if (timed.status === 200) {
      const { data, meta } = timed.answer.body;
      const { tenantId } = tenant;
      const story = { tenantId, email, bureaus, reportId: data.creditReportId, status: data.status };
      stories.push({ ...story, cost: meta.wallet.cost, guesses: 0, resends: 0 });
    }
    return timed;
  };
  const testReport = (): Promise<Timed> =>
    timedCall(process.origin, jsonPost(`/${other.tenantId}/v1/credit-reports`, otherToken, generateBody()));
  const wave = (count: number): Promise<Timed>[] =>
    Array.from({ length: count }, (_none, n) => (n % 4 === 0 ? testReport() : generate()));

  const lock = await lockRows([tenant.tenantId, guess.tenant.tenantId]);
  const begunMs = performance.now();
  const guessed = actOn(process)({ ...guess, key: randomUUID() });
  const first = wave(REQUESTS);
  await sleep(3_000);
  const second = wave(REQUESTS / 2);
  const ready = await call(process.origin, { path: '/health/ready' });
  const live = await call(process.origin, { path: '/health/live' });
  await sleep(Math.max(0, LOCKED_MS - (performance.now() - begunMs)));
  await lock.release();
  const releasedMs = performance.now();
  await until('all are served again', async () => {
    return (await Promise.all([generate(), testReport()])).every(({ status }) => status === 200);
  });
  const recoveredMs = performance.now() - releasedMs;
  const answers = await Promise.all([...first, ...second]);
  const guessAnswer = await guessed;

  const refused = answers.filter(({ status }) => status === 503);
  const [one, two] = [first, second].map(async (those) =>
    (await Promise.all(those)).filter(({ status }) => status === 503),
  );
  const [refusedFirst, refusedLater] = [(await one) ?? [], (await two) ?? []];
  say(
    `${answers.length} requests on ${POOL_SIZE} connections, rows locked for 10 s: ${answers.length - refused.length} served,`,
  );
  say(
    `  ${refused.length} refused; at first after ${figures(refusedFirst)}, in a stalled queue after ${figures(refusedLater)};`,
  );
  say(
    `  readiness said ${ready.status}; all served again ${Math.round(recoveredMs)} ms after the locks were gone`,
  );
  assert.deepEqual(
    answers.filter(({ problem }) => problem !== null),
    [],
  );
  assert.ok(refused.length > 0, 'nothing was refused: the queue was never full');
  assert.equal(live.status, 200);
  assert.ok(recoveredMs < RECOVERED_WITHIN_MS);

  const { tenantId } = tenant;
  const given = { house, provider, tenantId, fundedCredits: FUNDED, stories, delivered: new Set<string>() };
  await until('nothing is held', async () => (await contradictions(given)).length === 0, 70_000).catch(
    () => {},
  );
  assert.deepEqual(await contradictions(given), []);
  assert.deepEqual(await problemsOf(house, guess.tenant.tenantId), []);
  if (guessAnswer.status === 200) await assertTrueBooks(stage, guess, guessAnswer);
  assert.equal((await process.stop()).code, 0);
  await judgeTime(t, {
    guarantee: `half of the refusals within ${SHED_WITHIN_MS} ms`,
    isMet: median(refused.map(({ ms }) => ms)) < SHED_WITHIN_MS,
    figures: `refused after ${figures(refused)}`,
  });
});

test('a process that starts when all connections but one are taken does all its reports', async () => {
  const { house, settings } = fleet;
  const role = `few_${randomUUID().slice(0, 8)}`;
  const url = new URL(house.database.url);
  const session = new pg.Client({ connectionString: url.href });
  await session.connect();
  const { rows } = await session.query('select current_user as owner');
  await session.query(`create role ${role} login in role ${rows[0].owner}`);
  url.username = role;
  const own = { ...settings, DATABASE_URL: url.href, DATABASE_POOL_SIZE: '8' };
  const start = async () => {
    const service = await startService(own, { world: 'provider' });
    await untilReady(service);
    return service;
  };
  const tenant = await createTenant(house);
  const report = jsonPost(
    `/${tenant.tenantId}/v1/credit-reports`,
    await tokenOf(house, tenant),
    generateBody(),
  );
  const send = async (origin: string, count: number): Promise<number[]> =>
    (await Promise.all(Array.from({ length: count }, () => call(origin, report)))).map(
      ({ status }) => status,
    );
  const first = await start();
  const taken = async (): Promise<number> => {
    const text = 'select count(*)::int as n from pg_stat_activity where usename = $1';
    return (await session.query(text, [role])).rows[0].n;
  };
  await send(first.origin, 200);
  const has = await taken();
  await session.query(`alter role ${role} connection limit ${has + 1}`);
  const second = await start();
  const statuses = await send(second.origin, 48);
  const done = statuses.filter((status) => status === 200).length;
  say(`  the first process has ${has} of ${has + 1} connections: ${done} of 48 reports of the second done`);
  assert.equal(done, 48);
  assert.match(second.stdout(), /The database gives \d+ connections, others have or may take 8 of them/);
  for (const one of [first, second]) assert.equal((await one.stop()).code, 0);
  await session.query(`drop role ${role}`);
  await session.end();
});

test('no request needs a second connection while it holds one: the tests of the API pass on a pool of one', async () => {
  const files = ['api', 'identity'].flatMap((folder) => {
    const found = globSync(`test/${folder}/**/*.test.ts`, { cwd: ROOT });
    assert.ok(found.length > 0, `no tests in test/${folder}`);
    return found;
  });
  // All of them: tests that send fifty at once wait in a queue that moves, and no request waits for one that waits for it.
  const args = ['--test', '--test-concurrency=2', '--test-timeout=300000', ...files.toSorted()];
  const env = { ...process.env, TEST_POOL_SIZE: '1', NODE_TEST_CONTEXT: undefined };
  const child = spawn(process.execPath, args, { cwd: ROOT, env: env as NodeJS.ProcessEnv });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const failed = said.split('\n').filter((line) => /^\s*(✖|not ok)/.test(line));
  say(`  ${/(?:ℹ|#) pass (\d+)/.exec(said)?.[1]} tests on a pool of one connection`);
  assert.deepEqual([code, failed], [0, []]);
});

test(`a process with ${DESCRIPTORS} file descriptors survives ${CALLERS} concurrent callers`, async () => {
  const { house, settings } = fleet;
  const tenant = await createTenant(house);
  const token = await tokenOf(house, tenant);
  const limited = { world: 'provider', shell: `ulimit -n ${DESCRIPTORS}` } as const;
  const service = await startService({ ...settings, DATABASE_POOL_SIZE: String(POOL_SIZE) }, limited);
  await untilReady(service);
  const report = jsonPost(`/${tenant.tenantId}/v1/credit-reports`, token, generateBody());
  const idle = await Promise.all(Array.from({ length: CALLERS }, () => connect(service.port)));
  const heldOpen = idle.filter((socket) => socket !== null);
  // Accepted connections are served; the others were closed before they sent anything.
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      call(service.origin, report).then(
        ({ status }) => status,
        () => 0,
      ),
    ),
  );
  assert.ok(
    answers.every((status) => [0, 200, 503].includes(status)),
    answers.join(),
  );
  assert.equal(service.hasEnded(), false);
  for (const socket of heldOpen) socket.destroy();
  const begunMs = performance.now();
  await until(
    'it serves again',
    async () => (await call(service.origin, report).catch(() => null))?.status === 200,
  );
  const recoveredMs = performance.now() - begunMs;
  const served = answers.filter((status) => status === 200).length;
  say(
    `  ${DESCRIPTORS} descriptors, ${CALLERS} callers: ${heldOpen.length} got in, ${served} of 50 requests served meanwhile;`,
  );
  say(`  recovered after ${Math.round(recoveredMs)} ms`);
  assert.ok(recoveredMs < RECOVERED_WITHIN_MS);
  service.signal('SIGTERM');
  assert.deepEqual(await service.ended.then(({ code, stderr }) => [code, stderr]), [0, '']);
});

type Timed = { status: number; ms: number; answer: ReportAnswer; problem: string | null };

async function timedCall(origin: string, request: HttpRequest<'POST', ReportPath>): Promise<Timed> {
  const begunMs = performance.now();
  const answer = await call(origin, request);
  const ms = performance.now() - begunMs;
  const { status, headers, body } = answer;
  const isUnavailable = body?.code === 'service-unavailable' && Number(headers['retry-after']) > 0;
  const isAsItShould = status === 503 ? isUnavailable : status === 200;
  return { status, ms, answer, problem: isAsItShould ? null : `${status} ${answer.text}` };
}

function figures(refused: Timed[]): string {
  const ms = refused.map((one) => one.ms);
  return ms.length === 0
    ? 'nothing'
    : `${Math.round(median(ms))} ms (median), ${Math.round(Math.max(...ms))} ms (most)`;
}

/** Another session locks the wallets and the reports of these tenants. */
async function lockRows(tenantIds: string[]) {
  const session = new pg.Client({ connectionString: fleet.house.database.url });
  await session.connect();
  await session.query('begin');
  await session.query('select 1 from reports where tenant_id = any($1) for update', [tenantIds]);
  await session.query('select 1 from wallets where tenant_id = any($1) for update', [tenantIds]);
  return { release: () => session.end() };
}

/** Null for a connection that was closed at once. */
function connect(port: number): Promise<net.Socket | null> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('error', () => resolve(null));
    socket.once('close', () => resolve(null));
    // A process out of file descriptors closes it at once.
    socket.once('connect', () => setTimeout(() => resolve(socket.destroyed ? null : socket), 500));
  });
}
