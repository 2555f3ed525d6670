// One palette for all pages, web/tokens.css: the consumers' pages must work in browsers without light-dark(), and the console lets people
// choose light or dark, which needs it. So the console's colours are made of the same file.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { consoleAssets } from '../web/build-console.mjs';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const coloursIn = (css: string): [name: string, colour: string][] =>
  [...css.matchAll(/(--[\w-]+): (#\w+);/g)].map(([, name = '', colour = '']) => [name, colour]);

test('the console has the colours of the pages, light and dark', () => {
  const [light = '', dark = ''] = read('web/tokens.css').split('@media (prefers-color-scheme: dark)');
  const darkOf = new Map(coloursIn(dark));
  assert.ok(coloursIn(light).length >= 36);
  assert.deepEqual(
    coloursIn(light).map(([name]) => name),
    [...darkOf.keys()],
  );
  const { files, style } = consoleAssets('');
  const served = [...(files[style] ?? '').matchAll(/(--[\w-]+):light-dark\((#\w+),(#\w+)\)/g)];
  assert.deepEqual(
    served.map(([, name, ...both]) => [name, ...both]),
    coloursIn(light).map(([name, colour]) => [name, colour, darkOf.get(name)]),
  );
});

test('no style sheet of the console has a colour of its own, but for the white that a QR code needs', () => {
  const own = globSync('console/styles/*.css', { cwd: ROOT }).flatMap((file) =>
    [...read(file).matchAll(/[^{}]*\{[^{}]*#[\da-f]{3,8}\b[^{}]*\}/gi)].map(([rule]) => rule.trim()),
  );
  assert.deepEqual(
    own.map((rule) => rule.split(' ')[0]),
    ['.qr'],
  );
});
