// Starts the server of a data folder and waits until it accepts connections. Before that it clears away what a killed
// service left behind:
//
//   a server whose service lives       -> refused
//   a server whose service is gone     -> stopped
//   backends whose server was killed   -> ended
//   a server on another folder         -> refused: this folder is a copy of one in use
import { closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { alreadyRunning, EmbeddedServerError } from './fault.ts';
import {
  isPostmaster,
  launch,
  type Postmaster,
  postmastersOn,
  readPidFile,
  removeEmptyPidFile,
  serverProcesses,
  stopServers,
} from './postmaster.ts';
import { signal } from './processes.ts';
import { giveTo, type Means } from './run-as.ts';
import { lastWords, logFile, openLog } from './server-log.ts';
import { SERVICE, serverSettings } from './settings.ts';
import { makeSocketFolder } from './socket-folder.ts';

const RETRY_WITHIN_MS = 10_000;
const SAY_AFTER_MS = 5_000;
/** A process of the server before this one took a moment longer to end. */
const IN_THE_WAY = /pre-existing shared memory block|postmaster\.pid" already exists/;

/** Where a server lives: `name` is short and the same for every server that ever runs on this data folder. */
export type ServerPlace = { dataDir: string; cluster: string; name: string; say: (line: string) => void };
export type Running = Postmaster & { socketDir: string };

/** `wantedSocketDir` is the folder that this process's connection pools already point at. */
export async function startServer(
  place: ServerPlace,
  means: Means,
  wantedSocketDir?: string,
): Promise<Running> {
  const { dataDir, cluster, name } = place;
  await clearStrays(place);
  giveTo(cluster, means.runAs);
  const socketDir = makeSocketFolder(name, means.runAs, wantedSocketDir);
  for (const begun = performance.now(); ; await clearStrays(place)) {
    const { handle, offset } = openLog(dataDir);
    const server = launch(means, cluster, serverSettings(name, socketDir), handle);
    closeSync(handle);
    if (await becomesReady(server, place)) return { ...server, socketDir };
    const words = lastWords(dataDir, offset);
    if (!IN_THE_WAY.test(words) || performance.now() - begun > RETRY_WITHIN_MS)
      throw doesNotStart(place, words);
    await sleep(100);
  }
}

/** The process id of the service that runs a server on this cluster. */
export function findService(cluster: string): number | undefined {
  // An orphan has another parent than the service that its command line names.
  return postmastersOn(cluster).find(({ command, parentPid }) =>
    command.includes(` ${SERVICE}=${parentPid} `),
  )?.parentPid;
}

async function clearStrays({ dataDir, cluster, name }: ServerPlace): Promise<void> {
  const service = findService(cluster);
  if (service !== undefined) throw alreadyRunning(dataDir, service);
  const { pid, folder } = readPidFile(cluster) ?? { pid: 0, folder: cluster };
  if (folder !== cluster && isPostmaster(pid, folder)) {
    throw new EmbeddedServerError(
      `The data folder ${dataDir} was copied or moved while its database was running (process ${pid} on ${folder}). ` +
        'Stop that one first and copy the folder again, or set DATA_DIR to another folder.',
    );
  }
  await stopServers(cluster);
  // They end when they next look up; a backend deep in a long query does not look.
  for (const backend of serverProcesses(cluster, name)) signal(backend, 'SIGQUIT');
  removeEmptyPidFile(cluster);
}

/** False when the server ended instead. After a crash it recovers first: that is waited for, however long it takes. */
async function becomesReady(server: Postmaster, { say }: ServerPlace): Promise<boolean> {
  let hasSaid = false;
  for (const begun = performance.now(); !server.hasEnded(); await sleep(10)) {
    if (server.isReady()) return true;
    if (hasSaid || performance.now() - begun < SAY_AFTER_MS) continue;
    say('The database is still starting. After a crash it recovers first, which can take a while.');
    hasSaid = true;
  }
  return false;
}

function doesNotStart({ dataDir, cluster }: ServerPlace, words: string): EmbeddedServerError {
  return new EmbeddedServerError(
    `The database in ${cluster} does not start: ${words || 'it gave no reason'}. Its files were left as they are; ` +
      `see ${logFile(dataDir)}, then restore the folder from a backup or set DATA_DIR to another one.`,
  );
}
