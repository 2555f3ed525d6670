// Reads every migration and refuses what stops a service with a million rows: a rewrite, a scan or an index under a lock that others wait for,
// two tables in one step, something removed that the previous version still uses. Tables that stay small are listed; they may do more.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { concurrentIndexOf, locksOf, statementsOf, stepsOf } from '../src/storage/migration-steps.ts';

const FOLDER = join(import.meta.dirname, '../src/storage/migrations');
/** It makes the first tables, in an empty database. */
const BASELINE = '0001-baseline.sql';

/** A row or a few for each tenant or person of ours: to scan them takes no time. */
const SMALL = new Set([
  ...[
    'tenants',
    'wallets',
    'products',
    'tenant_prices',
    'credentials',
    'memberships',
    'invitations',
    'payment_methods',
    'figure_marks',
  ],
  ...[
    'people',
    'person_identities',
    'refresh_tokens',
    'sessions',
    'signing_keys',
    'webhook_endpoints',
    'alerts',
  ],
]);

/** What is wrong with a statement on these tables that were there before; null of one that is online. */
const RULES: [wrong: string, isWrong: (statement: string) => boolean][] = [
  ['build the index concurrently', (one) => /^create (unique )?index (?!concurrently )/.test(one)],
  ['drop the index concurrently, if exists', (one) => /^drop index (?!concurrently if exists )/.test(one)],
  [
    'add the constraint not valid, and validate it in a step of its own',
    (one) =>
      /\badd (constraint \w+ )?(check|foreign key)\b/.test(one) &&
      (one.match(/\badd (constraint \w+ )?(check|foreign key)\b/g)?.length ?? 0) >
        (one.match(/\bnot valid\b/g)?.length ?? 0),
  ],
  [
    'add the column first; its check or reference is a constraint of its own, not valid',
    (one) =>
      /\badd column (?:(?!, add ).)*?\b(check|references|unique|primary key)\b/.test(
        one.replace(/, add constraint .*/, ''),
      ),
  ],
  [
    'build the index concurrently and add the constraint using it',
    (one) => /\badd (constraint \w+ )?(unique|primary key|exclude)\b(?! using index)/.test(one),
  ],
  ['a validated check (… is not null) comes first', (one) => /\bset not null\b/.test(one)],
  [
    'it rewrites the table',
    (one) => /\balter (column )?\w+ (set data )?type\b|\bset (un)?logged\b|\bgenerated always as\b/.test(one),
  ],
  [
    'a default that is computed for each row rewrites the table',
    (one) => /\badd column [^,]*\bdefault (?!now\(\))\w+\(/.test(one),
  ],
  ['change rows in small batches, by housekeeping', (one) => /^(update|delete from|with)\b/.test(one)],
  [
    'the previous version still uses it: remove it a release later',
    (one) => /\bdrop column\b|\brename\b|^drop (table|function|type)\b/.test(one),
  ],
];

function problemsOf(file: string): string[] {
  const isNew = new Set(
    [...statementsOf(file).matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/g)].map(
      ([, name]) => name,
    ),
  );
  return stepsOf(file).flatMap((step) => {
    const statements = statementsOf(step)
      .split(';')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    const isKnown = (table: string): boolean => !isNew.has(table) && !SMALL.has(table);
    const locked = locksOf(step).exclusive.filter((table) => !isNew.has(table));
    const isAlone = statements.length === 1;
    const isValidating = statements.filter((one) => / validate constraint /.test(one)).length;
    return [
      ...(locked.length > 1 ? [`one table in a step: ${locked.join(', ')}`] : []),
      ...(concurrentIndexOf(step) !== null && !isAlone
        ? ['what is done concurrently is a step of its own']
        : []),
      ...(isValidating > 0 && isValidating < statements.length ? ['validate in a step of its own'] : []),
      ...statements.flatMap((statement) => {
        if (/^select\b/.test(statement)) return ['no select by itself'];
        const tables = tablesOf(statement);
        // Of an index that is dropped the text does not say the table.
        if (tables.length > 0 && !tables.some(isKnown)) return [];
        const isChecked =
          /\bset not null\b/.test(statement) &&
          / validate constraint /.test(statementsOf(file.slice(0, file.indexOf(step))));
        return RULES.filter(([, isWrong]) => isWrong(statement) && !isChecked).map(
          ([wrong]) => `${wrong}: ${statement.slice(0, 100)}`,
        );
      }),
    ];
  });
}

