// Makes the database's files on the first start: under another name, renamed when whole, so that a start cut short
// leaves nothing behind that looks like a database.
import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { USER } from './cluster.ts';
import { EmbeddedServerError } from './fault.ts';
import { allProcesses, commandLine, signal } from './processes.ts';
import { command, giveTo, type Means, underKnownName } from './run-as.ts';

const DRAFT_PREFIX = 'postgres.new-';
const REMOVE_WITHIN_MS = 10_000;
const NO_SUCH_USER = 'could not look up effective user ID';

export async function createCluster(dataDir: string, cluster: string, means: Means): Promise<void> {
  const draft = path.join(dataDir, `${DRAFT_PREFIX}${process.pid}`);
  mkdirSync(draft, { mode: 0o700 });
  giveTo(draft, means.runAs);
  try {
    let said = await initdb(draft, means);
    if (said?.includes(NO_SUCH_USER)) {
      said = await initdb(draft, { ...means, runAs: underKnownName(means.runAs) });
    }
    if (said !== undefined) throw notPrepared(dataDir, said);
    renameSync(draft, cluster);
    fsyncFolder(dataDir);
  } finally {
    await removeDraft(draft);
  }
}

/** Only the owner of the data folder may call this: a draft of a living service must not be swept away. */
export async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(DRAFT_PREFIX)) await removeDraft(path.join(dataDir, name));
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
    child.once('close', (code, ended) => {
      resolve(code === 0 ? undefined : said.trim() || `initdb ended with ${ended ?? code}`);
    });
  });
}

/** The initdb of a service that was killed works on, and puts files back while we remove them. */
async function removeDraft(draft: string): Promise<void> {
  if (!existsSync(draft)) return;
  const atWork = allProcesses().filter((pid) => commandLine(pid).includes(`/initdb --pgdata=${draft} `));
  for (const pid of atWork) signal(pid, 'SIGKILL');
  for (const begun = performance.now(); existsSync(draft); await sleep(20)) {
    try {
      rmSync(draft, { recursive: true, force: true });
    } catch (error) {
      if (performance.now() - begun > REMOVE_WITHIN_MS) throw error;
    }
  }
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
    : /unshare/.test(said) || said.includes(NO_SUCH_USER)
      ? 'Run Trefoil as a user that has an entry in /etc/passwd, or set DATABASE_URL to a PostgreSQL 15 or later.'
      : 'Mend what it names, set DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL 15 or later.';
  return new EmbeddedServerError(`The database could not be prepared in ${dataDir}: ${reason}. ${mend}`);
}
