// Device sessions in live mode: which ones are valid, what happens to a report with an invalid one, and that it costs nothing. The assessor
// is the built-in one; bureaus and phones are stand-ins.
import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { FAILURES } from '../../../src/domain/reports/report.ts';
import { setOrigins } from '../../../src/storage/people/tenants.ts';
import { findReportRisk } from '../../../src/storage/reports/report-risk.ts';
import { setPrice } from '../../../src/storage/wallet/prices.ts';
import {
  openRiskHouse,
  openSession,
  PAGE,
  type RiskHouse,
  signalsOf,
} from '../../support/consumers/devices.ts';
import { type Client, type House, sql } from '../../support/house.ts';
import { holdsOf, LIVE, newClient, problemsOf, WRONG_CODE, walletOf } from '../../support/money.ts';

const NOON_MS = Date.parse('2026-03-01T12:00:00.000Z');
const HALF_HOUR_MS = 30 * 60 * 1000;
const OTHER_PERSON = { firstName: 'Grace', lastName: 'Other' };

let risk: RiskHouse;
let house: House;
let client: Client;
before(async () => {
  risk = await openRiskHouse();
  house = risk.house;
});
after(() => house.close());
beforeEach(async () => {
  risk.travelTo(new Date(NOON_MS));
  risk.world.reset();
  client = await newClient(house);
});
const travelBy = (ms: number) => risk.travelTo(new Date(NOON_MS + ms));

/** How to get an invalid session id, and the reason code that the operator sees. */
const BAD: Record<string, { make: () => Promise<string>; reason: string }> = {
  'is some text': { make: async () => 'test-session', reason: 'session-forged' },
  'was never minted': {
    make: async () => `ds_${randomUUIDv7()}.${randomBytes(32).toString('base64url')}`,
    reason: 'session-forged',
  },
  "has another session's signature": {
    make: async () => {
      const [one, other] = [await openSession(house), await openSession(house)];
      return `${one.split('.')[0]}.${other.split('.')[1]}`;
    },
    reason: 'session-forged',
  },
  'has one letter changed': {
    make: async () => (await openSession(house)).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    reason: 'session-forged',
  },
  'is ours but long forgotten': {
    make: async () => {
      const sessionId = await openSession(house);
      await sql(house, 'delete from device_sessions where id = $1', [sessionId.slice(3, 39)]);
      return sessionId;
    },
    reason: 'session-unknown',
  },
  'is older than 30 minutes': {
    make: async () => {
      const sessionId = await openSession(house);
      travelBy(HALF_HOUR_MS + 1);
      return sessionId;
    },
    reason: 'session-stale',
  },
  'was used by another tenant': {
    make: async () => {
      const sessionId = await openSession(house);
      await (await newClient(house)).generate({ ...LIVE, sessionId });
      return sessionId;
    },
    reason: 'session-replayed',
  },
  'was used for another consumer': {
    make: async () => {
      const sessionId = await openSession(house);
      const first = await client.generate({ ...LIVE, ...OTHER_PERSON, sessionId });
      await client.submit(first.body.data.creditReportId, first.body.data.challenge.challengeId, '100000');
      return sessionId;
    },
    reason: 'session-replayed',
  },
  "is from a page that is not on the tenant's list": {
    make: async () => {
      await setOrigins(house.service.database, client.tenant.tenantId, ['https://other.example']);
      return openSession(house);
    },
    reason: 'session-foreign-origin',
  },
  'is from a page without an origin, and the tenant has a list': {
    make: async () => {
      await setOrigins(house.service.database, client.tenant.tenantId, [PAGE]);
      return openSession(house, signalsOf(), { origin: 'null' });
    },
    reason: 'session-foreign-origin',
  },
};

