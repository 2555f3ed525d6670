// A crash on either side of every statement and every outbound call that money depends on: the process dies there, its request is retried
// with the same key, and the books are true. The table lists those failpoints and what the caller is answered after each; a new statement
// or outbound call is not in it and fails the first test. At four of them a process is killed, at the others a composed service dies:
// FAILPOINTS=all kills a process at each, on both sides.
// Alone: it starts processes.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { armFailpoints } from '../../src/storage/engine/connection/failpoints.ts';
import { findWallet } from '../../src/storage/wallet/ledger.ts';
import type { ReportAnswer } from '../support/answers.ts';
import { createTenant, openHouse } from '../support/house.ts';
import { assertTrueBooks, expireAll } from '../support/ledger/true-books.ts';
import { after, before, test } from '../support/long.ts';
import { problemsOf } from '../support/money.ts';
import { runToEnd, type ServiceProcess } from '../support/processes.ts';
import {
  actIn,
  actOn,
  REFUSED_BY_GATEWAY,
  SCENES,
  type Scene,
  type SceneName,
  type Stage,
} from '../support/services/crash-scenes.ts';
import { dieAt, dieDuring, killAt, killInClearUp } from '../support/services/deaths.ts';
import { type LiveFleet, openLiveFleet } from '../support/services/live-fleet.ts';
import { createHasten, createStubbornClient } from '../support/services/stubborn-client.ts';
import { createProviderWorld } from '../support/worlds/provider-world.ts';

/** A failpoint, and the caller's final answer after a crash before and after it; no answers: tested elsewhere. */
type Row = [name: string] | [name: string, before: string, after: string];
const EDGE: Row[] = [['take-from-rate-window'], ['find-credential']];
const CLAIM: Row = ['claim-idempotency-key'];
const STORE: Row = ['store-idempotent-answer'];
const READS: Row[] = [['list-products'], ['find-data-key']];

const TABLE: Record<SceneName, Row[]> = {
  'a generate that is allowed': [
    ['take-from-rate-window', 'complete', 'complete'],
    ['find-credential', 'complete', 'complete'],
    ['claim-idempotency-key', 'complete', 'complete'],
    ['list-products', 'complete', 'complete'],
    ['find-data-key', 'complete', 'complete'],
    ['open-charged-reports', 'complete', 'failed'],
    ['world.assess', 'failed', 'failed'],
    ['world.fetchCreditReport', 'failed', 'failed'],
    ['settle-charged-reports', 'failed', 'complete'],
    ['store-idempotent-answer', 'complete', 'complete'],
  ],
  'a generate that is blocked': [
    ...EDGE,
    CLAIM,
    ...READS,
    ['open-charged-reports'],
    ['world.assess'],
    ['settle-charged-reports', 'failed', 'blocked'],
    STORE,
  ],
  'a generate that is challenged': [
    ...EDGE,
    CLAIM,
    ...READS,
    ['open-charged-reports', 'authentication-required', 'failed'],
    ['world.assess', 'failed', 'failed'],
    ['start-charged-challenges', 'failed', 'authentication-required'],
    ['world.sendCode', 'authentication-required', 'authentication-required'],
    ['store-idempotent-answer', 'authentication-required', 'authentication-required'],
  ],
  'a generate whose message no gateway takes': [
    ...EDGE,
    CLAIM,
    ...READS,
    ['open-charged-reports'],
    ['world.assess'],
    ['start-charged-challenges'],
    ['world.sendCode'],
    ['take-back-send', 'authentication-required', 'authentication-required'],
    STORE,
  ],
  'a generate on an unverified device': [
    ...EDGE,
    CLAIM,
    ...READS,
    ['open-charged-reports'],
    ['world.assess'],
    ['start-charged-challenges', 'failed', 'authentication-required'],
    ['store-idempotent-answer', 'authentication-required', 'authentication-required'],
  ],
  'a generate on an empty wallet': [
    ...EDGE,
    CLAIM,
    ...READS,
    ['open-charged-reports', '402', '402'],
    ['release-idempotency-key', '402', '402'],
  ],
  'a generate whose message cannot be paid for': [
    ...EDGE,
    CLAIM,
    ...READS,
    ['open-charged-reports'],
    ['world.assess'],
    ['start-charged-challenges', 'failed', 'failed'],
    ['start-or-withdraw-reports', 'failed', '402'],
    ['release-idempotency-key', '402', '402'],
  ],
  'a generate that was made and not answered': [
    ...EDGE,
    CLAIM,
    ...READS,
    ['open-charged-reports', 'complete', 'complete'],
    ['find-report', 'complete', 'complete'],
    ['find-hold', 'complete', 'complete'],
    STORE,
  ],
  'a generate whose process died': [
    ...EDGE,
    CLAIM,
    ...READS,
    ['open-charged-reports'],
    ['find-report', 'failed', 'failed'],
    ['leave-idempotency-key', 'failed', 'failed'],
  ],
  'a right code': [
    ...EDGE,
    ['claim-idempotency-key', 'complete', 'complete'],
    ['submit-guess', 'complete', 'failed'],
    ['find-data-key'],
    ['world.fetchCreditReport', 'failed', 'failed'],
    ['settle-charged-reports', 'failed', 'complete'],
    ['store-idempotent-answer', 'complete', 'complete'],
  ],
  'a wrong code': [
    ...EDGE,
    CLAIM,
    ['submit-guess', 'retry', 'retry'],
    ['find-data-key'],
    ['store-idempotent-answer', 'retry', 'retry'],
  ],
  'a third wrong code': [
    ...EDGE,
    CLAIM,
    ['submit-guess', 'failed', 'failed'],
    ['find-data-key'],
    ['store-idempotent-answer', 'failed', 'failed'],
  ],
  'a code on an unverified device': [
    ...EDGE,
    CLAIM,
    ['submit-guess', 'failed', 'failed'],
    ['find-data-key'],
    ['store-idempotent-answer', 'failed', 'failed'],
  ],
  'a resend': [
    ...EDGE,
    ['claim-idempotency-key', 'second send', 'second send'],
    ['find-report', 'second send', 'second send'],
    ...READS.toReversed(),
    ['count-send', 'second send', 'second send'],
    ['world.sendCode', 'second send', 'second send'],
    ['store-idempotent-answer', 'second send', 'second send'],
  ],
};

