// One palette in two files: the consumers' pages must work in browsers without light-dark(), and the console lets people choose light or
// dark, which needs it. This keeps them the same.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
const coloursIn = (css: string, pattern: RegExp): string[] =>
  [...css.matchAll(pattern)].map(([, name, colour]) => `${name} ${colour}`).sort();

test('the console has the colours of the pages, light and dark', () => {
  const [light = '', dark = ''] = read('web/tokens.css').split('@media (prefers-color-scheme: dark)');
  const console = read('console/styles/tokens.css');
  const plain = /(--[\w-]+): (#\w+);/g;
  assert.ok(coloursIn(light, plain).length >= 19);
  assert.deepEqual(
    coloursIn(console, /(--[\w-]+): light-dark\((#\w+), #\w+\);/g),
    coloursIn(light, plain),
    'light',
  );
  assert.deepEqual(
    coloursIn(console, /(--[\w-]+): light-dark\(#\w+, (#\w+)\);/g),
    coloursIn(dark, plain),
    'dark',
  );
});
