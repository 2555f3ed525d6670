// Access to PostgreSQL: named statements and transactions on pooled connections. When a statement fails its connection is
// destroyed, not returned to its pool. Not here: any SQL of ours (one file per noun).
import pg from 'pg';
import { traced } from '../../telemetry/trace.ts';
import { failpoint } from './failpoints.ts';
import { codeOf } from './hosts.ts';
import { createPools } from './pools.ts';
import { createQueue } from './queue.ts';

/** Where a statement runs on a sharded database, for those whose text does not say it (`sharded/places.ts`). */
export type Placed = {
  /** Whose shard it runs on. */
  tenantsOf?: (values: unknown[]) => readonly string[];
  /** On the coordinator, though it names a table that is sharded. */
  isAtHome?: true;
  /** Of a statement over all shards while a server is down: `each` does what it can, `all` fails, `first` fails where nothing was found. */
  over?: 'each' | 'all' | 'first';
};

/** `isPlannedAnew`: for the values of each execution. `preparedAs`: the name that the server knows it by, where that is not its own. */
export type Statement = {
  name: string;
  text: string;
  isPlannedAnew?: boolean;
  placed?: Placed;
  preparedAs?: string;
};

/** The database, or one connection inside a transaction: the first argument of every storage function. */
export type Queryable = {
  query<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]>;
};

export type Database = Queryable & {
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Several reads of one snapshot. */
  snapshot<T>(work: (db: Queryable) => Promise<T>): Promise<T>;
  /** The pooled connections of this process, and how many callers are queued for one. */
  connections(): { inUse: number; idle: number; waiting: number; max: number };
  /** How long all connections have been busy without one coming free; 0 while one is free. */
  stuckMs(): number;
  /** Callers are queued for a connection, and get one in turn. */
  isQueueMoving(): boolean;
  /** The tenants of one group may share a statement; on one server all of them do. */
  groupOf(tenantId: string): string;
  close(): Promise<void>;
};

/** One connection, held until `end`. */
export type Session = Queryable & {
  /** Sends text without values; several statements in it answer several results. */
  send(text: string): Promise<pg.QueryResult[]>;
  /** After an error the connection is destroyed. */
  end(error?: unknown): void;
};

/** A single server. */
export type ServerDatabase = Database & { session(): Promise<Session> };

export type DatabaseOptions = {
  connection: pg.PoolConfig;
  poolSize: number;
  /** Named (prepared) statements are 1.5 times as fast, but break behind poolers in transaction mode. */
  namedStatements: boolean;
  onConnectionError?: (error: Error) => void;
};

/** PostgreSQL could not be reached, or cancelled the statement: the request may be retried later. */
export class DatabaseUnavailable extends Error {
  /** The statement was sent: it may have been executed, and only its answer was lost. */
  readonly mayBeDone: boolean;
  constructor(cause: unknown, mayBeDone: boolean) {
    super('the database cannot be reached', { cause });
    this.name = 'DatabaseUnavailable';
    this.mayBeDone = mayBeDone;
  }
}

const INT8_OID = 20;
export const CONNECT_TIMEOUT_MS = 5_000;
export const STATEMENT_TIMEOUT_MS = 15_000;
// The client-side timeout, for a server that went silent and for a pooler that drops the server's timeout: longer than that one.
const ANSWER_TIMEOUT_MS = 20_000;
const DEADLOCK = '40P01';
/** The server cancelled the statement at its timeout, or chose it to end a deadlock: it had no effect. */
const WITHOUT_EFFECT = new Set(['57014', DEADLOCK]);
/** Of three that deadlock, one may be chosen twice. */
const DEADLOCKS_MAX = 3;

pg.types.setTypeParser(INT8_OID, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error('an int8 is beyond the safe integers');
  return value;
});

const SQL_ATTRIBUTES = { 'db.system.name': 'postgresql' };

export function statement(name: string, text: string, placed?: Placed): Statement {
  return { name, text, ...(placed !== undefined && { placed }) };
}

/** Of a statement whose first value is the tenant, though its text does not say so. */
export function firstValue([tenantId]: unknown[]): string[] {
  return [String(tenantId)];
}

/** Of a list in JSON. */
export function tenantsInJson([json]: unknown[]): string[] {
  return [...String(json).matchAll(/"tenantId":"([0-9a-f-]{36})"/g)].map(([, tenantId = '']) => tenantId);
}

/**
 * For a search whose right plan depends on what is searched for. A named statement gets one plan for all values after some executions, by
 * estimates that say nothing of them; planning takes a millisecond or two.
 */
export function plannedAnew(name: string, text: string): Statement {
  return { name, text, isPlannedAnew: true };
}

/**
 * Parallel lists as rows, with their lengths hidden from the planner. When it sees short lists it makes a custom plan for each
 * execution, which costs as much as running it. So a statement that uses this must be good with one generic plan.
 */
export function unnested(...lists: string[]): string {
  return `unnest(${lists.map((list) => `(select ${list})`).join(', ')})`;
}

