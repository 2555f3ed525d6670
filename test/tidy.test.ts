// The rules of the code's layout: imports only go down a floor, one file reads the environment, files stay small, and the project names
// no machine that it was made on. Each rule on imports is also tried on planted ones, so that it is known to fail.
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
  payments: 2,
  postcodes: 2,
  mail: 2,
  pdf: 2,
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

/** The relative imports of each file, as paths from the root. */
type Imports = Map<string, string[]>;

function importsIn(file: string, text: string): string[] {
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)];
  return found.map(([, path = '']) => relative(ROOT, join(ROOT, dirname(file), path)));
}

const importsOf = (file: string): string[] => importsIn(file, read(file));
const imports: Imports = new Map(sources.map((file) => [file, importsOf(file)]));
const packaged: Imports = new Map(
  globSync('packages/*/src/*.ts', { cwd: ROOT }).map((file) => [file, importsOf(file)]),
);
const planted = (texts: Record<string, string>): Imports =>
  new Map(Object.entries(texts).map(([file, text]) => [file, importsIn(file, text)]));

/** Imports of another room that is not on a lower floor. A room without a floor is above and below nothing. */
function upwardImports(among: Imports): string[] {
  const floorOf = (file: string): number => FLOORS[roomOf(file)] ?? Number.NaN;
  return [...among].flatMap(([file, targets]) =>
    targets
      .filter((target) => target.startsWith('src/') && roomOf(target) !== roomOf(file))
      .filter((target) => !(floorOf(target) < floorOf(file)))
      .map((target) => `${file} -> ${target}`),
  );
}

/** Each circle once, as the files on the way round. */
function circlesAmong(among: Imports): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string): void => {
    const at = way.indexOf(file);
    if (at !== -1) circles.push([...way.slice(at), file].join(' -> '));
    if (at !== -1 || done.has(file)) return;
    way.push(file);
    for (const target of among.get(file) ?? []) visit(target);
    way.pop();
    done.add(file);
  };
  for (const file of among.keys()) visit(file);
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
  assert.deepEqual(upwardImports(imports), []);
});

test('an import upwards, of a neighbour or of a room without a floor is found, however it is written', () => {
  const wrong = {
    'src/domain/a.ts': "import type { App } from '../http/app.ts';",
    'src/storage/b.ts': "import {\n  one,\n  two,\n} from '../sms/two.ts';",
    'src/usecases/reports/c.ts': "const { x } = await import('../../compose/x.ts');",
    'src/http/routes/d.ts': "export * from '../../cli/d.ts';",
    'src/compose/e.ts': "import '../helpers/e.ts';",
    'src/helpers/f.ts': "import { f } from '../domain/f.ts';",
    'src/start/g.ts': "import { main } from '../main.ts';",
  };
  assert.deepEqual(upwardImports(planted(wrong)), [
    'src/domain/a.ts -> src/http/app.ts',
    'src/storage/b.ts -> src/sms/two.ts',
    'src/usecases/reports/c.ts -> src/compose/x.ts',
    'src/http/routes/d.ts -> src/cli/d.ts',
    'src/compose/e.ts -> src/helpers/e.ts',
    'src/helpers/f.ts -> src/domain/f.ts',
    'src/start/g.ts -> src/main.ts',
  ]);
  const right = {
    'src/http/app.ts': "import { a } from '../domain/a.ts';\nimport { b } from './edge/b.ts';",
    'src/main.ts': "import { c } from './start/c.ts';",
  };
  assert.deepEqual(upwardImports(planted(right)), []);
});

test('no files import each other in a circle, type-only imports included', () => {
  assert.deepEqual(circlesAmong(imports), []);
  assert.deepEqual(circlesAmong(packaged), []);
});

/** Imports by which a package would need the project around it, or anything to be installed. */
function foreignImports(text: string): string[] {
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, path = '']) => path);
  return found.filter((path) => !/^\.\/[\w-]+\.ts$/.test(path));
}

test('the SDK stands alone: it imports nothing but its own files, and nobody reaches into it', () => {
  const files = globSync('packages/sdk/src/*', { cwd: ROOT });
  assert.ok(files.length > 10);
  assert.deepEqual(
    files.flatMap((file) => foreignImports(read(file)).map((path) => `${file} -> ${path}`)),
    [],
  );
  const { dependencies, peerDependencies } = JSON.parse(read('packages/sdk/package.json'));
  assert.deepEqual([dependencies, peerDependencies], [undefined, undefined]);
  const reaching = [...imports].filter(([, targets]) =>
    targets.some((target) => target.startsWith('packages/')),
  );
  assert.deepEqual(reaching, []);
  const planted =
    "import { a } from '../../../src/domain/a.ts';\nimport ky from 'ky';\nexport * from './own.ts';";
  assert.deepEqual(foreignImports(planted), ['../../../src/domain/a.ts', 'ky']);
});

