// All copy, read for words that we do not say: whether somebody has a claim, and what it is worth, is not on a credit file.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { UNSAID } from '../src/domain/agreements/unsaid-words.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Documents, the API document, the console, pages, and every source that writes messages; the list of the words is not copy. */
const COPY = /^(docs\/.*\.(md|json)|[^/]+\.md|(console|web)\/.*|src\/.*\.(md|json|ts|html|css))$/;
const NOT_COPY = /\.test\.ts$|unsaid-words\.ts$|^src\/bureaus\/simulation\/|\.(svg|png|woff2?)$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => COPY.test(file) && !NOT_COPY.test(file) && existsSync(join(ROOT, file)));

/** Lines with such a word; comments of sources are for those who change them. */
function unsaidIn(file: string, text: string): string[] {
  const isSource = /\.(ts|tsx|css|mjs)$/.test(file);
  return text
    .split('\n')
    .filter((line) => !(isSource && /^\s*(\/\/|\/?\*)/.test(line)) && UNSAID.test(line))
    .map((line) => `${file}: ${UNSAID.exec(line)?.[0]}`);
}

test('no document, page, message or console text says that somebody has a claim, or what it is worth', () => {
  assert.ok(files.length > 300);
  for (const file of ['docs/openapi.json', 'docs/agreements.md', 'README.md'])
    assert.ok(files.includes(file), file);
  assert.deepEqual(
    files.flatMap((file) => unsaidIn(file, read(file))),
    [],
  );
});

test('such words are found in any form, and words that only look alike are left alone', () => {
  const planted = [
    'You are Eligible.',
    'ineligible',
    'eligibility',
    'what you are owed',
    'the claim value',
    'claim-value',
    'value of your claim',
    'entitled to',
    'a payout',
    'compensation',
    'redress amount',
    'mis-sold',
  ];
  assert.deepEqual(
    planted.filter((text) => unsaidIn('a.md', text).length === 0),
    [],
  );
  const innocent = ['allowed', 'followed', 'showed', 'the claims of a token', 'in the period of CONRED 5'];
  assert.deepEqual(
    innocent.flatMap((text) => unsaidIn('a.md', text)),
    [],
  );
});
