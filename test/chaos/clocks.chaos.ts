// Wrong wall clocks: set by an hour while requests run, frozen, at the start of summer time, on a leap day, two minutes apart. Two
// processes, each with its own clock, and one database. The same guarantees are tested in every scene: codes, keys, tokens, leases, rate
// windows, times taken, money.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReportAnswer } from '../support/answers.ts';
import { createTenant, sql, type Tenant, tokenOf } from '../support/house.ts';
import { sendAtOnce } from '../support/http/at-once.ts';
import { assertTrueBooks } from '../support/ledger/true-books.ts';
import { WRONG_CODE } from '../support/money.ts';
import { call, jsonPost, newPath, type ServiceProcess } from '../support/processes.ts';
import { CLOCKS, type Clocks, madeToken, RIGHT } from '../support/services/clock-scenes.ts';
import { actOn, SCENES, type Scene, type Stage } from '../support/services/crash-scenes.ts';
import { type LiveFleet, openHolds, openLiveFleet } from '../support/services/live-fleet.ts';
import { setClock } from '../support/services/odd-clock.ts';

const PER_CALLER = 100;
const HELD_MS = 2_500;
const HELD = 'held-';
/** What a busy machine adds between the end of the work and the caller's receiving the answer. */
const SLACK_MS = 2_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

let fleet: LiveFleet;
let processes: [ServiceProcess, ServiceProcess];
let files: [string, string];
before(async () => {
  fleet = await openLiveFleet(0);
  fleet.provider.pause = (path, email) =>
    path === '/bureau' && email.startsWith(HELD) ? sleep(HELD_MS) : null;
  files = [newPath('clock-one.json'), newPath('clock-other.json')];
  const [one, other] = await Promise.all(
    files.map((file) => {
      setClock(file, RIGHT);
      return fleet.start({
        NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/services/odd-clock.ts')}`,
        TEST_CLOCK_FILE: file,
        TZ: 'Europe/London',
        RATE_LIMIT_PER_CALLER: String(PER_CALLER),
      });
    }),
  );
  processes = [one, other] as [ServiceProcess, ServiceProcess];
});
after(() => fleet?.close());

let [granted, windows, judged, timed] = [0, 0, 0, 0];

for (const [name, clocks] of Object.entries(CLOCKS)) {
  test(`every guarantee holds when of two clocks ${name}`, async () => {
    const [first, then] = clocks();
    const set = ([one, other]: Clocks): void => {
      setClock(files[0], one);
      setClock(files[1], other);
    };
    const jump = (): void => set(then);
    for (const [process, next] of [processes, processes.toReversed()] as [ServiceProcess, ServiceProcess][]) {
      const stage: Stage = { house: fleet.house, provider: fleet.provider, act: actOn(process) };
      const steps = [
        freshTokens,
        deadTokens,
        oneAnswer,
        heldPurchase,
        threeGuesses,
        expiry,
        resend,
        rateWindow,
      ];
      for (const step of steps) {
        set(first);
        await step(stage, process, next, jump);
      }
    }
  });
}

test('twelve scenes were played', () => {
  assert.equal(Object.keys(CLOCKS).length, 12);
  say(
    `12 scenes: ${judged} tokens judged, ${granted} requests granted in ${windows} windows of ${PER_CALLER},`,
  );
  say(
    `  ${timed} times taken that were never negative; every code, key, lease, hold and charge as it should be`,
  );
});

type Step = (stage: Stage, process: ServiceProcess, other: ServiceProcess, jump: () => void) => Promise<void>;

/** A token is valid at every process, before the clocks move and after. */
const freshTokens: Step = async ({ house }, process, other, jump) => {
  const tenant = await createTenant(house);
  const before = await tokenFrom(process, tenant);
  for (const one of [process, other]) assert.equal(await profileStatus(one, before), 200);
  jump();
  for (const token of [before, await tokenFrom(process, tenant), await tokenFrom(other, tenant)])
    for (const one of [process, other]) assert.equal(await profileStatus(one, token), 200);
};