for (const [what, { make, reason }] of Object.entries(BAD)) {
  test(`a session id that ${what} leads to a challenge that always fails, sends nothing and costs nothing`, async () => {
    const sessionId = await make();
    const before = await walletOf(house, client);
    const holdsBefore = (await holdsOf(house, client)).length;
    Object.assign(risk.world, { sent: [], asked: [] });

    // Without a mobile number: nothing is sent, so none is needed.
    const generated = await client.generate({ ...LIVE, mobileNumber: undefined, sessionId });
    const { creditReportId, challenge, ...data } = generated.body.data;
    assert.equal(generated.status, 200);
    assert.deepEqual(data, { status: 'authentication-required', challengeType: 'otp' });
    assert.equal(challenge.sms, 'none');
    assert.deepEqual(generated.body.meta.wallet, { balance: before.available, cost: 0 });

    const resent = await client.resend(creditReportId, challenge.challengeId);
    assert.deepEqual([resent.status, resent.body.code], [409, 'challenge-closed']);
    assert.equal(resent.body.message, FAILURES['device-unverified']);

    for (const code of ['123456', '100000', WRONG_CODE]) {
      const { status, body } = await client.submit(creditReportId, challenge.challengeId, code);
      assert.equal(status, 200);
      assert.deepEqual(body.data, {
        status: 'failed',
        creditReportId,
        errorMessage: FAILURES['device-unverified'],
        reason: 'device-unverified',
      });
      assert.deepEqual(body.meta.wallet, { balance: before.available, cost: 0 });
    }
    const again = await client.resend(creditReportId, challenge.challengeId);
    assert.deepEqual([again.status, again.body.message], [409, FAILURES['device-unverified']]);
    const read = await client.get(`/${client.tenant.tenantId}/v1/credit-reports/${creditReportId}`);
    assert.equal(read.body.data.errorMessage, FAILURES['device-unverified']);

    assert.deepEqual(risk.world.sent, []);
    assert.deepEqual(risk.world.asked, []);
    assert.deepEqual(await walletOf(house, client), before);
    const holds = (await holdsOf(house, client)).slice(holdsBefore);
    assert.deepEqual(
      holds.map(({ purpose, state }) => `${purpose} ${state}`),
      ['report voided'],
    );
    assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
    const why = await findReportRisk(house.service.database, client.tenant.tenantId, creditReportId);
    assert.deepEqual([why?.reasons, why?.doomed], [[reason], true]);
  });
}

test('the message of a failed device names the script and what to do', () => {
  assert.match(FAILURES['device-unverified'], /GET \/v1\/fingerprints\/device/);
  assert.match(FAILURES['device-unverified'], /sessionId/);
  assert.match(FAILURES['device-unverified'], /new generate request/);
});

test('at exactly 30 minutes a session is still valid: the code is sent, and the right one completes the report', async () => {
  const sessionId = await openSession(house);
  travelBy(HALF_HOUR_MS);
  const { body } = await client.generate({ ...LIVE, sessionId });
  assert.equal(risk.world.sent.length, 1);
  const done = await client.submit(body.data.creditReportId, body.data.challenge.challengeId, '100000');
  assert.equal(done.body.data.status, 'complete');
  const why = await findReportRisk(house.service.database, client.tenant.tenantId, body.data.creditReportId);
  assert.deepEqual([why?.reasons, why?.doomed], [['shadow:reserved-address', 'new-pair'], false]);
});

test('the same consumer of the same tenant may use a session again', async () => {
  const sessionId = await openSession(house);
  client = await newClient(house, 100_000);
  for (const _time of [1, 2, 3]) await client.generate({ ...LIVE, sessionId });
  assert.equal(risk.world.sent.length, 3);
});

test('a session from an allowed origin is valid', async () => {
  await setOrigins(house.service.database, client.tenant.tenantId, ['https://other.example', PAGE]);
  await client.generate({ ...LIVE, sessionId: await openSession(house) });
  assert.equal(risk.world.sent.length, 1);
});

test('of twenty consumers who use one session concurrently, one is accepted', async () => {
  const sessionId = await openSession(house);
  const rich = await newClient(house, 100_000);
  const people = Array.from({ length: 20 }, (_none, index) => `Person${String.fromCharCode(97 + index)}`);
  const numberOf = (index: number) => `+4477009003${String(index).padStart(2, '0')}`;
  const answers = await Promise.all(
    people.map((firstName, index) =>
      rich.generate({ ...LIVE, firstName, mobileNumber: numberOf(index), sessionId }),
    ),
  );
  assert.deepEqual(
    new Set(answers.map(({ body }) => body.data.status)),
    new Set(['authentication-required']),
  );
  assert.equal(risk.world.sent.length, 1);
  assert.equal(answers.filter(({ body }) => body.meta.wallet.cost > 0).length, 1);
});

