// Rolling restarts (SIGHUP) of a service with two workers, one after another, under clients that keep their connections open: no request may be
// lost or refused, every worker is replaced every time, and no sum of the metrics falls. ROLLING_RESTARTS, ROLLING_REQUESTS,
// ROLLING_CONNECTIONS and ROLLING_PAUSE_MS (between the requests of a connection) set the run; test/scenarios/workers.test.ts has a small one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listProcesses } from '../../src/storage/engine/embedded/processes.ts';
import { type Client, clientOf, createTenant, tokenOf } from '../support/house.ts';
import { call, type ServiceProcess, until } from '../support/processes.ts';
import { type Fleet, openFleet } from '../support/services/fleet.ts';
import { startRequests } from '../support/services/request-stream.ts';
import { median } from '../support/services/time-limits.ts';

const RESTARTS = Number(process.env.ROLLING_RESTARTS ?? 50);
const REQUESTS_MIN = Number(process.env.ROLLING_REQUESTS ?? 20_000);
const CONNECTIONS = Number(process.env.ROLLING_CONNECTIONS ?? 200);
const PAUSE_MS = Number(process.env.ROLLING_PAUSE_MS ?? 1_000);
const WORKERS = 2;
/** A worker starts in two seconds, and in minutes on a machine that is busy with other things. */
const SOON_MS = 600_000;
const COUNTED = /^trefoil_http_request_duration_seconds_count\{route="\/v1\/my\/profile".*\} (\d+)$/m;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

let fleet: Fleet;
let service: ServiceProcess;
let client: Client;
before(async () => {
  fleet = await openFleet({
    settings: { WEB_CONCURRENCY: String(WORKERS), LOG_LEVEL: 'warn', CONNECTIONS_PER_ADDRESS_MAX: '1000' },
  });
  service = await fleet.start();
  client = await clientOf(fleet.house, await createTenant(fleet.house));
});
after(() => fleet?.close());

const workers = (): number[] =>
  listProcesses().flatMap(({ pid, parentPid }) => (parentPid === service.pid ? [pid] : []));
const counted = async (): Promise<number> =>
  Number(COUNTED.exec((await call(service.origin, { path: '/metrics' })).text)?.[1] ?? 0);

/** An error without its address, an answer by its status and code. */
const kindOf = (said: string): string =>
  said.replace(/^(\d+) .*"code":"([\w-]+)".*$/s, '$1 $2').replaceAll(/ [\d.]+:\d+/g, '');

test(`${RESTARTS} rolling restarts under ${CONNECTIONS} connections lose no request`, async () => {
  await until('both workers are there', () => workers().length === WORKERS, SOON_MS);
  const load = startRequests({ service, client, connections: CONNECTIONS, pauseMs: PAUSE_MS });
  const tookMs: number[] = [];
  const falls: string[] = [];
  const begunMs = performance.now();
  let sum = 0;
  try {
    for (let n = 1; n <= RESTARTS; n += 1) {
      // A token lives for a quarter of an hour, and the run may take longer.
      client.token = await tokenOf(fleet.house, client.tenant);
      const old = workers();
      const sinceMs = performance.now();
      service.signal('SIGHUP');
      await until('all are replaced', () => old.every((pid) => !workers().includes(pid)), SOON_MS);
      await until('it is over', () => service.stdout().split('rolling restart: done').length > n, SOON_MS);
      tookMs.push(performance.now() - sinceMs);
      const now = await counted();
      if (now < sum) falls.push(`restart ${n}: ${sum} fell to ${now}`);
      sum = now;
    }
    await until('enough requests', () => load.answered() >= REQUESTS_MIN, SOON_MS);
  } finally {
    await load.stop();
    // Also of a run that failed half way.
    const tookS = (performance.now() - begunMs) / 1000;
    say(
      `${tookMs.length} rolling restarts of ${WORKERS} workers in ${tookS.toFixed(0)} s under ${CONNECTIONS} connections:`,
    );
    say(`  ${load.answered()} requests answered, ${load.lost.length} lost, ${load.wrong.length} not 200;`);
    for (const [kind, some] of Object.entries(Object.groupBy([...load.lost, ...load.wrong], kindOf)))
      say(`  ${some?.length} ${kind}`);
    say(
      `  a restart took ${Math.round(median(tookMs))} ms (median), ${Math.round(Math.max(...tookMs))} ms (most)`,
    );
  }
  assert.deepEqual([load.lost, load.wrong, falls], [[], [], []]);
  assert.ok(load.answered() >= REQUESTS_MIN);
  const { code, stderr } = await service.stop();
  assert.deepEqual([code, stderr], [0, '']);
});
