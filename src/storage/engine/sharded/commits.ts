// Transactions over the coordinator and a shard, whose process died between their two commits: the shard's part waits, prepared, and holds
// its locks. A row of the coordinator decides: where it is, the other part was committed. Where it is not, it is written here as "rolled
// back": as the key is unique, that waits for a coordinator's part that is still under way, and makes it fail if it comes later.
import { type Database, type Queryable, type ServerDatabase, statement } from '../connection/database.ts';

export const TO_BE_COMMITTED = statement(
  'note-shard-commit',
  'insert into shard_commits (id, is_committed) values ($1, true)',
);

const LIST_PREPARED = statement(
  'list-prepared',
  `select gid as id from pg_prepared_xacts
   where database = current_database() and gid like 'trefoil\\_%' and prepared < clock_timestamp() - interval '10 seconds'`,
);

const DECIDE = statement(
  'decide-shard-commit',
  `with decided as (
     insert into shard_commits (id, is_committed) values ($1, false) on conflict (id) do nothing returning is_committed
   )
   select is_committed as "isCommitted" from decided`,
);
const FIND = statement(
  'find-shard-commit',
  'select is_committed as "isCommitted" from shard_commits where id = $1',
);

const PURGE = statement(
  'purge-shard-commits',
  "delete from shard_commits where noted_at < clock_timestamp() - interval '1 day'",
);

export async function recoverCommits(home: Database, server: ServerDatabase): Promise<void> {
  const prepared = await server.query<{ id: string }>(LIST_PREPARED, []);
  for (const { id } of prepared) {
    const isCommitted = await decide(home, id);
    const session = await server.session();
    try {
      await session.send(`${isCommitted ? 'commit' : 'rollback'} prepared '${id}'`);
      session.end();
    } catch (error) {
      // Another process was faster.
      session.end(error);
    }
  }
}

async function decide(home: Queryable, id: string): Promise<boolean> {
  const [decided] = await home.query<{ isCommitted: boolean }>(DECIDE, [id]);
  if (decided !== undefined) return decided.isCommitted;
  const [found] = await home.query<{ isCommitted: boolean }>(FIND, [id]);
  return found?.isCommitted === true;
}

/** Those that are surely over. */
export async function purgeCommits(home: Queryable): Promise<void> {
  await home.query(PURGE, []);
}
