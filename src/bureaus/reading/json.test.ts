// JSON of bureaus: what is read, what is rejected, and that no reply within the limits blocks the event loop for long.
// Alone: it measures its own process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastBlockedMs } from '../../../test/support/services/loop-watch.ts';
import { CallFailed } from '../bureau.ts';
import {
  JSON_BYTES_MAX as BYTES_MAX,
  JSON_DIFFERENT_KEYS_MAX as DIFFERENT_MAX,
  JSON_ENTRIES_MAX as ENTRIES_MAX,
  field,
  JSON_KEYS_MAX as KEYS_MAX,
  list,
  JSON_NESTS_MAX as NESTS_MAX,
  readJson,
} from './json.ts';

const BLOCK_MS_MAX = 50;

/** As many different keys, in objects of `perObject` each; others in every round, since V8 remembers the keys that it has seen. */
function differentKeys(count: number, perObject: number, round = 0): string {
  const keys = Array.from({ length: count }, (_, n) => `"${(n + round * count).toString(36)}":1`);
  const objects = Array.from({ length: Math.ceil(count / perObject) }, (_, n) =>
    keys.slice(n * perObject, (n + 1) * perObject),
  );
  return `[${objects.map((own) => `{${own}}`)}]`;
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const text = (bytes: number) => `"${'a'.repeat(bytes - 2)}"`;

test('a reply of 1,280 KB is read, and one byte more is rejected, counted in bytes', async () => {
  assert.equal(BYTES_MAX, 1280 * 1024);
  assert.equal(typeof (await readJson(text(BYTES_MAX))), 'string');
  await assert.rejects(() => readJson(text(BYTES_MAX + 1)), isRejected);
  const pounds = (bytes: number) => `"${'£'.repeat((bytes - 2) / 2)}"`;
  assert.equal(typeof (await readJson(pounds(BYTES_MAX))), 'string');
  await assert.rejects(() => readJson(pounds(BYTES_MAX + 2)), isRejected);
});

const repeatedKeys = (count: number) => `[${Array.from({ length: count }, () => '{"a":1}')}]`;
const emptyObjects = (count: number) => `[${'{},'.repeat(count - 1)}{}]`;
const numbers = (count: number) => `[${'1,'.repeat(count)}1]`;

test('each limit of a reply is read, and one more is rejected', async () => {
  for (const [what, max, reply] of [
    ['keys', KEYS_MAX, repeatedKeys],
    ['different keys', DIFFERENT_MAX, (count: number) => differentKeys(count, 20)],
    ['entries', ENTRIES_MAX, numbers],
    ['objects', NESTS_MAX - 1, emptyObjects],
    ['lists in lists', NESTS_MAX, nested],
  ] as const) {
    assert.ok(await readJson(reply(max)), what);
    await assert.rejects(() => readJson(reply(max + 1)), isRejected, what);
  }
});

test('the largest plausible file is read: 100 accounts of 72 months, each with its balance', async () => {
  const money = { suppressed: false, balanceAmount: { amount: 123_456, currency: 'GBP' } };
  const day = { day: 1, month: 1, year: 2020 };
  const paymentHistory = Array.from({ length: 72 }, (_, ageInMonths) => ({
    ageInMonths,
    paymentStatus: 'ZERO',
    currentBalance: money,
  }));
  const account = {
    name: { title: 'MRS', forename: 'BARTHOLOMEA', middleName: 'ROSALIND', surname: 'FEATHERSTONEHAUGH' },
    ...{ nameMatchStatus: 'SUBJECT', companyClass: 'BK', companyName: 'Oxlip and Larder Bank (UK) plc' },
    ...{ dob: day, startDate: day, endDate: day, defaultDate: day, lastUpdateDate: day },
    ...{ accountNumber: '1234567890123456', currentBalance: money, startBalance: money, creditLimit: money },
    ...{ fixedPaymentTerms: { numberOfPayments: 60, paymentAmount: money }, paymentHistory },
  };
  const reply = JSON.stringify({ accounts: Array.from({ length: 100 }, () => account) });
  assert.ok(Buffer.byteLength(reply) > 950_000);
  assert.equal(list(await readJson(reply), 'accounts').length, 100);
});

for (const [what, wrong] of Object.entries({
  HTML: '<html></html>',
  'an empty reply': '',
  'half a reply': '{"a": [1, 2',
  'two replies': '{}{}',
  'a text without its end': '"abc\\',
  'more closed than opened': ']]]]',
  'only opening brackets': '['.repeat(BYTES_MAX),
  'a raw NUL in a text': '"\u0000"',
  'a comment': '/* Wren */ {}',
})) {
  test(`${what} is rejected, in words of ours`, async () => {
    await assert.rejects(() => readJson(wrong), isRejected);
  });
}

function isRejected(error: unknown): boolean {
  assert.ok(error instanceof CallFailed);
  assert.equal(error.outcome, 'unavailable');
  assert.ok(error.mayHaveArrived, 'it must not be asked again blindly');
  assert.match(error.message, /^The reply is (too large|not JSON)\.$/);
  assert.equal(error.cause, undefined);
  return true;
}

const HOSTILE: Record<string, (round: number) => string> = {
  'as many different keys as are read, each in an object of its own': (round) =>
    differentKeys(DIFFERENT_MAX, 1, round),
  'as many different keys as are read, 20 to an object': (round) => differentKeys(DIFFERENT_MAX, 20, round),
  'as many different keys as are read, in one object': (round) =>
    differentKeys(DIFFERENT_MAX, DIFFERENT_MAX, round),
  'as many keys as are read': () => repeatedKeys(KEYS_MAX),
  'as many numbers as are read': () => numbers(ENTRIES_MAX),
  'as many empty objects as are read': () => emptyObjects(NESTS_MAX - 1),
  'colons and no key': () => `"${'a'.repeat(BYTES_MAX - KEYS_MAX - 2)}${':'.repeat(KEYS_MAX)}"`,
  'escapes only': () => `"${'\\u0041'.repeat(Math.floor(BYTES_MAX / 6) - 1)}"`,
  'one number': () => '1'.repeat(BYTES_MAX),
  'as many lists in lists as are read': () => nested(NESTS_MAX),
};

for (const [what, hostile] of Object.entries(HOSTILE)) {
  test(`${what}: read without blocking the event loop for ${BLOCK_MS_MAX} ms`, async (context) => {
    const blockedMs = await leastBlockedMs(BLOCK_MS_MAX, (reply) => readJson(reply), hostile);
    context.diagnostic(`blocked for ${Math.round(blockedMs)} ms`);
    assert.ok(blockedMs < BLOCK_MS_MAX, `blocked for ${blockedMs} ms`);
  });
}

test('a key named __proto__ is data: it changes no other object and is found under no name of ours', async () => {
  const tree = await readJson('{"__proto__":{"Balance":1,"polluted":true},"a":1,"a":2}');
  assert.equal(field(tree, 'Balance'), undefined);
  assert.equal(field({}, 'polluted'), undefined);
  assert.equal(Object.getPrototypeOf(tree), Object.prototype);
  assert.equal(field(tree, 'a'), 2, 'of a repeated key the last value counts');
});

test('a field is found in each of the cases of its key, and never on the prototype', () => {
  const tree = { x: null };
  for (const key of ['CAISDetails', 'caisDetails', 'cAISDetails', 'caisdetails', 'CAISDETAILS']) {
    assert.equal(field({ [key]: [{ balance: 1 }] }, 'CAISDetails', 'Balance'), 1, key);
  }
  assert.equal(field(tree, 'constructor', 'name'), undefined);
  assert.equal(field(tree, 'x', 'y', 'z'), undefined);
  assert.equal(field('text', 'length'), undefined);
});

test('one, many and none are all lists', () => {
  assert.deepEqual(list({ a: [1, 2] }, 'a'), [1, 2]);
  assert.deepEqual(list({ a: { b: 1 } }, 'a'), [{ b: 1 }]);
  assert.deepEqual(list({ a: null }, 'a'), []);
  assert.deepEqual(list({}, 'a'), []);
});
