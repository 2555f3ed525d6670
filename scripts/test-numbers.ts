// Writes what the documents say of the test numbers: the tables of docs/test-your-integration.md, and docs/test-numbers.json for programs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_NUMBERS, TEST_NUMBERS } from '../src/world/test-numbers.ts';

const DOCS = join(import.meta.dirname, '../docs');
const page = join(DOCS, 'test-your-integration.md');
const data = new Set<string>(DATA_NUMBERS.map(({ number }) => number));

const tableOf = (head: string, isData: boolean): string =>
  [
    head,
    '|---|---|---|',
    ...TEST_NUMBERS.filter(({ number }) => data.has(number) === isData).map(
      ({ number, label, words }) => `| \`${number}\` | ${label} | ${words} |`,
    ),
  ].join('\n');

const TABLES = [
  tableOf('| `mobileNumber` | Bad day | What happens |', false),
  tableOf('| `mobileNumber` | Test data | What is on file |', true),
];

let text = readFileSync(page, 'utf8');
for (const table of TABLES) {
  const [head = ''] = table.split('\n');
  const at = text.indexOf(head);
  if (at === -1) throw new Error('docs/test-your-integration.md must have the heads of both tables');
  text = text.slice(0, at) + table + text.slice(text.indexOf('\n\n', at));
}
writeFileSync(page, text);
writeFileSync(join(DOCS, 'test-numbers.json'), `${JSON.stringify(TEST_NUMBERS, null, 2)}\n`);
