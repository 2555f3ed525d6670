// The long runs, one after another, at ten times the size of `npm test` or not part of it: the ledger's model test, kills, failovers, lost
// commit acknowledgements, paused processes, wrong clocks, full disks, overload, rolling upgrades, restores, a soak test. Each prints its
// seed and its figures; all of them take some hours. Arguments select: npm run test:chaos -- kills
import { spawn } from 'node:child_process';
import { join } from 'node:path';

type Run = { file: string; env: Record<string, string>; minutesMax: number };

const RUNS: Run[] = [
  { file: 'test/ledger/model.test.ts', env: { LEDGER_COMMANDS: '60000' }, minutesMax: 30 },
  { file: 'test/money/kills.test.ts', env: { MONEY_KILLS: '200' }, minutesMax: 30 },
  { file: 'test/money/failpoints.test.ts', env: { FAILPOINT_SIDES: 'both' }, minutesMax: 15 },
  { file: 'test/money/seven-of-a-hundred.test.ts', env: { SEVENS: '50' }, minutesMax: 30 },
  { file: 'test/money/embedded-kills.test.ts', env: { EMBEDDED_KILLS: '50' }, minutesMax: 30 },
  { file: 'test/sms/receipts.test.ts', env: { SMS_RECEIPTS: '15000' }, minutesMax: 15 },
  { file: 'test/bureaus/brown-out.test.ts', env: { BROWN_OUT_MODES: 'all' }, minutesMax: 10 },
  // Hashes ten thousand passwords at the real cost.
  { file: 'test/identity/races.test.ts', env: { ROUNDS: '100' }, minutesMax: 30 },
  { file: 'test/fuzz/requests.test.ts', env: { FUZZ_REQUESTS: '20000' }, minutesMax: 30 },
  { file: 'src/domain/merging/merge-files.test.ts', env: { MERGE_RUNS: '20000' }, minutesMax: 40 },
  { file: 'test/bureaus/contract.test.ts', env: { BUREAU_MUTATIONS: '50000' }, minutesMax: 30 },
  {
    file: 'test/merge/changes.test.ts',
    env: { CHANGES_PEOPLE: '4000', CHANGES_PLANTED: '5000' },
    minutesMax: 40,
  },
  { file: 'test/chaos/sigterm.chaos.ts', env: { SIGTERMS: '50', SIGTERM_REQUESTS: '20000' }, minutesMax: 20 },
  {
    file: 'test/chaos/sigterm.chaos.ts',
    env: { SIGTERMS: '20', SIGTERM_REQUESTS: '8000', SIGTERM_WORKERS: '3' },
    minutesMax: 30,
  },
  {
    file: 'test/chaos/rolling-restarts.chaos.ts',
    env: { ROLLING_RESTARTS: '50', ROLLING_REQUESTS: '20000', ROLLING_CONNECTIONS: '200' },
    minutesMax: 30,
  },
  { file: 'test/chaos/stopped.chaos.ts', env: { STOPS: '20', DATABASE_STOPS: '5' }, minutesMax: 20 },
  { file: 'test/chaos/clocks.chaos.ts', env: {}, minutesMax: 15 },
  { file: 'test/chaos/exhausted.chaos.ts', env: {}, minutesMax: 15 },
  { file: 'test/chaos/full-disk.chaos.ts', env: { FULL_DISKS: '5' }, minutesMax: 15 },
  {
    file: 'test/chaos/failover.chaos.ts',
    env: { FAILOVERS: '10', FAILOVER_WRITES: '20000' },
    minutesMax: 30,
  },
  {
    file: 'test/chaos/patroni.chaos.ts',
    env: { PATRONI_KILLS: '5', PATRONI_WRITES: '5000' },
    minutesMax: 30,
  },
  { file: 'test/chaos/cut-commits.chaos.ts', env: { CUTS: '600' }, minutesMax: 20 },
  {
    file: 'test/chaos/restarts.chaos.ts',
    env: { RESTARTS: '20', TERMINATIONS: '500' },
    minutesMax: 20,
  },
  { file: 'src/storage/keys/vault.test.ts', env: { SEAL_NONCES: '1000000' }, minutesMax: 10 },
  {
    file: 'test/scenarios/key-rotation.test.ts',
    env: { KEY_TENANTS: '200', KEY_REPORTS: '2000' },
    minutesMax: 20,
  },
  { file: 'test/chaos/canaries.chaos.ts', env: { CANARY_LINES: '50000' }, minutesMax: 60 },
  {
    file: 'test/chaos/webhook-kills.chaos.ts',
    env: { WEBHOOK_KILLS: '100', WEBHOOK_EVENTS: '10000' },
    minutesMax: 30,
  },
  {
    file: 'test/chaos/webhook-queue.chaos.ts',
    env: { WEBHOOK_DUE: '100000', WEBHOOK_CLAIMS: '1000', WEBHOOK_FAIR_EVENTS: '20' },
    minutesMax: 15,
  },
  {
    file: 'test/api/webhooks/churn.test.ts',
    env: { CHURN_ROWS: '100000', CHURN_CHURNED: '180000' },
    minutesMax: 20,
  },
  {
    file: 'test/chaos/listen.chaos.ts',
    env: { LISTEN_RESTARTS: '50', LISTEN_STOP_SECONDS: '600' },
    minutesMax: 60,
  },
  {
    file: 'test/api/consumer-sessions/verify-consents.test.ts',
    env: { CONSENT_SESSIONS: '10500' },
    minutesMax: 30,
  },
  { file: 'test/ledger/alerts.test.ts', env: { ALERT_MOVES: '100000' }, minutesMax: 30 },
  { file: 'src/outbound/guard.test.ts', env: { GUARD_FLIPS: '1000' }, minutesMax: 5 },
  { file: 'test/sdk/service.test.ts', env: { SDK_CUTS: '500' }, minutesMax: 15 },
  { file: 'test/chaos/overload.chaos.ts', env: { OVERLOAD_SECONDS: '60' }, minutesMax: 5 },
  { file: 'test/chaos/neighbour.chaos.ts', env: { NEIGHBOUR_ROUNDS: '5' }, minutesMax: 5 },
  { file: 'test/chaos/slow-clients.chaos.ts', env: { SLOW_ROUNDS: '5' }, minutesMax: 25 },
  { file: 'test/chaos/sign-in-flood.chaos.ts', env: { FLOOD_ROUNDS: '5' }, minutesMax: 10 },
  { file: 'test/chaos/versions.chaos.ts', env: { VERSIONS_RUNS: '10' }, minutesMax: 15 },
  {
    file: 'test/chaos/upgrade.chaos.ts',
    env: { UPGRADE_TURNS: '20', UPGRADE_REPORTS: '1000000' },
    minutesMax: 90,
  },
  { file: 'test/chaos/restore.chaos.ts', env: { RESTORE_DRILLS: '3' }, minutesMax: 15 },
  // The same in every `npm test`; here so that one command covers every guarantee.
  { file: 'test/scenarios/three-processes.test.ts', env: {}, minutesMax: 10 },
  { file: 'test/scenarios/three-processes.test.ts', env: { TEST_WORKERS: '3' }, minutesMax: 10 },
  { file: 'test/scenarios/production.test.ts', env: {}, minutesMax: 10 },
  { file: 'test/chaos/pdf.chaos.ts', env: { PDF_REPORTS: '10000' }, minutesMax: 60 },
  { file: 'test/chaos/figures.chaos.ts', env: { FIGURES_REPORTS: '1000000' }, minutesMax: 20 },
  { file: 'test/chaos/soak.chaos.ts', env: { SOAK_MINUTES: '30' }, minutesMax: 60 },
];

const ROOT = join(import.meta.dirname, '..');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const wanted = process.argv.slice(2);
const runs = RUNS.filter(
  ({ file }) => wanted.length === 0 || wanted.some((part) => file.split('/').pop()?.startsWith(part)),
);
const results: string[] = [];
let hasFailed = runs.length === 0;
for (const run of runs) {
  const begunMs = performance.now();
  const settings = Object.entries(run.env).map(([name, value]) => `${name}=${value}`);
  say(`\n${settings.join(' ')} ${run.file}`);
  const code = await toEnd(run);
  hasFailed ||= code !== 0;
  const tookMinutes = ((performance.now() - begunMs) / 60_000).toFixed(1);
  results.push(`${code === 0 ? 'passed' : 'FAILED'}  ${run.file}  ${settings.join(' ')}  ${tookMinutes} min`);
}
say(`\n${results.join('\n') || `Unknown run. The runs are: ${RUNS.map(({ file }) => file).join(', ')}`}`);
process.exit(hasFailed ? 1 : 0);

function toEnd({ file, env, minutesMax }: Run): Promise<number> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/test.ts'), file], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env, LONG_RUN_MINUTES: String(minutesMax) },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}
