// Every counter of the source is in SECURITY.md's table of who can spend it: a new one is found here by its name or its making, and somebody
// has to say whether a stranger can use it up against its owner.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ALLOWANCES } from '../../src/http/edge/allowances.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const sources = globSync('src/**/*.ts', { cwd: ROOT })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: read(path) }));
const everywhere = sources.map(({ text }) => text).join('\n');
const found = (pattern: RegExp, text = everywhere): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
];

const [, table = ''] = /### Who can spend a limit\n([\s\S]*?)\n## /.exec(read('SECURITY.md')) ?? [];
const isListed = (name: string): boolean => table.includes(`\`${name}\``);

/** Sizes of pages, batches and steps of our own work: nobody else's request makes them grow. */
const SIZES =
  /PER_(PAGE|BATCH|BLOCK|ROUND|STEP|SECOND|SECOND_MIN|STATEMENT|DOUBLING|REQUEST|TRY|TURN|PENNY)$|^(QUEUED_SPANS_MAX|QUEUE_MAX|READ_QUEUE|WAITING)$/;
/** What `hashToken` makes of a secret that lets somebody in: looked up, not counted. */
const SECRETS = [
  ...['device', 'device-mark', 'interaction', 'invitation', 'recovery'],
  ...['refresh', 'refresh-by', 'refresh-next', 'reset', 'step'],
];

test('each counter is in the table of who can spend it, and the table has no other', () => {
  const constants = found(
    /^(?:export )?const ([A-Z_]*(?:_PER_|PER_|WAITING|IN_FLIGHT|PIPELINED|QUEUE|PATIENCE|GUESSES_MAX|ATTEMPTS_MAX|SENDS_MAX|GENERATES|OPENS|FINDS)[A-Z_]*)\b/gm,
  ).filter((name) => !SIZES.test(name));
  const settings = found(
    /^\| `([A-Z_]*(?:RATE_LIMIT|_PER_|IN_FLIGHT|CONNECTIONS|CALLS_MAX|DAILY)[A-Z_]*)`/gm,
    read('docs/settings.md'),
  );
  const kinds = found(/\bhashToken\(\s*'([\w-]+)'/g).filter((kind) => !SECRETS.includes(kind));
  const guards = found(/\bhashKey\('([\w-]+)'/g);
  const makers = sources
    .filter(({ text }) => /= createSlots\(|[:=] createBreaker\(/.test(text))
    .map(({ path }) => path);
  const counters = [...Object.keys(ALLOWANCES), ...constants, ...settings, ...kinds, ...guards, ...makers];
  assert.deepEqual(
    counters.filter((name) => !isListed(name)),
    [],
  );

  const named = found(/`([A-Z_]{4,}|[a-z]+(?:-[a-z]+)+)`/g, table);
  assert.deepEqual(
    named.filter((name) => !counters.includes(name)),
    [],
    'the table has counters that the source has not',
  );
});

test('nothing is counted by an address itself: whoever has one of IPv6 has 18 quintillion', () => {
  const uses = everywhere.split('\n').filter((line) => /\brequest\.ip\b/.test(line));
  assert.ok(uses.length > 5);
  // Counted by its household; kept or passed on as what it is; asked whether it is this machine.
  const known = /householdOf\(request\.ip\)|address: request\.ip\b|LOOPBACK\.has\(request\.ip\)/;
  assert.deepEqual(
    uses.filter((line) => !known.test(line)),
    [],
  );
});
