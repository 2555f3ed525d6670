// Runs all tests, with nothing to install first: one real PostgreSQL for the run, a browser for the browser tests, then node's test
// runner, whose summary comes last. Arguments select files: npm test -- test/api/generate/*.test.ts
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { findChromium } from '../test/support/browser/chromium.ts';
import { startTestServer } from '../test/support/database/postgres.ts';
import { prepareQuickStart } from '../test/support/quick-start.ts';
import { sharePrograms } from '../test/support/shared-processes.ts';

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
const WATCHED = process.env.LONG_RUN_MINUTES
  ? []
  : [`--import=${new URL('../test/support/watchdog.mjs', import.meta.url).href}`];

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const wanted = process.argv.slice(2);
const files = wanted.length > 0 ? wanted : GLOBS.flatMap((glob) => globSync(glob)).sort();

const quickStart = await prepareQuickStart(files);
const programs = wanted.length > 0 ? { files, remove() {} } : sharePrograms(files);
const server = await startTestServer();
let exitCode = 1;
try {
  const needsBrowser = files.some((file) => file.includes('browser'));
  const chromium = needsBrowser ? await findChromium(say) : undefined;
  exitCode = await run(server.url, chromium);
} finally {
  await server.stop();
  programs.remove();
}
process.exit(exitCode);

function run(serverUrl: string, chromium: string | undefined): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--test-concurrency=${AT_ONCE}`,
      `--test-timeout=${LIMIT_MS}`,
      // A test that ran out of time leaves sockets and timers, which would keep its file from ending.
      '--test-force-exit',
      ...WATCHED,
      '--test-reporter=spec',
      ...programs.files,
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        TREFOIL_TEST_SERVER: serverUrl,
        ...quickStart,
        ...(chromium !== undefined && { CHROMIUM_PATH: chromium }),
      },
    },
  );
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}
