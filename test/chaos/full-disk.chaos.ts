// A full disk: that of the embedded database, on its own small disk, and that of the service's log. Writes are refused while it is full,
// nothing acknowledged is lost, and the service recovers by itself when there is space. Needs the right to mount a tmpfs (root on Linux).
// FULL_DISKS and TEST_SEED set the run.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Verdict } from '../../src/domain/reports/report.ts';
import { findEmbedded } from '../../src/storage/engine/embedded/connection.ts';
import { DEMO_CREDITS } from '../../src/usecases/operating/seed-demo.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { liveAStory, type Story } from '../support/consumers/consumer-stories.ts';
import { generateBody, type House, openHouse, sql, topUp } from '../support/house.ts';
import { freePort } from '../support/http/ports.ts';
import { contradictions } from '../support/ledger/reconcile.ts';
import {
  call,
  endAll,
  jsonPost,
  newPath,
  type ServiceProcess,
  startService,
  until,
  untilReady,
} from '../support/processes.ts';
import { startLive } from '../support/services/live-fleet.ts';
import { createStubbornClient, type StubbornClient } from '../support/services/stubborn-client.ts';
import { type Provider, startProvider } from '../support/worlds/provider.ts';

const DISKS = Number(process.env.FULL_DISKS ?? 5);
const SEED = process.env.TEST_SEED ?? '';
const DISK_MB = 256;
const FULL_MS = 4_000;
/** REQUEST_DEADLINE_MS, the check of it twice a second, and some slack for an overloaded machine. */
const LATEST_ANSWER_MS = 27_000;
const HEALED_WITHIN_MS = 10_000;
const WRITERS = 4;
const TELLERS = 2;
const MORE_CREDITS = 1_000_000_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const mounted: string[] = [];
const skip = whyNot();

let provider: Provider;
let service: ServiceProcess;
let disk: string;
before(async () => {
  if (skip !== false) return;
  disk = mountDisk('small-disk', DISK_MB);
  provider = await startProvider();
  service = await startLive(provider, {
    DATA_DIR: disk,
    PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
  });
  await untilReady(service, 120_000);
});
after(async () => {
  await service?.stop();
  for (const folder of mounted) spawnSync('umount', ['-l', folder]);
  await endAll();
  await provider?.close();
});

test(`the database's disk is full ${DISKS} times, and nothing that was acknowledged is lost (TEST_SEED=${SEED})`, {
  skip,
}, async () => {
  const house = await openHouse({}, { url: await socketUrl(), drop: async () => {} });
  try {
    const demo = JSON.parse(readFileSync(join(disk, 'demo.json'), 'utf8'));
    await topUp(house, demo.tenantId, MORE_CREDITS);
    const token = await tokenOf(demo);
    const tellers = startTellers(demo.tenantId, token);
    const writers = startWriters(demo.tenantId, token);
    const healedMs: number[] = [];
    for (let n = 0; n < DISKS; n += 1) {
      const refusedBefore = writers.refused();
      fill(join(disk, 'filler'));
      // Every other time the database also needs a new WAL file, and shuts itself down without one.
      if (n % 2 === 0) await sql(house, 'select pg_switch_wal()').catch(() => {});
      await until('writes are refused', () => writers.refused() >= refusedBefore + WRITERS, 120_000);
      await sleep(FULL_MS);
      assert.equal((await call(service.origin, { path: '/health/live' })).status, 200);
      rmSync(join(disk, 'filler'));
      const begunMs = performance.now();
      const acknowledged = writers.reportIds.length;
      await until('writes are taken', () => writers.reportIds.length >= acknowledged + WRITERS, 60_000);
      healedMs.push(performance.now() - begunMs);
    }
    await writers.stop();
    const stories = await tellers.stop();
    const kept = await keptOf(house, writers.reportIds);
    say(
      `${DISKS} × a full disk of ${DISK_MB} MB, seed ${SEED}: ${writers.reportIds.length} writes acknowledged, ${kept} of them`,
    );
    say(`  kept, ${writers.refused()} refused; ${stories.length} live reports; writes taken again after`);
    say(
      `  ${healedMs.map(Math.round).join(', ')} ms, the latest answer after ${writers.latestMs()} ms; the database was started again ${restarts()} times`,
    );
    assert.deepEqual(writers.problems, []);
    assert.equal(kept, writers.reportIds.length);
    assert.ok(Math.max(...healedMs) < HEALED_WITHIN_MS);
    await assertTrueMoney(house, demo.tenantId, stories, writers.reportIds);
  } finally {
    await house.close();
  }
});

for (const where of ['a device that is full', 'a disk that is full']) {
  test(`a service whose log goes to ${where} starts, answers, and shuts down cleanly`, { skip }, async () => {
    const log = where === 'a device that is full' ? '/dev/full' : fullLog();
    const settings = { DATA_DIR: newPath(`data of ${where}`), SHUTDOWN_DRAIN_MS: '0' };
    const deaf = await startService(settings, { shell: `exec >>'${log}' 2>>'${log}'` });
    await untilReady(deaf, 120_000);
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => call(deaf.origin, { path: '/v1/my/profile' })),
      );
      assert.ok(answers.every(({ status }) => status === 401));
    }
    assert.equal(deaf.hasEnded(), false);
    assert.equal((await deaf.stop()).code, 0);
    say(`  400 requests answered with a log that goes to ${where}`);
  });
}

