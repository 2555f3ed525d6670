// Processes that are paused (SIGSTOP) and resumed. Service processes pause in mid-request, for longer than every lease that they hold,
// while others clear up after them; then the database pauses, with all its children. A resumed process changes nothing that another has
// decided meanwhile. STOPS, STOPS_AT_ONCE, STOP_SECONDS, DATABASE_STOPS, DATABASE_STOP_SECONDS and TEST_SEED set the run.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Verdict } from '../../src/domain/reports/report.ts';
import { serverProcesses } from '../../src/storage/engine/embedded/postmaster.ts';
import { signal } from '../../src/storage/engine/embedded/processes.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import type { ReportAnswer } from '../support/answers.ts';
import { liveAStory, type Story } from '../support/consumers/consumer-stories.ts';
import { createTenant, generateBody, sql, type Tenant, tokenOf } from '../support/house.ts';
import { contradictions } from '../support/ledger/reconcile.ts';
import { assertTrueBooks } from '../support/ledger/true-books.ts';
import { call, type HttpRequest, jsonPost, type ServiceProcess, until } from '../support/processes.ts';
import {
  actOn,
  REFUSED_BY_GATEWAY,
  SCENES,
  type Scene,
  type SceneName,
  type Stage,
} from '../support/services/crash-scenes.ts';
import { type LiveFleet, openHolds, openLiveFleet } from '../support/services/live-fleet.ts';
import { createStubbornClient } from '../support/services/stubborn-client.ts';
import { median } from '../support/services/time-limits.ts';

const STOPS = Number(process.env.STOPS ?? 20);
const AT_ONCE = Number(process.env.STOPS_AT_ONCE ?? 10);
/** A report's lease is 50 seconds, a key's and a hand-over's 60: all have expired when the process resumes. */
const STOP_MS = Number(process.env.STOP_SECONDS ?? 65) * 1000;
const DATABASE_STOPS = Number(process.env.DATABASE_STOPS ?? 5);
/** The statement timeout of 20 seconds, and some slack. */
const DATABASE_STOP_MS = Number(process.env.DATABASE_STOP_SECONDS ?? 22) * 1000;
const SEED = process.env.TEST_SEED ?? '';
const LATEST_ANSWER_MS = 21_000;
const HEALED_WITHIN_MS = 3_000;
const FUNDED = 1_000_000_000;

/** Where a process pauses, and what its caller is finally answered by another one. */
const PLACES: [SceneName, failpoint: string, outcome: string][] = [
  ['a generate that is allowed', 'before settle-charged-reports', 'failed'],
  ['a generate that is allowed', 'after world.fetchCreditReport', 'failed'],
  ['a generate that is challenged', 'before world.sendCode', 'authentication-required'],
  ['a generate that is challenged', 'after world.sendCode', 'authentication-required'],
  ['a right code', 'before settle-charged-reports', 'failed'],
  ['a right code', 'after world.fetchCreditReport', 'failed'],
  ['a resend', 'before world.sendCode', 'second send'],
  ['a resend', 'after world.sendCode', 'second send'],
  ['a generate whose message no gateway takes', 'before apply-moves', 'authentication-required'],
  ['a generate that is challenged', 'before start-charged-challenges', 'failed'],
  ['a generate that is allowed', 'before open-charged-reports', 'complete'],
  ['a generate that is allowed', 'after open-charged-reports', 'failed'],
  ['a generate that is allowed', 'after settle-charged-reports', 'complete'],
  ['a generate that is allowed', 'before store-idempotent-answer', 'complete'],
  ['a generate that is blocked', 'before settle-charged-reports', 'failed'],
  ['a generate that is challenged', 'after start-charged-challenges', 'authentication-required'],
  ['a right code', 'before submit-guess', 'complete'],
  ['a right code', 'after submit-guess', 'failed'],
  ['a third wrong code', 'before submit-guess', 'failed'],
  ['a resend', 'before count-send', 'second send'],
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const skip = process.platform === 'linux' ? false : 'whether a process stands still is read from /proc';

let fleet: LiveFleet;
let stage: Stage;
before(async () => {
  fleet = await openLiveFleet(2);
  fleet.provider.gateway = ({ email }) => (email.startsWith(REFUSED_BY_GATEWAY) ? 'refused' : 'accepted');
  stage = { house: fleet.house, provider: fleet.provider, act: actOn(clean()) };
});
after(() => fleet?.close());

const clean = (): ServiceProcess => fleet.processes[0] as ServiceProcess;

test(`${STOPS} processes that pause for longer than their leases corrupt nothing when they resume`, {
  skip,
}, async () => {
  const stale = new Map<string, number>();
  for (let n = 0; n < STOPS; n += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, STOPS - n) }, (_none, index) => {
      return PLACES[(n + index) % PLACES.length] as (typeof PLACES)[number];
    });
    const stopped = await Promise.all(places.map(standStill));
    const begunMs = performance.now();
    const answers = await Promise.all(stopped.map(({ scene }) => sendElsewhere(scene)));
    for (const [index, answer] of answers.entries())
      assert.equal(outcomeOf(answer), places[index]?.[2], places[index]?.join(', '));
    await sleep(Math.max(0, STOP_MS - (performance.now() - begunMs)));
    const tenantIds = stopped.map(({ scene }) => scene.tenant.tenantId);
    const decided = await stateOf(tenantIds);
    for (const { victim } of stopped) victim.signal('SIGCONT');
    for (const [index, { victim, late }] of stopped.entries()) {
      const answer = await late;
      const heard = answer === null ? 'nothing' : answer.status === 200 ? 'the same' : String(answer.status);
      stale.set(heard, (stale.get(heard) ?? 0) + 1);
      if (heard === 'the same')
        assert.equal(outcomeOf(answer as ReportAnswer), outcomeOf(answers[index] as ReportAnswer));
      assert.notEqual(heard, '500', places[index]?.join(', '));
      await assertEndsWell(victim);
    }
    assert.deepEqual(await stateOf(tenantIds), decided);
    for (const [index, { scene }] of stopped.entries())
      await assertTrueBooks(stage, scene, answers[index] as ReportAnswer);
  }
  const tally = [...stale].map(([heard, count]) => `${count} × ${heard}`).join(', ');
  say(`${STOPS} processes paused for ${STOP_MS / 1000} s: 0 double sends, 0 double charges, nothing changed`);
  say(`  by who woke up; what those said to callers who had waited for them: ${tally}`);
});

