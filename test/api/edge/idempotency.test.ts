// Idempotency-Key on the tenant's POSTs: the same key and body are done once and give the same answer, through concurrent retries, dead
// processes and 24 hours.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  type Answer,
  type Client,
  clientOf,
  countReports,
  createTenant,
  generateBody,
  type House,
  openChallenge,
  openHouse,
  sql,
} from '../../support/house.ts';
import { signedIn } from '../../support/staff.ts';

const CHALLENGE = { challengeOptions: { status: 'challenge' } };

let house: House;
let client: Client;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
});
after(() => house.close());

const newKey = () => ({ 'idempotency-key': randomUUIDv7() });
const pathOf = <Step extends string>(who: Client, reportId: string, step: Step) =>
  `/${who.tenant.tenantId}/v1/credit-reports/${reportId}/${step}` as const;
const count = () => countReports(house, client.tenant.tenantId);

function assertReplayed(answer: Answer, first: Answer): void {
  assert.equal(answer.headers['idempotent-replayed'], 'true');
  assert.equal(first.headers['idempotent-replayed'], undefined);
  assert.equal(answer.status, first.status);
  assert.equal(answer.text, first.text, 'byte for byte');
  assert.equal(answer.headers['content-type'], first.headers['content-type']);
}

/** A client of a new tenant, so that the only key in the table is the one under test. */
const newClient = async () => clientOf(house, await createTenant(house));
const changeKeyOf = (who: Client, change: string) =>
  sql(house, `update idempotency_keys set ${change} where tenant_id = $1`, [who.tenant.tenantId]);

for (const status of ['allow', 'challenge', 'block']) {
  test(`generate that goes ${status}: the repeat gets the first answer byte for byte, and there is one report`, async () => {
    const [key, before] = [newKey(), await count()];
    const first = await client.generate({ challengeOptions: { status } }, key);
    assert.equal(first.status, 200);
    for (let i = 0; i < 3; i += 1) {
      assertReplayed(await client.generate({ challengeOptions: { status } }, key), first);
    }
    assert.equal(await count(), before + 1);
  });
}

test('OTP submit: a repeated guess gets the first answer and uses no second attempt', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  const path = pathOf(client, reportId, 'otp-challenge');
  const [wrong, right] = [newKey(), newKey()];
  const first = await client.post(path, { challengeId, code: '0' }, wrong);
  for (let i = 0; i < 4; i += 1) {
    assertReplayed(await client.post(path, { challengeId, code: '0' }, wrong), first);
  }
  const completed = await client.post(path, { challengeId, code: '123456' }, right);
  assert.equal(completed.body.data.status, 'complete');
  assertReplayed(await client.post(path, { challengeId, code: '123456' }, right), completed);
});

test('resend: a repeated resend is one send', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  const [path, key] = [pathOf(client, reportId, 'resend-sms'), newKey()];
  const first = await client.post(path, { challengeId }, key);
  assert.partialDeepStrictEqual(first.body.data, { remainingSmsCount: 1, smsSentCount: 2, sms: 'accepted' });
  assertReplayed(await client.post(path, { challengeId }, key), first);
  assert.equal((await client.post(path, { challengeId }, newKey())).body.data.smsSentCount, 3);
});

test('a refusal after the work has begun is stored and replayed', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  await client.submit(reportId, challengeId, '123456');
  const [path, key] = [pathOf(client, reportId, 'otp-challenge'), newKey()];
  const first = await client.post(path, { challengeId, code: '1' }, key);
  assert.equal(first.status, 409);
  assertReplayed(await client.post(path, { challengeId, code: '1' }, key), first);
});

test('a path in another spelling is the same path: one key is one report and one credential', async () => {
  const { tenantId } = client.tenant;
  const [key, before] = [newKey(), await count()];
  const first = await client.generate({}, key);
  for (const path of [
    `/${tenantId}/v1/%63redit-reports`,
    `/${tenantId.toUpperCase()}/v1/credit-reports`,
    `/${tenantId.replace('-', '%2D')}/%76%31/credit-reports?a=1`,
    `/${tenantId}/v1/credit-reports#there`,
  ])
    assertReplayed(await client.post(path as `/${string}/v1/credit-reports`, generateBody(), key), first);
  assert.equal(await count(), before + 1);
  const owner = await signedIn(house, { tenantId });
  const body = { name: 'One', scopes: ['reports:read'], testOnly: true };
  const made = await owner.call('POST', `/${tenantId}/v1/credentials`, body, key);
  assert.equal(made.status, 200, made.text);
  assert.equal((await owner.call('POST', `/${tenantId}/v1/%63redentials`, body, key)).text, made.text);
});

