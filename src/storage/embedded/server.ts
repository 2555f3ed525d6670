// The PostgreSQL that Trefoil brings along: a real server on the service's data folder, reached by a unix socket only.
// This file is the way in; each of its steps has a file beside it. What it leaves to others: schema and pools.
//
//   <data folder>/postgres       the cluster           service.pid   the service that owns the folder
//                /postgres.log   the server's words    watcher.pid   the shell that ends a server nobody owns
import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { shippedPrograms } from './binaries.ts';
import { clusterExists, USER } from './cluster.ts';
import { DATABASE, ensureDatabase } from './connection.ts';
import { EmbeddedServerError, inWords } from './fault.ts';
import { createCluster, removeDrafts } from './initdb.ts';
import { Keeper } from './keeper.ts';
import { type Ownership, takeOwnership } from './ownership.ts';
import { findPostmaster, type Place, type Running, startPostmaster } from './postmaster.ts';
import { stopPostmaster } from './processes.ts';
import { chooseMeans } from './run-as.ts';
import { PORT } from './socket-folder.ts';
import { endWatcher, ensureWatcher } from './watcher.ts';

export { EmbeddedServerError } from './fault.ts';

export type EmbeddedServer = {
  /** For pg, whose host may be the folder of a unix socket. */
  connection: { host: string; port: number; user: string; database: string };
  /** A server that outlived its last service was found and re-attached. */
  adopted: boolean;
  /** The database was made by this call. */
  firstStart: boolean;
  /** Fast shutdown; resolves when the server is gone. */
  stop(): Promise<void>;
};

export async function startEmbedded(options: {
  dataDir: string;
  say: (line: string) => void;
  /** How long a server without a service lives on; for tests. */
  orphanGraceSeconds?: number;
}): Promise<EmbeddedServer> {
  let ownership: Ownership | undefined;
  try {
    shippedPrograms();
    const place = makePlace(options.dataDir, options.say);
    // From here on no other service touches the folder; all that follows relies on it.
    ownership = await takeOwnership(place.dataDir);
    return await start(place, ownership, options.orphanGraceSeconds ?? 60);
  } catch (error) {
    ownership?.release();
    throw inWords(error, path.resolve(options.dataDir));
  }
}

async function start(place: Place, ownership: Ownership, graceSeconds: number): Promise<EmbeddedServer> {
  await removeDrafts(place.dataDir);
  const firstStart = !clusterExists(place.cluster);
  if (firstStart) {
    const means = chooseMeans(place.dataDir, place.cluster);
    place.say(`Preparing the database in ${place.cluster}; this takes a few seconds, once.`);
    await createCluster(place.dataDir, place.cluster, means);
  }
  // Before the server, so that none is ever without: this process may be killed at any moment.
  ensureWatcher(place.dataDir, place.cluster, graceSeconds);
  let running: (Running & { adopted: boolean }) | undefined;
  try {
    running = await bringUp(place);
    const { socketDir, adopted } = running;
    await ensureDatabase(socketDir);
    const needs = { place, ownership, graceSeconds, bringUp: () => bringUp(place, socketDir) };
    const keeper = await Keeper.start(needs, running);
    const connection = { host: socketDir, port: PORT, user: USER, database: DATABASE };
    return { connection, adopted, firstStart, stop: () => keeper.stop() };
  } catch (error) {
    // A server that was there before us may have another owner after all, and keeps its watcher.
    if (running && !running.adopted) await stopPostmaster(running.pid, place.cluster);
    if (!running?.adopted) endWatcher(place.dataDir);
    throw error;
  }
}

async function bringUp(place: Place, socketDir?: string): Promise<Running & { adopted: boolean }> {
  // Also when the folder vanishes under a running service: an empty database must never take its place.
  if (!clusterExists(place.cluster))
    throw new EmbeddedServerError(
      `The database folder ${place.cluster} is gone. Put it back, or restore it from a backup.`,
    );
  const living = await findPostmaster(place);
  if (living) return { ...living, adopted: true };
  const means = chooseMeans(place.dataDir, place.cluster);
  return { ...(await startPostmaster(place, means, socketDir)), adopted: false };
}

/** Real paths, so that one folder has one name whichever way it was written. */
function makePlace(folder: string, say: (line: string) => void): Place {
  // Only the data folder itself is private: parents made closed to others would shut out the user the server runs as.
  mkdirSync(path.dirname(path.resolve(folder)), { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(folder);
  const name = `tf-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  return { dataDir, cluster: path.join(dataDir, 'postgres'), name, say };
}
