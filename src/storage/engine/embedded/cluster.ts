// The folder of the database's files (PostgreSQL calls it a cluster): checked before anything touches it, made on the
// first start. One that exists is never replaced, repaired or initialised again, whatever is wrong with it: it may hold
// a person's data. A new one is made under another name and renamed when whole, so that an interrupted start leaves
// nothing that looks like a database.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedServerError, errorCode } from './fault.ts';
import { spawnGuarded } from './processes.ts';
import { command, giveTo, isRoot, type Means, underKnownName } from './run-as.ts';

/** The only role in the database: the service's own. */
export const USER = 'trefoil';
const DRAFT_PREFIX = 'postgres.new-';
const NO_SUCH_USER = 'could not look up effective user ID';
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

export async function createCluster(dataDir: string, cluster: string, means: Means): Promise<void> {
  const draft = mkdtempSync(path.join(dataDir, DRAFT_PREFIX));
  giveTo(draft, means.runAs);
  try {
    let complaint = await initdb(draft, means);
    if (complaint?.includes(NO_SUCH_USER)) {
      complaint = await initdb(draft, { ...means, runAs: underKnownName(means.runAs) });
    }
    if (complaint !== undefined) throw notPrepared(dataDir, complaint);
    renameSync(draft, cluster);
    // The rename is only durable once the folder that holds the name is.
    const folder = openSync(dataDir, 'r');
    fsyncSync(folder);
    closeSync(folder);
  } finally {
    await removeDraft(draft);
  }
}

/** Only the owner of the data folder may call this: the draft of a living service must not be removed. */
export async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(DRAFT_PREFIX)) await removeDraft(path.join(dataDir, name));
  }
}

/** Undefined when it worked, else what initdb printed. */
function initdb(folder: string, { runAs, programs }: Means): Promise<string | undefined> {
  const { file, args, options } = command(runAs, path.join(programs, 'bin', 'initdb'), [
    `--pgdata=${folder}`,
    `--username=${USER}`,
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    // The builtin provider sorts the same on every machine; the system's locales need not even exist.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]);
  return new Promise((resolve) => {
    const child = spawnGuarded(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000);
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, ended) => {
      resolve(code === 0 ? undefined : said.trim() || `initdb ended with ${ended ?? code}`);
    });
  });
}

/** The initdb of a service that was killed this moment may still be removing the same files: hence the loop. */
async function removeDraft(draft: string): Promise<void> {
  for (; existsSync(draft); await sleep(20)) {
    rmSync(draft, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
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

function notPrepared(dataDir: string, said: string): EmbeddedServerError {
  const lines = said.split('\n').map((line) => line.trim());
  const reason = lines.find((line) => /error|fatal|could not|not permitted/i.test(line)) ?? lines[0];
  const mend = /No space left|quota/i.test(said)
    ? 'Make room on that disk, or set DATA_DIR to another folder.'
    : /unshare/.test(said) || said.includes(NO_SUCH_USER)
      ? 'Run Trefoil as a user that has an entry in /etc/passwd, or set DATABASE_URL to a PostgreSQL 15 or later.'
      : 'Mend what it names, set DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL 15 or later.';
  return new EmbeddedServerError(`The database could not be prepared in ${dataDir}: ${reason}. ${mend}`);
}
