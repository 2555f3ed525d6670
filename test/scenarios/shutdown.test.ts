// Graceful shutdown, as a load balancer and callers see it: readiness fails first, requests in flight are answered, and the process exits in
// time.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { describe } from 'node:test';
import pg from 'pg';
import { VERSION } from '../../src/settings/version.ts';
import { signal } from '../../src/storage/engine/embedded/processes.ts';
import { type Client, clientOf, createTenant, generateBody, openChallenge } from '../support/house.ts';
import { holdBack } from '../support/http/at-once.ts';
import { dial, halfOf } from '../support/http/dial.ts';
import { after, before, test } from '../support/long.ts';
import {
  call,
  endAll,
  endingOf,
  jsonPost,
  type ServiceProcess,
  startService,
  until,
  untilReady,
} from '../support/processes.ts';
import { startBalancer } from '../support/services/balancer.ts';
import { type Fleet, openFleet } from '../support/services/fleet.ts';

const SHUTDOWNS = 2;
const REQUESTS_PER_SHUTDOWN = 400;
const WORKERS = 16;
const LONGEST_DRAIN_MS = 8_000;

let fleet: Fleet;
let client: Client;
before(async () => {
  fleet = await openFleet({ count: 2, settings: { DATABASE_POOL_SIZE: '4' } });
  client = await clientOf(fleet.house, await createTenant(fleet.house));
});
after(async () => {
  await fleet?.close();
  await endAll();
});

test('a service that npm started ends when the shell between them does, and one that a script started apart goes on', async () => {
  const behindShell = (script: string) =>
    startService(
      { DATABASE_URL: fleet.databaseUrl, npm_lifecycle_script: script },
      { shell: '"$0" "$@"; exit' },
    );
  const [ours, apart] = await Promise.all([behindShell('"trefoil" start'), behindShell('node deploy.js')]);
  await Promise.all([untilReady(ours), untilReady(apart)]);
  const pids = [ours, apart].map((one) => Number(/"pid":(\d+)/.exec(one.stdout())?.[1]));
  try {
    for (const service of [ours, apart]) service.signal('SIGKILL');
    // The output ends with the service, not with the shell.
    await endingOf(ours);
    assert.equal((await call(apart.origin, { path: '/health/ready' })).status, 200);
  } finally {
    for (const pid of pids) signal(pid, 'SIGTERM');
  }
  await endingOf(apart);
});

test('two processes are replaced under load and none of the requests is lost', async () => {
  const balancer = startBalancer(fleet.processes.slice());
  // Ready before: a start under this load takes most of the time, and is not what is tested.
  const replacements = await Promise.all(Array.from({ length: SHUTDOWNS }, () => fleet.start()));
  const wrong: number[] = [];
  let isOver = false;
  const work = async (_none: unknown, worker: number): Promise<void> => {
    for (let n = worker; !isOver; n += 1) {
      const request = n % 4 === 0 ? jsonPost(reportsPath(), client.token, generateBody()) : readProfile();
      const answer = await balancer.send(request).catch(() => null);
      if (answer !== null && answer.status !== 200) wrong.push(answer.status);
    }
  };
  const workers = Array.from({ length: WORKERS }, work);
  try {
    for (const [shutdown, replacement] of replacements.entries()) {
      const goal = (shutdown + 1) * REQUESTS_PER_SHUTDOWN;
      await until('enough requests', () => balancer.answered >= goal);
      const leaving = balancer.processes[0] as ServiceProcess;
      leaving.signal('SIGTERM');
      const ended = assertEndsCleanly(leaving);
      balancer.processes.push(replacement);
      await ended;
      balancer.processes.shift();
    }
  } finally {
    isOver = true;
    await Promise.all(workers);
    await balancer.stop();
  }
  assert.deepEqual([balancer.lost, wrong], [[], []]);
  assert.ok(balancer.answered >= SHUTDOWNS * REQUESTS_PER_SHUTDOWN);
});

