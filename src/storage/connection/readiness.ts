// Whether this process can do its work with the database, for whoever sends requests to it. A process all of whose connections hang
// should get none; a crowd that keeps all of them busy for a while is no reason, or one burst would take every process out at once.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, statement } from './database.ts';

export type DatabaseState = 'ok' | 'no connection comes free';

const STUCK_MS_MAX = 5_000;

const PING = statement('ping', 'select 1');

/** Rejects when the database cannot be reached. */
export async function askDatabase(database: Database, stuckMsMax = STUCK_MS_MAX): Promise<DatabaseState> {
  if (database.stuckMs() === 0) {
    await database.query(PING, []);
    return 'ok';
  }
  // What has arrived meanwhile is read first: it may be that this process, and not the database, was late.
  await nextTurn();
  // Connections come back, so the database answers; a question of ours would only make the line longer.
  return database.stuckMs() < stuckMsMax ? 'ok' : 'no connection comes free';
}
