// The table of causes and fixes against docs/errors.md: both have the same words.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ERROR_HELP, errorHelpOf } from './error-help.ts';
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

test('cause and mend are shown as sentences', () => {
  for (const code of REFUSAL_CODES) {
    for (const text of Object.values(errorHelpOf(code))) assert.match(text, /^[A-Z].*\.$/);
  }
});
