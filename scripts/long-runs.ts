// The long runs, at ten times the size of `npm test` or not part of it: what each does, and how long it takes. `npm run test:chaos -- --list`
// prints them; chaos.ts runs them.

/** A file, its full sizes, and the minutes after which it is ended. */
export type Run = readonly [file: string, sizes: Record<string, string>, minutesMax: number];
export type LongRun = {
  does: string;
  /** On two cores, where it was recorded; otherwise the list shows the most that it may take. */
  minutes?: string;
  runs: readonly Run[];
};

/** Beside the walks of every page: what is done on them, looked at on the way. */
const LOOKED_AT = [
  ...['console-figures', 'console-hosted', 'console-payments', 'console-people', 'console-report'],
  ...['console-states', 'console-webhooks', 'docs'],
];

export const LONG_RUNS: Record<string, LongRun> = {
  model: {
    does: '60,000 random commands on the ledger, compared with a model',
    runs: [['test/ledger/model.test.ts', { LEDGER_COMMANDS: '60000' }, 30]],
  },
  kills: {
    does: '200 kills of processes under load; every credit is accounted for',
    minutes: 'about 9',
    runs: [['test/money/kills.test.ts', { MONEY_KILLS: '200' }, 30]],
  },
  'seven-of-a-hundred': {
    does: 'Funds for seven reports and a hundred callers at once, with messages and without, 50 rounds each (`SEVENS`): seven are served',
    runs: [['test/money/seven-of-a-hundred.test.ts', { SEVENS: '50' }, 30]],
  },
  'clear-up': {
    does: '2,000 right codes at the moment of expiry: each is charged or released, never both',
    runs: [['test/money/clear-up.test.ts', { CLEAR_UP_TRIALS: '2000' }, 15]],
  },
  failpoints: {
    does: 'A process killed on both sides of every statement and outbound call of a charged request, and of clearing up; `npm test` tries what lies between two of them once, mostly in a service that dies within the test',
    runs: [['test/money/failpoints.test.ts', { FAILPOINTS: 'all' }, 15]],
  },
  crash: {
    does: 'The embedded default, ten times each: its service killed, its database, both; answers meanwhile are 200 or 503, and what was acknowledged is there',
    runs: [['test/scenarios/crash.test.ts', { CRASH_ROUNDS: '10' }, 15]],
  },
  'embedded-kills': {
    does: '50 kills of the embedded default, service and database',
    runs: [['test/money/embedded-kills.test.ts', { EMBEDDED_KILLS: '50' }, 30]],
  },
  payments: {
    does: '10,000 payments, their events shuffled and five times each, at three processes, and 100 kills: credits are what succeeded, every invoice is there once',
    runs: [['test/chaos/payments.chaos.ts', { PAYMENTS: '10000', PAYMENT_KILLS: '100' }, 120]],
  },
  receipts: {
    does: '15,000 delivery receipts: shuffled, repeated, forged',
    runs: [['test/sms/receipts.test.ts', { SMS_RECEIPTS: '15000' }, 15]],
  },
  'brown-out': {
    does: 'One bureau of three fails in every way, under twenty reports a second; the other two go on answering',
    runs: [['test/bureaus/brown-out.test.ts', { BROWN_OUT_MODES: 'all' }, 10]],
  },
  races: {
    does: 'Fifty at once for one code, refresh token, invitation, reset link, recovery code, a hundred rounds each (`ROUNDS`)',
    runs: [['test/identity/races.test.ts', { ROUNDS: '100' }, 30]],
  },
  looks: {
    does: 'Every page of the console, of sign-in, of the demo, of the hosted page and of the manual, and what is done on them, judged by axe in light, in dark, in forced colours and at 320 px; `npm test` judges each in light and in one of the others by turns, and that it fits at 1280 and 320 px',
    runs: [
      ['test/browser/console-looks.test.ts', { LOOKS: 'all' }, 15],
      ['test/browser/pages-looks.test.ts', { LOOKS: 'all' }, 15],
      ['test/browser/sign-in.test.ts', { LOOKS: 'all' }, 10],
      ...LOOKED_AT.map((name): Run => [`test/browser/${name}.test.ts`, { LOOKS: 'all' }, 10]),
    ],
  },
  requests: {
    does: '20,000 generated requests over all operations, valid and broken in one place; every answer is as documented',
    runs: [['test/fuzz/requests.test.ts', { FUZZ_REQUESTS: '20000' }, 30]],
  },
  poison: {
    does: 'Every poison value in every field, query and path of every operation; `npm test` tries each in every third place',
    runs: [['test/fuzz/poison.test.ts', { POISON: 'all' }, 15]],
  },
  'merge-files': {
    does: '20,000 invented sets of bureau files for each rule of merging',
    runs: [['src/domain/merging/merge-files.test.ts', { MERGE_RUNS: '20000' }, 40]],
  },
  contract: {
    does: '50,000 mutated replies of each bureau',
    runs: [['test/bureaus/contract.test.ts', { BUREAU_MUTATIONS: '50000' }, 30]],
  },
  changes: {
    does: '4,000 invented people reported twice, garbled anew, and 5,000 planted changes: none of the first false for more than one in a hundred, all of the second found',
    runs: [['test/merge/changes.test.ts', { CHANGES_PEOPLE: '4000', CHANGES_PLANTED: '5000' }, 40]],
  },
  sigterm: {
    does: '50 processes get SIGTERM under load, with calls to bureaus in progress; no request is lost or done twice. Once more with three workers in each (`SIGTERM_WORKERS`)',
    minutes: 'about 2',
    runs: [
      ['test/chaos/sigterm.chaos.ts', { SIGTERMS: '50', SIGTERM_REQUESTS: '20000' }, 20],
      ['test/chaos/sigterm.chaos.ts', { SIGTERMS: '20', SIGTERM_REQUESTS: '8000', SIGTERM_WORKERS: '3' }, 30],
    ],
  },
  'rolling-restarts': {
    does: '50 rolling restarts of a service of two workers, under 200 connections and 20,000 requests: none is lost, and sums of the metrics never fall',
    runs: [
      [
        'test/chaos/rolling-restarts.chaos.ts',
        { ROLLING_RESTARTS: '50', ROLLING_REQUESTS: '20000', ROLLING_CONNECTIONS: '200' },
        30,
      ],
    ],
  },
  stopped: {
    does: 'Processes, then the database, are paused for longer than every lease, and resumed',
    minutes: 'about 6',
    runs: [['test/chaos/stopped.chaos.ts', { STOPS: '20', DATABASE_STOPS: '5' }, 20]],
  },
  clocks: {
    does: 'Wall clocks that are an hour off, frozen, set meanwhile or two minutes apart',
    minutes: 'about 2',
    runs: [['test/chaos/clocks.chaos.ts', {}, 15]],
  },
  exhausted: {
    does: 'Five connections for two hundred requests, one connection beside a process that has all others, a pool of one for the API tests, 256 file descriptors',
    minutes: 'about 3',
    runs: [['test/chaos/exhausted.chaos.ts', {}, 15]],
  },
  'full-disk': {
    does: 'No space under the embedded database, and under the log. Needs root on Linux, because it mounts small disks in memory; skipped with that reason elsewhere',
    minutes: 'about 1',
    runs: [['test/chaos/full-disk.chaos.ts', { FULL_DISKS: '5' }, 15]],
  },
  failover: {
    does: 'Ten failovers under load, 20,000 acknowledged writes, none lost',
    minutes: 'about 4',
    runs: [['test/chaos/failover.chaos.ts', { FAILOVERS: '10', FAILOVER_WRITES: '20000' }, 30]],
  },
  patroni: {
    does: 'The leader`s machine is killed five times under charged reports, with Patroni, etcd and HAProxy as `docs/deploy/failover` sets them up; none of 5,000 acknowledged writes is lost. Skipped with the reason without Debian`s packages',
    runs: [['test/chaos/patroni.chaos.ts', { PATRONI_KILLS: '5', PATRONI_WRITES: '5000' }, 30]],
  },
  service: {
    does: '500 generates by the SDK, with up to three cuts of the connection at random bytes around each: one report and one charge each',
    minutes: 'about 3',
    runs: [['test/sdk/service.test.ts', { SDK_CUTS: '500' }, 15]],
  },
  'cut-commits': {
    does: '600 statements cut off on the wire, 500 of them after the server had them; 50 rotations of a secret',
    minutes: 'about 3',
    runs: [['test/chaos/cut-commits.chaos.ts', { CUTS: '600' }, 20]],
  },
  restarts: {
    does: '20 restarts of PostgreSQL, 500 terminated sessions',
    minutes: 'about 2',
    runs: [['test/chaos/restarts.chaos.ts', { RESTARTS: '20', TERMINATIONS: '500' }, 20]],
  },
  vault: {
    does: '1,000,000 sealed values, and no nonce twice',
    minutes: 'about 1',
    runs: [['src/storage/keys/vault.test.ts', { SEAL_NONCES: '1000000' }, 10]],
  },
  'key-rotation': {
    does: 'The keys of 200 tenants are rewrapped under load',
    minutes: 'about 2',
    runs: [['test/scenarios/key-rotation.test.ts', { KEY_TENANTS: '200', KEY_REPORTS: '2000' }, 20]],
  },
  canaries: {
    does: '50,000 log lines under kills and outages; then logs, metrics, traces, tables and files are searched for marked words',
    minutes: 'about 2',
    runs: [['test/chaos/canaries.chaos.ts', { CANARY_LINES: '50000' }, 60]],
  },
  'webhook-kills': {
    does: '100 kills of three processes, 10,000 events to four endpoints of a receiver that fails three times in ten; none is lost, and what comes twice has the same id',
    runs: [['test/chaos/webhook-kills.chaos.ts', { WEBHOOK_KILLS: '100', WEBHOOK_EVENTS: '10000' }, 30]],
  },
  listen: {
    does: '50 restarts of the service beside `trefoil listen`, every other one a kill, and a stop of the listener for 10 minutes; the handler gets every event once',
    minutes: '15 to 45',
    runs: [['test/chaos/listen.chaos.ts', { LISTEN_RESTARTS: '50', LISTEN_STOP_SECONDS: '600' }, 60]],
  },
  'webhook-queue': {
    does: '100,000 deliveries due: a claim takes at most 20 ms; one dead endpoint of a hundred delays the others by at most two seconds',
    runs: [
      [
        'test/chaos/webhook-queue.chaos.ts',
        { WEBHOOK_DUE: '100000', WEBHOOK_CLAIMS: '1000', WEBHOOK_FAIR_EVENTS: '20' },
        15,
      ],
    ],
  },
  churn: {
    does: '180,000 deliveries, an hour at 50 a second, through a table of 100,000: it stays within 1.2 of its size',
    runs: [['test/api/webhooks/churn.test.ts', { CHURN_ROWS: '100000', CHURN_CHURNED: '180000' }, 20]],
  },
  alerts: {
    does: '100,000 moves of credits in four wallets; the mails that are sent are the crossings of a model, word for word',
    runs: [['test/ledger/alerts.test.ts', { ALERT_MOVES: '100000' }, 30]],
  },
  'verify-consents': {
    does: '10,500 consumer sessions at every step; the hashes of each consent recompute (`consents verify`), and what is altered is named',
    runs: [['test/api/consumer-sessions/verify-consents.test.ts', { CONSENT_SESSIONS: '10500' }, 30]],
  },
  guard: {
    does: 'A name that changes between an address that may be called and one inside, 1,000 times; some seventy spellings of private addresses',
    runs: [['src/outbound/guard.test.ts', { GUARD_FLIPS: '1000' }, 5]],
  },
  overload: {
    does: 'Five times the load that one process can carry: it keeps serving, sheds the rest at once, and recovers within seconds',
    minutes: 'about 2',
    runs: [['test/chaos/overload.chaos.ts', { OVERLOAD_SECONDS: '60' }, 5]],
  },
  neighbour: {
    does: 'One tenant at twenty times its limit; the others do not notice',
    runs: [['test/chaos/neighbour.chaos.ts', { NEIGHBOUR_ROUNDS: '5' }, 5]],
  },
  'slow-clients': {
    does: 'Clients that read nothing, pipeline hundreds of requests or send half of them, from a few addresses and through a proxy, half bodies through a real haproxy too (Debian`s, unpacked; skipped with the reason where it cannot be had); the others get every answer, in at most twice their quiet time',
    minutes: 'about 16',
    runs: [['test/chaos/slow-clients.chaos.ts', { SLOW_ROUNDS: '5' }, 25]],
  },
  'sign-in-flood': {
    does: '200 sign-in forms at once with unknown addresses from 200 addresses, again and again; others get their tokens in at most twice their quiet time',
    minutes: 'about 3',
    runs: [['test/chaos/sign-in-flood.chaos.ts', { FLOOD_ROUNDS: '5' }, 10]],
  },
  versions: {
    does: 'Two versions side by side: the next one migrates the tables under load, is killed in the middle and started again',
    minutes: 'about 3',
    runs: [['test/chaos/versions.chaos.ts', { VERSIONS_RUNS: '10' }, 15]],
  },
  upgrade: {
    does: 'The previous release, unpacked from git, under load on a million reports, with their requests and events, is upgraded 20 times: no fault, nothing lost, the longest waits. The previous release is the commit before the newest migration; until there is one since the baseline, the last commit with its last migration held back. `UPGRADE_TURNS=1 UPGRADE_REPORTS=2000` takes a minute; `UPGRADE_FROM` names another commit',
    minutes: '20 to 60',
    runs: [['test/chaos/upgrade.chaos.ts', { UPGRADE_TURNS: '20', UPGRADE_REPORTS: '1000000' }, 90]],
  },
  restore: {
    does: 'Backup and restore under load, with erasures since the backup, three times',
    minutes: 'about 1',
    runs: [['test/chaos/restore.chaos.ts', { RESTORE_DRILLS: '3' }, 15]],
  },
  'three-processes': {
    does: 'Codes, resends and limits stay exact over three processes, in every `npm test` too; and over three workers of one service (`TEST_WORKERS`)',
    minutes: 'about 2',
    runs: [
      ['test/scenarios/three-processes.test.ts', { RACE_ROUNDS: '5' }, 10],
      ['test/scenarios/three-processes.test.ts', { TEST_WORKERS: '3', RACE_ROUNDS: '5' }, 10],
    ],
  },
  production: {
    does: 'Unsafe settings are refused in production, each with its reason; in every `npm test` too',
    minutes: 'about 1',
    runs: [['test/scenarios/production.test.ts', {}, 10]],
  },
  pdf: {
    does: '10,000 reports of the population as PDFs, and as many hostile ones in between: no fault of the checker (`test/support/pdf/`), the same bytes twice, the CPU time of 24 and 400 accounts. `PDF_RANGE` runs a part of it',
    runs: [['test/chaos/pdf.chaos.ts', { PDF_REPORTS: '10000' }, 60]],
  },
  figures: {
    does: 'What the console asks (statistics, search, lists, wallet, events, webhooks) of a tenant with a million reports beside one with a thousand, as a table: each answer within 200 ms, 99 of 100 times. `FIGURES_DATABASE` names a migrated database to plant once and measure again',
    minutes: '10 to 20',
    runs: [['test/chaos/figures.chaos.ts', { FIGURES_REPORTS: '1000000' }, 20]],
  },
  soak: {
    does: 'After a warm-up, half an hour at 100 requests a second with a day`s mix of calls; memory, files, sockets and connections stay level',
    minutes: '40 to 55',
    runs: [['test/chaos/soak.chaos.ts', { SOAK_MINUTES: '30' }, 60]],
  },
  limits: {
    does: 'Limits of the wall clock that the documents state: Ctrl-C ends the service, credits of an expired code come back, a gateway that hangs, 3,000 records merged, a consumer erased. The machine must be quiet',
    runs: [
      ['test/chaos/limits.chaos.ts', {}, 10],
      ['test/scenarios/erase-many.test.ts', { ERASE_SUBJECTS: '1000' }, 15],
    ],
  },
};
