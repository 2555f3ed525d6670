// The embedded default with a live world; its process, its PostgreSQL or both are killed under load. It recovers by itself, and
// nothing acknowledged is lost. EMBEDDED_KILLS and TEST_SEED set the run.
// Alone: it starts processes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Verdict } from '../../src/domain/reports/report.ts';
import { findEmbedded } from '../../src/storage/engine/embedded/connection.ts';
import { readPidFile } from '../../src/storage/engine/embedded/postmaster.ts';
import { DEMO_CREDITS } from '../../src/usecases/operating/seed-demo.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { liveAStory, type Story } from '../support/consumers/consumer-stories.ts';
import { prepareDataDir } from '../support/database/new-cluster.ts';
import { type House, openHouse, topUp } from '../support/house.ts';
import { freePort } from '../support/http/ports.ts';
import { contradictions } from '../support/ledger/reconcile.ts';
import { after, before, test } from '../support/long.ts';
import { pastTheRules } from '../support/money.ts';
import { call, endAll, newPath, type ServiceProcess, until, untilReady } from '../support/processes.ts';
import { openHolds, startLive } from '../support/services/live-fleet.ts';
import {
  createHasten,
  createStubbornClient,
  type StubbornClient,
} from '../support/services/stubborn-client.ts';
import { assertSoon } from '../support/services/time-limits.ts';
import { type Provider, startProvider } from '../support/worlds/provider.ts';

const KILLS = Number(process.env.EMBEDDED_KILLS ?? 2);
/** How soon is judged in a long run only: on a machine that does other things it says nothing. */
const IS_LONG = KILLS >= 50;
const SEED = process.env.TEST_SEED ?? '';
const WAYS = ['service', 'server', 'both'] as const;
const CLIENTS = 4;
const MORE_CREDITS = 1_000_000_000;
const READY_WITHIN_MS = 3_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const chance = createRandom(SEED);

let provider: Provider;
let service: ServiceProcess;
let house: House;
let dataDir: string;
let settings: Record<string, string>;
before(async () => {
  provider = await startProvider();
  provider.pause = () => (chance.chance(30) ? sleep(chance.int(1, 60)) : null);
  dataDir = newPath('data');
  await prepareDataDir(dataDir);
  // The port is part of the address that tokens are made for.
  settings = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'warn' };
  service = await startLive(provider, settings);
  await untilReady(service, 60_000);
  house = await openHouse({}, { url: await socketUrl(), drop: async () => {} });
});
after(async () => {
  await house?.close();
  await endAll();
  await provider?.close();
});

test(`${KILLS} kills of the service, its database or both lose nothing that was acknowledged (TEST_SEED=${SEED})`, async (t) => {
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  const { tenantId } = demo;
  await topUp(house, tenantId, MORE_CREDITS);
  const token = await tokenOf(demo);
  const stories: Story[] = [];
  const clients: StubbornClient[] = [];
  let isOver = false;

  const callers = Array.from({ length: CLIENTS }, async (_none, n) => {
    const random = createRandom(`${SEED} ${n}`);
    const hasten = createHasten(house, tenantId);
    const client = createStubbornClient({
      token,
      pick: () => (service.hasEnded() ? undefined : service),
      // The database may be down at this moment.
      hasten: (path, key) => hasten(path, key).catch(() => {}),
      patienceMs: 120_000,
    });
    clients.push(client);
    while (!isOver) {
      const verdict = random.pick<Verdict>(['allow', 'allow', 'challenge', 'block']);
      stories.push(await liveAStory({ client, provider, tenantId, random, verdict }));
    }
  });

  const readyMs: Record<(typeof WAYS)[number], number[]> = { service: [], server: [], both: [] };
  const killing = (async () => {
    const first = chance.int(0, 2);
    for (let n = 0; n < KILLS && !isOver; n += 1) {
      await sleep(chance.int(800, 1_600));
      const way = WAYS[(first + n) % WAYS.length] ?? 'both';
      readyMs[way].push(await killAndWait(way));
    }
  })();
  try {
    await Promise.race([killing, Promise.all(callers)]);
  } finally {
    isOver = true;
    await Promise.allSettled([killing, ...callers]);
  }
  await Promise.all([killing, ...callers]);

  await expireMessages(tenantId);
  const fundedCredits = DEMO_CREDITS + MORE_CREDITS;
  const delivered = new Set<string>();
  const given = { house, provider, tenantId, fundedCredits, stories, delivered };
  assert.deepEqual(await contradictions(given), [], `TEST_SEED=${SEED}`);
  say(`${KILLS} kills, seed ${SEED}: ${stories.length} reports`);
  for (const way of WAYS) say(`  ${way}: ready again in ${readyMs[way].map(Math.round).join(', ')} ms`);
  assert.deepEqual(
    clients.flatMap((client) => client.faults),
    [],
  );
  if (IS_LONG) await assertSoon(t, 'ready again', Object.values(readyMs).flat(), READY_WITHIN_MS);
});

/** Returns the milliseconds until the service was ready again. A killed service is started; nothing else is done. */
async function killAndWait(way: (typeof WAYS)[number]): Promise<number> {
  const server = readPidFile(join(dataDir, 'postgres'))?.pid;
  if (server === undefined) throw new Error('the database has no process');
  if (way !== 'service') process.kill(server, 'SIGKILL');
  if (way !== 'server') {
    service.signal('SIGKILL');
    await service.ended;
  }
  const begunMs = performance.now();
  if (way !== 'server') {
    const next = await startLive(provider, settings);
    await untilReady(next, 60_000);
    service = next;
  } else {
    await until('another server', () => (readPidFile(join(dataDir, 'postgres'))?.pid ?? server) !== server);
    await untilReady(service, 60_000);
  }
  return performance.now() - begunMs;
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

async function socketUrl(): Promise<string> {
  const connection = findEmbedded(dataDir);
  if (connection === null) throw new Error('the embedded database is not there');
  const { user, database, host } = connection;
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(String(host))}`;
}

/** No gateway sends receipts here: the holds of messages expire after 72 hours. */
async function expireMessages(tenantId: string): Promise<void> {
  await pastTheRules(house.database, (query) =>
    query(
      "update holds set placed_at = placed_at - interval '73 hours' where state = 'open' and purpose = 'sms'",
    ),
  );
  await until('nothing is held', async () => {
    await house.service.clearUp();
    return (await openHolds(house, tenantId)).length === 0;
  });
}
