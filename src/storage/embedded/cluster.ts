// The folder of the database's files: judged before anything touches it, made when there is none. A folder that is
// there is never replaced, repaired or initialised again, whatever is wrong with it: it may hold somebody's data.
import { spawn } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { EmbeddedServerError, errorCode } from './fault.ts';
import { command, giveTo, isRoot, type Means, underKnownName } from './run-as.ts';

export const USER = 'trefoil';
const MAJOR_VERSION = '18';
const DRAFT_PREFIX = 'postgres.new-';
/** PostgreSQL writes this file as a whole, always at this size (PG_CONTROL_FILE_SIZE). */
const CONTROL_FILE_BYTES = 8192;

/** True when a whole cluster of our version is there, false when there is none; anything between is refused. */
export function clusterExists(cluster: string): boolean {
  try {
    if (!statSync(cluster, { throwIfNoEntry: false })) return false;
    const owner = statSync(cluster).uid;
    if (!isRoot() && owner !== process.getuid?.()) throw belongsToAnother(cluster, owner);
    const version = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
    if (version === '') throw damaged(cluster, 'its PG_VERSION is empty');
    if (version !== MAJOR_VERSION) throw wrongVersion(cluster, version);
    const { size } = statSync(path.join(cluster, 'global', 'pg_control'));
    if (size !== CONTROL_FILE_BYTES) throw damaged(cluster, `its global/pg_control has ${size} bytes`);
    return true;
  } catch (error) {
    const missing = errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR';
    if (!missing) throw error;
    throw damaged(
      cluster,
      `${path.relative(cluster, (error as NodeJS.ErrnoException).path ?? '')} is missing`,
    );
  }
}

/** Made under another name and renamed when whole: a first start cut short leaves nothing that looks like a database. */
export async function createCluster(dataDir: string, cluster: string, means: Means): Promise<void> {
  const draft = path.join(dataDir, `${DRAFT_PREFIX}${process.pid}`);
  mkdirSync(draft, { mode: 0o700 });
  giveTo(draft, means.runAs);
  try {
    let said = await initdb(draft, means);
    if (said?.includes('could not look up effective user ID')) {
      said = await initdb(draft, { ...means, runAs: underKnownName(means.runAs) });
    }
    if (said !== undefined) throw notPrepared(dataDir, said);
    renameSync(draft, cluster);
    fsyncFolder(dataDir);
  } finally {
    rmSync(draft, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Only the owner of the data folder may call this: a draft of a living service must not be swept away. */
export function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    rmSync(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Undefined when it worked, else what initdb said. */
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
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000);
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => {
      resolve(code === 0 ? undefined : said.trim() || `it ended with ${signal ?? code}`);
    });
  });
}

/** The rename is only durable once the folder that holds the name is. */
function fsyncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function notPrepared(dataDir: string, said: string): EmbeddedServerError {
  const lines = said.split('\n').map((line) => line.trim());
  const reason = lines.find((line) => /error|fatal|could not|not permitted/i.test(line)) ?? lines[0];
  const mend = /No space left|quota/i.test(said)
    ? 'Make room on that disk, or set DATA_DIR to another folder.'
    : /could not look up effective user ID|unshare/.test(said)
      ? 'Run Trefoil as a user that has an entry in /etc/passwd, or set DATABASE_URL to a PostgreSQL 15 or later.'
      : 'Mend what it names, set DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL 15 or later.';
  return new EmbeddedServerError(`The database could not be prepared in ${dataDir}: ${reason}. ${mend}`);
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
      `so it was left untouched. Use the Trefoil that made it, or set DATA_DIR to another folder.`,
  );
}

function belongsToAnother(cluster: string, owner: number): EmbeddedServerError {
  return new EmbeddedServerError(
    `The database in ${cluster} belongs to user ${owner} and Trefoil runs as user ${process.getuid?.()}. ` +
      `Start it as it was started before, or give the folder over with: chown -R ${process.getuid?.()} ${cluster}`,
  );
}