test('a circle is found: of a file with itself, of two, of three, and where only types are imported', () => {
  const circles = (texts: Record<string, string>): string[] => circlesAmong(planted(texts));
  assert.deepEqual(circles({ 'src/a.ts': "import { a } from './a.ts';" }), ['src/a.ts -> src/a.ts']);
  assert.deepEqual(
    circles({
      'src/a.ts': "import type { B } from './b.ts';",
      'src/b.ts': "import type { A } from './a.ts';",
    }),
    ['src/a.ts -> src/b.ts -> src/a.ts'],
  );
  assert.deepEqual(
    circles({
      'src/start.ts': "import { a } from './a.ts';",
      'src/a.ts': "import { b } from './b.ts';",
      'src/b.ts': "export { c } from './c.ts';\nimport { d } from './d.ts';",
      'src/c.ts': "const a = await import('./a.ts');",
      'src/d.ts': '',
    }),
    ['src/a.ts -> src/b.ts -> src/c.ts -> src/a.ts'],
  );
  assert.deepEqual(
    circles({
      'src/a.ts': "import { c } from './c.ts';\nimport { b } from './b.ts';",
      'src/b.ts': "import { c } from './c.ts';",
      'src/c.ts': '',
    }),
    [],
    'two paths to one file are not a circle',
  );
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

test('the terminal is written to in one place, which cleans what comes from elsewhere', () => {
  const writers = sources.filter((file) =>
    /\b(stdout|stderr)\.write\b|\bconsole\.(log|error|warn|info)\b/.test(read(file)),
  );
  assert.deepEqual(writers, ['src/cli/terminal.ts']);
});

test('files stay small enough to read in one go', () => {
  const long = globSync(
    [
      'src/**/*.ts',
      'console/**/*.{ts,tsx}',
      'test/**/*.ts',
      'bench/*.ts',
      'scripts/*.ts',
      'packages/*/src/*.{ts,js}',
    ],
    { cwd: ROOT },
  )
    .filter((file) => !file.endsWith('generated.ts'))
    .map((file) => ({ file, lines: read(file).split('\n').length }))
    .filter(({ file, lines }) => lines > (file.endsWith('.test.ts') ? TEST_LINES_MAX : LINES_MAX));
  assert.deepEqual(long, []);
});

function crowdedAmong(files: string[]): string[] {
  const crowded = Map.groupBy(files, dirname)
    .entries()
    .filter(([, within]) => within.length > FILES_MAX)
    .map(([folder, within]) => `${folder}: ${within.length}`);
  return [...crowded];
}

test('no folder has too many files: a subject of its own gets its own folder', () => {
  const inConsole = globSync('console/**/*.{ts,tsx}', { cwd: ROOT });
  assert.ok(inConsole.length > 100);
  assert.deepEqual(crowdedAmong([...sources, ...inConsole]), []);
  const full = Array.from({ length: FILES_MAX }, (_, index) => `console/pages/${index}.tsx`);
  assert.deepEqual(crowdedAmong(full), []);
  assert.deepEqual(crowdedAmong([...full, 'console/pages/one-more.tsx']), [
    `console/pages: ${FILES_MAX + 1}`,
  ]);
});

test('every source file opens by saying what it is for', () => {
  const others = globSync(['console/**/*.{ts,tsx}', 'packages/*/src/*'], { cwd: ROOT });
  const silent = [...sources, ...others].filter((file) => !/^(#!.*\n)?\/\/ /.test(read(file)));
  assert.deepEqual(silent, []);
});

test('no SQL stands outside storage', () => {
  const sql = /\b(select\s.+\sfrom|insert into|update \w+ set|delete from)\b/;
  const wrong = sources.filter((file) => roomOf(file) !== 'storage' && sql.test(read(file)));
  assert.deepEqual(wrong, []);
});

/** Reads of this process's wall clock. A date made from something else is no read, and durations use performance.now(). */
function clockReads(text: string): string[] {
  const reads = [
    /\bnew Date\b(?!\s*\()/,
    /\bnew Date\(\s*\)/,
    /(?<!new )\bDate\(/,
    /\bDate\s*(\?\.|\.)\s*now\b/,
  ];
  const aside = /\bDate\s*\[|=\s*Date\s*[;,]|performance\.timeOrigin|\bprocess\.hrtime\(/;
  return text
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .filter((line) => aside.test(line) || reads.some((read) => read.test(line)))
    .map((line) => line.trim());
}

test('storage has one clock, the database’s: no file there reads the wall clock of its process', () => {
  const wrong = sources
    .filter((file) => roomOf(file) === 'storage')
    .flatMap((file) => clockReads(read(file)).map((line) => `${file}: ${line}`));
  assert.deepEqual(wrong, []);
});

test('no statement takes the time of a test as a value: its driver puts it in place of EXACT_NOW', () => {
  const isTaken = (text: string) =>
    /coalesce\(\$[^()]*, *(clock_timestamp|now|statement_timestamp)\(\)/.test(text);
  const wrong = sources.filter((file) => roomOf(file) === 'storage' && isTaken(read(file)));
  assert.deepEqual(wrong, ['src/storage/engine/connection/database.ts']);
  assert.ok(isTaken('at <= coalesce($2::timestamptz, clock_timestamp())'));
  assert.ok(!isTaken('coalesce(q.closed_at, clock_timestamp())'));
});

test('a read of the wall clock is found however it is written, and a date made from something else is left alone', () => {
  const planted = [
    'const at = new Date();',
    'const at = new Date( );',
    'const at = new Date;',
    'const nowMs = Date.now();',
    'values.push(new Date(Date.now() - 1_000));',
    'const { now } = Date;',
    "const nowMs = Date['now']();",
    'const text = Date();',
    'const wallMs = performance.timeOrigin + performance.now();',
  ];
  assert.deepEqual(clockReads(planted.join('\n')), planted);
  const innocent = [
    'const begunMs = performance.now();',
    'at: new Date(row.at_ms),',
    'createdAt: Date;',
    'const ms = Date.parse(text);',
    '// A comment may say Date.now().',
    'type Row = { at: Date | null };',
  ];
  assert.deepEqual(clockReads(innocent.join('\n')), []);
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
    "'The challenge expired: it lives 5 minutes from the last code that was sent.'",
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
