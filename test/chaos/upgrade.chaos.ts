// The promise of an upgrade without downtime, on tables of a million rows: processes of the previous release serve under load while this one
// starts, migrates and takes over. Nobody gets a fault, nothing acknowledged is lost, and the longest waits are printed, before this release
// was started and since. The previous release is the newest commit before a migration whose own migrations are all still here by their names,
// or UPGRADE_FROM, unpacked from git, with its own test support and today's node_modules. While there is no such commit, because no migration
// came since the baseline, it is the last commit with its last migration held back. Each turn begins with a copy of its database.
// UPGRADE_TURNS, UPGRADE_REPORTS and TEST_SEED set the run; 1 and 2000 take a minute.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as passed } from 'node:timers/promises';
import pg from 'pg';
import { arrive, percentileOf } from '../../bench/arrivals.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { admin, databaseUrl, startTestServer } from '../support/database/postgres.ts';
import { endAll, newPath, startService, untilReady } from '../support/processes.ts';
import { type Outside, openOutside } from '../support/services/whole-house.ts';

const TURNS = Number(process.env.UPGRADE_TURNS ?? 1);
const REPORTS = Number(process.env.UPGRADE_REPORTS ?? 2_000);
const SEED = process.env.TEST_SEED ?? '';
const PER_SECOND = 20;
/** Of the previous release, before this one is started. */
const SECONDS_ALONE = 3;
const FUNDED = 1_000_000_000;
/** A start with a million rows to index, on a machine that is busy with other things. */
const READY_MS = 600_000;
/** Of a statement for a lock; the queue of a process rejects its callers when nothing moves for a second. */
const LOCK_WAIT_MS_MAX = 1_000;
const ROOT = join(import.meta.dirname, '../..');
const PLANTED = 'upgrade_planted';
const MIGRATIONS = 'src/storage/migrations';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', ROOT, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

const from = findPreviousRelease();
const { old, commit: unpacked } = await unpackWhole(from?.commit ?? null);
if (old !== null && from?.heldBack) rmSync(join(old, MIGRATIONS, from.heldBack));
const fromWhat = from?.heldBack ? `this code without ${from.heldBack}` : unpacked;
/** Of the previous release: it knows the tables and the service as they were. */
// biome-ignore lint/suspicious/noExplicitAny: the modules of another version have no types here.
const its = (path: string): Promise<any> => import(join(old ?? ROOT, path));
const [houses, fleets, pasts, traffics, webhooks, money, migrating] = await Promise.all(
  [
    'test/support/house.ts',
    'test/support/services/fleet.ts',
    'test/support/past/planted-past.ts',
    'test/support/services/mixed-traffic.ts',
    'test/support/webhooks/webhooks.ts',
    'test/support/money.ts',
    'src/storage/migrate.ts',
  ].map(its),
);

after(endAll);

test(`${TURNS} upgrades of ${fromWhat} with ${REPORTS} reports under load: nobody notices (TEST_SEED=${SEED})`, {
  skip: old === null && 'there is no git history here to take the previous release from',
}, async () => {
  const server = await startTestServer('durable');
  let receiptsTo = '';
  const outside = await openOutside(() => receiptsTo);
  try {
    const tenant = await plant(server.url);
    const random = createRandom(SEED);
    const waits: Waits[] = [];
    for (let turn = 1; turn <= TURNS; turn += 1) {
      const name = `upgrade_${turn}`;
      const onServer = (text: string) => admin(server.url, (client) => client.query(text));
      await onServer(`create database ${name} template ${PLANTED} strategy file_copy`);
      const url = databaseUrl(server.url, name);
      const fleet = await fleets.openFleet({
        ...{ count: 1, world: 'configured', on: { url, drop: async () => {} } },
        settings: { ...outside.settings, LOG_LEVEL: 'error' },
      });
      receiptsTo = fleet.processes[0].origin;
      waits.push(await upgrade({ fleet, url, tenant, random, codeFor: outside.codeFor }));
      say(`  turn ${turn}: ${JSON.stringify(waits.at(-1))}`);
      await fleet.close();
      await onServer(`drop database ${name} with (force)`);
    }
    const most = (of: keyof Waits): number => Math.max(...waits.map((one) => one[of]));
    say(
      `${TURNS} upgrades, seed ${SEED}: 0 lost, 0 faults; longest wait for a lock ${most('lockMs')} ms, for an answer ${most('slowestMs')} ms, before this release was started ${most('aloneMs')} ms`,
    );
  } finally {
    await outside.close();
    await server.stop();
  }
});

