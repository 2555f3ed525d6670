// What an OTP submit and a resend refuse, and in which order: unknown report, unknown challenge, failed, passed, expired, sends used up, and
// only then the code. Where two guards apply, the earlier one answers.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import {
  type Answer,
  type Charged,
  type Client,
  clientOf,
  createTenant,
  type House,
  openChallenge,
  openHouse,
  sql,
} from '../../support/house.ts';

const RIGHT = '123456';
const WRONG = '654321';
const SENT_AT_MS = Date.parse('2026-03-01T12:00:00.000Z');

let house: House;
let client: Client;
let stranger: Client;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
  stranger = await clientOf(house, await createTenant(house));
});
beforeEach(() => house.travelTo(new Date(SENT_AT_MS)));
after(() => house.close());

type Opened = { reportId: string; challengeId: string };

/** What was done to a challenge before the request under test. */
const DEEDS = {
  failed: async ({ reportId, challengeId }: Opened) => {
    for (let i = 0; i < 3; i += 1) await client.submit(reportId, challengeId, WRONG);
  },
  passed: async ({ reportId, challengeId }: Opened) => {
    await client.submit(reportId, challengeId, RIGHT);
  },
  'used-up': async ({ reportId, challengeId }: Opened) => {
    for (let i = 0; i < 2; i += 1) await client.resend(reportId, challengeId);
  },
  expired: async () => house.travelTo(new Date(SENT_AT_MS + 300_001)),
};
type Deed = keyof typeof DEEDS;

type Expected = [status: number, word: string];
const NO_REPORT: Expected = [404, 'credit-report-not-found'];
const NO_CHALLENGE: Expected = [404, 'challenge-not-found'];
const FAILED: Expected = [200, 'failed'];
const COMPLETED: Expected = [409, 'challenge-already-completed'];
const CLOSED: Expected = [409, 'challenge-closed'];
const EXPIRED: Expected = [410, 'challenge-expired'];
const USED_UP: Expected = [429, 'no-sends-left'];

type Row = [id: 'known' | 'unknown report' | 'unknown challenge', deeds: Deed[], expected: Expected];

const SUBMIT: Row[] = [
  ['unknown report', ['failed', 'expired'], NO_REPORT],
  ['unknown challenge', [], NO_CHALLENGE],
  ['unknown challenge', ['failed', 'expired'], NO_CHALLENGE],
  ['unknown challenge', ['passed'], NO_CHALLENGE],
  ['known', ['failed'], FAILED],
  ['known', ['failed', 'expired'], FAILED],
  ['known', ['used-up', 'failed', 'expired'], FAILED],
  ['known', ['passed'], COMPLETED],
  ['known', ['passed', 'expired'], COMPLETED],
  ['known', ['expired'], EXPIRED],
  ['known', ['used-up', 'expired'], EXPIRED],
];

const RESEND: Row[] = [
  ['unknown report', ['failed', 'expired'], NO_REPORT],
  ['unknown challenge', ['used-up', 'expired'], NO_CHALLENGE],
  ['unknown challenge', ['passed'], NO_CHALLENGE],
  ['known', ['failed'], CLOSED],
  ['known', ['passed'], CLOSED],
  ['known', ['used-up', 'failed'], CLOSED],
  ['known', ['used-up', 'passed', 'expired'], CLOSED],
  ['known', ['failed', 'expired'], CLOSED],
  ['known', ['expired'], EXPIRED],
  ['known', ['used-up', 'expired'], EXPIRED],
  ['known', ['used-up'], USED_UP],
];

async function arrange([id, deeds]: Row): Promise<Opened> {
  house.travelTo(new Date(SENT_AT_MS));
  const opened = await openChallenge(client);
  for (const deed of deeds) await DEEDS[deed](opened);
  if (id === 'unknown report') return { ...opened, reportId: randomUUIDv7() };
  if (id === 'unknown challenge') return { ...opened, challengeId: randomUUIDv7() };
  return opened;
}

function assertSays(answer: Answer | Charged, [status, word]: Expected): void {
  const { body } = answer;
  const said = body.code ?? ('data' in body ? body.data.status : undefined);
  assert.deepEqual([answer.status, said], [status, word], answer.text);
}

for (const row of SUBMIT) {
  const [id, deeds, expected] = row;
  test(`OTP submit: ${id}, ${deeds.join(' and ') || 'open'} says ${expected.join(' ')}, whatever the code`, async () => {
    for (const code of [RIGHT, WRONG]) {
      const { reportId, challengeId } = await arrange(row);
      const answer = await client.submit(reportId, challengeId, code);
      assertSays(answer, expected);
      assert.equal(answer.body.data?.creditReport, undefined);
    }
  });
}

for (const row of RESEND) {
  const [id, deeds, expected] = row;
  test(`Resend SMS: ${id}, ${deeds.join(' and ') || 'open'} says ${expected.join(' ')}`, async () => {
    const { reportId, challengeId } = await arrange(row);
    assertSays(await client.resend(reportId, challengeId), expected);
  });
}

const NOT_UUIDS = [
  'x',
  '1',
  '%00',
  '..%2F..',
  "'%20or%201=1",
  `${randomUUIDv7()}0`,
  randomUUIDv7().slice(1),
  'a'.repeat(2_000),
];

test('a report id that is not a UUID is 404', async () => {
  const { challengeId } = await openChallenge(client);
  for (const id of NOT_UUIDS) {
    assertSays(await client.submit(id, challengeId, RIGHT), NO_REPORT);
    assertSays(await client.resend(id, challengeId), NO_REPORT);
  }
});

