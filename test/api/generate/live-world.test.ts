// Live mode through the whole service: the real assessor, the real SMS sending with its outbox, simulated bureaus over HTTP. Each part has
// its own tests; these are of the parts together.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PERSONAS } from '../../../src/bureaus/simulation/population/personas.ts';
import { openLive } from '../../../src/compose/live-world.ts';
import { TEST_CODE } from '../../../src/world/test-mode.ts';
import { type Client, type House, openHouse, send, sql } from '../../support/house.ts';
import { holdsOf, newClient, problemsOf, walletOf } from '../../support/money.ts';

const NO_VELOCITY = '5000,5000,5000';
const ADA = PERSONAS[0]?.person ?? assert.fail();

let house: House;
let client: Client;
before(async () => {
  house = await openHouse(
    {
      RISK_PEOPLE_PER_DEVICE_MAX: NO_VELOCITY,
      RISK_DEVICES_PER_PERSON_MAX: NO_VELOCITY,
      RISK_PEOPLE_PER_NUMBER_MAX: NO_VELOCITY,
      RISK_REQUESTS_PER_ADDRESS_MAX: NO_VELOCITY,
      RISK_ALLOW_KNOWN: 'false',
      SMS_OUTBOX_DELIVERY_MS: '60000',
    },
    undefined,
    openLive,
  );
  client = await newClient(house, 1_000_000);
});
after(() => house.close());

async function sessionId(on = house): Promise<string> {
  const { body } = await send(on, {
    method: 'POST',
    url: '/v1/fingerprints/sessions',
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  });
  return body.sessionId;
}

const askFor = async (more: Record<string, unknown> = {}, on = { house, client }) =>
  on.client.generate({
    test: undefined,
    challengeOptions: undefined,
    sessionId: await sessionId(on.house),
    firstName: ADA.forename,
    lastName: ADA.surname,
    dateOfBirth: ADA.dateOfBirth,
    addresses: [{ type: 'current', ukAddress: ADA.addresses[0]?.address }],
    mobileNumber: '+447700900123',
    bureaus: ['equifax', 'experian', 'transunion'],
    ...more,
  });
const texts = async () => (await house.service.sms.outbox?.list()) ?? [];
const codeOf = async (smsId?: string): Promise<string> =>
  (await texts()).find((message) => smsId === undefined || message.smsId === smsId)?.code ?? '';

test('a person whom the bureaus know gets a code and, with it, one merged report', async () => {
  const { body } = await askFor();
  assert.equal(body.data.status, 'authentication-required');
  const { creditReportId, challenge } = body.data;
  const answer = await client.submit(creditReportId, challenge.challengeId, await codeOf());
  assert.equal(answer.body.data.status, 'complete');
  const { records } = answer.body.data.creditReport.consumerData;
  assert.equal(records.filter(({ accountType }) => accountType === 'hire-purchase').length, 2);
  assert.ok(records.some(({ bureaus }) => bureaus.length === 3));
  for (const { accountNumber = '' } of records) assert.match(accountNumber, /^(\*{4}\d{3,4})?$/);
});

test('a person whom no bureau knows has an empty file, which is an answer and is charged', async () => {
  const { body } = await askFor({ lastName: 'Nobodyknows', bureaus: ['experian', 'transunion'] });
  const { creditReportId, challenge } = body.data;
  const { body: done } = await client.submit(creditReportId, challenge.challengeId, await codeOf());
  assert.equal(done.data.status, 'complete');
  assert.deepEqual(
    done.data.bureaus.map(({ status }) => status),
    ['no-trace', 'no-trace'],
  );
  assert.deepEqual(done.data.creditReport.consumerData.records, []);
  assert.deepEqual(done.data.creditReport.previousSearches.providers, []);
});

