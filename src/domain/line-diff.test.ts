import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { diffLines } from './line-diff.ts';

const textOf = (lines: ReturnType<typeof diffLines>, without: 'old' | 'new') =>
  lines
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('\n');

test('a change is the old line and the new one; what is around it stays', () => {
  const lines = diffLines('{\n  "a": 1,\n  "b": 2\n}', '{\n  "a": 1,\n  "b": 3,\n  "c": 4\n}');
  assert.deepEqual(
    lines.map(({ kind, text }) => `${{ same: ' ', old: '-', new: '+' }[kind]}${text}`),
    [' {', '   "a": 1,', '-  "b": 2', '+  "b": 3,', '+  "c": 4', ' }'],
  );
});

test('both texts can be read out of the difference, and equal ones have none', () => {
  const aText = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
    .map((l) => l.join('\n'));
  fc.assert(
    fc.property(aText, aText, (before, after) => {
      const lines = diffLines(before, after);
      assert.equal(textOf(lines, 'new'), before);
      assert.equal(textOf(lines, 'old'), after);
      if (before === after) assert.ok(lines.every(({ kind }) => kind === 'same'));
    }),
  );
});

test('what moved along between two changes stays the same', () => {
  const lines = diffLines('a\nb\nc', 'x\na\nb\nc\ny');
  assert.deepEqual(
    lines.map(({ kind }) => kind),
    ['new', 'same', 'same', 'same', 'new'],
  );
});