function tablesOf(statement: string): string[] {
  if (/^create (unlogged )?table\b/.test(statement))
    return [/table (?:if not exists )?(\w+)/.exec(statement)?.[1] ?? ''];
  if (/^create (or replace )?function\b/.test(statement)) return [''];
  const { exclusive, shared } = locksOf(statement);
  return exclusive.length > 0 ? exclusive : shared.slice(0, 1);
}

const [first, ...files] = readdirSync(FOLDER).sort();

test('every migration after the baseline is online at a million rows', () => {
  assert.equal(first, BASELINE);
  assert.ok(files.length > 0);
  const problems = files.flatMap((name) =>
    problemsOf(readFileSync(join(FOLDER, name), 'utf8')).map((problem) => `${name}: ${problem}`),
  );
  assert.deepEqual(problems, []);
});

test('what stops the service is refused, and its online form is not', () => {
  const table: [refused: string, online: string][] = [
    ['create index a on reports (id)', 'create index concurrently a on reports (id)'],
    ['create unique index a on reports (id)', 'create table b (id int); create unique index a on b (id)'],
    ['drop index a', 'drop index concurrently if exists a'],
    [
      'create index concurrently a on reports (id); alter table reports add column b int',
      'create index concurrently a on reports (id);\n-- step\nalter table reports add column b int',
    ],
    [
      'alter table reports add constraint a check (b > 0)',
      'alter table reports add constraint a check (b > 0) not valid;\n-- step\nalter table reports validate constraint a',
    ],
    [
      'alter table reports add constraint a check (b > 0) not valid, add constraint c check (d > 0)',
      'alter table reports add constraint a check (b > 0) not valid, add constraint c check (d > 0) not valid',
    ],
    ['alter table reports add check (b > 0)', 'alter table tenants add check (b > 0)'],
    [
      'alter table reports add constraint a foreign key (b) references tenants',
      'alter table reports add constraint a foreign key (b) references tenants not valid',
    ],
    [
      'alter table reports add constraint a check (b > 0) not valid; alter table reports validate constraint a',
      'alter table reports add column b int, add constraint a check (b > 0) not valid',
    ],
    ['alter table reports add column b int check (b > 0)', 'alter table reports add column b int'],
    ['alter table reports add column b uuid references tenants', 'alter table reports add column b uuid'],
    ['alter table reports add unique (b)', 'alter table reports add constraint a unique using index b'],
    [
      'alter table reports alter column b set not null',
      'alter table reports add constraint a check (b is not null) not valid;\n-- step\nalter table reports validate constraint a;\n-- step\nalter table reports alter column b set not null',
    ],
    ['alter table reports alter column b type bigint', 'alter table reports alter column b set default 1'],
    [
      'alter table reports add column b uuid default gen_random_uuid()',
      'alter table reports add column b boolean not null default false',
    ],
    ['update reports set b = 1', 'update products set b = 1'],
    ['delete from requests', 'insert into products values (1)'],
    ['alter table reports drop column b', 'alter table reports drop constraint b'],
    ['alter table reports rename column b to c', '-- rename\nalter table reports add column c int'],
    [
      'alter table reports add column b int; alter table holds add column b int',
      'alter table reports add column b int;\n-- step\nalter table holds add column b int',
    ],
    [
      'select 1',
      'create or replace function f() returns int language sql as $$ select 1; update reports set b = 1 $$',
    ],
  ];
  for (const [refused, online] of table) {
    assert.notDeepEqual(problemsOf(`${refused};`), [], refused);
    assert.deepEqual(problemsOf(`${online};`), [], online);
  }
});
