// Several workers behind one port (WEB_CONCURRENCY), as real processes: one service to the outside. A rolling restart loses no request, a worker
// that is killed takes its own requests and nothing else, and a service that cannot live ends with a reason. The long run is
// test/chaos/rolling-restarts.chaos.ts.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { afterEach } from 'node:test';
import { countWorkers } from '../../src/start/primary.js';
import { listProcesses, signal } from '../../src/storage/engine/embedded/processes.ts';
import { type Client, clientOf, createTenant, generateBody } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import {
  call,
  endAll,
  endingOf,
  jsonPost,
  newPath,
  type ServiceProcess,
  until,
} from '../support/processes.ts';
import { type Fleet, openFleet } from '../support/services/fleet.ts';
import { startRequests } from '../support/services/request-stream.ts';

const WORKERS = 2;
/** A worker starts in two seconds, and in a minute on a machine that is busy with other things. */
const SOON_MS = 180_000;
const PRIMARY_RSS_MAX = 60 * 1024 * 1024;
const TOKEN = 'the-token-of-the-metrics';

let fleet: Fleet;
let service: ServiceProcess;
let client: Client;
let tokenFile: string;
let load: ReturnType<typeof startRequests>;
before(async () => {
  tokenFile = newPath('metrics-token');
  fleet = await openFleet({
    settings: { WEB_CONCURRENCY: String(WORKERS), DATABASE_POOL_SIZE: '5', SHUTDOWN_DRAIN_MS: '300' },
  });
  writeFileSync(tokenFile, TOKEN);
  service = await fleet.start({ METRICS_TOKEN_FILE: tokenFile });
  client = await clientOf(fleet.house, await createTenant(fleet.house));
  await until('both workers answer', async () => (await figure('trefoil_workers')) === WORKERS, SOON_MS);
});
afterEach(() => load?.stop());
after(async () => {
  await fleet?.close();
  await endAll();
});

const workersOf = (one: ServiceProcess): number[] =>
  listProcesses().flatMap(({ pid, parentPid }) => (parentPid === one.pid ? [pid] : []));
/** Each on a connection of its own: they are handed out in turn. */
const ask = <Path extends string>(path: Path, token: string) =>
  call(service.origin, {
    ...{ path, headers: { authorization: `Bearer ${token}` }, agent: new http.Agent() },
    // As long as a worker may take to come.
    timeoutMs: SOON_MS,
  });
const metrics = async (): Promise<string> => (await ask('/metrics', TOKEN)).text;
const unanswered: string[] = [];
const note = (error: Error): string => {
  unanswered.push(error.message);
  return '';
};
const figure = async (series: string): Promise<number> => {
  const line = (await metrics().catch(note)).split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length));
};
const profile = () => ask('/v1/my/profile', client.token);

/** Its requests wait as long as a worker may take to come: on a busy machine longer than a caller would. */
const startLoad = () => startRequests({ service, client, connections: 6, pauseMs: 60, timeoutMs: SOON_MS });

test('the start names the workers and their connections once, and the primary stays small', async () => {
  const lines = service.stdout().split('\n');
  assert.equal(lines.filter((line) => line.includes('is starting')).length, 1);
  assert.match(service.stdout(), /Workers {4}2, each with 2 of the connections to the database/);
  assert.equal(workersOf(service).length, WORKERS);
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  const rss = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  assert.ok(rss <= PRIMARY_RSS_MAX, `the primary holds ${Math.round(rss / 1024 / 1024)} MB`);
});

test('readiness and metrics speak for all workers, whoever is asked', async () => {
  const ready = await call(service.origin, { path: '/health/ready' });
  assert.equal(ready.status, 200);
  assert.deepEqual(JSON.parse(ready.text).parts, { database: 'ok', workers: 'ok' });
  const series =
    'trefoil_http_request_duration_seconds_count{route="/v1/my/profile",method="GET",status="200"}';
  // New connections are handed out in turn, so both workers answer some of them.
  for (let n = 0; n < 6; n += 1) assert.equal((await profile()).status, 200);
  const before = await figure(series);
  for (let n = 0; n < 4; n += 1) assert.equal(await figure(series), before);
  assert.ok(before >= 6);
  assert.equal(await figure('trefoil_database_connections_max'), 4);
  assert.equal(await figure('trefoil_ready'), 1);
});

test('a rolling restart replaces every worker and loses no request; what was counted stays counted', async () => {
  const series =
    'trefoil_http_request_duration_seconds_count{route="/v1/my/profile",method="GET",status="200"}';
  const first = workersOf(service);
  const counted = await figure(series);
  load = startLoad();
  service.signal('SIGHUP');
  await until('all are replaced', () => first.every((pid) => !workersOf(service).includes(pid)), SOON_MS);
  await until('it is said', () => service.stdout().includes('rolling restart: done'), SOON_MS);
  await load.stop();
  assert.deepEqual([load.lost, load.wrong], [[], []]);
  assert.ok(load.answered() > 100, `${load.answered()} answered`);
  assert.ok(workersOf(service).every((pid) => !first.includes(pid)));
  assert.ok((await figure(series)) > counted, 'a sum never falls');
});

