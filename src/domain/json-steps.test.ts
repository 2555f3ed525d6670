// Large values written in steps: the text is that of JSON.stringify to the letter.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/support/formats/any-character.ts';
import { jsonSteps } from './json-steps.ts';

function written(value: object): { text: string; steps: number } {
  const each = jsonSteps(value);
  let steps = 1;
  let step = each.next();
  for (; step.done !== true; step = each.next()) steps += 1;
  return { text: step.value, steps };
}

test('written in steps, a value reads as JSON.stringify writes it, whatever is in it', () => {
  const leaf = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom(undefined, Number.NaN, -0, 1e21, new Date(0), () => 1, Symbol('none')),
    fc.string({ unit: anyCharacter }),
  );
  const tree = fc.dictionary(fc.string(), leaf, { maxKeys: 4 });
  const value = fc.oneof(leaf, tree, fc.array(fc.oneof(leaf, tree), { maxLength: 120 }));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value, { maxKeys: 5 }), (made) => {
      assert.equal(written({ made, deeper: { made } }).text, JSON.stringify({ made, deeper: { made } }));
    }),
    { numRuns: 100 },
  );
});

test('a long list is written in many steps', () => {
  const value = { before: 1, list: Array.from({ length: 1_000 }, (_none, n) => ({ n })), after: [] };
  const { text, steps } = written(value);
  assert.ok(steps >= 20, String(steps));
  assert.equal(text, JSON.stringify(value));
});
