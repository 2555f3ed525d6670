// The JSON reader: the same as JSON.parse within its limits, and no reply holds the event loop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { watchLoop } from '../../../test/support/services/loop-watch.ts';
import { CallFailed } from '../bureau.ts';
import { field, list, readJson } from './json.ts';

const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')}}`;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

const BLOCK_MS_MAX = 50;

test('what is JSON within the limits is read', async () => {
  const text = JSON.stringify({ a: ['[[[', '\\"{', { ':::': '\\' }], b: { c: null } });
  assert.deepEqual(await readJson(text), JSON.parse(text));
  assert.ok(await readJson(nested(64)));
  assert.ok(await readJson(keys(1_000)));
  assert.ok(await readJson(`[${Array.from({ length: 5 }, () => keys(1_000)).join(',')}]`));
});

const parsed = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
};
const read = (text: string): Promise<{ value: unknown } | null> =>
  readJson(text).then(
    (value) => ({ value }),
    (error) => {
      assert.ok(error instanceof CallFailed);
      return null;
    },
  );

const PIECES = [
  ...'{}[]:,"\\/ \t\r\n\f\v\u00a0\ufeff\u0000\u001f-+.eE0123456789abtfnu\'',
  ...[
    '\\u00',
    '\\ud83d',
    '\\x',
    '\ud83d',
    '💷',
    'null',
    'true',
    'falsey',
    'NaN',
    'Infinity',
    '-0',
    '01',
    '1.',
    '.5',
    '1e5',
  ],
  ...[
    '1E+400',
    '-1e-400',
    '0x10',
    '"__proto__":',
    '"constructor":1',
    '"7":',
    '//',
    '/**/',
    '[]',
    '{}',
    ',,',
    '""',
  ],
];

test('5,000 texts, right and broken, are what JSON.parse makes of them', async (context) => {
  const seed = 20_261_115;
  const value = fc.jsonValue({ maxDepth: 4 });
  const edits = fc.array(
    fc.record({ at: fc.nat(), cut: fc.nat({ max: 3 }), put: fc.constantFrom('', ...PIECES) }),
    { maxLength: 3 },
  );
  let right = 0;
  let broken = 0;
  await fc.assert(
    fc.asyncProperty(value, fc.constantFrom(0, 1, '\t', ' \r\n'), edits, async (tree, indent, changes) => {
      let text = JSON.stringify(tree, null, indent);
      for (const { at, cut, put } of changes) {
        const place = at % (text.length + 1);
        text = text.slice(0, place) + put + text.slice(place + cut);
      }
      const wanted = parsed(text);
      const found = await read(text);
      if (wanted === null) broken++;
      else right++;
      assert.deepStrictEqual(found, wanted);
      // The order of the keys as well.
      assert.equal(JSON.stringify(found), JSON.stringify(wanted));
    }),
    { numRuns: 5_000, seed },
  );
  context.diagnostic(`seed ${seed}: ${right} right, ${broken} broken`);
  assert.ok(right > 1_000 && broken > 1_000);
});

for (const text of [
  ...[
    '-0',
    '1e400',
    '0.1e-7',
    '123456789012345678901234567890',
    '""',
    '"\\u0041\\ud83d\\udcb7\\n"',
    ' [ ] ',
    '{ }',
    'null',
  ],
  ...[
    '{"__proto__":{"a":1},"a":1,"a":2,"2":1,"1":2}',
    '{"constructor":1,"toString":[]}',
    '\ufeff{}',
    '[1,]',
    '{"a":1,}',
  ],
  ...[
    '[,1]',
    '{,}',
    '{"a"}',
    '{a:1}',
    '[1 2]',
    '{}{}',
    '[}',
    '{]',
    '"a',
    '"\\',
    '"\n"',
    "'a'",
    '-',
    '01',
    '1.',
    '+1',
    'nul',
    'nulls',
  ],
]) {
  test(`${JSON.stringify(text)} is read as JSON.parse reads it`, async () => {
    assert.deepStrictEqual(await read(text), parsed(text));
  });
}

const unlike = (count: number) => Array.from({ length: count }, (_, n) => `"${n.toString(36)}":1`);
const HOSTILE: Record<string, [text: string, isRead: boolean]> = {
  'almost 2 MB of keys that are all different': [
    `[${unlike(200_000)
      .map((entry) => `{${entry}}`)
      .slice(0, 170_000)
      .join(',')}]`,
    true,
  ],
  '200 objects of 1,000 keys each, all different': [
    `[${Array.from({ length: 200 }, (_, n) => `{${unlike(200_000).slice(n * 1_000, (n + 1) * 1_000)}}`)}]`,
    true,
  ],
  'a million numbers': [`[${'1,'.repeat(1_000_000)}1]`, true],
  'one number of two million digits': ['1'.repeat(2_000_000), true],
  'one text of 2 MB': [`"${'a'.repeat(2_000_000)}"`, true],
  'one text of 330,000 escapes': [`"${'\\u0041'.repeat(330_000)}"`, true],
  '2 MB of blanks': [' '.repeat(2_000_000), false],
  '2 MB of opening brackets': ['['.repeat(2_000_000), false],
  '6,400 times 31 deep': [`[${Array.from({ length: 6_400 }, () => nested(31)).join(',')}]`, true],
};

for (const [what, [text, isRead]] of Object.entries(HOSTILE)) {
  test(`${what}: ${isRead ? 'read' : 'refused'}, and the event loop is not held`, async (context) => {
    const loop = watchLoop();
    await wait(5);
    const found = await read(text);
    await wait(5);
    const heldMs = loop.end();
    context.diagnostic(`held for ${heldMs.toFixed(0)} ms`);
    assert.equal(found !== null, isRead);
    assert.ok(heldMs < BLOCK_MS_MAX, `held the loop for ${heldMs} ms`);
  });
}

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
  test(`${what} is no reply`, async () => {
    await assert.rejects(() => readJson(text), CallFailed);
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
