// The PostgreSQL that Trefoil brings along: a real server on the service's data folder, reached by a unix socket only.
// This file is the way in, and keeps the server up. It leaves schema and pools to others.
//
//   <data folder>/postgres       the cluster              service.lock   held by the service that owns the folder
//                /postgres.log   the server's own log
//
//   up -> down        the server ended (crash, kill -9), or was stopped because its socket was removed
//   down -> up        started again
//   down -> down      did not start: again in a second
//   any -> stopped    stop(); or the service ends in any other way, and the guard stops the server (processes.ts)
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { shippedPrograms } from './binaries.ts';
import { clusterExists, createCluster, removeDrafts } from './cluster.ts';
import { type Connection, connectionTo, ensureDatabase } from './connection.ts';
import { EmbeddedServerError, toServerError } from './fault.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { stopPostmaster, stopServers } from './postmaster.ts';
import { chooseMeans } from './run-as.ts';
import { boundLog } from './server-log.ts';
import { removeSocketFolder, socketFile } from './socket-folder.ts';
import { type Running, type ServerPlace, startServer } from './start-server.ts';

export { EmbeddedServerError } from './fault.ts';

const CHECK_MS = 3_000;
const RETRY_MS = 1_000;

export type EmbeddedServer = {
  connection: Connection;
  /** The database was made by this call. */
  firstStart: boolean;
  /** Fast shutdown; resolves when the server is gone. */
  stop(): Promise<void>;
};

export async function startEmbedded(options: {
  dataDir: string;
  say: (line: string) => void;
}): Promise<EmbeddedServer> {
  let lock: FolderLock | undefined;
  try {
    shippedPrograms();
    const place = makePlace(options.dataDir, options.say);
    // From here on no other service touches the folder; all that follows relies on it.
    lock = lockFolder(place.dataDir, place.cluster);
    const firstStart = await prepareCluster(place);
    const running = await bringUp(place);
    const stop = keepUp(place, running, lock);
    try {
      await ensureDatabase(running.socketDir);
    } catch (error) {
      await stop();
      throw error;
    }
    return { connection: connectionTo(running.socketDir), firstStart, stop };
  } catch (error) {
    lock?.release();
    throw toServerError(error, path.resolve(options.dataDir));
  }
}

/** True when the database was made now. */
async function prepareCluster({ dataDir, cluster, say }: ServerPlace): Promise<boolean> {
  await removeDrafts(dataDir);
  if (clusterExists(cluster)) return false;
  const means = chooseMeans(dataDir, cluster);
  say(`Preparing the database in ${cluster}; this takes a few seconds, once.`);
  await createCluster(dataDir, cluster, means);
  return true;
}

async function bringUp(place: ServerPlace, socketDir?: string): Promise<Running> {
  // Also when the folder vanishes under a running service: an empty database must never take its place.
  if (!clusterExists(place.cluster))
    throw new EmbeddedServerError(
      `The database folder ${place.cluster} is gone. Put it back, or restore it from a backup.`,
    );
  return startServer(place, chooseMeans(place.dataDir, place.cluster), socketDir);
}

/** Starts the server again whenever it ends. Returns what stops it for good. */
function keepUp(place: ServerPlace, first: Running, lock: FolderLock): () => Promise<void> {
  const { socketDir } = first;
  const stopping = new AbortController();
  let [running, isOver] = [first, false];

  const check = setInterval(() => {
    try {
      boundLog(place.dataDir);
      // Removed by a cleaner of temporary folders: only a new server makes another.
      if (!existsSync(socketFile(socketDir))) void stopPostmaster(running.pid, place.cluster);
    } catch {} // A full or vanished disk: the service's own statements report it, and better.
  }, CHECK_MS).unref();

  const restart = async (): Promise<void> => {
    for (let hasComplained = false; !stopping.signal.aborted; ) {
      try {
        running = await bringUp(place, socketDir);
        place.say('The database server had stopped and was started again.');
        return;
      } catch (error) {
        const reason = toServerError(error, place.dataDir).message;
        if (!hasComplained && !stopping.signal.aborted)
          place.say(`The database server has stopped; trying to start it every second. ${reason}`);
        hasComplained = true;
        await sleep(RETRY_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
      }
    }
  };
  void (async () => {
    for (; !stopping.signal.aborted; await restart()) await running.ended;
    isOver = true;
  })();

  const stop = async (): Promise<void> => {
    stopping.abort();
    clearInterval(check);
    // A restart may be under way: what it starts is stopped too, until it has given up.
    for (; !isOver; await sleep(10)) await stopServers(place.cluster);
    removeSocketFolder(socketDir);
    lock.release();
  };
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= stop();
    return stopped;
  };
}

/** Real paths, so that one folder has one name however it was written. */
function makePlace(folder: string, say: (line: string) => void): ServerPlace {
  // Only the data folder itself is private: parents closed to others would shut out the user that the server runs as.
  mkdirSync(path.dirname(path.resolve(folder)), { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(folder);
  const name = `tf-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  return { dataDir, cluster: path.join(dataDir, 'postgres'), name, say };
}