test('the same key with another body is 422 idempotency-key-reused, and nothing is done', async () => {
  const key = newKey();
  await client.generate({}, key);
  const before = await count();
  for (const overrides of [{ firstName: 'Grace' }, CHALLENGE, { title: 'Ms' }, { unknown: 1 }]) {
    const answer = await client.generate(overrides, key);
    assert.deepEqual([answer.status, answer.body.code], [422, 'idempotency-key-reused']);
  }
  assert.equal(await count(), before);
});

test('a key belongs to one tenant and one route: elsewhere it is a different key', async () => {
  const [other, key] = [await newClient(), newKey()];
  const mine = await client.generate(CHALLENGE, key);
  const theirs = await other.generate(CHALLENGE, key);
  const { creditReportId, challenge } = mine.body.data;
  const body = { challengeId: challenge.challengeId };
  const resent = await client.post(pathOf(client, creditReportId, 'resend-sms'), body, key);
  const guessed = await client.post(
    pathOf(client, creditReportId, 'otp-challenge'),
    { ...body, code: '0' },
    key,
  );
  const second = await openChallenge(client);
  const elsewhere = await client.post(
    pathOf(client, second.reportId, 'resend-sms'),
    { challengeId: second.challengeId },
    key,
  );
  for (const answer of [mine, theirs, resent, guessed, elsewhere]) {
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['idempotent-replayed'], undefined);
  }
  assert.notEqual(theirs.body.data.creditReportId, creditReportId);
});

test('fifty concurrent requests with one key make one report; each gets its answer or 409 request-in-progress', async () => {
  const [key, before] = [newKey(), await count()];
  const answers = await Promise.all(Array.from({ length: 50 }, () => client.generate(CHALLENGE, key)));
  const good = answers.filter((answer) => answer.status === 200);
  const waiting = answers.filter((answer) => answer.status === 409);
  assert.equal(good.length + waiting.length, 50);
  assert.ok(good.length >= 1);
  assert.equal(new Set(good.map((answer) => answer.text)).size, 1);
  for (const answer of waiting) {
    assert.equal(answer.body.code, 'request-in-progress');
    assert.match(String(answer.headers['retry-after']), /^\d+$/);
  }
  assert.equal(await count(), before + 1);
  assertReplayed(
    await client.generate(CHALLENGE, key),
    good.find((one) => !one.headers['idempotent-replayed']) as Answer,
  );
});

test('an answer of 400 is not stored: the corrected request is accepted with the same key', async () => {
  const key = newKey();
  for (let i = 0; i < 2; i += 1) {
    const refused = await client.generate({ gender: 'X' }, key);
    assert.deepEqual([refused.status, refused.headers['idempotent-replayed']], [400, undefined]);
  }
  assert.equal((await client.generate({ gender: 'F' }, key)).status, 200);
});

test('an answer of 429 is not stored', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  for (let i = 0; i < 2; i += 1) await client.resend(reportId, challengeId);
  const [path, key] = [pathOf(client, reportId, 'resend-sms'), newKey()];
  for (let i = 0; i < 2; i += 1) {
    const refused = await client.post(path, { challengeId }, key);
    assert.deepEqual([refused.status, refused.headers['idempotent-replayed']], [429, undefined]);
  }
});

test('an answer of 500 or 503 is not stored: a retry is done again', async () => {
  const key = newKey();
  for (const _time of [1, 2]) {
    const answer = await client.generate({ test: false }, key);
    assert.equal(answer.status, 503);
    assert.equal(answer.headers['idempotent-replayed'], undefined);
  }
  assert.equal((await client.generate({}, key)).status, 422, 'but the key stays with its request');
});

test('an answer of 401 or 403 is not stored', async () => {
  const [reader, key] = [
    await clientOf(house, await createTenant(house, { scopes: ['reports:read'] })),
    newKey(),
  ];
  assert.equal((await reader.generate({}, key)).status, 403);
  assert.equal((await reader.generate({}, { ...key, authorization: 'Bearer x' })).status, 401);
  const rows = await sql(house, 'select 1 from idempotency_keys where tenant_id = $1', [
    reader.tenant.tenantId,
  ]);
  assert.equal(rows.length, 0);
});

const LENGTHS: [length: number, status: number][] = [
  [0, 400],
  [1, 200],
  [255, 200],
  [256, 400],
];
for (const [length, status] of LENGTHS) {
  test(`a key of ${length} characters is ${status === 200 ? 'accepted' : 'refused'}`, async () => {
    const before = await count();
    const answer = await client.generate({}, { 'idempotency-key': 'k'.repeat(length) });
    assert.equal(answer.status, status);
    assert.equal(await count(), before + (status === 200 ? 1 : 0));
  });
}

