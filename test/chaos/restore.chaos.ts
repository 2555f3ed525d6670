// Backup and restore, as in docs/operations.md, while the service is under load: the files are copied between pg_backup_start and
// pg_backup_stop, the WAL is archived, a second server starts on the copy. What was acknowledged before the backup ended is there, ledger
// and audit trails are valid and the same up to that point, and consumers erased since are erased again from the operator's journal.
// RESTORE_DRILLS and TEST_SEED set the run.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { arrive } from '../../bench/arrivals.ts';
import { appendAudit } from '../../src/storage/activity/audit.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { databaseUrl } from '../support/database/postgres.ts';
import { createTenant, tokenOf } from '../support/house.ts';
import { newPath, runToEnd, type ServiceProcess, until } from '../support/processes.ts';
import { type Fleet, openFleet } from '../support/services/fleet.ts';
import { type Caller, createMixedTraffic } from '../support/services/mixed-traffic.ts';
import { makeOwnFolder, type OwnFolder, type OwnPostgres } from '../support/services/own-folder.ts';

const DRILLS = Number(process.env.RESTORE_DRILLS ?? 3);
const SEED = process.env.TEST_SEED ?? '';
const PER_SECOND = 30;
const FUNDED = 1_000_000_000;
const DATABASE = 'trefoil';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

let folder: OwnFolder;
let server: OwnPostgres;
let fleet: Fleet;
let service: ServiceProcess;
let url: string;
before(async () => {
  folder = await makeOwnFolder();
  server = await folder.start({
    archive_mode: 'on',
    archive_command: `cp %p ${folder.beside('archive')}/%f`,
    max_connections: '50',
  });
  await onServer(databaseUrl(server.url, 'postgres'), (client) =>
    client.query(`create database ${DATABASE}`),
  );
  url = databaseUrl(server.url, DATABASE);
  await migrate({ connectionString: url });
  const on = { url, drop: async () => {} };
  fleet = await openFleet({ count: 1, world: 'stand-in', settings: { LOG_LEVEL: 'error' }, on });
  [service] = fleet.processes as [ServiceProcess];
});
after(async () => {
  await fleet?.close();
  await server?.stop();
  folder?.remove();
});

test(`${DRILLS} backups under load are restored completely (TEST_SEED=${SEED})`, async () => {
  const { house } = fleet;
  const random = createRandom(SEED);
  const callers: Caller[] = [];
  for (let n = 0; n < 3; n += 1) {
    const tenant = await createTenant(house, { balanceCredits: FUNDED });
    callers.push({ tenant, token: await tokenOf(house, tenant) });
  }
  const acknowledged: { tenantId: string; reportId: string }[] = [];
  const traffic = createMixedTraffic({
    callers,
    random,
    origin: () => service.origin,
    codeFor: () => '123456',
    onReport: (tenantId, reportId) => void acknowledged.push({ tenantId, reportId }),
  });
  let isOver = false;
  const load = (async () => {
    const ask = async (): Promise<void> => void (await traffic.step());
    while (!isOver) await arrive({ perSecond: PER_SECOND, durationMs: 1_000, ask });
  })();
  const settings = { ...fleet.settings, ERASURE_JOURNAL: newPath('erasures') };
  try {
    for (let drill = 1; drill <= DRILLS; drill += 1) {
      const sofar = acknowledged.length;
      await until('some reports were made', () => acknowledged.length > sofar + 20);
      for (const { tenant } of callers) await noteDrill(tenant.tenantId, drill);
      const [consumer] = acknowledged.slice(sofar);
      assert.ok(consumer);
      const restored = await makeOwnFolder('nothing');
      const there = await backUp(restored.cluster, () => acknowledged.length);
      await erase(consumer, settings);
      await restore(restored, acknowledged.slice(0, there), consumer, settings, drill);
    }
  } finally {
    isOver = true;
    await load;
    traffic.close();
  }
  assert.deepEqual(traffic.faults, []);
});

/** The trails of tenants without changes are empty. */
function noteDrill(tenantId: string, drill: number): Promise<void> {
  return appendAudit(fleet.house.service.database, {
    tenantId,
    actor: { kind: 'system', id: null, address: null },
    action: 'tenant-changed',
    object: { kind: 'tenant', id: tenantId },
    after: { drill },
  });
}