const TEN_MINUTES_MS = 10 * 60 * 1000;
const CORRECTED: [name: string, steps: [atMs: number, fields: object][], sent: number][] = [
  [
    'a date of birth, at the last moment',
    [
      [0, {}],
      [TEN_MINUTES_MS, { dateOfBirth: '1985-04-21' }],
    ],
    2,
  ],
  [
    'a date of birth, a moment too late',
    [
      [0, {}],
      [TEN_MINUTES_MS + 1, { dateOfBirth: '1985-04-21' }],
    ],
    1,
  ],
  [
    'the mobile number, then the name',
    [
      [0, {}],
      [1, { mobileNumber: '+447700900456' }],
      [2, { mobileNumber: '+447700900456', lastName: 'Smith' }],
    ],
    3,
  ],
  [
    'name and mobile number at once',
    [
      [0, {}],
      [1, { lastName: 'Smith', mobileNumber: '+447700900456' }],
    ],
    1,
  ],
  [
    'the name three times, and a fourth',
    [[0, {}], ...['A', 'B', 'C', 'D'].map((lastName, n): [number, object] => [n + 1, { lastName }])],
    4,
  ],
];
for (const [name, steps, sent] of CORRECTED) {
  test(`a form that is corrected on the same page (${name}) is sent ${sent} codes`, async () => {
    const sessionId = await openSession(house);
    client = await newClient(house, 100_000);
    let last = '';
    for (const [atMs, fields] of steps) {
      travelBy(atMs);
      const { body } = await client.generate({ ...LIVE, ...fields, sessionId });
      last = body.data.creditReportId;
    }
    assert.equal(risk.world.sent.length, sent);
    const why = await findReportRisk(house.service.database, client.tenant.tenantId, last);
    const isTaken = sent === steps.length;
    assert.equal(why?.doomed, !isTaken);
    assert.equal(why?.reasons?.includes(isTaken ? 'form-corrected' : 'session-replayed'), true);
  });
}

test('a consumer who passed a code on a device is allowed on it the next time, and no other consumer is', async () => {
  const signals = signalsOf();
  client = await newClient(house, 100_000);
  const ask = async (overrides = {}, on = signals, from = '203.0.113.7') => {
    const sessionId = await openSession(house, on, {}, from);
    const { body } = await client.generate({ ...LIVE, ...overrides, sessionId });
    const { tenantId } = client.tenant;
    const why = await findReportRisk(house.service.database, tenantId, body.data.creditReportId);
    return { ...body.data, why: why?.reasons?.at(-1) };
  };
  const first = await ask();
  assert.equal(first.why, 'new-pair');
  await client.submit(first.creditReportId, first.challenge.challengeId, WRONG_CODE);
  assert.equal((await ask()).why, 'new-pair', 'a wrong code makes no device known');
  await client.submit(first.creditReportId, first.challenge.challengeId, '100000');

  travelBy(60_000);
  const known = await ask();
  assert.deepEqual([known.status, known.why], ['complete', 'known-pair']);
  assert.equal((await ask({ firstName: 'ADA ' })).why, 'known-pair', 'spelling does not make another person');
  assert.equal((await ask({ mobileNumber: '+447700900999' })).why, 'new-pair', 'another number');
  assert.equal(
    (await ask({}, signals, '198.51.100.7')).why,
    'new-pair',
    'one that looks the same, elsewhere',
  );
  assert.equal((await ask({}, signalsOf())).why, 'new-pair', 'another device');
  assert.equal((await ask(OTHER_PERSON)).why, 'new-pair', 'another person');
  client = await newClient(house);
  assert.equal((await ask()).why, 'new-pair', 'what one tenant knows is not told to another');
});