/** Reached by timers or by write-behind queues, at any time. */
const BACKGROUND = [
  ...['take-deliveries', 'take-notices', 'tell-of-failing-endpoints', 'sweep-velocity-alerts', 'read-clock'],
  ...['sweep-undelivered-alerts', 'find-ending-secrets', 'note-credential-use', 'give-back-to-rate-window'],
  ...['insert-requests', 'list-signing-keys', 'record-hand-overs', 'list-outbox-on-their-way'],
];
const TEST_MODE = ['expire-test-challenges', 'tell-test-receipts', 'expire-on-test-clocks'];
/** Of the hosted page's sessions: test/api/consumer-sessions/visits.test.ts. */
const HOSTED = ['follow-reports-of-sessions', 'leave-lost-generates', 'expire-consumer-sessions'];
const CLEAR_UP = ['clear-up-reports', ...TEST_MODE, ...HOSTED, 'expire-sms-holds'];
/** An operator's command, in one transaction: test/scenarios/erase.test.ts; a top-up, below; a link: link-failpoints.test.ts. */
const [ERASE, TOP_UP] = [['erase-reports'], ['apply-moves']];
const [LINK, RECEIPT] = [['insert-session-send', 'take-back-session-send'], ['take-receipts']];
const LATE_RECEIPT = [...RECEIPT, 'charge-late-delivery'];

const bothSidesOf = (name: string): string[] => [`before ${name}`, `after ${name}`];
/** The rooms that the world calls: their calls count as its own. The trace exporter makes no call that money waits for. */
const BEHIND_THE_WORLD =
  /^src\/(world\/|cli\/client\/|telemetry\/otlp\.ts|outbound\/(exchange|guard)\.ts|(bureaus|risk|sms|payments)\/.*(simulator|simulation))/;

const IS_LONG = process.env.FAILPOINTS === 'all';
/** Where a process is killed in `npm test` too: a composed service that dies leaves the same behind. */
const KILLED = ['open', 'settle'].map((what) => `a generate that is allowed, after ${what}-charged-reports`);
const IN_CLEAR_UP = ['before clear-up-reports', 'after expire-sms-holds'];
let fleet: LiveFleet;
let clean: ServiceProcess;
let stage: Stage;
before(async () => {
  fleet = await openLiveFleet(1);
  [clean] = fleet.processes as [ServiceProcess];
  fleet.provider.gateway = ({ email }) => (email.startsWith(REFUSED_BY_GATEWAY) ? 'refused' : 'accepted');
  stage = { house: fleet.house, provider: fleet.provider, act: actOn(clean) };
});
after(() => fleet?.close());

