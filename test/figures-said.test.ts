// Every figure with a unit in the pages for integrators and operators and in the READMEs is held: by a sentence that is made from the code, by a table that
// other tests compare, or by a line of test/support/sentences/other.ts with its reason. A new one fails until it is one of these.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OPERATIONS, PARTS } from '../src/http/manual/contents.ts';
import { MADE } from './support/sentences/made.ts';
import { OPERATORS_MADE, OPERATORS_OTHER } from './support/sentences/operators.ts';
import { OTHER } from './support/sentences/other.ts';
import { READ } from './support/sentences/read.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGES = [
  ...PARTS.filter(({ name }) => name !== OPERATIONS).flatMap(({ pages }) => pages.map(({ file }) => file)),
  ...['README.md', 'examples/express/README.md', 'examples/widget/README.md', 'docs/dpia.md'],
  ...Object.keys(OPERATORS_MADE),
];
const REASONED = { ...OTHER, ...OPERATORS_OTHER };

const NUMBER = String.raw`(?:£?\d[\d,.]*\d|£?\d|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|sixty)`;
const UNIT =
  '(?:ms|(?:milli)?seconds?|minutes?|hours?|days?|weeks?|months?|years?|[KMG]i?B|bytes?|characters?|px|pixels?|levels|credits?|pence|kbit)';
const FIGURES = [
  String.raw`\b${NUMBER}[ -](?:${UNIT}\b|%)`,
  String.raw`\b${NUMBER} (?:[a-z]+ )?(?:an?|per) (?:second|minute|hour|day|month|year)\b`,
  String.raw`\b(?:at most|up to|more than|at least) ${NUMBER}\b`,
  String.raw`\b${NUMBER} (?:at most|at least|in all|by default|or more|or later)\b`,
].map((form) => new RegExp(form, 'g'));

/** Prose, a paragraph or a row a line; without code. */
const textOf = (page: string): string =>
  readFileSync(join(ROOT, page), 'utf8')
    .replaceAll(/^ *```.*?^ *```$/gms, '')
    .replaceAll(/\n(?![\n|#-])\s*/g, ' ');

const MONTHS_OF_NAME = /^\| `\w+?(\d+)Months` \| \w+ \| .*?(\d+) months\b/gm;

/** Tables that other tests compare with the code, row by row. */
const COMPARED = [
  // sentences.test.ts: the default of a setting.
  /^\| .*? \| [^|]*? \(`[A-Z_]+`\).*$/gm,
  // Below: the months of an attribute are those of its name.
  MONTHS_OF_NAME,
  // sentences-alike.test.ts: the lengths of fields.
  /^\| `\w+` \| \d+ characters \|$/gm,
  // test/api/docs/docs.test.ts and scripts/test-numbers.ts: written from the list of numbers; failures.test.ts writes the other table.
  /^\| `\+447700900\d{3}` \|.*$/gm,
];

const held = (page: string): string[] => [
  ...(MADE[page] ?? []),
  ...(OPERATORS_MADE[page] ?? []),
  ...READ.filter(([of]) => of === page).map(([, sentence]) => sentence),
  ...(REASONED[page] ?? []).map(([said]) => said),
];

for (const page of new Set(PAGES))
  test(`every figure of ${page} is held by something`, () => {
    let text = textOf(page);
    for (const form of COMPARED) text = text.replaceAll(form, '');
    for (const sentence of held(page)) text = text.replaceAll(sentence, '¤');
    const loose = FIGURES.flatMap((form) =>
      [...text.matchAll(form)].map(({ index }) =>
        text.slice(Math.max(0, index - 60), index + 50).replaceAll('\n', ' '),
      ),
    );
    assert.deepEqual(
      loose,
      [],
      'make it from the code (made.ts, read.ts), or say why it stands there (other.ts)',
    );
  });

test('a row of an attribute says the months of its name', () => {
  const rows = [...textOf('docs/attributes.md').matchAll(MONTHS_OF_NAME)];
  assert.ok(rows.length >= 15, String(rows.length));
  assert.deepEqual(
    rows.filter(([, name, said]) => name !== said).map(([row]) => row),
    [],
  );
});

test('every line of other.ts, and of the operators, stands on its page', () => {
  const gone = Object.entries(REASONED).flatMap(([page, lines]) => {
    const text = textOf(page);
    return lines.filter(([said]) => !text.includes(said)).map(([said]) => `${page}: ${said}`);
  });
  assert.deepEqual(gone, []);
});
