// The embedded default, killed again and again under load: the service, its database, both. Everything acknowledged can be
// read back, a dead database is answered with 503 and never with 500, and the service recovers by itself. CRASH_ROUNDS sets the run.
// Alone: it starts processes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPidFile } from '../../src/storage/engine/embedded/postmaster.ts';
import type { TokenAnswer } from '../support/answers.ts';
import { prepareDataDir } from '../support/database/new-cluster.ts';
import { type Answer, generateBody } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import {
  call,
  endAll,
  endDatabase,
  jsonPost,
  newPath,
  type ServiceProcess,
  startService,
  until,
  untilReady,
} from '../support/processes.ts';

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1);
const ACKNOWLEDGED_PER_KILL = ROUNDS > 1 ? 100 : 40;
/** Five seconds are promised; a busy machine may take longer. */
const READY_WITHIN_MS = 60_000;

const UNREACHABLE = 'The service cannot reach its database right now. Try again shortly.';

const dataDir = newPath('data');
const acknowledged: string[] = [];
let service: ServiceProcess;
let demo: { tenantId: string; clientId: string; clientSecret: string };
let token: string;

before(async () => {
  await prepareDataDir(dataDir);
  await start();
  demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  token = (await askForToken()).body.access_token;
});
after(async () => {
  service?.signal('SIGKILL');
  await service?.ended;
  await endDatabase(dataDir);
  await endAll();
});

for (let round = 1; round <= ROUNDS; round += 1) {
  test(`nothing acknowledged is lost when the service is killed (${round})`, async () => {
    const seen = await underLoad(async () => {
      service.signal('SIGKILL');
      await service.ended;
    });
    assertNoFault(seen);
    await start(READY_WITHIN_MS);
    await assertAllThere();
  });

  test(`nothing acknowledged is lost when both are killed at once (${round})`, async () => {
    const seen = await underLoad(async () => {
      killDatabase();
      service.signal('SIGKILL');
      await service.ended;
    });
    assertNoFault(seen);
    await start(READY_WITHIN_MS);
    await assertAllThere();
  });

  test(`the service recovers by itself when its database is killed, and answers 503 until then (${round})`, async () => {
    const { pid } = service;
    const seen = await underLoad(async () => {
      killDatabase();
      await until('readiness is off', async () => (await readiness()).status === 503, READY_WITHIN_MS);
      await until('readiness is back', async () => (await readiness()).status === 200, READY_WITHIN_MS);
      const count = acknowledged.length;
      // A server process outlives its parent by one statement: readiness may have been its last word, and the restart is still to come.
      await until('reports are made again', () => acknowledged.length > count, READY_WITHIN_MS);
    });
    assert.equal(service.hasEnded(), false);
    assert.equal(service.pid, pid);
    // A busy machine may shed load with 503, too.
    assertNoFault(seen);
    assert.ok(seen.includes(`503, retry after 2 s: ${UNREACHABLE}`), seen.join());
    await assertAllThere();
  });
}

test('a restarted service shows the same secrets and accepts earlier tokens', async () => {
  assert.deepEqual(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')), demo);
  assert.equal((await get('/v1/my/profile')).status, 200);
});

async function start(withinMs?: number): Promise<void> {
  const port = service === undefined ? {} : { PORT: String(service.port) };
  service = await startService({ DATA_DIR: dataDir, ...port });
  await untilReady(service, withinMs);
}

/**
 * Runs clients of every kind while `harm` is done, after some reports were acknowledged. Returns the answers seen, each once;
 * requests without an answer are not counted.
 */
async function underLoad(harm: () => Promise<void>): Promise<string[]> {
  const seen = new Set<string>();
  let isOver = false;
  const again = async (one: () => Promise<Answer>): Promise<void> => {
    while (!isOver) {
      const answer = await one().catch(() => null);
      if (answer === null) await new Promise((resolve) => setTimeout(resolve, 10));
      else seen.add(describe(answer));
    }
  };
  const clients = [
    ...Array.from({ length: 4 }, () => again(() => generate())),
    again(() => generate({ 'idempotency-key': `key-${Math.random()}` })),
    again(() => get('/v1/my/profile')),
    again(() => get(`/${demo.tenantId}/v1/credit-reports?pageSize=5`)),
    again(() => askForToken()),
    again(() => askForToken('&scope=reports%3Aread')),
  ];
  try {
    const goal = acknowledged.length + ACKNOWLEDGED_PER_KILL;
    await until('enough reports', () => acknowledged.length >= goal);
    await harm();
  } finally {
    isOver = true;
    await Promise.all(clients);
  }
  return [...seen].sort();
}

/** While the database is down: a plain sentence and Retry-After. */
function describe({ status, headers, body, text }: Answer): string {
  if (status !== 503) return status === 200 ? '200' : `${status} ${text}`;
  const { message, error_description: described = text } = (body ?? {}) as Partial<TokenAnswer['body']>;
  return `503, retry after ${headers['retry-after']} s: ${message ?? described}`;
}

function assertNoFault(seen: string[]): void {
  assert.deepEqual(
    seen.filter((one) => !/^(200|503, retry after 2 s: .+)$/.test(one)),
    [],
  );
}

async function assertAllThere(): Promise<void> {
  const missing: string[] = [];
  const ids = acknowledged.values();
  const reader = async (): Promise<void> => {
    for (const id of ids) {
      const { status, body } = await get(`/${demo.tenantId}/v1/credit-reports/${id}`);
      if (status !== 200 || body.data.status !== 'complete') missing.push(`${id} ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, reader));
  assert.deepEqual(missing, []);
}

async function generate(headers: Record<string, string> = {}): Promise<Answer> {
  const request = jsonPost(`/${demo.tenantId}/v1/credit-reports`, token, generateBody());
  const answer = await call(service.origin, { ...request, headers: { ...request.headers, ...headers } });
  if (answer.status === 200) acknowledged.push(answer.body.data.creditReportId);
  return answer;
}

function get<Path extends string>(path: Path) {
  return call(service.origin, { path, headers: { authorization: `Bearer ${token}` } });
}

function readiness(): Promise<Answer> {
  return call(service.origin, { path: '/health/ready' });
}

function askForToken(more = ''): Promise<TokenAnswer> {
  const basic = Buffer.from(`${demo.clientId}:${demo.clientSecret}`).toString('base64');
  return call(service.origin, {
    method: 'POST',
    path: '/v1/oauth/token',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials${more}`,
  });
}

function killDatabase(): void {
  const pid = readPidFile(join(dataDir, 'postgres'))?.pid;
  assert.ok(pid !== undefined);
  process.kill(pid, 'SIGKILL');
}
