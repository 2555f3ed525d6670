// The long runs (long-runs.ts), one after another: kills, failovers, lost commit acknowledgements, paused processes, wrong clocks, full
// disks, overload, rolling upgrades, restores, a soak test. Each prints its seed and its figures; all of them take some hours. Arguments
// select by the beginning of a name: npm run test:chaos -- kills; --list says what there is.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { LONG_RUNS, type LongRun, type Run } from './long-runs.ts';

const ROOT = join(import.meta.dirname, '..');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const wanted = process.argv.slice(2);
if (wanted.includes('--list')) {
  say(list());
  process.exit(0);
}
const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.startsWith(part));
const runs = Object.entries(LONG_RUNS).flatMap(([name, run]) => (isWanted(name) ? run.runs : []));
const results: string[] = [];
let hasFailed = runs.length === 0;
for (const run of runs) {
  const [file, sizes] = run;
  const begunMs = performance.now();
  const settings = Object.entries(sizes).map(([name, value]) => `${name}=${value}`);
  say(`\n${settings.join(' ')} ${file}`);
  const code = await toEnd(run);
  hasFailed ||= code !== 0;
  const tookMinutes = ((performance.now() - begunMs) / 60_000).toFixed(1);
  results.push(`${code === 0 ? 'passed' : 'FAILED'}  ${file}  ${settings.join(' ')}  ${tookMinutes} min`);
}
say(`\n${results.join('\n') || `Unknown run. The runs are:\n${list()}`}`);
process.exit(hasFailed ? 1 : 0);

function list(): string {
  const rows = Object.entries(LONG_RUNS).map(([name, run]) => `${name} (${minutesOf(run)})\n  ${run.does}.`);
  return rows.join('\n');
}

function minutesOf({ minutes, runs }: LongRun): string {
  return `${minutes ?? `up to ${runs.reduce((sum, [, , minutesMax]) => sum + minutesMax, 0)}`} minutes`;
}

function toEnd([file, sizes, minutesMax]: Run): Promise<number> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/test.ts'), file], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...sizes, LONG_RUN_MINUTES: String(minutesMax) },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}
