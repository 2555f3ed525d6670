// The interface's tables "Generate request body", "Address entry" and "ukAddress", row for row: what is required, of what type, which values
// are valid and which are not. Each test starts from a request with every field.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Answer,
  type Charged,
  type Client,
  clientOf,
  countReports,
  createTenant,
  generateBody,
  type House,
  openHouse,
  ukAddress,
} from '../../support/house.ts';
import {
  ADDRESS,
  address,
  BODY,
  CANARY,
  fullBody,
  NOT_TRUE_OR_FALSE,
  type Row,
  UK_ADDRESS,
} from './field-rows.ts';

let house: House;
let client: Client;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
});
after(() => house.close());

const post = (body: unknown) => client.post(`/${client.tenant.tenantId}/v1/credit-reports`, body);

/** A copy of the body with one field set to a value; `undefined` removes it. */
function withValue(body: object, path: string, value: unknown): object {
  type Place = Record<string, unknown>;
  const copy = structuredClone(body);
  const keys = path.slice(1).split('/');
  const last = keys.pop() as string;
  const place = keys.reduce((inner, key) => inner[key] as Place, copy as Place);
  if (value === undefined) delete place[last];
  else place[last] = value;
  return copy;
}

async function assertRefused(body: unknown, paths: string[]): Promise<Answer> {
  const stored = await countReports(house, client.tenant.tenantId);
  const answer = await post(body);
  const why = `${JSON.stringify(body).slice(0, 300)} -> ${answer.text.slice(0, 300)}`;
  assert.equal(answer.status, 400, why);
  assert.equal(answer.body.code, 'validation-error', why);
  const found = answer.body.details.map((problem) => problem.path);
  assert.deepEqual(found.sort(), [...paths].sort(), why);
  assert.equal(await countReports(house, client.tenant.tenantId), stored, 'nothing is stored');
  return answer;
}

async function assertTaken(body: unknown): Promise<Charged> {
  const answer = await post(body);
  assert.equal(answer.status, 200, `${JSON.stringify(body).slice(0, 300)} -> ${answer.text.slice(0, 300)}`);
  return answer;
}

for (const { row, path, isRequired, wrongTypes, good, bad } of [...BODY, ...ADDRESS, ...UK_ADDRESS]) {
  if (isRequired) {
    test(`${row}: a request without it is refused, naming ${path}`, async () => {
      await assertRefused(withValue(fullBody(), path, undefined), [path]);
    });
  } else {
    test(`${row}: a request without it is accepted`, async () => {
      await assertTaken(withValue(fullBody(), path, undefined));
    });
  }

  test(`${row}: another type is refused and never coerced`, async () => {
    for (const value of wrongTypes) await assertRefused(withValue(fullBody(), path, value), [path]);
  });

  test(`${row}: valid values are accepted, invalid ones are refused`, async () => {
    for (const value of good) await assertTaken(withValue(fullBody(), path, value));
    for (const [value, at = path] of bad) await assertRefused(withValue(fullBody(), path, value), [at]);
  });
}

test('| test | boolean | no |: only true and false are accepted; false and absence select live mode', async () => {
  for (const value of NOT_TRUE_OR_FALSE) {
    await assertRefused(generateBody({ test: value }), ['/test']);
  }
  for (const value of [false, undefined]) {
    const answer = await post(generateBody({ test: value, mobileNumber: '+447700900123' }));
    assert.notEqual(answer.body.code, 'validation-error');
    assert.notEqual(answer.body.data?.challengeType, 'none');
  }
});

test('challengeOptions without test: true is refused, whatever its value', async () => {
  for (const value of [false, undefined]) {
    for (const status of ['challenge', 'allow', 'block']) {
      await assertRefused(generateBody({ test: value, challengeOptions: { status } }), ['/challengeOptions']);
    }
  }
});

test('dateOfBirth: yesterday is in the past, today and tomorrow are not', async () => {
  const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const [yesterday, today, tomorrow] = [dayFromNow(-1), dayFromNow(0), dayFromNow(1)];
  await assertTaken(generateBody({ dateOfBirth: yesterday }));
  await assertRefused(generateBody({ dateOfBirth: tomorrow }), ['/dateOfBirth']);
  const answer = await post(generateBody({ dateOfBirth: today }));
  // At midnight today may become yesterday during the test.
  if (dayFromNow(0) === today) assert.equal(answer.status, 400);
});