test('when a new worker cannot start, the old ones stay and the log says so', async () => {
  const old = workersOf(service);
  rmSync(tokenFile);
  service.signal('SIGHUP');
  await until(
    'it is said',
    () => service.stdout().includes('a new worker did not start, the old ones stay'),
    SOON_MS,
  );
  assert.match(service.stderr(), /METRICS_TOKEN cannot be read from the file/);
  assert.deepEqual(workersOf(service).sort(), old.sort());
  assert.equal((await profile()).status, 200);
  writeFileSync(tokenFile, TOKEN);
});

test('a worker that is killed takes its own requests and nothing else, and another one comes', async () => {
  const [victim, survivor] = workersOf(service) as [number, number];
  load = startLoad();
  await until('some requests', () => load.answered() > 20, SOON_MS);
  signal(victim, 'SIGKILL');
  await until('another one answers', async () => (await figure('trefoil_workers')) === WORKERS, SOON_MS);
  const since = load.answered();
  await until('the service goes on', () => load.answered() > since + 20, SOON_MS);
  await load.stop();
  assert.deepEqual(load.wrong, []);
  // At most one request in flight on each of its connections, and each hears so at once: also one that was being handed over.
  assert.deepEqual(
    [...load.lost, ...unanswered].filter((error) => /no answer in/.test(error)),
    [],
  );
  assert.ok(load.lost.length <= 6, load.lost.join('; '));
  assert.ok(workersOf(service).includes(survivor));
  assert.match(service.stdout(), /worker \d+ ended by SIGKILL; another one starts in 0\.1 s/);
});

test('the port stays open when every worker is killed at once: who comes meanwhile waits for the next one', async () => {
  const all = workersOf(service);
  assert.equal(all.length, WORKERS);
  load = startLoad();
  await until('some requests', () => load.answered() > 20, SOON_MS);
  for (const pid of all) signal(pid, 'SIGKILL');
  await until('all are gone', () => all.every((pid) => !workersOf(service).includes(pid)), SOON_MS);
  const answers = await Promise.all(
    Array.from({ length: 30 }, () =>
      call(service.origin, { path: '/health/live', agent: new http.Agent(), timeoutMs: SOON_MS }),
    ),
  );
  assert.deepEqual(
    answers.filter(({ status }) => status !== 200),
    [],
  );
  await load.stop();
  // Of those that were at a worker one each is lost; none is refused a connection.
  assert.ok(load.lost.length <= 6, load.lost.join('; '));
  assert.deepEqual(
    load.lost.filter((error) => /ECONNREFUSED/.test(error)),
    [],
  );
  await until('all workers are back', async () => (await figure('trefoil_workers')) === WORKERS, SOON_MS);
});

test('SIGTERM drains all workers: requests in flight are answered, and all exit with 0', async () => {
  const one = await fleet.start();
  const all = workersOf(one);
  const answers = Array.from({ length: 8 }, () =>
    call(one.origin, jsonPost(`/${client.tenant.tenantId}/v1/credit-reports`, client.token, generateBody())),
  );
  await until('one is answered', () => Promise.race(answers).then(() => true));
  one.signal('SIGTERM');
  const { code, stderr } = await endingOf(one);
  assert.deepEqual([code, stderr], [0, '']);
  for (const { status } of await Promise.all(answers)) assert.equal(status, 200);
  assert.deepEqual(
    all.filter((pid) => listProcesses(pid).some(({ command }) => command !== '')),
    [],
  );
});

test('a start that fails says one sentence and ends, as with one process', async () => {
  const refused = await fleet.start({ WEB_CONCURRENCY: '6' }).then(
    () => null,
    (error: Error) => error,
  );
  assert.match(
    String(refused?.message),
    /WEB_CONCURRENCY is 6, and DATABASE_POOL_SIZE is 5: each worker needs a connection/,
  );
});

// Last: nothing serves after it. What was killed before counts, if it was within the minute.
test('five deaths within a minute end the service with the reason', async () => {
  const one = service;
  const killed = new Set<number>();
  while (!one.hasEnded()) {
    const next = workersOf(one).find((pid) => !killed.has(pid));
    if (next === undefined)
      await until(
        'a worker or the end',
        () => one.hasEnded() || workersOf(one).some((pid) => !killed.has(pid)),
      );
    else {
      killed.add(next);
      signal(next, 'SIGKILL');
    }
  }
  const { code, stderr } = await endingOf(one);
  assert.equal(code, 1);
  assert.match(stderr, /^5 workers ended within a minute, the last one by SIGKILL: the service ends\./m);
});

test('the primary counts workers as the settings do', () => {
  const counts = (WEB_CONCURRENCY: string, more = {}) => countWorkers({ WEB_CONCURRENCY, ...more });
  assert.deepEqual(
    ['', '1', '2', '64', '65', 'many', '0'].map((one) => counts(one)),
    [1, 1, 2, 64, 1, 1, 1],
  );
  assert.equal(counts('auto', { DATABASE_POOL_SIZE: '1' }), 1);
  assert.ok(counts('auto') >= 1 && counts('auto') <= 8);
});
