// A PostgreSQL of a test's own, on a loopback port, to be restarted, killed, copied and promoted. It ends with the test file;
// endAll() of processes.ts removes its files. Replication is as an operator would set it up, but for passwords.
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { USER } from '../../../src/storage/engine/embedded/cluster.ts';
import { readPidFile, serverProcesses } from '../../../src/storage/engine/embedded/postmaster.ts';
import { signal } from '../../../src/storage/engine/embedded/processes.ts';
import { chooseMeans, giveTo } from '../../../src/storage/engine/embedded/run-as.ts';
import { freePort } from '../http/ports.ts';
import { newPath, until } from '../processes.ts';
import { newCluster } from './new-cluster.ts';
import { logOf, runServer } from './server-process.ts';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '64MB',
  fsync: 'on',
  synchronous_commit: 'on',
  // Enough for a standby that is copied meanwhile to find all that it missed.
  wal_keep_size: '1GB',
  max_wal_size: '2GB',
  wal_retrieve_retry_interval: '500ms',
};
/** The application name of a standby at its primary. */
const STANDBY = 'standby';
/** What a copy must not have: the original's process id, write-ahead log and slots. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_wal\/.*|pg_replslot\/.+|pgsql_tmp.*|backup_label.*)$/;

export type OwnPostgres = {
  port: number;
  url(database?: string): string;
  /** Accepts connections when this resolves. */
  start(): Promise<void>;
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  /** SIGKILL to each of its processes, as when the machine fails. */
  kill(): Promise<void>;
  ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Discards its files, takes a copy of a running primary and follows that from now on. */
  becomeStandbyOf(primary: OwnPostgres): Promise<void>;
  /** Whether commits wait for the standby from now on. */
  waitForStandby(isWanted: boolean): Promise<void>;
  /** Its server log, to look into a failure. */
  log(): string;
  cluster: string;
};

/** Not running yet. One that will be a copy of another starts without files of its own. */
export async function createOwnPostgres(kind: 'fresh' | 'copy' = 'fresh'): Promise<OwnPostgres> {
  const name = `own-${randomBytes(4).toString('hex')}`;
  const dataDir = newPath(name);
  const cluster = join(dataDir, 'postgres');
  const logFile = join(dataDir, 'log');
  mkdirSync(dataDir, { mode: 0o700 });
  const means = chooseMeans(dataDir, cluster);
  if (kind === 'fresh') {
    await newCluster(dataDir, cluster, means);
    writeFileSync(join(cluster, 'pg_hba.conf'), hba());
  }
  const port = await freePort();
  const settings = { ...SETTINGS, port: String(port), cluster_name: name };

  const url = (database = 'postgres'): string => `postgres://${USER}@127.0.0.1:${port}/${database}`;
  const isAlive = (): boolean => serverProcesses(cluster, name).length > 0;

  const ask: OwnPostgres['ask'] = (text, values) => askOnce(url(), text, values);
  const start = async (): Promise<void> => void (await runServer({ means, cluster, logFile, settings }));

  const server: OwnPostgres = {
    port,
    cluster,
    url,
    ask,
    start,
    log: () => logOf(logFile),
    stop: async (mode) => {
      const recorded = readPidFile(cluster);
      if (recorded !== undefined) signal(recorded.pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await until('the server is gone', () => !isAlive());
    },
    kill: async () => {
      for (const pid of serverProcesses(cluster, name)) signal(pid, 'SIGKILL');
      await until('the server is gone', () => !isAlive());
    },
    becomeStandbyOf: async (primary) => {
      if (isAlive()) throw new Error('a running server cannot become a copy');
      await copyOf(primary, cluster);
      const conninfo = `host=127.0.0.1 port=${primary.port} user=${USER} application_name=${STANDBY}`;
      writeFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
      writeFileSync(join(cluster, 'standby.signal'), '');
      giveTo(cluster, means.runAs);
      await start();
    },
    waitForStandby: async (isWanted) => {
      await ask(`alter system set synchronous_standby_names = '${isWanted ? STANDBY : ''}'`);
      await ask('select pg_reload_conf()');
      if (isWanted) {
        await until('the standby is synchronous', async () => {
          const rows = await ask<{ state: string }>('select sync_state as state from pg_stat_replication');
          return rows[0]?.state === 'sync';
        });
      }
    },
  };
  return server;
}

/** A copy of a running server, as pg_basebackup takes it. The session that began it must be the one that ends it. */
async function copyOf(primary: OwnPostgres, cluster: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url() });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('copy', fast => true)`);
    rmSync(cluster, { recursive: true, force: true });
    copyFolder(primary.cluster, cluster);
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
    );
    writeFileSync(join(cluster, 'backup_label'), rows[0]?.label ?? '');
  } finally {
    await client.end();
  }
}

function copyFolder(from: string, to: string, under = ''): void {
  mkdirSync(join(to, under), { mode: 0o700 });
  for (const entry of readdirSync(join(from, under), { withFileTypes: true })) {
    const path = join(under, entry.name);
    if (LEFT_OUT.test(path)) continue;
    if (entry.isDirectory()) copyFolder(from, to, path);
    else copyIfThere(join(from, path), join(to, path));
  }
}

/** A running server removes files; what they held is in its write-ahead log. */
function copyIfThere(from: string, to: string): void {
  try {
    copyFileSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function askOnce<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

function hba(): string {
  return ['all', 'replication'].map((database) => `host ${database} all 127.0.0.1/32 trust\n`).join('');
}
