// Access to PostgreSQL: named statements and transactions on pooled connections. When a statement fails its connection is
// destroyed, not returned to its pool. Not here: any SQL of ours (one file per noun).
import pg from 'pg';
import { traced } from '../../../telemetry/trace.ts';
import { failpoint } from './failpoints.ts';
import { codeOf } from './hosts.ts';
import { createPools } from './pools.ts';
import { createShares, type Turn, turnOf } from './shares.ts';
import { asUnavailable, DatabaseUnavailable, DEADLOCK } from './unavailable.ts';

export { asUnavailable, DatabaseUnavailable } from './unavailable.ts';

/** Where a statement runs on a sharded database, for those whose text does not say it (`sharded/places.ts`), and in which share. */
export type Placed = {
  /** Whose shard it runs on. */
  tenantsOf?: (values: unknown[]) => readonly string[];
  /** On the coordinator, though it names a table that is sharded. */
  isAtHome?: true;
  /** Of a statement over all shards while a server is down: `each` does what it can, `all` fails, `first` fails where nothing was found. */
  over?: 'each' | 'all' | 'first';
  /** Reads figures, which costs more than a page of a list: the tenant's share of connections for it is smaller (`shares.ts`). */
  isFigures?: true;
};

export const FIGURES: Placed = { isFigures: true };

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
export type DatabaseSession = Queryable & {
  /** Sends text without values; several statements in it answer several results. */
  send(text: string): Promise<pg.QueryResult[]>;
  /** After an error the connection is destroyed. */
  end(error?: unknown): void;
};

/** A single server. */
export type ServerDatabase = Database & { session(turn?: Turn): Promise<DatabaseSession> };

export type DatabaseOptions = {
  connection: pg.PoolConfig;
  poolSize: number;
  /** Named (prepared) statements are 1.5 times as fast, but break behind poolers in transaction mode. */
  namedStatements: boolean;
  onConnectionError?: (error: Error) => void;
  /** Of tests that travel in time; null leaves the database's clock in charge. */
  at?: (() => Date | null) | undefined;
};

/**
 * SQL: the time, exactly. Null but in tests that travel in time: their driver has the time that they travelled to in its place.
 */
export const SET_NOW = 'cast(null as timestamptz)';
export const EXACT_NOW = `coalesce(${SET_NOW}, clock_timestamp())`;

const INT8_OID = 20;
export const CONNECT_TIMEOUT_MS = 5_000;
export const STATEMENT_TIMEOUT_MS = 15_000;
// The client-side timeout, for a server that went silent and for a pooler that drops the server's timeout: longer than that one.
const ANSWER_TIMEOUT_MS = 20_000;
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
 * Parallel lists as rows, with their length hidden from the planner. When it sees short lists it makes a custom plan for each
 * execution, which costs as much as running it. So a statement that uses this must be good with one generic plan. One list is enough
 * to hide it, since the planner takes the longest, and each that is hidden is a plan of its own to start.
 */
export function unnested(first: string, ...others: string[]): string {
  return `unnest(${[`(select ${first})`, ...others].join(', ')})`;
}

/**
 * A parameter hidden from the planner. It plans anew for each length of a page and each place in a list that it sees, which made a page twice as
 * dear, and came to the same plan. Filters stay visible where many rows are read: a plan for their values leaves out those that nobody asked for.
 */
export function hidden(parameter: string, type: string): string {
  return `(select ${parameter}::${type})`;
}

/**
 * SQL with the times of these parameters hidden from the planner. A period that it sees is estimated, as is the end of a period without any rows;
 * next to that the generic plan, which is the same, looks dear, and planning anew each time took longer than reading figures.
 */
export function timesHidden(text: string, parameters: readonly number[]): string {
  return text.replaceAll(/\$(\d+)\b/g, (parameter, number) =>
    parameters.includes(Number(number)) ? hidden(parameter, 'timestamptz') : parameter,
  );
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
    const at = options.at?.() ?? null;
    const config =
      at !== null && text.includes(SET_NOW)
        ? { text: text.replaceAll(SET_NOW, `timestamptz '${at.toISOString()}'`), values }
        : options.namedStatements && !isPlannedAnew
          ? { name: preparedAs, text, values }
          : { text, values };
    failpoint(`before ${name}`);
    const { rows } = await client.query<Row>(config).catch((error: unknown) => {
      throw error instanceof pg.DatabaseError ? Object.assign(error, { statement: name }) : error;
    });
    failpoint(`after ${name}`);
    return rows;
  };

  const shares = createShares(options.poolSize);
  const withClient = async <T>(turn: Turn, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    await shares.acquire(turn);
    try {
      return await connected(work);
    } finally {
      shares.release(turn);
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
    const ended = await withClient(null, async (client) => {
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
        return await withClient(turnOf(sql, values), (client) => run(client, sql, values));
      } catch (error) {
        const isChosen = error instanceof DatabaseUnavailable && codeOf(error.cause) === DEADLOCK;
        if (!isChosen || deadlocks > DEADLOCKS_MAX) throw error;
      }
    }
  };

  const session = async (turn: Turn = null): Promise<DatabaseSession> => {
    await shares.acquire(turn);
    const client = await pools.connect().catch((error: unknown) => {
      shares.release(turn);
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
        shares.release(turn);
      },
    };
  };

  return {
    session,
    groupOf: () => '',
    query,
    transaction: (work) => within('begin', work),
    snapshot: (work) => within('begin isolation level repeatable read read only', work),
    connections: () => ({ ...pools.connections(shares.waiting()), max: options.poolSize }),
    isQueueMoving: shares.isQueueMoving,
    stuckMs: shares.stuckMs,
    close: () => pools.close(),
  };
}

/** A check constraint of a table rejected the write: the last line of defence. */
export function isCheckViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23514';
}