test(`the database pauses ${DATABASE_STOPS} times and every request ends in time (TEST_SEED=${SEED})`, {
  skip,
}, async () => {
  const { house, provider } = fleet;
  const tenant = await createTenant(house, { balanceCredits: FUNDED });
  const token = await tokenOf(house, tenant);
  const tellers = startTellers(tenant, token);
  const heard: Heard[] = [];
  const healedMs: number[] = [];
  for (let n = 0; n < DATABASE_STOPS; n += 1) {
    const server = await processesOfServer();
    for (const pid of server) signal(pid, 'SIGSTOP');
    try {
      const stopped = sleep(DATABASE_STOP_MS);
      const asked = fleet.living().flatMap((process) => probes(process, tenant, token));
      await stopped;
      const alive = await Promise.all(
        fleet.living().map((one) => call(one.origin, { path: '/health/live' })),
      );
      assert.deepEqual(
        alive.map(({ status }) => status),
        [200, 200],
      );
      heard.push(...(await Promise.all(asked)));
    } finally {
      for (const pid of server) signal(pid, 'SIGCONT');
    }
    const begunMs = performance.now();
    await Promise.all(fleet.living().map((process) => untilServed(process, token)));
    healedMs.push(performance.now() - begunMs);
  }
  const stories = await tellers.stop();
  say(
    `${DATABASE_STOPS} × ${DATABASE_STOP_MS / 1000} s without a database, seed ${SEED}: ${tallyOf(heard)};`,
  );
  say(`  latest answer after ${Math.round(Math.max(...heard.map(({ ms }) => ms)))} ms, half of them after`);
  say(
    `  ${Math.round(median(heard.map(({ ms }) => ms)))} ms; served again after ${healedMs.map(Math.round).join(', ')} ms;`,
  );
  say(`  ${stories.length} live reports meanwhile`);
  assert.deepEqual(
    heard.filter(({ problem }) => problem !== null),
    [],
  );
  assert.equal(fleet.living().length, 2);
  assert.ok(Math.max(...healedMs) < HEALED_WITHIN_MS);

  const { tenantId } = tenant;
  const delivered = new Set<string>();
  for (const send of provider.sends.filter((one) => one.tenantId === tenantId)) {
    await house.service.recordDelivery({ ...send, state: 'delivered' });
    delivered.add(send.smsId);
  }
  await until('nothing is held', async () => (await openHolds(house, tenantId)).length === 0, 90_000);
  const given = { house, provider, tenantId, fundedCredits: FUNDED, stories, delivered };
  // No caller recorded what the probes made.
  const problems = (await contradictions(given)).filter(
    (problem) => !problem.endsWith('answered to a caller'),
  );
  assert.deepEqual(problems, [], `TEST_SEED=${SEED}`);
});