/** The tolerance is ten seconds of the database's clock, not twenty-one. */
const deadTokens: Step = async ({ house }, process, other, jump) => {
  const tenant = await createTenant(house);
  const expired = await madeToken(house, tenant, -900 - 21);
  const early = await madeToken(house, tenant, 31);
  const stillGood = await madeToken(house, tenant, -900 + 60);
  for (const move of [() => {}, jump]) {
    move();
    for (const one of [process, other]) {
      assert.equal(await profileStatus(one, expired), 401);
      assert.equal(await profileStatus(one, early), 401);
      assert.equal(await profileStatus(one, stillGood), 200);
    }
  }
};

/** One key, one report, one answer for 24 hours of the database's clock, at either process. */
const oneAnswer: Step = async (stage, process, other, jump) => {
  const scene = await SCENES['a generate that is allowed'](stage);
  const answer = await actOn(process)(scene);
  assert.equal(answer.body.data.status, 'complete');
  jump();
  assert.equal((await actOn(other)(scene)).text, answer.text);
  await ageKey(scene, '23 hours 59 minutes');
  assert.equal((await actOn(other)(scene)).text, answer.text);
  await assertTrueBooks(stage, scene, answer);
  await ageKey(scene, '2 minutes');
  const again = await actOn(process)(scene);
  assert.notEqual(again.body.data.creditReportId, answer.body.data.creditReportId);
};

/** A report in progress when the clocks move keeps its lease, is charged once, and reports its true duration. */
const heldPurchase: Step = async (stage, process, other, jump) => {
  const { provider } = stage;
  const scene = await SCENES['a generate that is allowed'](stage);
  const email = `${HELD}${randomUUID()}@example.com`;
  const held = { ...scene, body: { ...scene.body, email } };
  const begunMs = performance.now();
  const underway = actOn(process)(held);
  while (!provider.asks.some((ask) => ask.email === email)) await sleep(10);
  jump();
  assert.equal((await openHolds(stage.house, scene.tenant.tenantId)).length, 1);
  assert.equal((await actOn(other)(held)).body.code, 'request-in-progress');
  const answer = await underway;
  const { status, body, text } = answer;
  assert.deepEqual([status, body.data.status], [200, 'complete'], text);
  const [tookMs, waitedMs] = [body.meta.request.timeTakenMs, performance.now() - begunMs];
  assert.ok(tookMs >= HELD_MS - 50 && tookMs <= waitedMs + SLACK_MS, `${tookMs} of ${waitedMs} ms`);
  const tell = (from: ReportAnswer) => {
    const told = scene.tell(from);
    return told && { ...told, email };
  };
  await assertTrueBooks(stage, { ...scene, tell }, answer);
};

/** Eight concurrent guesses, at both processes: three count. */
const threeGuesses: Step = async (stage, process, other, jump) => {
  const scene = await SCENES['a wrong code'](stage);
  const guess = (one: ServiceProcess) => {
    const request = jsonPost(scene.path, scene.token, { ...scene.body, code: WRONG_CODE });
    return { ...request, port: one.port };
  };
  const guesses = Array.from({ length: 8 }, (_none, n) => guess(n % 2 === 0 ? process : other));
  jump();
  const answers = await sendAtOnce(guesses);
  const outcomes = answers.map(({ body }) => body.data?.status).toSorted();
  assert.deepEqual(outcomes, [...Array.from({ length: 6 }, () => 'failed'), 'retry', 'retry']);
  assert.equal(await attemptsOf(scene), 3);
  assertTimes(answers);
};

