// The folder of the database's files, judged before anything touches it. A folder that is there is never replaced,
// repaired or initialised again, whatever is wrong with it: it may hold somebody's data.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedServerError, errorCode } from './fault.ts';
import { isRoot } from './run-as.ts';

/** The name under which the service, and nobody else, works on its database. */
export const USER = 'trefoil';
const MAJOR_VERSION = '18';
/** PostgreSQL writes this file as a whole, always at this size (PG_CONTROL_FILE_SIZE). */
const CONTROL_FILE_BYTES = 8192;

/** True when a whole cluster of our version is there, false when there is none; anything between is refused. */
export function clusterExists(cluster: string): boolean {
  const found = statSync(cluster, { throwIfNoEntry: false });
  if (!found) return false;
  if (!isRoot() && found.uid !== process.getuid?.()) throw belongsToAnother(cluster, found.uid);
  const version = lookInto(cluster, 'PG_VERSION', (file) => readFileSync(file, 'utf8').trim());
  if (version === '') throw damaged(cluster, 'its PG_VERSION is empty');
  if (version !== MAJOR_VERSION) throw wrongVersion(cluster, version);
  const size = lookInto(cluster, 'global/pg_control', (file) => statSync(file).size);
  if (size !== CONTROL_FILE_BYTES) throw damaged(cluster, `its global/pg_control has ${size} bytes`);
  return true;
}

function lookInto<Found>(cluster: string, name: string, look: (file: string) => Found): Found {
  try {
    return look(path.join(cluster, name));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
    throw damaged(cluster, `${name} is missing`);
  }
}

function damaged(cluster: string, what: string): EmbeddedServerError {
  return new EmbeddedServerError(
    `The database in ${cluster} is not whole (${what}), so it was left untouched. ` +
      'Restore that folder from a backup, or set DATA_DIR to another folder to begin with an empty one.',
  );
}

function wrongVersion(cluster: string, version: string): EmbeddedServerError {
  return new EmbeddedServerError(
    `The database in ${cluster} was made by PostgreSQL ${version} and this Trefoil brings PostgreSQL ${MAJOR_VERSION}, ` +
      'so it was left untouched. Use the Trefoil that made it, or set DATA_DIR to another folder.',
  );
}

function belongsToAnother(cluster: string, owner: number): EmbeddedServerError {
  const uid = process.getuid?.();
  return new EmbeddedServerError(
    `The database in ${cluster} belongs to user ${owner} and Trefoil runs as user ${uid}. ` +
      `Start it as it was started before, or give the folder over with: chown -R ${uid} ${cluster}`,
  );
}