test('the table lists every statement and every outbound call of a charged request', async () => {
  const found: Record<string, string[]> = {};
  for (const [name, prepare] of Object.entries(SCENES)) found[name] = await namesMetBy(await prepare(stage));
  const expected = Object.entries(TABLE).map(([name, rows]) => [name, rows.map(([met]) => met)]);
  assert.deepEqual(found, Object.fromEntries(expected));
  assert.deepEqual(await namesMet(() => stage.house.service.clearUp()), CLEAR_UP);
});

test('no statement moves money but those that are tested here', () => {
  const covered = new Set([
    ...CLEAR_UP,
    ...ERASE,
    ...TOP_UP,
    ...[...LINK, ...LATE_RECEIPT],
    ...Object.values(TABLE).flatMap((rows) => rows.map(([name]) => name)),
  ]);
  const moving = sources('src/storage/**/*.ts').flatMap(({ text }) =>
    [...text.matchAll(/statement\(\s*'([^']+)',\s*(`[^`]*`|'[^']*')/g)]
      .filter(([, , statement]) => statement?.includes('ledger_apply'))
      .map(([, name = '']) => name),
  );
  assert.ok(moving.length >= 7, moving.join());
  assert.deepEqual(
    moving.filter((name) => !covered.has(name)),
    [],
  );
});