// Two at a time: the first test mostly waits.
describe('one process', { concurrency: 2 }, () => {
  test('a request that never ends does not keep the process: its deadline ends it with code 1', async () => {
    const process = await startOne({ SHUTDOWN_DRAIN_MS: '0' });
    const { reportId, challengeId } = await openChallenge(client);
    const lock = await lockReport(reportId);
    try {
      const path = `${reportsPath()}/${reportId}/otp-challenge` as const;
      const lost = call(process.origin, jsonPost(path, client.token, { challengeId, code: '123456' }));
      lost.catch(() => {});
      await lock.untilLocked();
      assert.equal((await process.stop()).code, 1);
    } finally {
      await lock.release();
    }
  });

  test('readiness fails at once with the reason; other answers close their connection', async () => {
    // One of those that took the place of the first two.
    const process = fleet.living()[0] as ServiceProcess;
    // Already open: the answer on one of the balancer's connections is what matters.
    const agent = new http.Agent({ keepAlive: true });
    const ready = () => call(process.origin, { path: '/health/ready', agent });
    const live = () => call(process.origin, { path: '/health/live', agent });
    assert.deepEqual((await ready()).body, {
      status: 'ready',
      version: VERSION,
      sandbox: false,
      parts: { database: 'ok' },
    });
    assert.notEqual((await live()).headers.connection, 'close');
    process.signal('SIGTERM');
    await until('draining', async () => (await live()).headers.connection === 'close');
    const answer = await ready();
    assert.equal(answer.status, 503);
    assert.deepEqual(answer.body, {
      status: 'not-ready',
      version: VERSION,
      sandbox: false,
      parts: { process: 'shutting-down' },
    });
    // Nothing is refused yet.
    const report = await call(process.origin, jsonPost(reportsPath(), client.token, generateBody()));
    assert.deepEqual([report.status, report.body.data.status], [200, 'complete']);
    assert.equal(report.headers.connection, 'close');
    await assertEndsCleanly(process);
  });

  test('requests in progress, and still being received, when the listener closes get their complete answers', async () => {
    const process = await startOne({ SHUTDOWN_DRAIN_MS: '200' });
    const { reportId, challengeId } = await openChallenge(client);
    const lock = await lockReport(reportId);
    try {
      const path = `${reportsPath()}/${reportId}/otp-challenge` as const;
      // A keep-alive connection must not delay the exit.
      const agent = new http.Agent({ keepAlive: true });
      const request = jsonPost(path, client.token, { challengeId, code: '123456' });
      const answer = call(process.origin, { ...request, agent });
      const received = await holdBack({
        ...jsonPost(reportsPath(), client.token, generateBody()),
        port: process.port,
      });
      await call(process.origin, { path: '/health/live' });
      await lock.untilLocked();
      process.signal('SIGTERM');
      await until('the listener is closed', () => isRefused(process.port));
      assert.equal(process.hasEnded(), false);
      received.release();
      const made = await received.answer;
      assert.deepEqual([made.status, made.body.data.status], [200, 'complete']);
      await lock.release();
      const { status, body, headers } = await answer;
      assert.deepEqual([status, body.data.status], [200, 'complete']);
      assert.equal(headers.connection, 'close');
      await assertEndsCleanly(process);
    } finally {
      await lock.release();
    }
  });

  test('clients that send half of a request, or read no answer, do not keep the process: it ends in good order', async () => {
    const process = await startOne({ SHUTDOWN_DRAIN_MS: '0' });
    const LARGE = 'GET /reference/js/scalar.js HTTP/1.1\r\nhost: a\r\n\r\n';
    const deaf = await dial(process.port);
    deaf.stopReading();
    deaf.write(LARGE.repeat(12));
    const slow = [deaf];
    for (const bytes of ['GET /x HTTP/1.1\r\nhost: ', halfOf('/v1/fingerprints/sessions')]) {
      const one = await dial(process.port);
      one.write(bytes);
      slow.push(one);
    }
    await slow.at(-1)?.untilHeard('100 Continue');
    process.signal('SIGTERM');
    await assertEndsCleanly(process);
    for (const one of slow) one.hangUp();
  });

  test('a second signal ends the process at once', async () => {
    const process = await startOne({ SHUTDOWN_DRAIN_MS: `${LONGEST_DRAIN_MS}` });
    process.signal('SIGTERM');
    // One within half a second is taken for a duplicate of the first.
    await until('gone', () => {
      process.signal('SIGTERM');
      return process.hasEnded();
    });
    // After the drain it would have been 0.
    assert.equal((await endingOf(process)).code, 1);
  });

  test('a process whose stdout reader is gone starts, answers, and shuts down cleanly', async () => {
    const process = await startService({ ...fleet.settings, SHUTDOWN_DRAIN_MS: '0' });
    fleet.processes.push(process);
    process.stopListening();
    await untilReady(process);
    // Enough to flush the log many times.
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => call(process.origin, readProfile())),
      );
      assert.ok(answers.every(({ status }) => status === 200));
    }
    process.signal('SIGTERM');
    await assertEndsCleanly(process);
  });

  const whyNot = existsSync('/dev/full') ? false : 'there is no device here that is always full';
  test('a process whose log is on a full disk starts, answers, and shuts down cleanly', {
    skip: whyNot,
  }, async () => {
    const settings = { ...fleet.settings, SHUTDOWN_DRAIN_MS: '0' };
    const process = await startService(settings, { shell: 'exec >>/dev/full 2>>/dev/full' });
    fleet.processes.push(process);
    await untilReady(process);
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(process.origin, readProfile())));
    assert.ok(answers.every(({ status }) => status === 200));
    process.signal('SIGTERM');
    await assertEndsCleanly(process);
  });

  test('Ctrl-C ends an idle process without waiting for a balancer', async () => {
    // The best of three: a machine may stall for longer than the drain.
    const tookMs: number[] = [];
    while (tookMs.length < 3 && !tookMs.some((ms) => ms < LONGEST_DRAIN_MS)) {
      const process = await startOne({ SHUTDOWN_DRAIN_MS: `${LONGEST_DRAIN_MS}` });
      const begunMs = performance.now();
      process.signal('SIGINT');
      await assertEndsCleanly(process);
      tookMs.push(performance.now() - begunMs);
    }
    assert.ok(Math.min(...tookMs) < LONGEST_DRAIN_MS, `${tookMs}`);
  });
});

/** By itself: its deadline would end it with code 1. */
async function assertEndsCleanly(process: ServiceProcess): Promise<void> {
  const { code, stderr } = await endingOf(process);
  assert.deepEqual([code, stderr], [0, '']);
}

async function startOne(settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const process = await startService({ ...fleet.settings, ...settings });
  fleet.processes.push(process);
  await untilReady(process);
  return process;
}

function reportsPath() {
  return `/${client.tenant.tenantId}/v1/credit-reports` as const;
}

function readProfile() {
  return { path: '/v1/my/profile', headers: { authorization: `Bearer ${client.token}` } };
}

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('error', () => resolve(true));
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
  });
}

/** Locks this report's row. */
async function lockReport(reportId: string) {
  const connection = new pg.Client({ connectionString: fleet.databaseUrl });
  await connection.connect();
  await connection.query('begin');
  await connection.query('select 1 from reports where id = $1 for update', [reportId]);
  let isHeld = true;
  return {
    untilLocked: () =>
      until('a statement waits for the lock', async () => {
        const { rows } = await connection.query(
          'select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
        );
        return rows.length > 0;
      }),
    release: async () => {
      if (isHeld) await connection.end();
      isHeld = false;
    },
  };
}
