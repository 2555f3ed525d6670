import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallFailed } from './bureau.ts';
import { field, list, readJson } from './json.ts';

const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')}}`;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('what is JSON within the limits is read', () => {
  const text = JSON.stringify({ a: ['[[[', '\\"{', { ':::': '\\' }], b: { c: null } });
  assert.deepEqual(readJson(text), JSON.parse(text));
  assert.ok(readJson(nested(64)));
  assert.ok(readJson(keys(1_000)));
  assert.ok(readJson(`[${Array.from({ length: 5 }, () => keys(1_000)).join(',')}]`));
});

for (const [what, text] of Object.entries({
  'one list too deep': nested(65),
  'one key too many': keys(1_001),
  'lists without number': `[${'[],'.repeat(200_000)}[]]`,
  HTML: '<html></html>',
  nothing: '',
  'half a reply': '{"a": [1, 2',
  'a text without its end': '"abc\\',
  'more closed than opened': ']]]]',
})) {
  test(`${what} is no reply`, () => {
    assert.throws(() => readJson(text), CallFailed);
  });
}

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