test('Rule: any one of subBuildingName, buildingName, buildingNumber is enough, and none is too few', async () => {
  const none = { subBuildingName: undefined, buildingName: undefined, buildingNumber: undefined };
  for (const field of Object.keys(none)) {
    await assertTaken(generateBody({ addresses: [address({ ...none, [field]: '12' })] }));
    await assertRefused(generateBody({ addresses: [address({ ...none, [field]: '' })] }), [
      `/addresses/0/ukAddress/${field}`,
    ]);
  }
  const answer = await assertRefused(generateBody({ addresses: [address(), address(none)] }), [
    '/addresses/1/ukAddress',
  ]);
  for (const field of Object.keys(none))
    assert.match(answer.body.details[0]?.message ?? '', new RegExp(field));
});

test('a postcode in any case, spacing and punctuation is stored as OUT INN', async () => {
  for (const postcode of ['ls14ab', 'LS1 4AB', ' ls1  4ab ', 'Ls1-4aB', 'l s 1 4 a b', 'LS1\t4AB']) {
    const answer = await assertTaken(generateBody({ addresses: [address({ postcode })] }));
    assert.equal(answer.body.data.creditReport.residencies[0]?.address.ukAddress.postcode, 'LS1 4AB');
  }
});

test('unknown fields are ignored at every level, and never returned', async () => {
  const body = fullBody();
  const unknown = { [CANARY]: CANARY, constructor: CANARY, toString: 5 };
  const answer = await assertTaken({
    ...body,
    ...unknown,
    addresses: [{ ...address({ ...unknown }), ...unknown }],
    challengeOptions: { status: 'allow', ...unknown },
  });
  assert.ok(!answer.text.includes(CANARY));
  const plain = await assertTaken(body);
  assert.deepEqual(answer.body.data.creditReport, plain.body.data.creditReport);
});

test('every problem is reported at once, each with its path', async () => {
  const body = generateBody({
    sessionId: undefined,
    bureaus: ['equifax', 'nobody'],
    dateOfBirth: '2023-02-29',
    gender: 'X',
    addresses: [
      { ukAddress: ukAddress({ buildingNumber: undefined, postcode: 'nowhere' }) },
      { type: 5, ukAddress: ukAddress({ townOrCity: undefined }) },
      {},
    ],
    challengeOptions: {},
  });
  await assertRefused(body, [
    '/sessionId',
    '/bureaus/1',
    '/dateOfBirth',
    '/gender',
    '/addresses/0/ukAddress',
    '/addresses/0/ukAddress/postcode',
    '/addresses/1/type',
    '/addresses/1/ukAddress/townOrCity',
    '/addresses/2/ukAddress',
    '/challengeOptions/status',
  ]);
});

test('a body that is not an object is refused at its root', async () => {
  for (const body of ['[]', 'null', '5', '"text"', 'true', '[{}]']) await assertRefused(body, ['']);
});

test('no refusal and no log line repeats a value that was sent', async () => {
  const isFree = (row: Row) => !row.good.includes('x');
  for (const { path } of [...BODY, ...ADDRESS, ...UK_ADDRESS].filter(isFree)) {
    const answer = await post(withValue(fullBody(), path, CANARY));
    assert.equal(answer.status, 400, path);
    assert.ok(!answer.text.includes(CANARY), path);
  }
  for (const { path } of [...BODY, ...ADDRESS, ...UK_ADDRESS]) {
    for (const value of [[CANARY], { [CANARY]: CANARY }, `${CANARY}\u0000`, CANARY.repeat(60)]) {
      const answer = await post(withValue(fullBody(), path, value));
      assert.ok(!answer.text.includes(CANARY), `${path} ${answer.text}`);
    }
  }
  assert.ok(house.logLines.length > 0);
  assert.ok(!house.logLines.some((line) => line.includes(CANARY)));
});