test('a file under an earlier name is found by the bureaus that take earlier names, and the report says who was asked for what', async () => {
  const askUnder = async (previousNames: object[] | undefined) => {
    const { body } = await askFor({ lastName: 'Newlywed', previousNames });
    const { creditReportId, challenge } = body.data;
    const { body: done } = await client.submit(creditReportId, challenge.challengeId, await codeOf());
    return { bureaus: done.data.bureaus.map(({ id, status }) => [id, status]), ...done.data.creditReport };
  };
  const now = await askUnder(undefined);
  assert.deepEqual(
    now.bureaus.map(([, status]) => status),
    ['no-trace', 'no-trace', 'no-trace'],
  );
  const before = await askUnder([{ lastName: ADA.surname }, { lastName: 'Otherwise' }]);
  assert.deepEqual(before.bureaus, [
    ['equifax', 'no-trace'],
    ['experian', 'ok'],
    ['transunion', 'ok'],
  ]);
  assert.deepEqual(before.coverage.names, [
    `${ADA.forename} Newlywed`,
    `${ADA.forename} ${ADA.surname}`,
    `${ADA.forename} Otherwise`,
  ]);
  assert.deepEqual(
    before.coverage.bureaus.map(({ id, names }) => [id, names]),
    [
      ['equifax', 1],
      ['experian', 3],
      ['transunion', 2],
    ],
  );
  assert.ok(before.consumerData.records.length > 3);
});

test('coverage counts its six years by the clock that every process shares', async () => {
  const own = await newClient(house, 1_000_000);
  house.travelTo(new Date('2031-02-28T10:00:00Z'));
  try {
    const { body } = await askFor({}, { house, client: own });
    const { creditReportId, challenge } = body.data;
    const { body: done } = await own.submit(creditReportId, challenge.challengeId, await codeOf());
    assert.equal(done.data.creditReport.coverage.onFileSince, '2025-02-28');
  } finally {
    house.travelTo(null);
  }
});

const UNREACHABLE: [string, unknown][] = [
  ['no number at all', undefined],
  ['a landline', '+441632960123'],
  ['a personal number', '+447012345678'],
  ['a country that is not texted', '+33612345678'],
  ['too few digits for any phone', '+4477009'],
];
for (const [what, mobileNumber] of UNREACHABLE) {
  test(`a challenge for ${what} is refused by name, costs nothing, and the report says why it failed`, async () => {
    const sent = (await texts()).length;
    const before = await walletOf(house, client);
    const { status, body, text } = await askFor({ mobileNumber });
    assert.deepEqual([status, body.code, body.details[0]?.path], [400, 'validation-error', '/mobileNumber']);
    if (typeof mobileNumber === 'string') assert.ok(!text.includes(mobileNumber.slice(3)));
    assert.deepEqual(await walletOf(house, client), before);
    assert.equal((await texts()).length, sent);
    const [row] = await sql(
      house,
      `select status, failure_reason, risk_reasons is not null as says_why_challenged
       from reports where tenant_id = $1 order by created_at desc, id desc limit 1`,
      [client.tenant.tenantId],
    );
    assert.deepEqual(row, { status: 'failed', failure_reason: 'unreachable', says_why_challenged: true });
  });
}

test('an eleventh challenge of a number within an hour is refused with 429, and nothing is held', async () => {
  const limited = await openHouse(
    // Texts that the outbox marks as delivered would be charged while the test still counts.
    { SMS_CHALLENGES_PER_NUMBER_HOUR: '10', SMS_OUTBOX_DELIVERY_MS: '60000' },
    undefined,
    openLive,
  );
  try {
    const caller = await newClient(limited, 10_000);
    const ask = () => askFor({ mobileNumber: '+447700900222' }, { house: limited, client: caller });
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await ask()).status);
    const { status, body, headers } = await ask();
    assert.deepEqual(statuses, [...Array<number>(10).fill(200), 429]);
    assert.deepEqual([status, body.code], [429, 'rate-limited']);
    assert.ok(Number(headers['retry-after']) > 3_000);
    const open = (await holdsOf(limited, caller)).filter(({ state }) => state === 'open');
    assert.equal(open.length, 20, 'ten reports and ten texts');
    assert.deepEqual(await problemsOf(limited, caller.tenant.tenantId), []);
  } finally {
    await limited.close();
  }
});

test('the code of test mode opens no live challenge', async () => {
  const outcomes: Record<string, number> = {};
  const session = await sessionId();
  const tryOne = async (): Promise<void> => {
    const { body } = await askFor({ sessionId: session, bureaus: ['experian'] });
    const { creditReportId, challenge } = body.data;
    const { body: answer } = await client.submit(creditReportId, challenge.challengeId, TEST_CODE);
    outcomes[answer.data.status] = (outcomes[answer.data.status] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: 50 }, tryOne));
  assert.deepEqual(outcomes, { retry: 50 });
  assert.ok((await texts()).every(({ code }) => code !== TEST_CODE));
});
