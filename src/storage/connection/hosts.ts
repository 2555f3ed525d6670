// The hosts of one database, of which one takes writes: a primary and its standbys. The driver knows one host only, so each is
// tried in turn, and one that answers but is read-only counts as not there. Where one host is named, it is taken as it is.
import pg from 'pg';
import { urlPerHost } from '../../settings/postgres-url.ts';

/** What PostgreSQL itself says to a write on a standby. */
export const NOT_WRITABLE = '25006';

export function listHosts<Connection extends pg.ClientConfig>(connection: Connection): Connection[] {
  const urls = connection.connectionString === undefined ? null : urlPerHost(connection.connectionString);
  return urls === null ? [connection] : urls.map((url) => ({ ...connection, connectionString: url }));
}

/** One connection of the caller's own, to be ended by it; its loss rejects the query under way and nothing else. */
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
 * The first that succeeds, from `first` on. What a server said tells more than that another one was silent, so that is the error,
 * if any spoke.
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
  const isWord = (error: unknown): boolean =>
    error instanceof pg.DatabaseError || codeOf(error) === NOT_WRITABLE;
  throw errors.find(isWord) ?? errors[0];
}

export async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'off') return;
  throw Object.assign(new Error('this host of the database is read-only'), { code: NOT_WRITABLE });
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