/** Why this cannot run on this machine; false when it can. */
function whyNot(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'a small disk in memory can only be mounted by root on Linux';
  const folder = newPath('tried-disk');
  mkdirSync(folder);
  const tried = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { encoding: 'utf8' });
  if (tried.status !== 0)
    return `this machine does not let us mount a disk in memory: ${tried.stderr.trim()}`;
  spawnSync('umount', [folder]);
  return false;
}

function mountDisk(name: string, megabytes: number): string {
  const folder = newPath(name);
  mkdirSync(folder, { recursive: true });
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  assert.equal(done.status, 0, String(done.stderr));
  mounted.push(folder);
  return folder;
}

function fullLog(): string {
  const folder = mountDisk('log-disk', 1);
  fill(join(folder, 'filler'));
  return join(folder, 'service.log');
}

/** Fills the disk to the last byte. */
function fill(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (let size = 4 * 1024 * 1024; size >= 1; ) {
      try {
        writeSync(handle, Buffer.alloc(size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size = Math.floor(size / 4);
      }
    }
  } finally {
    closeSync(handle);
  }
}

async function socketUrl(): Promise<string> {
  const found = await findEmbedded(disk);
  if (found === null) throw new Error('the embedded server is not there');
  return `postgres://${found.user}@localhost/${found.database}?host=${encodeURIComponent(found.host)}`;
}

async function tokenOf(demo: { clientId: string; clientSecret: string }): Promise<string> {
  const basic = Buffer.from(`${demo.clientId}:${demo.clientSecret}`).toString('base64');
  const { body } = await call(service.origin, {
    method: 'POST',
    path: '/v1/oauth/token',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  return body.access_token;
}

/** Callers that write without retrying: each acknowledged report is recorded. */
function startWriters(tenantId: string, token: string) {
  const reportIds: string[] = [];
  const problems: string[] = [];
  let [refused, latestMs, isOver] = [0, 0, false];
  const all = Array.from({ length: WRITERS }, async () => {
    while (!isOver) {
      const request = jsonPost(`/${tenantId}/v1/credit-reports`, token, generateBody());
      const begunMs = performance.now();
      const patient = { ...request, timeoutMs: LATEST_ANSWER_MS };
      const answer = await call(service.origin, patient).catch((error: unknown) => String(error));
      latestMs = Math.max(latestMs, performance.now() - begunMs);
      if (typeof answer === 'string') problems.push(answer);
      else if (answer.status === 200) reportIds.push(answer.body.data.creditReportId);
      else if (answer.status === 503 && Number(answer.headers['retry-after']) > 0) {
        refused += 1;
        await sleep(50);
      } else problems.push(`${answer.status} ${answer.text}`);
    }
  });
  return {
    reportIds,
    problems,
    refused: () => refused,
    latestMs: () => Math.round(latestMs),
    stop: async () => {
      isOver = true;
      await Promise.all(all);
    },
  };
}

/** Callers that make live reports and retry until they are answered. */
function startTellers(tenantId: string, token: string) {
  const clients: StubbornClient[] = [];
  let isOver = false;
  const all = Array.from({ length: TELLERS }, async (_none, n) => {
    const random = createRandom(`${SEED} ${n}`);
    const client = createStubbornClient({ token, pick: () => service, patienceMs: 240_000 });
    clients.push(client);
    const stories: Story[] = [];
    while (!isOver) {
      const verdict = random.pick<Verdict>(['allow', 'challenge', 'block']);
      stories.push(await liveAStory({ client, provider, tenantId, random, verdict }));
    }
    assert.deepEqual(client.faults, []);
    return stories;
  });
  return {
    stop: async () => {
      isOver = true;
      return (await Promise.all(all)).flat();
    },
  };
}

async function keptOf(house: House, reportIds: string[]): Promise<number> {
  const text = `select count(*) as count from reports where id = any($1) and status = 'complete' and body is not null`;
  return (await sql<{ count: number }>(house, text, [reportIds]))[0]?.count ?? 0;
}

/** How often the server restarted, according to its log. */
function restarts(): number {
  const log = readFileSync(join(disk, 'postgres.log'), 'utf8');
  return (log.match(/database system is ready to accept connections/g)?.length ?? 1) - 1;
}

async function assertTrueMoney(
  house: House,
  tenantId: string,
  stories: Story[],
  testReports: string[],
): Promise<void> {
  const delivered = new Set<string>();
  for (const { smsId } of provider.sends) {
    await house.service.recordDelivery({ tenantId, smsId, state: 'delivered' });
    delivered.add(smsId);
  }
  const isTest = new Set(testReports);
  const fundedCredits = DEMO_CREDITS + MORE_CREDITS;
  const given = { house, provider, tenantId, fundedCredits, stories, delivered };
  // Test reports cost nothing and are counted above; one that was answered with an error may still be stored.
  const problems = (await contradictions(given)).filter(
    (problem) => !isTest.has(problem.split(' ')[1] ?? '') && !problem.endsWith('answered to a caller'),
  );
  assert.deepEqual(problems, [], `TEST_SEED=${SEED}`);
}
