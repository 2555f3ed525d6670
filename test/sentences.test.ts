// Sentences of the pages about limits, lifetimes and statuses, made here from the constants that decide them: a page whose figure is
// another fails. Pages that are generated, and tables that a test fills, have tests of their own (documents, openapi, failures).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { toError } from '../packages/sdk/src/errors.ts';
import { PERSONAS } from '../src/bureaus/simulation/population/personas.ts';
import { SETTINGS } from '../src/config/config.ts';
import { REFUSAL_CODES } from '../src/domain/refusal.ts';
import { STATUS_OF } from '../src/http/problems.ts';
import type { Setting } from '../src/settings/setting.ts';
import { MADE } from './support/sentences/made.ts';
import { OPERATORS_MADE } from './support/sentences/operators.ts';

const ROOT = join(import.meta.dirname, '..');
/** On one line: pages break lines where they like. */
const textOf = (page: string): string =>
  readFileSync(join(ROOT, page), 'utf8').replaceAll(/\n(?![\n|#-])\s*/g, ' ');

for (const [page, sentences] of [...Object.entries(MADE), ...Object.entries(OPERATORS_MADE)])
  test(`${page} says what the code does`, () => {
    const text = textOf(page);
    assert.deepEqual(
      sentences.filter((sentence) => !text.includes(sentence)),
      [],
    );
  });

test('a limit in a table that is a setting has its default', () => {
  const pages = ['docs/limits.md', 'docs/people.md', 'docs/device-signals.md'];
  const rows = [
    ...pages
      .map(textOf)
      .join('\n')
      .matchAll(/^\| .*? \| ([^|]*?) \(`([A-Z_]+)`\)/gm),
  ];
  assert.ok(rows.length > 15, String(rows.length));
  for (const [, said = '', name = ''] of rows) {
    const { fallback } = (SETTINGS as Record<string, Setting<unknown>>)[name] ?? {};
    assert.ok(fallback !== undefined && fallback !== null, name);
    const figure = /[\d,]+/.exec(said)?.[0].replaceAll(',', '') ?? said;
    const unit = name.endsWith('_MS') ? 1_000 : 1;
    const wanted = /^\d+$/.test(fallback) ? String(Number(fallback) / unit) : fallback;
    assert.equal(said === 'none' ? '0' : figure, wanted, name);
  }
});

test('the two tables of docs/errors.md have every code, the first beside its status', () => {
  const text = textOf('docs/errors.md');
  const [, byStatus = '', repeat = ''] =
    /\| Status \| Codes \|(.*?)## Repeat or not(.*?)\n## /s.exec(text) ?? [];
  for (const code of REFUSAL_CODES) {
    const row = byStatus.split('\n').find((line) => line.includes(`(#${code})`));
    assert.ok(row?.startsWith(`| ${STATUS_OF[code]} |`), `${code}: ${row}`);
    assert.match(repeat, new RegExp(`^\\| \`${code}\` \\| (no|yes|once|later) \\|`, 'm'));
  }
});

test('docs/errors.md calls those codes repeatable, and those outcomes unknown, that the SDK does', () => {
  const text = textOf('docs/errors.md');
  const [unknown = ''] = /After [^.]*? the \*\*outcome is unknown\*\*/.exec(text) ?? [];
  for (const code of REFUSAL_CODES) {
    const error = toError({ status: STATUS_OF[code], code, message: '' });
    assert.equal(text.includes(`| \`${code}\` | yes |`), error.retryable, code);
    assert.equal(unknown.includes(`\`${code}\``), error.outcomeUnknown, code);
  }
  assert.match(unknown, /and no answer/);
  assert.ok(toError({ status: 0, code: 'no-answer', message: '' }).outcomeUnknown);
});

test('docs/errors.md calls a token request repeatable as the SDK does, a 429 too', () => {
  const [, table = ''] = /## The token endpoint(.*)/s.exec(textOf('docs/errors.md')) ?? [];
  const rows = [...table.matchAll(/^\| (\d{3})[^|]* \| `(\w+)`.*? \| (yes|no)[^|]* \|$/gm)];
  assert.equal(rows.length, 8);
  for (const [row, status, code = '', said] of rows)
    assert.equal(said === 'yes', toError({ status: Number(status), code, message: '' }).retryable, row);
});

test('the person of docs/test-your-integration.md is one whom the simulated bureaus know', () => {
  const text = readFileSync(join(ROOT, 'docs/test-your-integration.md'), 'utf8');
  const shown = [...text.matchAll(/```json\n(.*?)```/gs)].find(([, json]) => json?.includes('lastName'));
  const { addresses, mobileNumber, ...names } = JSON.parse(shown?.[1] ?? 'null');
  const [ada] = PERSONAS;
  const { title, forename: firstName, surname: lastName, dateOfBirth, addresses: homes } = ada?.person ?? {};
  assert.deepEqual(names, { title, firstName, lastName, dateOfBirth });
  assert.deepEqual(addresses, [{ type: 'current', ukAddress: homes?.[0]?.address }]);
  assert.match(mobileNumber, /^\+447700900\d{3}$/);
});
