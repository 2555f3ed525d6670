// One server process on the cluster: found when it still lives, started when it does not.
//
//   lives, answers            -> adopted
//   lives, does not answer    -> stopped, then started (its socket was cleaned away, say)
//   dead, its backends linger -> waited for, then started
//   dead                      -> started; PostgreSQL repairs itself from its log
//   lives on another folder   -> refused: this folder is a copy of a running one
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers } from './connection.ts';
import { EmbeddedServerError } from './fault.ts';
import { readPidFile, removeBrokenPidFile } from './pid-file.ts';
import { isPostmaster, serverProcesses, signal, stopPostmaster } from './processes.ts';
import { command, giveTo, type Means } from './run-as.ts';
import { lastWords, logFile, openLog } from './server-log.ts';
import { serverFlags } from './settings.ts';
import { makeSocketFolder, socketFile } from './socket-folder.ts';

const DEAF_MS = 3_000;
const DEAF_AT_START_MS = 60_000;
const LINGER_MS = 10_000;
const NUDGE_AFTER_MS = 3_000;
const SAY_AFTER_MS = 5_000;

/** Where a server lives: `name` is short and the same for every server that ever runs on this data folder. */
export type Place = { dataDir: string; cluster: string; name: string; say: (line: string) => void };
export type Running = { pid: number; socketDir: string };

/** The living server of this cluster, or undefined after making sure that there is none. */
export async function findPostmaster({ dataDir, cluster }: Place): Promise<Running | undefined> {
  const recorded = readPidFile(cluster);
  if (!recorded) return undefined;
  const { pid, folder } = recorded;
  if (isPostmaster(pid, cluster)) {
    const running = await waitForAnswer(pid, cluster);
    if (!running) await stopPostmaster(pid, cluster);
    return running;
  }
  if (folder !== cluster && isPostmaster(pid, folder)) {
    throw new EmbeddedServerError(
      `The data folder ${dataDir} was copied or moved while its database was running (process ${pid} on ${folder}). ` +
        'Stop that one first and copy the folder again, or set DATA_DIR to another folder.',
    );
  }
  return undefined;
}

/** To be called only when findPostmaster has found none. */
export async function startPostmaster(
  place: Place,
  means: Means,
  wantedSocketDir?: string,
): Promise<Running> {
  giveTo(place.cluster, means.runAs);
  const socketDir = makeSocketFolder(place.name, means.runAs, wantedSocketDir);
  const begun = performance.now();
  let nudged = false;
  for (;;) {
    removeBrokenPidFile(place.cluster, () => serverProcesses(place.cluster, place.name).length > 0);
    const { child, offset } = launch(place, means, socketDir);
    if (await ready(child, socketDir, place.say)) return { pid: child.pid!, socketDir };
    const words = lastWords(place.dataDir, offset);
    const lingering = words.includes('pre-existing shared memory block');
    // A service killed between starting its server and hearing from it: that server was a moment quicker than ours.
    const overtaken = words.includes('postmaster.pid" already exists');
    if (!(lingering || overtaken) || performance.now() - begun > LINGER_MS) throw doesNotStart(place, words);
    const other = overtaken ? await findPostmaster(place) : undefined;
    if (other) return other;
    // Backends of a killed server end by themselves when they next look up; one deep in a long query does not look.
    if (lingering && !nudged && performance.now() - begun > NUDGE_AFTER_MS) {
      for (const pid of serverProcesses(place.cluster, place.name)) signal(pid, 'SIGQUIT');
      nudged = true;
    }
    await sleep(100);
  }
}

function launch({ dataDir, cluster, name }: Place, { runAs, programs }: Means, socketDir: string) {
  const program = path.join(programs, 'bin', 'postgres');
  const { file, args, options } = command(runAs, program, ['-D', cluster, ...serverFlags(name, socketDir)]);
  const { handle, offset } = openLog(dataDir);
  try {
    // Its own process group: Ctrl-C in a terminal goes to the whole group, and we need the database until we drained.
    const child = spawn(file, args, {
      ...options,
      env: { ...options.env, ...staleServerEnv(cluster) },
      stdio: ['ignore', handle, handle],
      detached: true,
    });
    child.unref();
    return { child, offset };
  } finally {
    closeSync(handle);
  }
}

// PostgreSQL takes any living process with the id in postmaster.pid for a server, and would then wait for a hand. We
// know better (the caller has looked), and this variable is how pg_ctl tells it which id is none. The file itself
// stays: by it PostgreSQL finds backends that outlived their server.
function staleServerEnv(cluster: string): Record<string, string> {
  const recorded = readPidFile(cluster);
  const givenToAnother = recorded !== undefined && !isPostmaster(recorded.pid, cluster);
  return givenToAnother ? { PG_GRANDPARENT_PID: String(recorded.pid) } : {};
}

/** Recovery after a crash may take minutes on a large database: while the server says so, it is waited for. */
async function ready(child: ChildProcess, socketDir: string, say: (line: string) => void): Promise<boolean> {
  let ended = false;
  const onEnd = () => {
    ended = true;
  };
  child.once('exit', onEnd).once('error', onEnd);
  const begun = performance.now();
  let deafSince = begun;
  let said = false;
  while (!ended) {
    const answer = await answers(socketDir);
    if (answer === 'yes') return true;
    if (answer === 'not now') deafSince = performance.now();
    if (performance.now() - deafSince > DEAF_AT_START_MS) child.kill('SIGQUIT');
    if (!said && performance.now() - begun > SAY_AFTER_MS) {
      say('The database is repairing itself after a crash; this can take a while.');
      said = true;
    }
    await sleep(20);
  }
  return false;
}

async function waitForAnswer(pid: number, cluster: string): Promise<Running | undefined> {
  let deafSince = performance.now();
  while (isPostmaster(pid, cluster)) {
    // Read again each time: a server that is just starting adds the line with its socket's folder last.
    const socketDir = readPidFile(cluster)?.socketDir;
    // The socket is made before that line is: when it is not there, it never will be again.
    if (socketDir && !existsSync(socketFile(socketDir))) return undefined;
    const answer = socketDir ? await answers(socketDir) : 'no';
    if (socketDir && answer === 'yes') return { pid, socketDir };
    if (answer === 'not now') deafSince = performance.now();
    if (performance.now() - deafSince > DEAF_MS) return undefined;
    await sleep(50);
  }
  return undefined;
}

function doesNotStart({ dataDir, cluster }: Place, words: string): EmbeddedServerError {
  return new EmbeddedServerError(
    `The database in ${cluster} does not start: ${words || 'it gave no reason'}. Its files were left as they are; ` +
      `see ${logFile(dataDir)}, then restore the folder from a backup or set DATA_DIR to another one.`,
  );
}