test('a challenge id that is not a UUID is 404', async () => {
  const { reportId } = await openChallenge(client);
  for (const id of [...NOT_UUIDS, ' ', '{}', '０']) {
    assertSays(await client.submit(reportId, id, RIGHT), NO_CHALLENGE);
    assertSays(await client.resend(reportId, id), NO_CHALLENGE);
  }
});

test('a challenge of another report is not found on this one, and neither is changed', async () => {
  const [one, other] = [await openChallenge(client), await openChallenge(client)];
  assertSays(await client.submit(one.reportId, other.challengeId, RIGHT), NO_CHALLENGE);
  assertSays(await client.resend(one.reportId, other.challengeId), NO_CHALLENGE);
  assertSays(await client.submit(one.reportId, one.reportId, RIGHT), NO_CHALLENGE);
  for (const { reportId, challengeId } of [one, other]) {
    assert.deepEqual(await countersOf(reportId), { attempts: 0, sends: 1 });
    assertSays(await client.submit(reportId, challengeId, RIGHT), [200, 'complete']);
  }
});

test("another tenant's report is answered exactly like one that does not exist", async () => {
  const { reportId, challengeId } = await openChallenge(client);
  for (const call of ['submit', 'resend'] as const) {
    const foreign = await stranger[call](reportId, challengeId, RIGHT);
    assertSays(foreign, NO_REPORT);
    assert.equal(foreign.text, (await stranger[call](randomUUIDv7(), challengeId, RIGHT)).text);
  }
  assert.deepEqual(await countersOf(reportId), { attempts: 0, sends: 1 });
});

for (const status of ['allow', 'block']) {
  test(`a report that went ${status} has no challenge to submit to or to resend`, async () => {
    const { creditReportId } = (await client.generate({ challengeOptions: { status } })).body.data;
    for (const id of [randomUUIDv7(), creditReportId, 'none']) {
      assertSays(await client.submit(creditReportId, id, RIGHT), NO_CHALLENGE);
      assertSays(await client.resend(creditReportId, id), NO_CHALLENGE);
    }
  });
}

test('ids are found in upper case too', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  const [report, challenge] = [reportId.toUpperCase(), challengeId.toUpperCase()];
  assertSays(await client.submit(report, challenge, WRONG), [200, 'retry']);
  assert.equal((await client.resend(report, challenge)).status, 200);
  assertSays(await client.submit(report, challenge, RIGHT), [200, 'complete']);
});

const NO_GUESS = [undefined, null, '', 123456, 0, true, [], ['123456'], { code: '123456' }];
test('| code | string | yes |: a missing, empty or non-string code is a validation-error and uses no attempt', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  for (const code of NO_GUESS) {
    const answer = await client.submit(reportId, challengeId, code);
    assertSays(answer, [400, 'validation-error']);
    assert.equal(answer.body.details[0]?.path, '/code');
  }
  assert.deepEqual(await countersOf(reportId), { attempts: 0, sends: 1 });
});

test('nothing of a code is trimmed: with a space it is a wrong guess', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  for (const code of [` ${RIGHT}`, `${RIGHT} `]) {
    const { body } = await client.submit(reportId, challengeId, code);
    assert.equal(body.data.status, 'retry');
  }
  assert.equal((await client.submit(reportId, challengeId, RIGHT)).body.data.status, 'complete');
});

test('| challengeId | string | yes |: a missing, empty or non-string id is a validation-error, on both endpoints', async () => {
  const { reportId } = await openChallenge(client);
  const path = `/${client.tenant.tenantId}/v1/credit-reports/${reportId}`;
  for (const challengeId of [undefined, null, '', 5, true, [], {}]) {
    for (const endpoint of ['otp-challenge', 'resend-sms']) {
      const answer = await client.post(`${path}/${endpoint}`, { challengeId, code: RIGHT });
      assertSays(answer, [400, 'validation-error']);
      assert.equal(answer.body.details[0]?.path, '/challengeId');
    }
  }
});

const ODD_GUESSES: [name: string, code: string][] = [
  ['full-width digits of the right code', '１２３４５６'],
  ['a full-width zero', '０'],
  ['a space before the right code', ' 123456'],
  ['a space after it', '123456 '],
  ['a line feed after it', '123456\n'],
  ['a zero-width space in it', '123\u200b456'],
  ['one digit too few', '12345'],
  ['one digit too many', '1234567'],
  ['a number in another spelling', '1.23456e5'],
  ['1 KB', '1'.repeat(1_024)],
  ['a space', ' '],
  ['SQL', "' or '1'='1"],
  ['an emoji', '🙂'],
];
for (const [name, code] of ODD_GUESSES) {
  test(`any text is a guess: ${name} uses one attempt`, async () => {
    const { reportId, challengeId } = await openChallenge(client);
    const answer = await client.submit(reportId, challengeId, code);
    assertSays(answer, [200, 'retry']);
    assert.equal(answer.body.data.attemptsRemaining, 2);
    assert.deepEqual(await countersOf(reportId), { attempts: 1, sends: 1 });
  });
}

async function countersOf(reportId: string) {
  const [row] = await sql<{ attempts: number; sends: number }>(
    house,
    'select attempts, sends from reports where id = $1',
    [reportId],
  );
  return { ...row };
}

test('a guess at an expired challenge uses no attempt, and a resend of one counts no send', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  await DEEDS.expired();
  await client.submit(reportId, challengeId, WRONG);
  await client.resend(reportId, challengeId);
  assert.deepEqual(await countersOf(reportId), { attempts: 0, sends: 1 });
});
