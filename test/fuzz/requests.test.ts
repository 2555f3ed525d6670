// Two thousand generated requests over all operations, half of them valid and half broken in one place. Every answer must be documented and
// of the documented shape, never a fault; no broken request is accepted, and no valid one refused as invalid. The seed is printed; TEST_SEED
// repeats a run, FUZZ_REQUESTS makes it longer: the long run `requests` (scripts/long-runs.ts) sends twenty thousand.
// Alone: it takes long.
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import type { AnswerOf, Charged } from '../support/answers.ts';
import {
  type Answer,
  type Client,
  clientOf,
  createTenant,
  type House,
  openChallenge,
  openHouse,
} from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { allBreakages, type Broken, breakage } from './breakages.ts';
import {
  type Call,
  consentPlace,
  type Draft,
  drafts,
  fullDraft,
  inProcess,
  overSocket,
  type Places,
  type Send,
  staffOf,
  toCall,
} from './calls.ts';
import { faultOf, operationOf, operations } from './contract.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_000);
const ON_SOCKETS = 300;
const STEPS_A_CHAIN = 5;
const CHAINS = Math.round(REQUESTS / 10 / (STEPS_A_CHAIN + 1));
const seed = Number(process.env.TEST_SEED ?? 0);

let house: House;
let client: Client;
let places: Places;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
  const waiting = await Promise.all(Array.from({ length: 20 }, () => openChallenge(client)));
  const list = await client.get(`/${client.tenant.tenantId}/v1/credit-reports?pageSize=3`);
  places = {
    client,
    reportIds: waiting.map(({ reportId }) => reportId),
    challengeIds: waiting.map(({ challengeId }) => challengeId),
    pageToken: list.body.data.token ?? '',
    staff: await staffOf(house),
    consentTextId: await consentPlace(house, client.tenant.tenantId),
  };
});
after(() => house.close());

test('a valid request is never refused as invalid, and its answer is as documented', async (context) => {
  const meter = new Meter(context);
  await check(drafts(places), REQUESTS * 0.4, (draft) => good(draft, meter.around(inProcess(house))));
  meter.tell();
});

test('a request that is broken in one place is refused, in the documented shape', async (context) => {
  const meter = new Meter(context);
  const send = meter.around(inProcess(house));
  await check(brokenDrafts(), REQUESTS * 0.5, ({ draft, part, place }) =>
    refused(breakage(draft, part, place), send),
  );
  meter.tell();
});

test('every single way to break a request that has every field is refused', async (context) => {
  const meter = new Meter(context);
  for (const { id } of operations) {
    const ways = allBreakages(fullDraft(id, places));
    for (const way of ways) await refused(way, meter.around(inProcess(house)));
  }
  meter.tell();
});

test('what is cut from an address is no breakage where it is an address too', () => {
  const full = fullDraft('generateReport', places);
  const broken = allBreakages({ ...full, body: { ...full.body, ipAddress: '::01' } }).filter(({ what }) =>
    what.startsWith('/ipAddress ='),
  );
  assert.ok(broken.some(({ what }) => what === '/ipAddress = ::01!'));
  assert.ok(!broken.some(({ what }) => what === '/ipAddress = ::0'));
});

test('whatever follows a challenge, every answer is the one of its state', async (context) => {
  const meter = new Meter(context);
  await check(chains(), CHAINS, (steps) => walkChain(steps, meter.around(inProcess(house))));
  meter.tell();
});

test('over a socket the answers are the same', async (context) => {
  await house.service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = house.service.app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const meter = new Meter(context);
  const send = meter.around(overSocket(port, agent));
  await check(drafts(places), ON_SOCKETS / 2, (draft) => good(draft, send));
  await check(brokenDrafts(), ON_SOCKETS / 2, ({ draft, part, place }) =>
    refused(breakage(draft, part, place), send),
  );
  agent.destroy();
  meter.tell();
});

test('of all these requests not one was logged as a fault', () => {
  const faults = house.logLines.filter((line) => JSON.parse(line).msg === 'fault');
  assert.deepEqual(faults, []);
});

async function check<T>(arbitrary: fc.Arbitrary<T>, numRuns: number, verify: (value: T) => Promise<void>) {
  await fc.assert(fc.asyncProperty(arbitrary, verify), { seed, numRuns, endOnFailure: false });
}

async function good(draft: Draft, send: Send): Promise<void> {
  const call = toCall(draft);
  const answer = await send(call);
  assert.equal(faultOf(call.operation, answer), null);
  // Which days are in the person's life, up to the report's, no schema says.
  const isOtherDay = call.operation.id === 'readAttributes' && answer.body?.details?.[0]?.path === '/asOf';
  assert.ok(answer.status !== 400 || isOtherDay, told(call, answer));
  // Live mode is not connected here and says so.
  const isLive = call.operation.id === 'generateReport' && draft.body.test !== true;
  const isAway = isLive && answer.body?.code === 'service-unavailable';
  assert.ok(answer.status < 500 || isAway, told(call, answer));
}

type BrokenDraft = { draft: Draft; part: number; place: number };

function brokenDrafts(): fc.Arbitrary<BrokenDraft> {
  return fc.record({ draft: drafts(places), part: fc.nat(), place: fc.nat() });
}

