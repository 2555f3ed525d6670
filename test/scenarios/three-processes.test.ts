// Three real processes on one database: limits and revocations hold across all of them, also for requests that complete at the same instant.
// TEST_WORKERS=3 makes them the workers of one service, behind one port: every connection is another worker's.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import type { AnswerOf, Charged, ReportAnswer, TokenAnswer } from '../support/answers.ts';
import {
  type Answer,
  type Client,
  clientOf,
  createCredential,
  createTenant,
  openChallenge,
  sql,
  type Tenant,
  tokenOf,
} from '../support/house.ts';
import { sendAtOnce } from '../support/http/at-once.ts';
import { after, before, test } from '../support/long.ts';
import {
  call,
  type HttpRequest,
  jsonPost,
  runInHost,
  type ServiceProcess,
  type Settings,
  until,
} from '../support/processes.ts';
import { type Fleet, openFleet } from '../support/services/fleet.ts';

const PROCESSES = 3;
const WORKERS = Number(process.env.TEST_WORKERS ?? 1);
/** Of each race, in the long run more. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 2);
const RIGHT = '123456';
/** The guarantee is five seconds. */
const EVERYWHERE_WITHIN_MS = 5_000;

describe('three processes', () => {
  let fleet: Fleet;
  let tenant: Tenant;
  let client: Client;
  before(async () => {
    fleet = await openThree();
    tenant = await createTenant(fleet.house);
    client = await clientOf(fleet.house, tenant);
  });
  after(async () => {
    await fleet?.close();
  });

  test('of 200 concurrent wrong codes three count: two answer retry, all others failed', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const challenge = await openChallenge(client);
      const answers = await sendAtOnce(
        Array.from({ length: 200 }, (_, n) => guess(n, challenge, String(900_000 + n))),
      );
      assert.deepEqual(countBy(answers, outcomeOf), { 'retry 2': 1, 'retry 1': 1, failed: 198 });
      assert.deepEqual(await stateOf(challenge), { challenge_state: 'failed', attempts: 3, sends: 1 });
    }
  });

  test('of 50 concurrent right codes exactly one completes and 49 answer 409', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const challenge = await openChallenge(client);
      const answers = await sendAtOnce(Array.from({ length: 50 }, (_, n) => guess(n, challenge, RIGHT)));
      assert.deepEqual(countBy(answers, outcomeOf), { complete: 1, '409 challenge-already-completed': 49 });
      assert.deepEqual(await stateOf(challenge), { challenge_state: 'passed', attempts: 1, sends: 1 });
    }
  });

  test('the right code and a concurrent third wrong one never both win', async () => {
    const challenges = await Promise.all(Array.from({ length: 60 }, () => openChallenge(client)));
    for (const wrong of ['111111', '222222']) {
      await Promise.all(challenges.map((one, n) => send(guess(n, one, wrong))));
    }
    const answers = await sendAtOnce(
      challenges.flatMap((one, n) => {
        const pair = [guess(n, one, RIGHT), guess(n + 1, one, '333333')];
        return n % 2 === 0 ? pair : pair.reverse();
      }),
    );
    for (const [n, challenge] of challenges.entries()) {
      const pair = answers.slice(2 * n, 2 * n + 2).map(outcomeOf);
      const hasPassed = pair.includes('complete');
      assert.deepEqual(
        pair.sort(),
        hasPassed ? ['409 challenge-already-completed', 'complete'] : ['failed', 'failed'],
      );
      const state = await stateOf(challenge);
      assert.equal(state?.challenge_state, hasPassed ? 'passed' : 'failed');
      assert.equal(state?.attempts, 3);
    }
  });

  test('of 50 concurrent resends exactly two are sent and 48 answer 429', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const challenge = await openChallenge(client);
      const answers = await sendAtOnce(Array.from({ length: 50 }, (_, n) => resend(n, challenge)));
      assert.deepEqual(countBy(answers, sendOf), { 'sent 2 left 1': 1, 'sent 3 left 0': 1, '429': 48 });
      assert.deepEqual(await stateOf(challenge), { challenge_state: 'open', attempts: 0, sends: 3 });
    }
  });

  test('resends between the guesses give none of the three attempts back', async () => {
    const challenge = await openChallenge(client);
    const outcomes: string[] = [];
    for (const n of [0, 1, 2]) {
      outcomes.push(outcomeOf(await send(guess(n, challenge, '999999'))));
      if (n < 2) assert.equal((await send(resend(n + 1, challenge))).status, 200);
    }
    assert.deepEqual(outcomes, ['retry 2', 'retry 1', 'failed']);
    assert.equal((await send(guess(0, challenge, RIGHT))).body.data.status, 'failed');
  });

  test('concurrent guesses and resends stay within three attempts and three sends', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const challenge = await openChallenge(client);
      const answers = await sendAtOnce(
        Array.from({ length: 60 }, (_, n) =>
          n % 2 === 0 ? guess(n, challenge, '999999') : resend(n, challenge),
        ),
      );
      const guesses = answers.filter((_, n) => n % 2 === 0);
      assert.deepEqual(countBy(guesses, outcomeOf), { 'retry 2': 1, 'retry 1': 1, failed: 28 });
      const state = await stateOf(challenge);
      const sent = answers.filter((answer, n) => n % 2 === 1 && answer.status === 200);
      assert.equal(state?.attempts, 3);
      assert.equal(state?.sends, 1 + sent.length);
    }
  });

  test('a revoked credential is refused by every process within five seconds, and gets no new token', async () => {
    const credential = await createCredential(fleet.house, tenant);
    const token = await tokenOf(fleet.house, credential);
    assert.deepEqual(await statusesOf(token), [200, 200, 200]);
    const done = await runInHost(['credentials', 'revoke', credential.clientId], fleet.settings);
    assert.deepEqual([done.code, done.stderr], [0, '']);
    await until('401 everywhere', isEverywhere(token, 401), EVERYWHERE_WITHIN_MS);
    for (const process of doorsOf(fleet)) {
      const refused = await askForToken(process, credential);
      assert.deepEqual([refused.status, refused.body.error], [401, 'invalid_client']);
    }
  });

  test('a disabled tenant is refused by every process within five seconds, and served again when enabled', async () => {
    const other = await createTenant(fleet.house);
    const token = await tokenOf(fleet.house, other);
    const path = `/${other.tenantId}/v1/credit-reports`;
    assert.deepEqual(await statusesOf(token, path), [200, 200, 200]);
    const disabled = await runInHost(['tenants', 'disable', other.tenantId], fleet.settings);
    assert.deepEqual([disabled.code, disabled.stderr], [0, '']);
    await until('403 everywhere', isEverywhere(token, 403, path), EVERYWHERE_WITHIN_MS);
    const enabled = await runInHost(['tenants', 'enable', other.tenantId], fleet.settings);
    assert.deepEqual([enabled.code, enabled.stderr], [0, '']);
    await until('200 everywhere', isEverywhere(token, 200, path), EVERYWHERE_WITHIN_MS);
  });

  test('while the signing key is rotated no token is ever refused, and old ones stay valid', async () => {
    const oldToken = await tokenOf(fleet.house, tenant);
    const oldKid = kidOf(oldToken);
    const refused: string[] = [];
    const kids: Set<string>[] = doorsOf(fleet).map(() => new Set());
    let rounds = 0;
    let isOver = false;
    const useTokens = async (): Promise<void> => {
      while (!isOver) {
        for (const [issuer, process] of doorsOf(fleet).entries()) {
          const issued = await askForToken(process, tenant);
          if (issued.status !== 200) refused.push(`token ${issued.status}`);
          const token: string = issued.body.access_token;
          kids[issuer]?.add(kidOf(token));
          for (const status of await statusesOf(token)) if (status !== 200) refused.push(`use ${status}`);
          rounds += 1;
        }
        for (const status of await statusesOf(oldToken)) if (status !== 200) refused.push(`old ${status}`);
      }
    };
    const load = [useTokens(), useTokens()];
    try {
      const done = await runInHost(['keys', 'rotate'], fleet.settings);
      assert.deepEqual([done.code, done.stderr], [0, '']);
      const newKid = /key (\S+) is in use/.exec(done.stdout)?.[1] as string;
      const signsNew = (): boolean => kids.every((seen) => seen.has(newKid));
      await until('every process signs with the new key', signsNew, 15_000);
      const since = rounds;
      await until('the new tokens were used', () => rounds >= since + 30);
      assert.deepEqual(
        kids.map((seen) => [...seen]),
        kids.map(() => [oldKid, newKid]),
      );
      for (const process of doorsOf(fleet)) {
        const listed = await call(process.origin, { path: '/.well-known/jwks.json' });
        const names = listed.body.keys.map((key) => key.kid);
        assert.deepEqual(names.sort(), [oldKid, newKid].sort());
        assert.equal(kidOf((await askForToken(process, tenant)).body.access_token), newKid);
      }
    } finally {
      isOver = true;
      await Promise.all(load);
    }
    assert.deepEqual(refused, []);
  });

  type Challenge = { reportId: string; challengeId: string };

  function guess(n: number, { reportId, challengeId }: Challenge, code: string) {
    const path = `/${tenant.tenantId}/v1/credit-reports/${reportId}/otp-challenge` as const;
    return { ...jsonPost(path, client.token, { challengeId, code }), port: nth(n).port };
  }

  function resend(n: number, { reportId, challengeId }: Challenge) {
    const path = `/${tenant.tenantId}/v1/credit-reports/${reportId}/resend-sms` as const;
    return { ...jsonPost(path, client.token, { challengeId }), port: nth(n).port };
  }

  function nth(n: number): ServiceProcess {
    return doorsOf(fleet)[n % PROCESSES] as ServiceProcess;
  }

  async function stateOf(challenge: Challenge) {
    const text = 'select challenge_state, attempts, sends from reports where tenant_id = $1 and id = $2';
    const [row] = await sql(fleet.house, text, [tenant.tenantId, challenge.reportId]);
    return row;
  }

  function statusesOf(token: string, path = '/v1/my/profile'): Promise<number[]> {
    const headers = { authorization: `Bearer ${token}` };
    return Promise.all(
      doorsOf(fleet).map(async ({ origin }) => (await call(origin, { path, headers })).status),
    );
  }

  function isEverywhere(token: string, status: number, path?: string): () => Promise<boolean> {
    return async () => (await statusesOf(token, path)).every((one) => one === status);
  }
});

