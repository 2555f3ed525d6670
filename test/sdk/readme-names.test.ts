// What the READMEs and pages name of the clients is there: types and classes among the exports, methods on the client, fields in its source.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Trefoil } from '@trefoil/sdk';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
/** Names in code within sentences and tables; blocks of code are run by readme.test.ts. */
const namesIn = (file: string): string[] => {
  const prose = read(file).replaceAll(/^```.*?^```$/gms, '');
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return spans
    .filter((span) => !/^[A-Z]+ \/|^\/|^https?:|\//.test(span))
    .flatMap((span) => span.replaceAll(/'[^']*'|"[^"]*"/g, '').match(/[A-Za-z_]\w+/g) ?? []);
};
const sourceOf = (pattern: string): string =>
  globSync(pattern, { cwd: ROOT })
    .filter((file) => !file.includes('node_modules'))
    .map(read)
    .join('\n');

const CLIENTS = [
  ['packages/sdk/README.md', sourceOf('packages/sdk/{src/*,package.json}')],
  ['packages/python/README.md', sourceOf('packages/python/trefoil.py')],
  ['packages/php/README.md', sourceOf('packages/php/Trefoil.php')],
] as const;

/** Of the language, of other programs, of the example's own. */
const OTHERS = [
  ...['connect', 'src', 'After', 'AbortSignal', 'timeout', 'RateLimit', 'ReadableStream', 'OpenAPI'],
  ...['py', 'mypy', 'strict', 'uuid5', 'UUID', 'challenge_id', 'error_log'],
];

const TREFOIL = new Trefoil({
  baseUrl: 'http://127.0.0.1:9',
  tenantId: 't',
  clientId: 'c',
  clientSecret: 's',
});

for (const [file, source] of CLIENTS)
  test(`${file} names nothing that its client has not`, () => {
    const words = new Set(source.match(/[A-Za-z_]\w+/g));
    assert.deepEqual(
      namesIn(file).filter((name) => !words.has(name) && !OTHERS.includes(name)),
      [],
    );
  });

test('the types and classes that the README of the SDK names are exported', () => {
  const exported = new Set([
    ...(read('packages/sdk/src/index.ts').match(/\b[A-Z]\w+/g) ?? []),
    ...[...read('packages/sdk/src/generated.ts').matchAll(/^export (?:type|interface) (\w+)/gm)].map(
      ([, name]) => name,
    ),
  ]);
  const named = namesIn('packages/sdk/README.md').filter((name) => /^[A-Z][a-z]+[A-Z]?\w*$/.test(name));
  assert.ok(named.length > 20, String(named.length));
  assert.deepEqual(
    named.filter((name) => !exported.has(name) && !OTHERS.includes(name)),
    [],
  );
});

test('the README of the SDK lists every call of the client, and no other', () => {
  const rows = [...read('packages/sdk/README.md').matchAll(/^\| `(\w+)` \| (`.*) \|$/gm)];
  const said = rows
    .filter(([, part = '']) => part in TREFOIL)
    .map(([, part, calls = '']) => [
      part,
      [...calls.replace(/ \(.*?\)/, '').matchAll(/`(\w+)`/g)].map(([, call]) => call).sort(),
    ]);
  const parts = Object.entries(TREFOIL).filter(([, of]) => typeof of === 'object');
  assert.deepEqual(
    Object.fromEntries(said),
    Object.fromEntries(parts.map(([part, of]) => [part, Object.keys(of as object).sort()])),
  );
});

test('every method of the SDK that a page names is one', () => {
  const pages = globSync(['docs/*.md', 'packages/sdk/README.md', 'examples/*/README.md'], { cwd: ROOT });
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/\btrefoil\.([a-z]\w+)\.(\w+)(?=\()/g)].map(([call, part = '', method = '']) => {
      const of = (TREFOIL as unknown as Record<string, Record<string, unknown> | undefined>)[part];
      return typeof of?.[method] === 'function' ? null : `${page}: ${call}`;
    }),
  );
  assert.ok(named.length > 20, String(named.length));
  assert.deepEqual(
    named.filter((one) => one !== null),
    [],
  );
});