type Turn = {
  // biome-ignore lint/suspicious/noExplicitAny: of the previous release.
  fleet: any;
  url: string;
  tenant: { tenantId: string };
  random: ReturnType<typeof createRandom>;
  codeFor: Outside['codeFor'];
};
type Waits = {
  readyMs: number;
  requests: number;
  p50Ms: number;
  p99Ms: number;
  slowestMs: number;
  /** The slowest before this release was started: what the machine itself makes a request wait. The others are of the time since. */
  aloneMs: number;
  lockMs: number;
};

/** The previous release serves, this one starts beside it, both serve, this one alone. */
async function upgrade({ fleet, url, tenant, random, codeFor }: Turn): Promise<Waits> {
  const [previous] = fleet.processes;
  const serving = [previous];
  const acknowledged: string[] = [];
  const traffic = traffics.createMixedTraffic({
    ...{ random, codeFor, callers: [{ tenant, token: await houses.tokenOf(fleet.house, tenant) }] },
    origin: () => random.pick(serving).origin,
    onReport: (_tenantId: string, id: string) => acknowledged.push(id),
  });
  const locks = watchLocks(url);
  const [aloneMs, tookMs]: [number[], number[]] = [[], []];
  const { promise: isWarm, resolve: warm } = Promise.withResolvers<void>();
  let [isAlone, isOver] = [true, false];
  const load = (async () => {
    const second = { perSecond: PER_SECOND, durationMs: 1_000, ask: traffic.step };
    while (!isOver) {
      (isAlone ? aloneMs : tookMs).push(...(await arrive(second)));
      if (aloneMs.length >= SECONDS_ALONE * PER_SECOND) warm();
    }
  })();
  let readyMs = 0;
  try {
    await isWarm;
    await passed(random.int(0, 1_000));
    isAlone = false;
    const next = await startService(fleet.settings, { world: 'configured' });
    readyMs = await untilReady(next, READY_MS);
    serving.push(next);
    await passed(1_000);
    serving.shift();
    // It answers its requests before it exits.
    assert.equal((await previous.stop()).code, 0, previous.stderr());
    await passed(500);
    isOver = true;
    await load;
    assert.equal((await next.stop()).code, 0, next.stderr());
  } finally {
    isOver = true;
    await load;
    traffic.close();
    await locks.stop();
  }
  const ms = (share: number): number => Math.round(percentileOf(tookMs, share));
  const slowest = { slowestMs: ms(1), aloneMs: Math.round(Math.max(...aloneMs)) };
  const times = { p50Ms: ms(0.5), p99Ms: ms(0.99), ...slowest, lockMs: Math.round(locks.longestMs()) };
  const waits = { readyMs: Math.round(readyMs), requests: aloneMs.length + tookMs.length, ...times };
  assert.deepEqual(
    traffic.faults,
    [],
    `${JSON.stringify(waits)} ${previous.stderr()} ${previous.stdout().slice(-3_000)}`,
  );
  assert.ok(waits.lockMs < LOCK_WAIT_MS_MAX, `a statement waited for a lock for ${waits.lockMs} ms`);
  await assertWhole(url, acknowledged);
  assert.deepEqual(await money.problemsOf(fleet.house, tenant.tenantId), []);
  return waits;
}

/** For how long statements of requests waited for a table: what a migration does to them, however busy the machine is. */
function watchLocks(url: string) {
  const client = new pg.Client({ connectionString: url });
  let longestMs = 0;
  let isOver = false;
  const done = (async () => {
    await client.connect();
    while (!isOver) {
      const { rows } = await client.query(
        `select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float as ms from pg_locks
         where not granted and locktype = 'relation' and mode in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')`,
      );
      longestMs = Math.max(longestMs, rows[0].ms);
      await passed(20);
    }
    await client.end();
  })();
  return {
    longestMs: () => longestMs,
    stop: () => {
      isOver = true;
      return done;
    },
  };
}