describe('three processes with a limit of 100 requests a minute', () => {
  let fleet: Fleet;
  before(async () => {
    fleet = await openThree({ RATE_LIMIT_PER_CALLER: '100' });
  });
  after(async () => {
    await fleet?.close();
  });

  test('of 1,000 concurrent requests exactly 100 are accepted; the others get Retry-After', async () => {
    const tenant = await createTenant(fleet.house);
    const probe = await tokenOf(fleet.house, await createCredential(fleet.house, tenant));
    const token = await tokenOf(fleet.house, tenant);
    await until(
      'a window with twenty seconds left',
      async () => secondsLeft(await ask(0, probe)) >= 20,
      25_000,
    );

    const answers = await sendAtOnce(Array.from({ length: 1_000 }, (_, n) => request(n, token)));
    assert.deepEqual(
      countBy(answers, ({ status }) => String(status)),
      { 200: 100, 429: 900 },
    );
    for (const { status, body, headers } of answers) {
      assert.match(String(headers['ratelimit-policy']), /"caller";q=100;w=60/);
      assert.match(String(headers.ratelimit), /"caller";r=\d+;t=\d+/);
      if (status === 200) continue;
      assert.deepEqual(Object.keys(body), ['code', 'message']);
      assert.equal(body.code, 'rate-limited');
      assert.match(String(headers['retry-after']), /^([1-9]|[1-5]\d|60)$/);
      assert.match(String(headers.ratelimit), /"caller";r=0;/);
    }
  });

  function request(n: number, token: string) {
    const { port } = doorsOf(fleet)[n % PROCESSES] as ServiceProcess;
    return { port, path: '/v1/my/profile', headers: { authorization: `Bearer ${token}` } };
  }

  function ask(n: number, token: string): Promise<Answer> {
    return send(request(n, token));
  }
});