export function createDatabase(options: DatabaseOptions): ServerDatabase {
  const pools = createPools(
    {
      ...options.connection,
      max: options.poolSize,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
      keepAlive: true,
    },
    options.onConnectionError,
  );

  const run = <Row extends pg.QueryResultRow>(
    client: pg.PoolClient,
    sql: Statement,
    values: unknown[],
  ): Promise<Row[]> => traced(`sql ${sql.name}`, SQL_ATTRIBUTES, () => send<Row>(client, sql, values));

  const send = async <Row extends pg.QueryResultRow>(
    client: pg.PoolClient,
    { name, text, isPlannedAnew = false, preparedAs = name }: Statement,
    values: unknown[],
  ): Promise<Row[]> => {
    const config =
      options.namedStatements && !isPlannedAnew ? { name: preparedAs, text, values } : { text, values };
    failpoint(`before ${name}`);
    const { rows } = await client.query<Row>(config).catch((error: unknown) => {
      throw error instanceof pg.DatabaseError ? Object.assign(error, { statement: name }) : error;
    });
    failpoint(`after ${name}`);
    return rows;
  };

  // In front of the driver's own queue, where a caller would wait for as long as a new connection may take.
  const queue = createQueue<PromiseWithResolvers<void>>({
    reject: ({ reject }) =>
      reject(new DatabaseUnavailable(new Error('no connection came free in time'), false)),
  });
  let inUse = 0;
  const acquireSlot = (): Promise<void> | undefined => {
    if (inUse < options.poolSize) {
      inUse += 1;
      queue.moved();
      return undefined;
    }
    const waiting = Promise.withResolvers<void>();
    queue.join(waiting);
    return waiting.promise;
  };
  const releaseSlot = (): void => {
    queue.moved();
    const [next] = queue.take(1);
    if (next === undefined) inUse -= 1;
    else next.resolve();
  };

  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    await acquireSlot();
    try {
      return await connected(work);
    } finally {
      releaseSlot();
    }
  };
  const connected = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pools.connect().catch((error: unknown) => {
      throw asUnavailable(error, false);
    });
    try {
      const result = await work(client);
      pools.release(client);
      return result;
    } catch (error) {
      pools.release(client, error);
      throw asUnavailable(error, true);
    }
  };

  const within = async <T>(begin: string, work: (tx: Queryable) => Promise<T>): Promise<T> => {
    const ended = await withClient(async (client) => {
      let isWell = true;
      const tx: Queryable = {
        query: <Row extends pg.QueryResultRow>(sql: Statement, values: unknown[]) =>
          run<Row>(client, sql, values).catch((error: unknown) => {
            isWell = false;
            throw error;
          }),
      };
      await client.query(begin);
      let result: T;
      try {
        result = await work(tx);
      } catch (error) {
        if (!isWell) throw error;
        await client.query('rollback');
        return { error };
      }
      failpoint('before commit');
      await client.query('commit');
      failpoint('after commit');
      return { result };
    });
    if ('error' in ended) throw ended.error;
    return ended.result;
  };

  /** A statement of its own that was chosen to end a deadlock is sent again. */
  const query: Database['query'] = async (sql, values) => {
    for (let deadlocks = 1; ; deadlocks += 1) {
      try {
        return await withClient((client) => run(client, sql, values));
      } catch (error) {
        const isChosen = error instanceof DatabaseUnavailable && codeOf(error.cause) === DEADLOCK;
        if (!isChosen || deadlocks > DEADLOCKS_MAX) throw error;
      }
    }
  };

  const session = async (): Promise<Session> => {
    await acquireSlot();
    const client = await pools.connect().catch((error: unknown) => {
      releaseSlot();
      throw asUnavailable(error, false);
    });
    let isOver = false;
    return {
      query: (sql, values) => run(client, sql, values),
      send: async (text) => [await client.query(text)].flat(),
      end: (error) => {
        if (isOver) return;
        isOver = true;
        pools.release(client, error);
        releaseSlot();
      },
    };
  };

  return {
    session,
    groupOf: () => '',
    query,
    transaction: (work) => within('begin', work),
    snapshot: (work) => within('begin isolation level repeatable read read only', work),
    connections: () => ({ ...pools.connections(queue.length), max: options.poolSize }),
    isQueueMoving: () => queue.isMoving(),
    stuckMs: () => (inUse < options.poolSize ? 0 : queue.stillMs()),
    close: () => pools.close(),
  };
}

/** Connection errors, a restart, a read-only standby, a lock timeout, a deadlock or a full disk are the database's; anything else is a bug of ours. */
export function asUnavailable(error: unknown, mayBeDone: boolean): unknown {
  const code = codeOf(error);
  const isUnavailable =
    /^(08|57P|57014|55P03|40P01|53|25006)/.test(code) ||
    /^E[A-Z]+$/.test(code) ||
    (code === '' && isDriverMessage(error));
  return isUnavailable ? new DatabaseUnavailable(error, mayBeDone && !WITHOUT_EFFECT.has(code)) : error;
}

function isDriverMessage(error: unknown): boolean {
  return (
    error instanceof Error && /connection|timeout exceeded|read timeout|not queryable/i.test(error.message)
  );
}

/** A check constraint of a table rejected the write: the last line of defence. */
export function isCheckViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23514';
}
