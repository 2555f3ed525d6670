// A test's own PostgreSQL, with its own settings and folder: for what the run's server cannot do, such as running unsafely, archiving WAL
// or starting on restored files. Reached by a unix socket only.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { USER } from '../../../src/storage/embedded/cluster.ts';
import { answers } from '../../../src/storage/embedded/connection.ts';
import { createCluster } from '../../../src/storage/embedded/initdb.ts';
import { chooseMeans, giveTo, type Means } from '../../../src/storage/embedded/run-as.ts';
import { runServer } from '../database/server-process.ts';

export type OwnPostgres = {
  /** Without a database; databaseUrl() adds one. */
  url: string;
  /** `fast` aborts running transactions; `immediate` is a crash. */
  stop(how?: 'fast' | 'immediate'): Promise<void>;
};

export type OwnFolder = {
  /** The server's data directory. */
  cluster: string;
  /** Another folder next to it that the server may write to. */
  beside(name: string): string;
  start(flags: Record<string, string>): Promise<OwnPostgres>;
  /** Resolves when no server runs there any more. */
  remove(): void;
};

/** An empty server in a temporary folder, or only the folder, for files to be restored into. */
export async function makeOwnFolder(what: 'empty server' | 'nothing' = 'empty server'): Promise<OwnFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'tf-own-'));
  const cluster = join(folder, 'postgres');
  const means = chooseMeans(folder, cluster);
  if (what === 'empty server') await createCluster(folder, cluster, means);
  const beside = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    giveTo(path, means.runAs);
    return path;
  };
  return {
    cluster,
    beside,
    start: (flags) => start(means, cluster, beside('socket'), flags),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function start(
  means: Means,
  cluster: string,
  socketDir: string,
  flags: Record<string, string>,
): Promise<OwnPostgres> {
  giveTo(cluster, means.runAs);
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    log_min_messages: 'warning',
    ...flags,
  };
  const logFile = join(dirname(cluster), 'log');
  const isThere = async (): Promise<boolean> => (await answers(socketDir)) === 'yes';
  const child = await runServer({ means, cluster, logFile, settings, answers: isThere });
  const killed = (): void => void child.kill('SIGQUIT');
  process.once('exit', killed);
  return {
    url: `postgres://${USER}@localhost/?host=${encodeURIComponent(socketDir)}`,
    stop: async (how = 'fast') => {
      const ended = once(child, 'exit');
      child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await ended;
      process.off('exit', killed);
    },
  };
}
