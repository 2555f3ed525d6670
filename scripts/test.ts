// Runs all tests, with nothing to install first: one real PostgreSQL for the run, a browser for the browser tests, then node's test
// runner, whose summary comes last. Arguments select files: npm test -- test/api/generate/*.test.ts; --core selects the tests of one
// to two minutes.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { findChromium } from '../test/support/browser/chromium.ts';
import { startTestServer, type TestServer } from '../test/support/database/postgres.ts';
import { prepareQuickStart } from '../test/support/runs/quick-start.ts';
import { sharePrograms } from '../test/support/runs/shared-processes.ts';

// Explicit globs: the runner's default would also take files that happen to be called test-something.
const GLOBS = ['src/**/*.test.ts', 'test/**/*.test.ts'];

/**
 * Two cores have work enough with five: a test that waits for a process or a browser leaves its core to another. With six, three would
 * want each core, and limits of time would not be judged (test/support/services/time-limits.ts).
 */
const AT_ONCE = 5;

/** For each test and each hook. A file whose tests take longer says so (test/support/long.ts), and a long run says how long it is. */
const LIMIT_MS = Number(process.env.LONG_RUN_MINUTES ?? 0.5) * 60_000;

/** A loop that never ends keeps every timer from firing, that of the limit too. A long run may compute for minutes. */
const WATCHED = process.env.LONG_RUN_MINUTES ? [] : [imported('watchdog.mjs')];

/** Of the property tests. Always the same, so that a change is judged by the cases that its predecessor passed; a long run finds new ones. */
const SEED = process.env.TEST_SEED ?? String(process.env.LONG_RUN_MINUTES ? randomInt(2 ** 31) : 20_261_118);

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const wanted = process.argv.slice(2);
const isCore = wanted[0] === '--core';
const isLarge = isCore || wanted.length === 0;
const all = (): string[] => GLOBS.flatMap((glob) => globSync(glob)).sort();
const files = isCore ? core() : isLarge ? all() : wanted;

say(`TEST_SEED=${SEED}`);
const quickStart = await prepareQuickStart(files);
const programs = isLarge ? sharePrograms(files) : { files, remove() {} };
const server = await startTestServer();
let exitCode = 1;
try {
  const needsBrowser = files.some((file) => file.includes('browser'));
  const chromium = needsBrowser ? await findChromium(say) : undefined;
  exitCode = await run(server, chromium);
} finally {
  await server.stop();
  programs.remove();
}
process.exit(exitCode);

/** Tests beside their files, the layout, the documents, and one file of each endpoint: the one of its name, else the first. */
function core(): string[] {
  const ofEndpoints = globSync('test/api/*').flatMap((folder) => {
    const own = `${folder}/${basename(folder)}.test.ts`;
    const there = globSync(`${folder}/*.test.ts`).sort();
    return there.includes(own) ? own : there.slice(0, 1);
  });
  return [
    ...globSync('src/**/*.test.ts'),
    ...ofEndpoints,
    'test/tidy.test.ts',
    'test/documents.test.ts',
  ].sort();
}

function run(server: TestServer, chromium: string | undefined): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--test-concurrency=${AT_ONCE}`,
      `--test-timeout=${LIMIT_MS}`,
      // A test that ran out of time leaves sockets and timers, which would keep its file from ending.
      '--test-force-exit',
      ...WATCHED,
      ...(isLarge ? [imported('light-hooks.mjs')] : []),
      imported('seed.mjs'),
      '--test-reporter=spec',
      ...programs.files,
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        TREFOIL_TEST_SERVER: server.url,
        ...(server.cluster !== undefined && { TREFOIL_TEST_CLUSTER: server.cluster }),
        TEST_SEED: SEED,
        ...quickStart,
        ...(chromium !== undefined && { CHROMIUM_PATH: chromium }),
      },
    },
  );
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}

function imported(file: string): string {
  return `--import=${new URL(`../test/support/runs/${file}`, import.meta.url).href}`;
}
