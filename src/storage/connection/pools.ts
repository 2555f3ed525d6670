// The connections of this process: a pool for each host of the database, of which the one that takes writes is in use.
//
//   a connection cannot be made, or its host is read-only  -> the next host is tried, in the same request
//   a write meets a host that has become read-only         -> every connection made before that is discarded
//
// So after a failover writes come back with no restart. A request whose connection breaks is not repeated here: whether its
// statement was done, only its caller's idempotency key can tell.
import pg from 'pg';
import { codeOf, inTurn, listHosts, NOT_WRITABLE, refuseReadOnly } from './hosts.ts';

export type Pools = {
  /** To be given to release(), once. */
  connect(): Promise<pg.PoolClient>;
  /** Back for others; after an error it is destroyed, so that no later caller inherits a half-finished state. */
  release(client: pg.PoolClient, error?: unknown): void;
  connections(): { inUse: number; idle: number };
  close(): Promise<void>;
};

export function createPools(
  config: pg.PoolConfig,
  onConnectionError: (error: Error) => void = () => {},
): Pools {
  const hosts = listHosts(config);
  let current = 0;
  // Counts the times that we met a read-only host; a connection of an earlier time is not handed out again.
  let era = 0;
  const eraOf = new WeakMap<pg.ClientBase, number>();

  const pools = hosts.map((host) => {
    const pool = new pg.Pool({ ...host, ...(hosts.length > 1 && { onConnect: refuseReadOnly }) });
    // Without a listener the loss of an idle connection would end the process.
    pool.on('error', onConnectionError);
    pool.on('connect', (client) => {
      eraOf.set(client, era);
      // And so would the loss of one that is checked out while no query runs on it; the next query on it fails, which will do.
      client.on('error', () => {});
    });
    return pool;
  });

  const take = async (at: number): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await (pools[at] as pg.Pool).connect();
      if (eraOf.get(client) === era) {
        current = at;
        return client;
      }
      client.release(true);
    }
  };

  const sum = (count: (pool: pg.Pool) => number): number =>
    pools.reduce((total, pool) => total + count(pool), 0);

  return {
    connect: () => inTurn(pools.length, current, take, isFull),
    release: (client, error) => {
      if (codeOf(error) === NOT_WRITABLE) era += 1;
      client.release(error !== undefined);
    },
    connections: () => ({
      inUse: sum((pool) => pool.totalCount - pool.idleCount),
      idle: sum((pool) => pool.idleCount),
    }),
    close: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
  };
}

/** Every connection of the pool was at work for too long: the host is well, and another one would not help. */
function isFull(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}
