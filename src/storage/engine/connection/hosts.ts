// The hosts of one database: a primary, which takes writes, and its standbys. The driver knows a single host, so each is tried in
// turn, and a read-only one counts as unavailable. A single host is used as it is.
import pg from 'pg';
import { urlPerHost } from '../../../settings/postgres-url.ts';

/** SQLSTATE read_only_sql_transaction: PostgreSQL's own answer to a write on a standby. */
export const NOT_WRITABLE = '25006';

export function listHosts<Connection extends pg.ClientConfig>(connection: Connection): Connection[] {
  const urls = connection.connectionString === undefined ? null : urlPerHost(connection.connectionString);
  return urls === null ? [connection] : urls.map((url) => ({ ...connection, connectionString: url }));
}

/** A connection outside the pools; the caller ends it. Losing it rejects the query in flight and nothing else. */
export function connectToPrimary(connection: pg.ClientConfig): Promise<pg.Client> {
  const hosts = listHosts(connection);
  return inTurn(hosts.length, 0, async (at) => {
    const client = new pg.Client(hosts[at]);
    client.on('error', () => {});
    try {
      await client.connect();
      if (hosts.length > 1) await refuseReadOnly(client);
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  });
}

/**
 * The first attempt that succeeds, starting at `first`. If all fail, the error is one that a server returned, if any did: it tells
 * more than a host that did not answer.
 */
export async function inTurn<T>(
  count: number,
  first: number,
  attempt: (at: number) => Promise<T>,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<T> {
  const errors: unknown[] = [];
  for (let n = 0; n < count; n += 1) {
    try {
      return await attempt((first + n) % count);
    } catch (error) {
      if (isFinal(error)) throw error;
      errors.push(error);
    }
  }
  const isFromServer = (error: unknown): boolean =>
    error instanceof pg.DatabaseError || codeOf(error) === NOT_WRITABLE;
  throw errors.find(isFromServer) ?? errors[0];
}

export async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'off') return;
  throw Object.assign(new Error('this host of the database is read-only'), { code: NOT_WRITABLE });
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