/** Every acknowledged report is there, every migration is done, and no index was left half built. */
async function assertWhole(url: string, acknowledged: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ask = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows;
  const kept = await ask('select count(distinct id)::int as count from reports where id = any($1::uuid[])', [
    acknowledged,
  ]);
  const names = await ask('select name from schema_migrations order by name');
  const invalid = await ask('select indexrelid::regclass::text as name from pg_index where not indisvalid');
  await client.end();
  assert.deepEqual(kept, [{ count: new Set(acknowledged).size }]);
  assert.deepEqual(
    names.map((row) => row.name),
    readdirSync(join(ROOT, MIGRATIONS)).sort(),
  );
  assert.deepEqual(invalid, []);
}

/** A database of the previous release: a tenant with a past, and one that is called. */
async function plant(serverUrl: string): Promise<Turn['tenant']> {
  await admin(serverUrl, (client) => client.query(`create database ${PLANTED} template template0`));
  const database = { url: databaseUrl(serverUrl, PLANTED), drop: async () => {} };
  await migrating.migrate({ connectionString: database.url });
  const house = await houses.openHouse({}, database);
  const begunMs = performance.now();
  const long = await houses.createTenant(house, { balanceCredits: FUNDED });
  const client = await houses.clientOf(house, long);
  const { id: endpointId } = await webhooks.registerEndpoint(client, 'https://hooks.example.com/past');
  const { credentialId } = await houses.createCredential(house, long);
  const { tenantId, personId } = long;
  await pasts.plantPast(house, {
    ...{ tenantId, personId, endpointId, credentialIds: [long.credentialId, credentialId] },
    ...{ reports: REPORTS, deliveries: Math.min(REPORTS, 100_000) },
  });
  const tenant = await houses.createTenant(house, { balanceCredits: FUNDED });
  await webhooks.registerEndpoint(await houses.clientOf(house, tenant), 'https://hooks.example.com/now');
  await house.close();
  say(`${REPORTS} reports planted in ${Math.round((performance.now() - begunMs) / 1000)} s`);
  return tenant;
}

type Release = { commit: string; heldBack?: string };

function findPreviousRelease(): Release | null {
  const from = process.env.UPGRADE_FROM;
  try {
    if (from !== undefined) return { commit: git('rev-parse', from) };
    const ours = readdirSync(join(ROOT, MIGRATIONS));
    const parents = git('log', '--first-parent', '--diff-filter=A', '--format=%P', '--', MIGRATIONS);
    const migrationsOf = (commit: string): string[] =>
      git('ls-tree', '--name-only', commit, `${MIGRATIONS}/`)
        .split('\n')
        .map((path) => basename(path));
    // A merge may have numbered a migration anew: no database of a release has it under its old name.
    const before = parents
      .split('\n')
      .flatMap((line) => line.split(' ').slice(0, 1))
      .find((commit) => commit !== '' && migrationsOf(commit).every((name) => ours.includes(name)));
    if (before !== undefined) return { commit: before };
    const heldBack = migrationsOf('HEAD').sort().at(-1);
    return heldBack === undefined ? null : { commit: git('rev-parse', 'HEAD'), heldBack };
  } catch {
    return null;
  }
}

/** A commit of a series may lack a file that the next one brings: nobody released it. The newest that loads is taken, of its last ten. */
async function unpackWhole(newest: string | null): Promise<{ old: string | null; commit: string | null }> {
  if (newest === null) return { old: null, commit: null };
  for (const commit of git('log', '--first-parent', '--max-count=10', '--format=%H', newest).split('\n')) {
    const old = unpack(commit);
    try {
      await import(join(old, 'src/compose/compose.ts'));
      return { old, commit };
    } catch (error) {
      say(`${commit} does not load, so the one before it is taken: ${error}`);
    }
  }
  throw new Error(`none of the last ten commits up to ${newest} loads`);
}

function unpack(commit: string): string {
  const folder = newPath(`previous-${commit}`);
  mkdirSync(folder, { recursive: true });
  const packed = execFileSync('git', ['-C', ROOT, 'archive', commit], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: packed });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const isSame = readFileSync(join(folder, 'package-lock.json')).equals(
    readFileSync(join(ROOT, 'package-lock.json')),
  );
  if (!isSame) say('The previous release had other dependencies; it runs with those of today.');
  return folder;
}
