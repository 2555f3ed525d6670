// Sentences of one form, wherever they stand: a status beside a code, an operation, the type of an event, the length of a field. And figures of
// the pages that one file alone knows. Sentences that are made from constants: sentences.test.ts; figures that are of neither: figures-said.test.ts.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFAULT_SCOPES, PERMISSIONS } from '../src/domain/people/permissions.ts';
import { EVENT_TYPES, type EventType } from '../src/domain/webhooks/events.ts';
import { STATUS_OF } from '../src/http/problems.ts';
import { EVENT_DATA } from '../src/http/schemas/webhooks/event-data.ts';
import { READ } from './support/sentences/read.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
/** On one line each, where a page breaks lines as it likes. */
const textOf = (page: string): string => read(page).replaceAll(/\n(?![\n|#-])\s*/g, ' ');
const PAGES = globSync(
  ['*.md', 'docs/*.md', 'docs/deploy/*.md', 'packages/*/README.md', 'examples/*/README.md'],
  { cwd: ROOT },
);
const TYPES = Object.keys(EVENT_TYPES);
const OPENAPI = JSON.parse(read('docs/openapi.json'));

/** Each page with what it has of this form. */
const found = (form: RegExp): [page: string, ...string[]][] =>
  PAGES.flatMap((page) =>
    [...textOf(page).matchAll(form)].map(([, ...parts]) => [page, ...parts] as [string, ...string[]]),
  );

test('a status beside a code is the status of that code', () => {
  const pairs = found(/\b([45]\d\d)(?: with)? `([a-z-]+)`/g).filter(([, , code = '']) => code in STATUS_OF);
  assert.ok(pairs.length > 30, String(pairs.length));
  assert.deepEqual(
    pairs.filter(([, status, code]) => STATUS_OF[code as keyof typeof STATUS_OF] !== Number(status)),
    [],
  );
});

test('each section of docs/errors.md begins with the status of its code', () => {
  const sections = [...read('docs/errors.md').matchAll(/^## ([a-z-]+)\n\n\*\*Status\*\* (\d+)/gm)];
  assert.deepEqual(
    Object.fromEntries(sections.map(([, code = '', status]) => [code, Number(status)])),
    STATUS_OF,
  );
});

test('every operation that a page names is one of the document', () => {
  const known = Object.entries<Record<string, unknown>>(OPENAPI.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
  );
  const named = found(/`(GET|POST|PUT|PATCH|DELETE) ((?:\/|…)[^`?\s]*)/g);
  assert.ok(named.length > 60, String(named.length));
  const isKnown = ([, method, path = '']: string[]): boolean => {
    // Of development alone, and in no document.
    if (path.startsWith('/dev/')) return true;
    const one = path.replaceAll(/\{\w+\}/g, '{}').replace(/\/$/, '');
    return known.some((each) =>
      one.startsWith('…')
        ? each.startsWith(`${method} `) && each.endsWith(one.slice(1))
        : each === `${method} ${one}`,
    );
  };
  assert.deepEqual(
    named.filter((one) => !isKnown(one)),
    [],
  );
});

test('every type of event that a page names is one', () => {
  // Files, and the field `challenge.sms`, have another form.
  const families = [...new Set(TYPES.map((type) => type.split('.')[0]))].join('|');
  const named = found(new RegExp(`\`((?:${families})\\.(?!(?:ts|json|pdf|sms)\`)[a-z-]+)\``, 'g'));
  assert.ok(named.length > 40, String(named.length));
  assert.deepEqual(
    named.filter(([, type = '']) => !TYPES.includes(type)),
    [],
  );
});

test('docs/webhooks.md has each type of event as the code has it, with the status that its body says', () => {
  const rows = [...textOf('docs/webhooks.md').matchAll(/^\| `([\w.-]+)` \| (.*?) \|(?: (.*?))? \|$/gm)];
  const types = rows.filter(([, type = '']) => TYPES.includes(type));
  assert.deepEqual(Object.fromEntries(types.map(([, type, when]) => [type, when])), EVENT_TYPES);
  for (const [, type = '', , said = ''] of types) {
    const { fields, example } = EVENT_DATA[type as EventType];
    assert.equal(said !== '', 'status' in fields, type);
    assert.ok(!said.includes('`') || said.includes(`\`${example.status}\``), `${type}: ${said}`);
    assert.ok(!TYPES.includes(String(example.status)), 'no type is a status');
  }
});

test('what no credential can do is for people in the document too', () => {
  const people = Object.values<Record<string, { operationId: string; security?: object[] }>>(OPENAPI.paths)
    .flatMap((item) => Object.values(item))
    .filter(({ security = [] }) => security.length > 0 && security.every((way) => 'session' in way))
    .map(({ operationId }) => operationId);
  for (const one of ['createCredential', 'inviteMember', 'changeSettings', 'eraseReport', 'listAuditEntries'])
    assert.ok(people.includes(one), one);
});

test('docs/concepts.md names every scope, and those that are given by name alone', () => {
  const [, said = ''] = /Scopes are (.*?)\. What happens/.exec(textOf('docs/concepts.md')) ?? [];
  const named = [...said.matchAll(/`([a-z:]+)`( \((?:only where it was given )?by name)?/g)];
  const scopes = named.map(([, scope]) => scope);
  assert.deepEqual(scopes.toSorted(), [...PERMISSIONS].sort());
  assert.deepEqual(
    named.filter(([, , byName]) => byName === undefined).map(([, scope]) => scope),
    scopes.filter((scope) => DEFAULT_SCOPES.some((one) => one === scope)),
  );
});

test('the lengths of fields are those of the document', () => {
  const { properties } = OPENAPI.components.schemas.GenerateRequest;
  const said = [...textOf('docs/limits.md').matchAll(/^\| `(\w+)` \| (\d+) characters \|$/gm)];
  assert.deepEqual(
    said.map(([, name = '', length]) => [name, Number(length)]),
    said.map(([, name = '']) => [name, properties[name].maxLength]),
  );
  assert.equal(said.length, 3);
});

test('figures that one file alone knows are those of the pages', () => {
  assert.deepEqual(
    READ.filter(([page, sentence]) => !textOf(page).includes(sentence)),
    [],
  );
});
