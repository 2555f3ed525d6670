// Realistic mixed traffic, random from a seed: charged live reports, challenges with right and wrong codes, test mode, reads, lists,
// statements, tokens, devices. It counts the answers, and names those that no caller should ever get.
import http from 'node:http';
import { inventedPopulation } from '../../../src/bureaus/open.ts';
import type { Random } from '../../../src/world/synthetic/random.ts';
import { PAGE, signalsOf } from '../consumers/devices.ts';
import { type Answer, generateBody, type Tenant } from '../house.ts';
import { call, type HttpRequest, jsonPost } from '../processes.ts';

/** Prefix of the e-mail address of a consumer who is challenged. */
export const CHALLENGED = 'challenged-';

const PEOPLE = 40;
const NUMBERS = 1_000;
const REMEMBERED = 500;
const WEIGHTS = {
  'live report': 14,
  'live challenge': 8,
  'test report': 14,
  code: 14,
  resend: 2,
  read: 22,
  list: 8,
  token: 4,
  profile: 8,
  statement: 4,
  device: 2,
} as const;
type Kind = keyof typeof WEIGHTS;
const DRAW = Object.entries(WEIGHTS).flatMap(([kind, weight]) => Array<Kind>(weight).fill(kind as Kind));

const IDLE_MS = 30_000;

export type Caller = { tenant: Tenant; token: string };
type Waiting = {
  caller: Caller;
  path: `${string}/credit-reports/${string}`;
  challengeId: string;
  mobileNumber: string;
};

export type MixedTraffic = {
  /** One random request; answers its status, 0 when no answer came. Never rejects. */
  step(): Promise<number>;
  /** How often each kind of request had each status. */
  counts: Map<string, number>;
  /** Answers of 500 and above, and requests without an answer. */
  faults: string[];
  close(): void;
};