test('a doomed challenge without guesses expires like any other, and holds nothing meanwhile', async () => {
  const { body } = await client.generate({ ...LIVE, sessionId: 'nothing' });
  const { creditReportId, challenge } = body.data;
  travelBy(5 * 60 * 1000 + 1);
  assert.equal((await client.submit(creditReportId, challenge.challengeId, '1')).status, 410);
  assert.equal((await client.resend(creditReportId, challenge.challengeId)).status, 410);
  await house.service.clearUp();
  assert.deepEqual(await walletOf(house, client), { available: 1_000, held: 0, spent: 0 });
  assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
});

test('where reports cost nothing there is no hold to release, and the challenge is still doomed', async () => {
  for (const bureau of ['equifax', 'experian', 'transunion'] as const)
    await setPrice(house.service.database, client.tenant.tenantId, `credit-report-${bureau}`, 0);
  const { status, body } = await client.generate({ ...LIVE, sessionId: 'nothing' });
  assert.deepEqual([status, body.data.status, body.meta.wallet.cost], [200, 'authentication-required', 0]);
  const { creditReportId, challenge } = body.data;
  const failed = await client.submit(creditReportId, challenge.challengeId, '123456');
  assert.equal(failed.body.data.errorMessage, FAILURES['device-unverified']);
  assert.deepEqual(await holdsOf(house, client), []);
});

test('a generate on an unverified device that is sent twice with one key is one report', async () => {
  const key = { 'idempotency-key': randomUUIDv7() };
  const [first, second] = [
    await client.generate({ ...LIVE, sessionId: 'nothing' }, key),
    await client.generate({ ...LIVE, sessionId: 'nothing' }, key),
  ];
  assert.equal(first.text, second.text);
  assert.equal(second.headers['idempotent-replayed'], 'true');
});

test('ten concurrent guesses at a doomed challenge all fail, and one of them is counted', async () => {
  const { body } = await client.generate({ ...LIVE, sessionId: 'nothing' });
  const { creditReportId, challenge } = body.data;
  const guesses = await Promise.all(
    Array.from({ length: 10 }, () => client.submit(creditReportId, challenge.challengeId, '123456')),
  );
  assert.ok(guesses.every((guess) => guess.body.data.status === 'failed'));
  const [row] = await sql(house, 'select attempts, challenge_state from reports where id = $1', [
    creditReportId,
  ]);
  assert.deepEqual({ ...row }, { attempts: 1, challenge_state: 'failed' });
});

test('a velocity over its limit blocks: nothing is sent, nothing is bought, nothing is charged', async () => {
  const rich = await newClient(house, 100_000);
  const signals = signalsOf();
  const statuses: string[] = [];
  for (const lastName of ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir']) {
    const mobileNumber = `+4477009001${lastName.length}${lastName.charCodeAt(0) % 10}`;
    const { body } = await rich.generate({
      ...LIVE,
      lastName,
      mobileNumber,
      sessionId: await openSession(house, signals),
    });
    statuses.push(body.data.status);
    if (body.data.status === 'blocked') assert.equal(body.meta.wallet.cost, 0);
  }
  assert.deepEqual(statuses, [...Array(5).fill('authentication-required'), 'blocked']);
  assert.equal(risk.world.sent.length, 5);
});

test('phones of one model at many addresses are not taken for one device', async () => {
  const rich = await newClient(house, 100_000);
  const signals = signalsOf();
  for (const [index, lastName] of ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gorse'].entries()) {
    const mobileNumber = `+44770090020${index}`;
    const sessionId = await openSession(house, signals, {}, `198.51.100.${index}`);
    const { body } = await rich.generate({ ...LIVE, lastName, mobileNumber, sessionId });
    assert.equal(body.data.status, 'authentication-required');
  }
});

test('test mode does not check the session, and records nothing', async () => {
  const { body } = await client.generate({ sessionId: 'any' });
  assert.equal(body.data.status, 'complete');
  const [row] = await sql(house, 'select count(*) from risk_events where tenant_id = $1', [
    client.tenant.tenantId,
  ]);
  assert.equal(row?.count, 0);
});
