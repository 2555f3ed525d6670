// The readiness probe of the database. A process whose connections all hang should get no requests. Busy connections alone do not
// make it unready: a burst would take every process out of rotation at once.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, statement } from './database.ts';

type DatabaseState = 'ok' | 'no connection comes free';

const STUCK_MS_MAX = 5_000;

const PING = statement('ping', 'select 1');

/** Rejects when the database cannot be reached. */
export async function askDatabase(database: Database, stuckMsMax = STUCK_MS_MAX): Promise<DatabaseState> {
  if (database.stuckMs() === 0) {
    await database.query(PING, []);
    return 'ok';
  }
  // Replies that have already arrived are read first: the event loop may have been late, not the database.
  await nextTurn();
  // Connections come free, so the database answers; a ping would only lengthen the queue.
  return database.stuckMs() < stuckMsMax ? 'ok' : 'no connection comes free';
}
