// Finds the server of a service that is running now, so that a command can work beside it. Starts and changes nothing.
import path from 'node:path';
import { USER } from './cluster.ts';
import { answers, DATABASE } from './connection.ts';
import { readPidFile } from './pid-file.ts';
import type { EmbeddedServer } from './server.ts';
import { PORT } from './socket-folder.ts';

export async function findEmbedded(dataDir: string): Promise<EmbeddedServer['connection'] | null> {
  const socketDir = readPidFile(path.join(dataDir, 'postgres'))?.socketDir;
  if (!socketDir || (await answers(socketDir)) !== 'yes') return null;
  return { host: socketDir, port: PORT, user: USER, database: DATABASE };
}
