// The table of causes and fixes against docs/errors.md: both have the same words.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ERROR_HELP, errorHelpOf, MENDS_BY_MESSAGE, OTHER_MENDS } from './error-help.ts';
import { REFUSAL_CODES } from './refusal.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8');

/** The section of a code, in one line. */
function sectionOf(code: string): string {
  const start = page.indexOf(`\n## ${code}\n`);
  assert.ok(start >= 0, `docs/errors.md has no section ${code}`);
  const end = page.indexOf('\n## ', start + 1);
  return page.slice(start, end < 0 ? undefined : end).replaceAll(/\s+/g, ' ');
}

for (const code of REFUSAL_CODES) {
  test(`${code} is explained with the words of docs/errors.md`, () => {
    const { cause, mend } = ERROR_HELP[code];
    const section = sectionOf(code);
    assert.ok(section.includes(`**When** ${cause}`), section);
    assert.ok(section.includes(mend), section);
  });
}

test('a cause that the message tells is explained there too, and a message of ours has its words', () => {
  const ROOT = join(import.meta.dirname, '../..');
  const sources = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts', '**/error-help.ts'] });
  const texts = sources.map((file) => readFileSync(join(ROOT, file), 'utf8'));
  for (const { code, said, mend } of MENDS_BY_MESSAGE) {
    assert.ok(sectionOf(code).includes(mend), `${code}: ${mend}`);
    assert.ok(
      texts.some((text) => text.includes(said)),
      said,
    );
    assert.equal(errorHelpOf(code, `So: ${said}, and more.`).mend, `${mend.replace(/\.$/, '')}.`);
    assert.notEqual(errorHelpOf(code, 'Something else.').mend, errorHelpOf(code, said).mend);
  }
  const all = page.replaceAll(/\s+/g, ' ');
  for (const [code, mend] of Object.entries(OTHER_MENDS)) {
    assert.ok(all.includes(`\`${code}\``), code);
    assert.ok(all.includes(mend), mend);
  }
});

test('cause and mend are shown as sentences', () => {
  for (const code of REFUSAL_CODES) {
    for (const text of Object.values(errorHelpOf(code))) assert.match(text, /^[A-Z].*\.$/);
  }
});