async function refused({ what, call: toBroken }: Broken, send: Send): Promise<void> {
  const call = toBroken();
  const answer = await send(call);
  assert.ok(answer.status >= 400 && answer.status < 500, `${what}: ${told(call, answer)}`);
  if (answer.body?.code === 'not-found' || answer.body?.code === 'method-not-allowed') {
    // Refused before routing, so no operation documents it.
    assert.deepEqual(Object.keys(answer.body), ['code', 'message']);
    assert.equal(answer.status, answer.body.code === 'not-found' ? 404 : 405);
  } else {
    assert.equal(faultOf(call.operation, answer), null, what);
  }
}

function told({ method, url, payload }: Call, answer: Answer): string {
  return `${method} ${url} ${payload ?? ''}\n -> ${answer.status} ${answer.text}`;
}

type Step = 'right' | 'wrong' | 'resend' | 'read' | 'list' | 'other-challenge';

function chains(): fc.Arbitrary<Step[]> {
  const step = fc.constantFrom<Step>(
    'right',
    'wrong',
    'wrong',
    'resend',
    'resend',
    'read',
    'list',
    'other-challenge',
  );
  return fc.array(step, { minLength: STEPS_A_CHAIN, maxLength: STEPS_A_CHAIN });
}

/** By the id of the operation. */
type Answers = {
  generateReport: Charged;
  submitOtp: Charged;
  readReport: Charged;
  resendSms: AnswerOf<'POST', '/credit-reports/id/resend-sms'>;
  listReports: AnswerOf<'GET', '/credit-reports'>;
};

/** A model of one challenge, small enough to be obviously right. */
async function walkChain(steps: Step[], send: Send): Promise<void> {
  const { tenantId } = client.tenant;
  const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' };
  const externalReference = crypto.randomUUID();
  const call = async <Id extends keyof Answers>(
    id: Id,
    params: object,
    query: object,
    body?: unknown,
  ): Promise<Answers[Id]> => {
    const answer = await send(toCall({ id, params: { tenantId, ...params }, query, headers, body }));
    assert.equal(faultOf(operationOf(id), answer), null);
    return answer as Answers[Id];
  };
  const challengeOptions = { status: 'challenge' };
  const first = await call('generateReport', {}, {}, { ...GENERATE, challengeOptions, externalReference });
  const { creditReportId, challenge } = first.body.data;
  const { challengeId } = challenge;
  let state: 'open' | 'passed' | 'failed' = 'open';
  let attempts = 0;
  let sends = 1;
  const reads = () =>
    state === 'passed'
      ? 'complete'
      : state === 'failed'
        ? 'failed'
        : attempts > 0
          ? 'retry'
          : 'authentication-required';

  for (const step of steps) {
    switch (step) {
      case 'right':
      case 'wrong': {
        const code = step === 'right' ? '123456' : '654321';
        const { status, body } = await call('submitOtp', { creditReportId }, {}, { challengeId, code });
        if (state === 'passed') {
          assert.equal(body.code, 'challenge-already-completed');
          break;
        }
        if (state === 'open') {
          attempts += 1;
          if (step === 'right') state = 'passed';
          else if (attempts === 3) state = 'failed';
        }
        assert.deepEqual([status, body.data.status], [200, reads()]);
        if (body.data.status === 'retry') assert.equal(body.data.attemptsRemaining, 3 - attempts);
        break;
      }
      case 'resend': {
        const { status, body } = await call('resendSms', { creditReportId }, {}, { challengeId });
        if (state !== 'open') assert.equal(body.code, 'challenge-closed');
        else if (sends === 3) assert.deepEqual([status, body.code], [429, 'no-sends-left']);
        else {
          sends += 1;
          assert.partialDeepStrictEqual(body.data, {
            remainingSmsCount: 3 - sends,
            smsSentCount: sends,
            sms: 'accepted',
          });
        }
        break;
      }
      case 'read': {
        const { body } = await call('readReport', { creditReportId }, {});
        assert.equal(body.data.status, reads());
        break;
      }
      case 'list': {
        const { body } = await call('listReports', {}, { externalReference });
        assert.deepEqual(
          body.data.items.map((item) => [item.creditReportId, item.status]),
          [[creditReportId, reads()]],
        );
        break;
      }
      case 'other-challenge': {
        const other = { challengeId: places.challengeIds[0], code: '123456' };
        const { body } = await call('submitOtp', { creditReportId }, {}, other);
        assert.equal(body.code, 'challenge-not-found');
      }
    }
  }
}

const GENERATE = {
  test: true,
  sessionId: 'fuzz',
  bureaus: ['equifax'],
  ipAddress: '203.0.113.7',
  searchType: 'pcp',
  firstName: 'Ada',
  lastName: 'Sample',
  dateOfBirth: '1985-04-12',
  addresses: [{ ukAddress: { buildingNumber: '12', townOrCity: 'Leeds', postcode: 'LS1 4AB' } }],
};

/** Counts requests, and how long the answers took. */
class Meter {
  readonly #context: TestContext;
  readonly #tookMs: number[] = [];
  readonly #statuses = new Map<number, number>();
  constructor(context: TestContext) {
    this.#context = context;
  }

  around(send: Send): Send {
    return async (call) => {
      const startedMs = performance.now();
      const answer = await send(call);
      this.#tookMs.push(performance.now() - startedMs);
      this.#statuses.set(answer.status, (this.#statuses.get(answer.status) ?? 0) + 1);
      return answer;
    };
  }

  tell(): void {
    const sorted = this.#tookMs.toSorted((one, other) => one - other);
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
    const counts = [...this.#statuses].sort().map(([status, count]) => `${status}: ${count}`);
    this.#context.diagnostic(
      `seed ${seed}, ${sorted.length} requests, p99 ${p99.toFixed(1)} ms; ${counts.join(', ')}`,
    );
  }
}