/** Copies the running server's files; answers how many reports had been acknowledged before the backup ended. */
async function backUp(to: string, acknowledged: () => number): Promise<number> {
  return onServer(url, async (client) => {
    await client.query(`select pg_backup_start('drill', true)`);
    const left = ['pg_wal', 'postmaster.pid', 'postmaster.opts', 'pg_replslot'];
    cpSync(folder.cluster, to, {
      recursive: true,
      // The server keeps running: a file may be gone between the listing and the copy; the WAL restores it.
      errorOnExist: false,
      filter: (file) =>
        !left.includes(relative(folder.cluster, file)) && !basename(file).startsWith('pgsql_tmp'),
    });
    const there = acknowledged();
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)');
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
    for (const name of ['pg_wal', 'pg_replslot']) mkdirSync(join(to, name), { mode: 0o700 });
    return there;
  });
}

async function erase(consumer: { tenantId: string; reportId: string }, settings: Record<string, string>) {
  const args = ['reports', 'erase', consumer.tenantId, '--report', consumer.reportId];
  const { code, stderr } = await runToEnd(args, settings);
  assert.deepEqual([code, stderr], [0, '']);
}

async function restore(
  to: OwnFolder,
  acknowledged: { tenantId: string; reportId: string }[],
  consumer: { tenantId: string; reportId: string },
  settings: Record<string, string>,
  drill: number,
): Promise<void> {
  const begunMs = performance.now();
  writeFileSync(join(to.cluster, 'recovery.signal'), '');
  const copy = await to.start({
    restore_command: `cp ${folder.beside('archive')}/%f %p`,
    recovery_target: 'immediate',
    recovery_target_action: 'promote',
    max_connections: '50',
  });
  try {
    const copyUrl = databaseUrl(copy.url, DATABASE);
    await until('it takes writes', async () => {
      const rows = await read<{ waits: boolean }>(copyUrl, 'select pg_is_in_recovery() as waits');
      return rows[0]?.waits === false;
    });
    const readyMs = performance.now() - begunMs;
    assert.equal(await bodyOf(copyUrl, consumer), true, 'the backup is from before the erasure');
    // Before the copy diverges: erasing again adds entries to its trails.
    const same = await comparePasts(copyUrl);
    const own = { ...settings, DATABASE_URL: copyUrl };
    const again = await runToEnd(['reports', 'erase-again', '--json'], own);
    assert.deepEqual([again.code, again.stderr], [0, '']);
    assert.ok(JSON.parse(again.stdout).erased >= 1, again.stdout);
    assert.equal(await bodyOf(copyUrl, consumer), false, 'an erased consumer is back');
    for (const what of ['ledger', 'audit']) {
      const { code, stdout, stderr } = await runToEnd([what, 'verify', '--json'], own);
      assert.equal(code, 0, `${what}: ${stdout}${stderr}`);
    }
    const recoveredMs = performance.now() - begunMs;
    const found = new Set(
      (await read<{ id: string }>(copyUrl, 'select id from reports')).map(({ id }) => id),
    );
    assert.deepEqual(
      acknowledged.filter(({ reportId }) => !found.has(reportId)),
      [],
      'acknowledged and lost',
    );
    say(
      `  drill ${drill}: ${acknowledged.length} acknowledged reports there, ${same.ledger} entries of the ledger and ${same.audit} of the trails the same; takes writes after ${(readyMs / 1000).toFixed(1)} s, erased again and verified after ${(recoveredMs / 1000).toFixed(1)} s`,
    );
  } finally {
    await copy.stop();
    to.remove();
  }
}

/** Every restored entry equals the one in the live database, and no earlier one is missing. */
async function comparePasts(copyUrl: string): Promise<{ ledger: number; audit: number }> {
  const text = (table: string): string =>
    `select tenant_id || ' ' || seq || ' ' || encode(hash, 'hex') as entry from ${table} order by tenant_id, seq`;
  const counts = { ledger: 0, audit: 0 };
  for (const [name, table] of [
    ['ledger', 'ledger_entries'],
    ['audit', 'audit_entries'],
  ] as const) {
    const living = new Set((await read<{ entry: string }>(url, text(table))).map(({ entry }) => entry));
    const restored = (await read<{ entry: string }>(copyUrl, text(table))).map(({ entry }) => entry);
    assert.deepEqual(
      restored.filter((entry) => !living.has(entry)),
      [],
      `${table} has diverged`,
    );
    counts[name] = restored.length;
  }
  assert.ok(counts.ledger > 0 && counts.audit > 0);
  return counts;
}

async function bodyOf(at: string, { tenantId, reportId }: { tenantId: string; reportId: string }) {
  const [row] = await read<{ is_there: boolean }>(
    at,
    'select details is not null as is_there from reports where tenant_id = $1 and id = $2',
    [tenantId, reportId],
  );
  return row?.is_there;
}

async function read<Row extends pg.QueryResultRow>(at: string, text: string, values: unknown[] = []) {
  return onServer(at, async (client) => (await client.query<Row>(text, values)).rows);
}

async function onServer<T>(at: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