export function createMixedTraffic(needs: {
  callers: Caller[];
  random: Random;
  origin: () => string;
  codeFor: (mobileNumber: string) => string | undefined;
  /** A report that the service has acknowledged. */
  onReport?: (tenantId: string, reportId: string) => void;
}): MixedTraffic {
  const { random } = needs;
  // Closes idle connections before the service does: a client may otherwise send into a connection that is being closed.
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256, timeout: IDLE_MS });
  const people = inventPeople();
  const waiting: Waiting[] = [];
  const finished: { caller: Caller; path: string }[] = [];
  const counts = new Map<string, number>();
  const faults: string[] = [];
  let turn = 0;

  const ask = <Path extends string, Method extends string = 'GET'>(request: HttpRequest<Method, Path>) =>
    call(needs.origin(), { ...request, agent });
  const get = (caller: Caller, path: string): Promise<Answer> =>
    ask({ path, headers: { authorization: `Bearer ${caller.token}` } });
  const post = <Path extends string>(caller: Caller, path: Path, body: unknown) =>
    ask(jsonPost(path, caller.token, body));

  const generate = async (caller: Caller, body: Record<string, unknown>, key: string): Promise<Answer> => {
    const path = `/${caller.tenant.tenantId}/v1/credit-reports` as const;
    const request = jsonPost(path, caller.token, body);
    const answer = await ask({ ...request, headers: { ...request.headers, 'idempotency-key': key } });
    const data = answer.body?.data;
    if (answer.status !== 200) return answer;
    needs.onReport?.(caller.tenant.tenantId, data.creditReportId);
    const reportPath = `${path}/${data.creditReportId}` as const;
    if (data.challenge !== undefined) {
      const { challengeId } = data.challenge;
      waiting.push({ caller, path: reportPath, challengeId, mobileNumber: String(body.mobileNumber) });
    } else finished.push({ caller, path: reportPath });
    // Challenges that are never answered are part of real traffic too: they expire.
    if (waiting.length > REMEMBERED) waiting.shift();
    if (finished.length > REMEMBERED) finished.shift();
    return answer;
  };

  const live = (email: string): Record<string, unknown> => ({
    ...random.pick(people),
    test: undefined,
    email,
    ipAddress: `198.18.${random.int(0, 255)}.${random.int(0, 255)}`,
    mobileNumber: `+447700900${String(turn % NUMBERS).padStart(3, '0')}`,
  });

  const submit = async (): Promise<Answer | null> => {
    const one = waiting.shift();
    if (one === undefined) return null;
    const right = random.chance(70) ? needs.codeFor(one.mobileNumber) : undefined;
    const answer = await post(one.caller, `${one.path}/otp-challenge`, {
      challengeId: one.challengeId,
      code: right ?? '000000',
    });
    if (answer.body?.data?.status === 'retry') waiting.unshift(one);
    if (answer.body?.data?.status === 'complete') finished.push(one);
    return answer;
  };

  const renewToken = async (caller: Caller): Promise<Answer> => {
    const { clientId, clientSecret } = caller.tenant;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await ask({
      method: 'POST',
      path: '/v1/oauth/token',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    if (answer.status === 200) caller.token = answer.body.access_token;
    return answer;
  };

  const MAKE: Record<Kind, (caller: Caller, key: string) => Promise<Answer | null>> = {
    'live report': (caller, key) => generate(caller, generateBody(live(`${key}@example.com`)), key),
    'live challenge': (caller, key) =>
      generate(caller, generateBody(live(`${CHALLENGED}${key}@example.com`)), key),
    'test report': (caller, key) => {
      const status = random.pick(['allow', 'challenge']);
      return generate(caller, generateBody({ challengeOptions: { status } }), key);
    },
    code: submit,
    resend: async () => {
      const one = waiting.at(-1);
      return one ? post(one.caller, `${one.path}/resend-sms`, { challengeId: one.challengeId }) : null;
    },
    read: async () => {
      const one = finished[random.int(0, Math.max(0, finished.length - 1))];
      return one ? get(one.caller, one.path) : null;
    },
    list: (caller) => get(caller, `/${caller.tenant.tenantId}/v1/credit-reports?pageSize=20`),
    token: renewToken,
    profile: (caller) => get(caller, '/v1/my/profile'),
    statement: (caller) => get(caller, `/${caller.tenant.tenantId}/v1/billing/transactions?pageSize=20`),
    device: (_caller, key) => ask(deviceReport(key)),
  };

  return {
    counts,
    faults,
    step: async () => {
      turn += 1;
      const kind = random.pick(DRAW);
      const caller = random.pick(needs.callers);
      const key = `${turn}-${random.digits(9)}`;
      const answer = await MAKE[kind](caller, key).catch((error: Error) => {
        faults.push(`${kind}: ${error.message}`);
        return undefined;
      });
      if (answer === undefined) return 0;
      const status = answer?.status ?? (await get(caller, '/v1/my/profile').catch(() => null))?.status ?? 0;
      const name = `${answer === null ? 'profile' : kind} ${status}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (status >= 500) faults.push(`${name} ${answer?.text.slice(0, 200)}`);
      return status;
    },
    close: () => agent.destroy(),
  };
}

function deviceReport(canvas: string): HttpRequest {
  const headers = { origin: PAGE, 'content-type': 'application/json' };
  const body = JSON.stringify({ signals: signalsOf({ canvas }) });
  return { method: 'POST', path: '/v1/fingerprints/sessions', headers, body };
}

/** People whom the simulated bureaus may know. */
function inventPeople(): Record<string, unknown>[] {
  const population = inventedPopulation();
  return Array.from({ length: PEOPLE }, (_, index) => {
    const { forename: firstName, surname: lastName, dateOfBirth, addresses } = population.person(index);
    const [home] = addresses;
    return { firstName, lastName, dateOfBirth, addresses: [{ type: 'current', ukAddress: home?.address }] };
  });
}
