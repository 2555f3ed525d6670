// What a file of src exports, another one uses: a name that only its own file has is no part of the room's surface, and may be dead.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const EXPORT = /^export (?:async )?(?:function\*?|const|let|class|type|interface) (\w+)/gm;

type Texts = ReadonlyMap<string, string>;

/** `file: name` of each export of src that no other file names. */
function unusedExports(texts: Texts): string[] {
  const filesOf = new Map<string, number>();
  for (const text of texts.values())
    for (const name of new Set(text.match(/\w+/g))) filesOf.set(name, (filesOf.get(name) ?? 0) + 1);
  return [...texts]
    .filter(([file]) => file.startsWith('src/'))
    .flatMap(([file, text]) =>
      [...text.matchAll(EXPORT)]
        .filter(([, name = '']) => filesOf.get(name) === 1)
        .map(([, name]) => `${file}: ${name}`),
    );
}

test('every export of src is named in another file', () => {
  const files = globSync('{src,bin,test,bench,scripts,console,packages}/**/*.{ts,tsx,mjs,js}', { cwd: ROOT });
  const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
  assert.deepEqual(unusedExports(texts), []);
});

test('an export that only its own file names is found, of whatever kind it is', () => {
  const own =
    'export type One = 1;\nexport async function two() {}\nexport const three: One = 1;\nconst four = 4;';
  const other = "import { three } from './own.ts';\nthree;";
  const texts = new Map([
    ['src/own.ts', own],
    ['src/other.ts', other],
    ['test/alone.ts', 'export const five = 5;'],
  ]);
  assert.deepEqual(unusedExports(texts), ['src/own.ts: One', 'src/own.ts: two']);
});
