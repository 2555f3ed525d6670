// The connections of this process: a pool for each host of the database, of which the primary's is in use.
//
//   a connection cannot be made, or its host is read-only  -> the next host is tried, in the same request
//   a write is rejected by a host that became read-only    -> every connection made before that is discarded
//   the host has no connection left to give                -> for some seconds the pool keeps to those that it has, and callers wait for them
//
// So writes resume after a failover without a restart. A statement whose connection breaks is not retried here: only the caller's
// idempotency key can tell whether it was executed.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { codeOf, inTurn, listHosts, NOT_WRITABLE, refuseReadOnly } from './hosts.ts';

type Pools = {
  /** Pass the client to release(), once. */
  connect(): Promise<pg.PoolClient>;
  /** Returns it to its pool; after an error it is destroyed, so that no later caller inherits a half-finished state. */
  release(client: pg.PoolClient, error?: unknown): void;
  /** `queued`: callers that wait before they come here. */
  connections(queued: number): { inUse: number; idle: number; waiting: number };
  close(): Promise<void>;
};

/**
 * Compiling a plan takes PostgreSQL up to two seconds, and all of ours are short. And a statement is one core's work: with parallel workers a
 * connection would take the cores of several. And a statement goes by an index where there is one: a table that was small when the plan was
 * made may be large by now. Statements: poolers refuse startup parameters.
 */
const OWN_SETTINGS = 'set jit = off; set max_parallel_workers_per_gather = 0; set enable_seqscan = off';

/** A new connection costs the server a process and every plan anew, some 15 ms, and is made when many come at once: keep those of the last crowd. */
const IDLE_MAX_MS = 10 * 60_000;

/** SQLSTATE too_many_connections, of the server, our role or our database. */
const NONE_LEFT = '53300';
/** A process without any connection asks for one this often, for as long as a connection may take. */
const ASK_AGAIN_MS = 100;
const KEEP_TO_OWN_MS = 5_000;

export function createPools(
  config: pg.PoolConfig,
  onConnectionError: (error: Error) => void = () => {},
): Pools {
  const hosts = listHosts(config);
  let current = 0;
  // Incremented with each read-only host that we meet; connections of an earlier generation are not handed out again.
  let generation = 0;
  const generationOf = new WeakMap<pg.ClientBase, number>();

  const pools = hosts.map((host) => {
    const onConnect = async (client: pg.ClientBase): Promise<void> => {
      if (hosts.length > 1) await refuseReadOnly(client);
      await client.query(OWN_SETTINGS);
    };
    // One stays open for good: where others have taken all that the server gives, this process would not get another.
    const pool = new pg.Pool({
      idleTimeoutMillis: IDLE_MAX_MS,
      min: 1,
      ...host,
      ...named(config),
      onConnect,
    });
    // Without a listener, losing an idle connection would end the process.
    pool.on('error', onConnectionError);
    pool.on('connect', (client) => {
      generationOf.set(client, generation);
      // So would losing one that is checked out while no query runs on it; its next query fails, which is enough.
      client.on('error', () => {});
    });
    return pool;
  });

  const keepToOwn = (pool: pg.Pool): void => {
    if (pool.options.max === config.max)
      setTimeout(() => {
        pool.options.max = config.max ?? pool.options.max;
      }, KEEP_TO_OWN_MS).unref();
    pool.options.max = pool.totalCount;
  };
  const connectWhenLeft = async (pool: pg.Pool): Promise<pg.PoolClient> => {
    const untilMs = performance.now() + (config.connectionTimeoutMillis ?? 0);
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        if (codeOf(error) !== NONE_LEFT || performance.now() > untilMs) throw error;
        if (pool.totalCount > 0) keepToOwn(pool);
        else await sleep(ASK_AGAIN_MS, undefined, { ref: false });
      }
    }
  };
  const take = async (at: number): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await connectWhenLeft(pools[at] as pg.Pool);
      if (generationOf.get(client) === generation) {
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
      if (codeOf(error) === NOT_WRITABLE) generation += 1;
      client.release(error !== undefined);
    },
    connections: (queued) => ({
      inUse: sum((pool) => pool.totalCount - pool.idleCount),
      idle: sum((pool) => pool.idleCount),
      waiting: queued + sum((pool) => pool.waitingCount),
    }),
    close: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
  };
}

/** Who has a connection, for pg_stat_activity: by the process, and how many it may have (room.ts reads that). */
function named({ application_name: name = 'trefoil', max }: pg.PoolConfig): pg.PoolConfig {
  return { application_name: `${name} pool ${max}` };
}

/** All connections of the pool were busy for too long: the host is healthy, and trying another would not help. */
function isFull(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}
