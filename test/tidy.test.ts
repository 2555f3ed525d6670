// The house kept tidy: imports only go downstairs, only one file reads the environment, files stay small, and the project
// says nothing of the machine that it was made on.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const FLOORS: Record<string, number> = {
  settings: 0,
  html: 0,
  turns: 0,
  outbound: 0,
  domain: 1,
  telemetry: 1,
  storage: 2,
  identity: 2,
  bureaus: 2,
  risk: 2,
  sms: 2,
  mail: 2,
  world: 3,
  config: 3,
  usecases: 4,
  cli: 5,
  pages: 5,
  http: 5,
  compose: 6,
  start: 7,
  'main.ts': 8,
};
const LINES_MAX = 300;
const TEST_LINES_MAX = 400;
const FILES_MAX = 40;

const sources = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
/** The folder below src that a file is in; main.ts, the only file without one, is a room by itself. */
const roomOf = (file: string): string => file.split('/')[1] ?? '';

function importsOf(file: string): string[] {
  const found = [...read(file).matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)];
  return found.map(([, path = '']) => relative(ROOT, join(ROOT, dirname(file), path)));
}

/** Each circle once, as the files on the way round. */
function circlesAmong(imports: Map<string, string[]>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string): void => {
    const at = way.indexOf(file);
    if (at !== -1) circles.push([...way.slice(at), file].join(' -> '));
    if (at !== -1 || done.has(file)) return;
    way.push(file);
    for (const target of imports.get(file) ?? []) visit(target);
    way.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return circles;
}

test('every file of src is in a room that has a floor', () => {
  const rooms = new Set(sources.map(roomOf));
  assert.deepEqual(
    [...rooms].filter((room) => FLOORS[room] === undefined),
    [],
  );
});

test('imports only go downstairs, and neighbours do not see each other', () => {
  const floorOf = (file: string): number => FLOORS[roomOf(file)] ?? Number.NaN;
  const wrong = sources.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith('src/') && roomOf(target) !== roomOf(file))
      .filter((target) => !(floorOf(target) < floorOf(file)))
      .map((target) => `${file} -> ${target}`),
  );
  assert.deepEqual(wrong, []);
});

test('no files import each other in a circle, type-only imports included', () => {
  assert.deepEqual(circlesAmong(new Map(sources.map((file) => [file, importsOf(file)]))), []);
});

test('the domain imports nothing but itself', () => {
  const foreign = sources
    .filter((file) => roomOf(file) === 'domain')
    .filter(
      (file) =>
        /from '(?!\.)/.test(read(file)) ||
        importsOf(file).some((target) => !target.startsWith('src/domain/')),
    );
  assert.deepEqual(foreign, []);
});

test('only config.ts and the two ways in read the environment', () => {
  const readers = sources.filter((file) => read(file).includes('process.env'));
  assert.deepEqual(readers.sort(), ['src/main.ts', 'src/start/run-command.ts']);
});

test('files stay small enough to read in one go', () => {
  const long = globSync(
    ['src/**/*.ts', 'console/**/*.{ts,tsx}', 'test/**/*.ts', 'bench/*.ts', 'scripts/*.ts'],
    {
      cwd: ROOT,
    },
  )
    .map((file) => ({ file, lines: read(file).split('\n').length }))
    .filter(({ file, lines }) => lines > (file.endsWith('.test.ts') ? TEST_LINES_MAX : LINES_MAX));
  assert.deepEqual(long, []);
});

test('no folder is crowded: a subject of its own gets a folder of its own', () => {
  const crowded = Map.groupBy(sources, dirname)
    .entries()
    .filter(([, files]) => files.length > FILES_MAX)
    .map(([folder, files]) => `${folder}: ${files.length}`);
  assert.deepEqual([...crowded], []);
});

