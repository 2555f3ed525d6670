// Whether the database has room for the connections of the settings, asked at the start. Processes that may have more together than it gives
// wait for their own, and the last one to come has the fewest.
import type pg from 'pg';
import { CONNECT_TIMEOUT_MS } from './database.ts';
import { connectToPrimary } from './hosts.ts';

// Of the server, our database and our role, the one with the least room. Others' connections count as what their pools may grow to, which is in
// their names (pools.ts); of other roles we see that they are there.
const ROOM = `
  with others as (
    select datname = current_database() as is_ours, usename = current_user as is_us,
      greatest(count(*), max(substring(application_name from ' pool (\\d+)$')::int)) as may
    from pg_stat_activity
    where datid is not null and pid <> pg_backend_pid() and coalesce(backend_type, 'client backend') = 'client backend'
    group by datname, usename, application_name, client_addr)
  select given, coalesce(taken, 0)::int as taken from (values
    (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0), (select sum(may) from others)),
    ((select datconnlimit from pg_database where datname = current_database()), (select sum(may) from others where is_ours)),
    ((select rolconnlimit from pg_roles where rolname = current_user), (select sum(may) from others where is_us))
  ) as limits (given, taken)
  where given >= 0 order by given - coalesce(taken, 0) limit 1`;

/** Lines for the operator; none where all is well. */
export async function lackOfRoom(connection: pg.ClientConfig, wanted: number): Promise<string[]> {
  const client = await connectToPrimary({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...connection });
  try {
    const { rows } = await client.query<{ given: number; taken: number }>(ROOM);
    const { given, taken } = rows[0] as { given: number; taken: number };
    if (taken + wanted <= given) return [];
    return [
      `The database gives ${given} connections, others have or may take ${taken} of them, and DATABASE_POOL_SIZE is ${wanted}: at full load processes will wait for each other. ` +
        'Raise max_connections there, lower DATABASE_POOL_SIZE, or put a pooler between them.',
    ];
  } finally {
    await client.end();
  }
}
