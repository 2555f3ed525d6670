// npm run bench: the service compared with its upper bounds, in one run, in interleaved rounds, as ratios. Absolute figures differ between
// machines and minutes; compare the ratios. BENCH_ONLY=edge,bureaus, for instance, selects parts. The tables are written to bench/RESULTS.md;
// its section "Reading it" is written by hand and kept.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Bench, openBench } from './bench.ts';
import { bureausTable } from './bureaus.ts';
import { edgeLines } from './edge.ts';
import { eventLines } from './events.ts';
import { journeyTable } from './journey.ts';
import { type Line, measure, say, toTable } from './lines.ts';
import { listLines } from './lists.ts';
import { moneyLines } from './money.ts';
import { publicTable } from './public.ts';
import { readsTable } from './reads.ts';
import { startFigures } from './start.ts';
import { storageLines } from './storage.ts';
import { tokenLines } from './token.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 1_500);
const RESULTS = join(import.meta.dirname, 'RESULTS.md');
const tableOf = (linesOf: (bench: Bench) => Promise<Line[]>) => async (bench: Bench) =>
  toTable(await measure(await linesOf(bench), ROUNDS));
const PARTS: Record<string, (bench: Bench) => Promise<string>> = {
  edge: tableOf(edgeLines),
  token: tableOf(tokenLines),
  storage: tableOf(storageLines),
  lists: tableOf(listLines),
  money: tableOf(moneyLines),
  events: tableOf(eventLines),
  reads: readsTable,
  bureaus: bureausTable,
  journey: journeyTable,
  public: publicTable,
};

const wanted = process.env.BENCH_ONLY?.split(',') ?? Object.keys(PARTS);
const bench = await openBench(ROUND_MS);
try {
  if (bench.pgbench === null) {
    say('pgbench is not installed, so its lines are LEFT OUT (Debian: apt-get install postgresql-contrib).');
  }
  const tables: string[] = [];
  for (const name of wanted) {
    say(`\n${name}: preparing`);
    const table = await PARTS[name]?.(bench);
    if (table === undefined) throw new Error(`BENCH_ONLY takes ${Object.keys(PARTS).join(', ')}`);
    tables.push(`## ${name}\n\n${table}`);
  }
  const start = await startFigures();
  const text = [header(), ...tables, `## start\n\n${start}`].join('\n\n');
  say(`\n${text}`);
  if (process.env.BENCH_ONLY === undefined)
    writeFileSync(RESULTS, `${text}\n\n${readingOf(readFileSync(RESULTS, 'utf8'))}`);
} finally {
  await bench.close();
}

/** From its heading to the end of the file. */
function readingOf(results: string): string {
  const heading = '## Reading it\n';
  const at = results.indexOf(heading);
  return at === -1 ? heading : results.slice(at);
}

function header(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${cpus().length} cores (${arch()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  return `# Benchmark results\n\n${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${machine}. ${ROUNDS} rounds of ${ROUND_MS} ms, medians.`;
}