test('only the world and the clients of providers open outbound connections', () => {
  const opens =
    /\bfetch\(|undici|axios|https?\.(request|get)\(|net\.(connect|createConnection)\(|tls\.connect\(|new WebSocket\(|dgram|http2/;
  const wrong = sources('src/**/*.ts').filter(
    ({ file, text }) => !BEHIND_THE_WORLD.test(file) && !file.endsWith('.test.ts') && opens.test(text),
  );
  assert.deepEqual(
    wrong.map(({ file }) => file),
    [],
  );
});

describe('a process dies in mid-request, and its caller retries', () => {
  for (const [name, rows] of Object.entries(TABLE) as [SceneName, Row[]][]) {
    for (const [at, [met, ...outcomes]] of rows.entries()) {
      outcomes.forEach((outcome, index) => {
        // A crash after one statement leaves what a crash before the next does: such a pair is tried once.
        if (!IS_LONG && index === 0 && rows[at - 1]?.[2] === outcome) return;
        const failpoint = `${index === 0 ? 'before' : 'after'} ${met}`;
        test(`${name}: after a crash ${failpoint} the answer is ${outcome}, and the books are true`, async () => {
          const scene = await SCENES[name](stage);
          if (IS_LONG || KILLED.includes(`${name}, ${failpoint}`)) await killAt(failpoint, scene, fleet);
          else await dieAt(failpoint, scene, stage);
          const answer = await sendAgain(scene);
          assert.equal(outcomeOf(answer), outcome);
          await assertTrueBooks(stage, scene, answer);
        });
      });
    }
  }
});

test('processes that die while they clear up leave nothing half done', async () => {
  const scenes = await Promise.all(
    Array.from({ length: 4 }, () => SCENES['a generate that is challenged'](stage)),
  );
  const told = await Promise.all(scenes.map(async (scene) => ({ scene, answer: await stage.act(scene) })));
  clean.signal('SIGSTOP');
  try {
    const tenantIds = scenes.map(({ tenant }) => tenant.tenantId);
    await expireAll(stage, tenantIds);
    // In turn: each finds what the one before did not come to.
    for (const failpoint of CLEAR_UP.filter((name) => !HOSTED.includes(name)).flatMap(bothSidesOf))
      if (IS_LONG || IN_CLEAR_UP.includes(failpoint)) await killInClearUp(failpoint, fleet);
      else await dieDuring(failpoint, (victim) => victim.service.clearUp(), stage);
  } finally {
    clean.signal('SIGCONT');
  }
  // By then the messages' holds have been released for an hour; the gateway reports delivery, and they are charged.
  for (const { scene, answer } of told) await assertTrueBooks(stage, scene, answer);
});

for (const failpoint of TOP_UP.flatMap(bothSidesOf)) {
  test(`an operator whose top-up crashes ${failpoint} retries it by its reference, and it is booked once`, async () => {
    const { house } = stage;
    const { tenantId } = await createTenant(house, { balanceCredits: 0 });
    const args = ['wallet', 'top-up', tenantId, '--amount=250', '--reference=INV-7', '--reason=paid'];
    const armed = `--import ${join(import.meta.dirname, '../support/services/armed.ts')}`;
    const settings = { DATABASE_URL: fleet.settings.DATABASE_URL ?? '' };
    const crashed = await runToEnd(args, { ...settings, NODE_OPTIONS: armed, TEST_FAILPOINT: failpoint });
    assert.deepEqual([crashed.code, crashed.stderr], [null, '']);
    const again = await runToEnd(args, settings);
    assert.deepEqual([again.code, again.stderr], [0, '']);
    assert.equal((await findWallet(house.service.database, tenantId))?.available, 250);
    assert.deepEqual(await problemsOf(house, tenantId), []);
  });
}

const RECEIPTS = [
  { kind: 'in time', isLate: false, names: RECEIPT },
  { kind: 'that comes after its price went back', isLate: true, names: LATE_RECEIPT },
];
for (const { kind, isLate, names } of RECEIPTS) {
  test(`a receipt ${kind}, whose process fails on either side of a statement, is redelivered and charged once`, () =>
    failAndTellAgain(isLate, names));
}

async function failAndTellAgain(isLate: boolean, names: string[]): Promise<void> {
  const { house, provider } = stage;
  const lastName = names.at(-1);
  for (const failpoint of names.flatMap(bothSidesOf)) {
    const scene = await SCENES['a generate that is challenged'](stage);
    const answer = await stage.act(scene);
    const { tenantId } = scene.tenant;
    const { smsId = '' } = provider.sends.findLast((sent) => sent.tenantId === tenantId) ?? {};
    if (isLate) await house.service.recordDelivery({ tenantId, smsId, state: 'not-delivered' });
    const tell = () => house.service.recordDelivery({ tenantId, smsId, state: 'delivered' });
    armFailpoints((name) => {
      if (name === failpoint) throw new Error('the process fails here');
    });
    await assert.rejects(tell, /the process fails here/).finally(() => armFailpoints(() => {}));
    assert.equal(await tell(), failpoint === `after ${lastName}` ? 'known-before' : 'charged');
    await assertTrueBooks(stage, scene, answer);
  }
}

for (const failpoint of ['before record-hand-overs', 'after record-hand-overs']) {
  test(`a hand-over that is lost ${failpoint} changes nothing else: its receipt is charged once`, async () => {
    const { house, provider } = stage;
    const live = await openHouse({}, house.database, createProviderWorld(provider.url));
    try {
      const scene = await SCENES['a generate that is challenged'](stage);
      armFailpoints((name) => {
        if (name === failpoint) throw new Error('the process fails here');
      });
      const answer = await actIn(live)(scene);
      await live.service.clearUp().finally(() => armFailpoints(() => {}));
      assert.equal(outcomeOf(answer), 'authentication-required');
      await assertTrueBooks(stage, scene, answer);
    } finally {
      await live.close();
    }
  });
}

/** The caller's final answer, from a living process. */
async function sendAgain(scene: Scene): Promise<ReportAnswer> {
  const { house } = stage;
  const age = createHasten(house, scene.tenant.tenantId);
  const client = createStubbornClient({
    token: scene.token,
    pick: () => clean,
    hasten: async (path, key) => {
      await age(path, key);
      await house.service.clearUp();
    },
    patienceMs: 20_000,
  });
  const answer = await client.post(scene.path, scene.body, scene.key);
  assert.deepEqual(client.faults, []);
  const again = await client.post(scene.path, scene.body, scene.key);
  if (answer.status === 200) assert.equal(again.text, answer.text, 'the answer is the same for ever');
  return answer;
}

function outcomeOf({ status, body }: ReportAnswer): string {
  if (status !== 200) return String(status);
  const { status: outcome, smsSentCount } = body.data;
  return outcome ?? (smsSentCount === 2 ? 'second send' : String(smsSentCount));
}

/** The failpoints of a request in a process that has served none before. */
async function namesMetBy(scene: Scene): Promise<string[]> {
  const { house, provider } = stage;
  const fresh = await openHouse({}, house.database, createProviderWorld(provider.url));
  try {
    return await namesMet(() => actIn(fresh)(scene));
  } finally {
    await fresh.close();
  }
}

async function namesMet(work: () => Promise<unknown>): Promise<string[]> {
  const met: string[] = [];
  armFailpoints((failpoint) => void met.push(failpoint));
  await work().finally(() => armFailpoints(() => {}));
  const all = new Set(met.map((failpoint) => failpoint.replace(/^(before|after) /, '')));
  const names = [...all].filter((name) => !BACKGROUND.includes(name));
  for (const name of names) assert.ok(met.includes(`before ${name}`) && met.includes(`after ${name}`), name);
  return names;
}

function sources(glob: string): { file: string; text: string }[] {
  const root = join(import.meta.dirname, '../..');
  return globSync(glob, { cwd: root }).map((file) => ({
    file,
    text: readFileSync(join(root, file), 'utf8'),
  }));
}