/** A process paused in the middle of the scene's request, and its late answer. */
async function standStill([name, failpoint]: (typeof PLACES)[number]) {
  const victim = await fleet.start({ TEST_STOP_AT: failpoint, DATABASE_POOL_SIZE: '2' });
  fleet.processes.splice(fleet.processes.indexOf(victim), 1);
  const scene = await SCENES[name](stage);
  // A connection that was idle for a minute may be closed before the answer comes.
  const late = actOn(victim, STOP_MS + 120_000)(scene).catch(() => null);
  await until(`it stands still ${failpoint}`, () => isStill(victim.pid));
  return { victim, scene, late };
}

function isStill(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(') ') + 2).startsWith('T');
}

/** A caller's retry after its timeout: the same request with the same key, to a running process. */
async function sendElsewhere(scene: Scene): Promise<ReportAnswer> {
  const client = createStubbornClient({ token: scene.token, pick: clean, patienceMs: STOP_MS + 60_000 });
  const answer = await client.post(scene.path, scene.body, scene.key);
  assert.deepEqual(client.faults, []);
  return answer;
}

function outcomeOf({ status, body }: ReportAnswer): string {
  if (status !== 200) return String(status);
  const { status: outcome, smsSentCount } = body.data;
  return outcome ?? (smsSentCount === 2 ? 'second send' : String(smsSentCount));
}

/** Every decision about these tenants' reports and money. */
function stateOf(tenantIds: string[]) {
  return sql(
    fleet.house,
    `select 'report ' || r.id as what, r::text as state from reports r where tenant_id = any($1)
     union all select 'hold ' || h.id, h::text from holds h where tenant_id = any($1)
     union all select 'wallet ' || w.tenant_id, w::text from wallets w where tenant_id = any($1)
     union all select 'entry', e::text from ledger_entries e where tenant_id = any($1) order by 1, 2`,
    [tenantIds],
  );
}

async function assertEndsWell(process: ServiceProcess): Promise<void> {
  await until('it is ready again', async () => {
    return (await call(process.origin, { path: '/health/ready' }).catch(() => null))?.status === 200;
  });
  const { code, stderr } = await process.stop();
  assert.deepEqual([code, stderr], [0, '']);
}

async function processesOfServer(): Promise<number[]> {
  const [row] = await sql<{ cluster: string; name: string }>(
    fleet.house,
    "select current_setting('data_directory') as cluster, current_setting('cluster_name') as name",
  );
  const found = serverProcesses(row?.cluster ?? '', row?.name ?? '');
  assert.ok(found.length > 3, 'a server has children');
  return found;
}

type Heard = { status: number; ms: number; problem: string | null };

/** Requests while the database is paused, more than there are connections. */
function probes(process: ServiceProcess, { tenantId }: Tenant, token: string): Promise<Heard>[] {
  const path = `/${tenantId}/v1/credit-reports`;
  const authorization = { authorization: `Bearer ${token}` };
  const kinds: HttpRequest[] = [
    { path: '/v1/my/profile', headers: authorization },
    { path, headers: authorization },
    jsonPost(path, token, generateBody()),
    jsonPost(path, token, generateBody({ test: undefined })),
  ];
  return Array.from({ length: 24 }, async (_none, n) => {
    const begunMs = performance.now();
    const { status, headers, body } = await call(process.origin, kinds[n % kinds.length] as HttpRequest);
    const ms = performance.now() - begunMs;
    const isUnavailable = body?.code === 'service-unavailable' && Number(headers['retry-after']) > 0;
    const isAsItShould = (status === 503 ? isUnavailable : status === 200) && ms < LATEST_ANSWER_MS;
    return { status, ms, problem: isAsItShould ? null : `${status} after ${Math.round(ms)} ms` };
  });
}

function tallyOf(heard: Heard[]): string {
  const counts = Map.groupBy(heard, ({ status }) => status);
  return [...counts].map(([status, those]) => `${those.length} × ${status}`).join(', ');
}

async function untilServed(process: ServiceProcess, token: string): Promise<void> {
  const profile = { path: '/v1/my/profile', headers: { authorization: `Bearer ${token}` } };
  await until('it serves again', async () => (await call(process.origin, profile)).status === 200);
}

/** Callers that retry, throughout. */
function startTellers(tenant: Tenant, token: string) {
  const { provider } = fleet;
  const { tenantId } = tenant;
  let isOver = false;
  const all = Array.from({ length: 4 }, async (_none, n) => {
    const random = createRandom(`${SEED} ${n}`);
    const client = createStubbornClient({
      token,
      pick: () => random.pick(fleet.living()),
      patienceMs: 180_000,
    });
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