/** A code lives for five minutes of the database's clock: at 4:58 it is right, at 5:02 it is too late, at either process. */
const expiry: Step = async (stage, process, other, jump) => {
  const inTime = await SCENES['a right code'](stage);
  const late = await SCENES['a right code'](stage);
  await ageCode(inTime, 298 - 10);
  await ageCode(late, 302);
  jump();
  const [complete, ...tooLate] = [
    await actOn(process)(inTime),
    await actOn(process)(late),
    await actOn(other)({ ...late, key: randomUUID() }),
  ];
  assert.equal(complete?.body.data.status, 'complete');
  assert.deepEqual(
    tooLate.map(({ status }) => status),
    [410, 410],
  );
  assert.equal(await attemptsOf(late), 0);
  assertTimes([complete as ReportAnswer]);
  await assertTrueBooks(stage, inTime, complete as ReportAnswer);
};

/** A message's hold waits for its receipt, whatever the clocks say, and is charged once. */
const resend: Step = async (stage, process, other, jump) => {
  const scene = await SCENES['a resend'](stage);
  jump();
  const answer = await actOn(other)(scene);
  assert.partialDeepStrictEqual(answer.body.data, { remainingSmsCount: 1, smsSentCount: 2, sms: 'accepted' });
  assert.equal((await actOn(process)(scene)).text, answer.text);
  const open = await openHolds(stage.house, scene.tenant.tenantId);
  assert.deepEqual(open.map(({ purpose }) => purpose).toSorted(), ['report', 'sms', 'sms']);
  await assertTrueBooks(stage, scene, answer);
};

/** One and a half times the limit, spread over both processes. */
const rateWindow: Step = async ({ house }, process, other, jump) => {
  const token = await tokenOf(house, await createTenant(house));
  const before = await minuteNow();
  let count = 0;
  for (let round = 0; round < 6; round += 1) {
    if (round === 3) jump();
    const statuses = await Promise.all(
      Array.from({ length: PER_CALLER / 4 }, (_none, n) =>
        profileStatus(n % 2 === 0 ? process : other, token),
      ),
    );
    count += statuses.filter((status) => status === 200).length;
  }
  const touched = (await minuteNow()) - before + 1;
  assert.ok(count <= PER_CALLER * touched, `${count} requests in ${touched} windows`);
  assert.ok(count >= PER_CALLER * 0.9, `only ${count} of ${PER_CALLER} requests were let in`);
  granted += count;
  windows += touched;
};

async function tokenFrom(process: ServiceProcess, { clientId, clientSecret }: Tenant): Promise<string> {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const { status, body, text } = await call(process.origin, {
    method: 'POST',
    path: '/v1/oauth/token',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  assert.equal(status, 200, text);
  return body.access_token;
}

async function profileStatus({ origin }: ServiceProcess, token: string): Promise<number> {
  judged += 1;
  const headers = { authorization: `Bearer ${token}` };
  return (await call(origin, { path: '/v1/my/profile', headers })).status;
}

function assertTimes(answers: ReportAnswer[]): void {
  for (const { status, body } of answers) {
    if (status !== 200) continue;
    timed += 1;
    assert.ok(body.meta.request.timeTakenMs >= 0);
  }
}

async function minuteNow(): Promise<number> {
  const text = 'select floor(extract(epoch from clock_timestamp()) / 60)::integer as minute';
  return (await sql<{ minute: number }>(fleet.house, text))[0]?.minute ?? 0;
}

async function ageKey({ tenant }: Scene, by: string): Promise<void> {
  const text = 'update idempotency_keys set created_at = created_at - $2::interval where tenant_id = $1';
  await sql(fleet.house, text, [tenant.tenantId, by]);
}

async function ageCode({ tenant }: Scene, seconds: number): Promise<void> {
  const text =
    'update reports set last_sent_at = last_sent_at - make_interval(secs => $2) where tenant_id = $1';
  await sql(fleet.house, text, [tenant.tenantId, seconds]);
}

async function attemptsOf({ tenant }: Scene): Promise<number | undefined> {
  const text = 'select attempts from reports where tenant_id = $1';
  return (await sql<{ attempts: number }>(fleet.house, text, [tenant.tenantId]))[0]?.attempts;
}
