// Whether the database has room for the connections of the settings, asked at the start. Processes that may have more together than it gives
// wait for their own, and the last one to come has the fewest.
import type pg from 'pg';
import { CONNECT_TIMEOUT_MS } from './database.ts';
import { connectToPrimary } from './hosts.ts';

// Others' connections count as what their pools may grow to, which is in their names (pools.ts). Of other roles we see that they are there.
const ROOM = `
  select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as given,
    (select coalesce(sum(greatest(connections, pool)), 0)::int from (
      select count(*) as connections, max(substring(application_name from ' pool (\\d+)$')::int) as pool
      from pg_stat_activity
      where datid is not null and pid <> pg_backend_pid() and coalesce(backend_type, 'client backend') = 'client backend'
      group by usename, application_name, client_addr) others) as taken`;

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
