// JSON of bureaus: what is read, what is rejected, and that no reply within the limits blocks the event loop for long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { watchLoop } from '../../../test/support/services/loop-watch.ts';
import { CallFailed } from '../bureau.ts';
import { field, list, readJson } from './json.ts';

const BYTES_MAX = 512 * 1024;
const KEYS_MAX = 25_000;
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

test('a reply of 512 KB is read, and one byte more is rejected, counted in bytes', () => {
  assert.equal(typeof readJson(text(BYTES_MAX)), 'string');
  assert.throws(() => readJson(text(BYTES_MAX + 1)), isRejected);
  const pounds = (bytes: number) => `"${'£'.repeat((bytes - 2) / 2)}"`;
  assert.equal(typeof readJson(pounds(BYTES_MAX)), 'string');
  assert.throws(() => readJson(pounds(BYTES_MAX + 2)), isRejected);
});

test('25,000 keys are read, and one more is rejected', () => {
  assert.ok(readJson(differentKeys(KEYS_MAX, 20)));
  assert.throws(() => readJson(differentKeys(KEYS_MAX + 1, 20)), isRejected);
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
  test(`${what} is rejected, in words of ours`, () => {
    assert.throws(() => readJson(wrong), isRejected);
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
    differentKeys(KEYS_MAX, 1, round),
  'as many different keys as are read, 20 to an object': (round) => differentKeys(KEYS_MAX, 20, round),
  'as many different keys as are read, in one object': (round) => differentKeys(KEYS_MAX, KEYS_MAX, round),
  '512 KB of numbers': () => `[${'1,'.repeat(BYTES_MAX / 2 - 2)}1]`,
  '512 KB of empty objects': () => `[${'{},'.repeat(Math.floor(BYTES_MAX / 3) - 2)}{}]`,
  '512 KB of escapes': () => `"${'\\u0041'.repeat(Math.floor(BYTES_MAX / 6) - 1)}"`,
  '512 KB of one number': () => '1'.repeat(BYTES_MAX),
  'lists 262,144 deep': () => nested(BYTES_MAX / 2),
};

for (const [what, hostile] of Object.entries(HOSTILE)) {
  test(`${what}: read without blocking the event loop for ${BLOCK_MS_MAX} ms`, async (context) => {
    // The best of three: a garbage collection may fall anywhere.
    const rounds = [await blockedBy(hostile(0)), await blockedBy(hostile(1)), await blockedBy(hostile(2))];
    context.diagnostic(`blocked for ${rounds.map(Math.round).join(', ')} ms`);
    assert.ok(Math.min(...rounds) < BLOCK_MS_MAX, `blocked for ${rounds} ms`);
  });
}

async function blockedBy(reply: string): Promise<number> {
  const loop = watchLoop();
  await wait(5);
  readJson(reply);
  await wait(5);
  return loop.end();
}

test('a key named __proto__ is data: it changes no other object and is found under no name of ours', () => {
  const tree = readJson('{"__proto__":{"Balance":1,"polluted":true},"a":1,"a":2}');
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