test('every source file opens by saying what it is for', () => {
  const silent = [...sources, ...globSync('console/**/*.{ts,tsx}', { cwd: ROOT })].filter(
    (file) => !/^(#!.*\n)?\/\/ /.test(read(file)),
  );
  assert.deepEqual(silent, []);
});

test('no SQL stands outside storage', () => {
  const sql = /\b(select\s.+\sfrom|insert into|update \w+ set|delete from)\b/;
  const wrong = sources.filter((file) => roomOf(file) !== 'storage' && sql.test(read(file)));
  assert.deepEqual(wrong, []);
});

/** Copies of the limits of a challenge (five minutes, three attempts, three sends), in SQL, in arithmetic and in messages. */
function copiedLimits(text: string): string[] {
  const lines = text.split('\n').filter((line) => !/^\s*(\/\/|\/?\*|--)/.test(line));
  const copies = [
    /interval '(5 ?min|300 ?sec|300_?000|0*:?0?5:00)/i,
    /\b300_?000\b/,
    /(?<![\d_.])5 \* 60/,
    /\b60(_?000)? \* 5(?![\d_.])/,
    /\b(5|five) minutes\b/i,
    /\b(attempts|sends)( \+ 1)? ?(<|>|<=|>=|=|===|!==) ?[2-9]\b/,
    /\b[2-9] - [\w.]*(attempts|sends)\b/i,
    /\bwrong (3|three) times\b/i,
    /\b(3|three) (attempts|tries|sends|texts|wrong codes)\b/i,
  ];
  return lines.filter((line) => copies.some((copy) => copy.test(line))).map((line) => line.trim());
}

test('the limits of a challenge are said in the domain alone; SQL and messages are built from its constants', () => {
  const outside = [...sources, ...globSync('console/**/*.{ts,tsx}', { cwd: ROOT })].filter(
    (file) => roomOf(file) !== 'domain',
  );
  const copies = outside.flatMap((file) => copiedLimits(read(file)).map((line) => `${file}: ${line}`));
  assert.deepEqual(copies, []);
});

test('a copy of a limit is found in SQL, in arithmetic and in a message, and other numbers are left alone', () => {
  const planted = [
    "where at <= last_sent_at + interval '5 minutes'",
    "where at <= last_sent_at + interval '5 min'",
    "where at <= last_sent_at + interval '300000 milliseconds'",
    "where at <= last_sent_at + interval '00:05:00'",
    'const untilMs = sentAtMs + 300_000;',
    'const LIFETIME_MS = 300000;',
    'const LIFETIME_MS = 5 * 60 * 1000;',
    'const LIFETIME_MS = 5 * 60_000;',
    'const LIFETIME_MS = 60 * 5 * 1000;',
    "select * from seen where status = 'pending' and attempts < 3",
    'select r.attempts + 1 >= 3 or r.is_doomed as is_last',
    'and not is_doomed and sends < 3',
    'const left = 3 - challenge.attempts;',
    'return { remainingSmsCount: 3 - sends };',
    "'The challenge expired: more than 5 minutes passed since the last code was sent.'",
    "'The code was wrong 3 times.'",
    "'The three sends of this challenge are used.'",
  ];
  assert.deepEqual(copiedLimits(planted.join('\n')), planted);
  const innocent = [
    "when r.challenge_state = 'open' and r.attempts > 0 then 'retry'",
    "set challenge_state = 'open', attempts = 0, sends = 1",
    `interval '\${CHALLENGE_LIFETIME_MS} milliseconds'`,
    `and attempts < \${ATTEMPTS_MAX}`,
    'const TOKEN_LIFETIME_SECONDS = 15 * 60;',
    "where window_start < clock_timestamp() - interval '10 minutes'",
    'const REFRESH_EARLY_MINUTES = 5;',
    '// A comment may say that a code lives for 5 minutes.',
  ];
  assert.deepEqual(copiedLimits(innocent.join('\n')), []);
});

test('no test is switched off or alone, and no machine or registry is named', () => {
  const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  const texts = tracked.filter(
    (file) => /\.(ts|js|json|md|sql|yml|example)$/.test(file) && !file.endsWith('tidy.test.ts'),
  );
  const forbidden = [
    /\b(it|test|describe)\.(only|skip|todo)\(/,
    /\.\.\/shared\b/,
    /"resolved": "http/,
    /\/(home|root|work)\/\w+\//,
  ];
  const hits = texts.flatMap((file) =>
    forbidden.filter((pattern) => pattern.test(read(file))).map((pattern) => `${file}: ${pattern}`),
  );
  assert.deepEqual(hits, []);
});
