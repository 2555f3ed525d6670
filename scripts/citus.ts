// Runs the suites that a sharded database must pass, on a Citus cluster: one that DATABASE_URL names, or a coordinator and two workers on
// loopback, from a PostgreSQL that has Citus installed. Where there is none, it says so. Arguments select files.
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { LEFT_OUT } from '../test/citus/left-out.ts';
import { findCitus, joinCitus, startCitus } from '../test/support/database/citus.ts';

const GLOBS = [
  'test/citus/*.citus.ts',
  'test/api/**/*.test.ts',
  'test/money/*.test.ts',
  'test/ledger/*.test.ts',
  'test/identity/*.test.ts',
  'src/storage/**/*.test.ts',
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const wanted = process.argv.slice(2);
const all = GLOBS.flatMap((glob) => globSync(glob)).sort();
const files = wanted.length > 0 ? wanted : all.filter((file) => LEFT_OUT[file] === undefined);
for (const [file, reason] of Object.entries(LEFT_OUT))
  if (wanted.length === 0) say(`Left out: ${file} (${reason})`);

process.exit(await main());

async function main(): Promise<number> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined) {
    const { url, workers } = await joinCitus(given);
    return run(url, workers);
  }
  const found = findCitus();
  if ('missing' in found) {
    say(found.missing);
    return 1;
  }
  const cluster = await startCitus(found.programs);
  try {
    return await run(
      cluster.url,
      cluster.workers.map(({ url }) => url),
    );
  } finally {
    await cluster.stop();
  }
}

function run(serverUrl: string, workers: string[]): Promise<number> {
  const { DATABASE_URL: _own, ...env } = process.env;
  const child = spawn(
    process.execPath,
    ['--test', '--test-concurrency=2', '--test-timeout=600000', '--test-reporter=spec', ...files],
    {
      stdio: 'inherit',
      env: {
        ...env,
        LONG_RUN_MINUTES: '10',
        TREFOIL_TEST_SERVER: serverUrl,
        TREFOIL_TEST_WORKERS: workers.join(' '),
      },
    },
  );
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}