/** Three processes, or one service of three workers. */
async function openThree(more: Settings = {}): Promise<Fleet> {
  const settings = { DATABASE_POOL_SIZE: String(4 * WORKERS), WEB_CONCURRENCY: String(WORKERS), ...more };
  const fleet = await openFleet({ count: PROCESSES / WORKERS, settings });
  const [service] = fleet.processes;
  const answered = async () => (await call(service?.origin ?? '', { path: '/metrics' })).text;
  await until('all workers answer', async () => (await answered()).includes(`trefoil_workers ${WORKERS}\n`));
  return fleet;
}

function doorsOf({ processes }: Fleet): ServiceProcess[] {
  return Array.from({ length: PROCESSES }, (_none, n) => processes[n % processes.length] as ServiceProcess);
}

function send<Path extends string, Method extends string = 'GET'>(
  request: HttpRequest<Method, Path> & { port: number },
) {
  return call(`http://127.0.0.1:${request.port}`, request);
}

function askForToken(
  process: ServiceProcess,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): Promise<TokenAnswer> {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  return call(process.origin, {
    method: 'POST',
    path: '/v1/oauth/token',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
}

function kidOf(token: string): string {
  return String(decodeProtectedHeader(token).kid);
}

function secondsLeft(answer: Answer): number {
  return Number(/"caller";r=\d+;t=(\d+)/.exec(String(answer.headers.ratelimit))?.[1]);
}

function outcomeOf({ status, body }: Charged | ReportAnswer): string {
  if (status !== 200) return `${status} ${body?.code}`;
  return [body.data.status, body.data.attemptsRemaining].filter((part) => part !== undefined).join(' ');
}

function sendOf({ status, body }: AnswerOf<'POST', '/credit-reports/id/resend-sms'>): string {
  if (status !== 200) return String(status);
  return `sent ${body.data.smsSentCount} left ${body.data.remainingSmsCount}`;
}

function countBy<One extends Answer>(answers: One[], name: (answer: One) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[name(answer)] = (counts[name(answer)] ?? 0) + 1;
  return counts;
}