const AGES: [age: string, isKept: boolean][] = [
  ['23 hours 59 minutes', true],
  ['24 hours 1 minute', false],
];
for (const [age, isKept] of AGES) {
  test(`a key is kept 24 hours: ${age} later the same request is ${isKept ? 'a repeat' : 'a new one'}`, async () => {
    for (const isTidied of [false, true]) {
      const [who, key] = [await newClient(), newKey()];
      const first = await who.generate({}, key);
      await changeKeyOf(who, `created_at = now() - interval '${age}'`);
      if (isTidied) await house.service.keepHouse();
      const later = await who.generate({}, key);
      assert.equal(later.body.data.creditReportId === first.body.data.creditReportId, isKept);
      if (isKept) assertReplayed(later, first);
      assert.equal(await countReports(house, who.tenant.tenantId), isKept ? 1 : 2);
      assertReplayed(await who.generate({}, key), isKept ? first : later);
    }
  });
}

const DEAD = `answer = null, leased_until = now() - interval '1 second'`;

test('a claim whose process died after it stored the report is taken over, and the report is not made twice', async () => {
  for (const status of ['allow', 'challenge', 'block']) {
    const [who, key] = [await newClient(), newKey()];
    const first = await who.generate({ challengeOptions: { status } }, key);
    await changeKeyOf(who, DEAD);
    const second = await who.generate({ challengeOptions: { status } }, key);
    assert.equal(second.status, 200);
    assert.deepEqual(second.body.data, first.body.data);
    assert.equal(await countReports(house, who.tenant.tenantId), 1);
    assertReplayed(await who.generate({ challengeOptions: { status } }, key), second);
  }
});

test('a claim whose process died before it stored the report is taken over under the id that it reserved', async () => {
  const [who, key] = [await newClient(), newKey()];
  const first = await who.generate({}, key);
  await changeKeyOf(who, DEAD);
  await sql(house, 'delete from reports where tenant_id = $1', [who.tenant.tenantId]);
  const second = await who.generate({}, key);
  assert.deepEqual(second.body.data, first.body.data);
  assert.equal(await countReports(house, who.tenant.tenantId), 1);
});

test('of many retries of a dead claim one takes it over, and there is still one report', async () => {
  const [who, key] = [await newClient(), newKey()];
  await who.generate(CHALLENGE, key);
  await changeKeyOf(who, DEAD);
  const answers = await Promise.all(Array.from({ length: 20 }, () => who.generate(CHALLENGE, key)));
  assert.ok(answers.every((answer) => answer.status === 200 || answer.body.code === 'request-in-progress'));
  const ids = answers.map((answer) => answer.body.data?.challenge.challengeId).filter(Boolean);
  assert.equal(new Set(ids).size, 1);
  assert.equal(await countReports(house, who.tenant.tenantId), 1);
});

test('a leased claim is not taken over, and a dead one not by another body', async () => {
  const [who, key] = [await newClient(), newKey()];
  await who.generate({}, key);
  await changeKeyOf(who, `answer = null, leased_until = now() + interval '5 seconds'`);
  assert.equal((await who.generate({}, key)).body.code, 'request-in-progress');
  await changeKeyOf(who, DEAD);
  assert.equal((await who.generate({ firstName: 'Grace' }, key)).body.code, 'idempotency-key-reused');
});

test('neither the key nor the answer is readable in the table', async () => {
  const who = await newClient();
  const key = { 'idempotency-key': 'canary-key' };
  const first = await who.generate({ lastName: 'Canarywright' }, key);
  assert.ok(first.text.includes('Canarywright'));
  const rows = await sql<Record<string, unknown>>(
    house,
    'select * from idempotency_keys where tenant_id = $1',
    [who.tenant.tenantId],
  );
  assert.equal(rows.length, 1);
  for (const value of Object.values(rows[0] ?? {})) {
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(String(value));
    for (const text of [bytes.toString('latin1'), bytes.toString('hex')]) {
      assert.doesNotMatch(text, /canary|Canarywright|creditReportId/i);
      assert.ok(!text.includes(Buffer.from('Canarywright').toString('hex')));
    }
  }
});

test('a key on a percent-encoded path is honoured as well', async () => {
  const key = newKey();
  const path = `/${client.tenant.tenantId}/v1/credit%2Dreports`;
  const first = await client.post(path, generateBody(), key);
  assert.equal(first.status, 200, first.text);
  assertReplayed(await client.post(path, generateBody(), key), first);
});
