// The way to PostgreSQL: a named statement, a transaction, on a connection of the pools. On any error the connection is
// destroyed, not returned. Not here: any SQL of ours (one file per noun).
import pg from 'pg';
import { traced } from '../../telemetry/trace.ts';
import { failpoint } from './failpoints.ts';
import { codeOf } from './hosts.ts';
import { createLine } from './line.ts';
import { createPools } from './pools.ts';

export type Statement = { name: string; text: string };

/** Either a pool or one connection of it inside a transaction: what every storage function takes first. */
export type Queryable = {
  query<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]>;
};

export type Database = Queryable & {
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Several reads of one moment. */
  snapshot<T>(work: (db: Queryable) => Promise<T>): Promise<T>;
  /** The connections of this process: at work, and requests that wait for one. */
  connections(): { inUse: number; idle: number; waiting: number; max: number };
  /** For how long all of them are taken and none has come free; 0 while one is free. */
  stuckMs(): number;
  /** Statements wait for a connection, and get one in their turn. */
  isInLine(): boolean;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  connection: pg.PoolConfig;
  poolSize: number;
  /** Named (prepared) statements are half as fast again, but break behind poolers in transaction mode. */
  namedStatements: boolean;
  onConnectionError?: (error: Error) => void;
};

/** PostgreSQL could not be reached or gave up on us: the request may be sent again later. */
export class DatabaseUnavailable extends Error {
  /** The statement was on its way: it may have been done, and only its answer got lost. */
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
// Ours, for a server that cannot be heard any more and for a pooler that drops the server's timeout: later than that one.
const ANSWER_TIMEOUT_MS = 20_000;
/** The server ended the statement at its timeout: nothing of it was done. */
const GIVEN_UP = '57014';

pg.types.setTypeParser(INT8_OID, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error('an int8 is beyond the safe integers');
  return value;
});

const SQL_ATTRIBUTES = { 'db.system.name': 'postgresql' };

export function statement(name: string, text: string): Statement {
  return { name, text };
}

/**
 * Lists side by side as rows, without the planner seeing how long they are: for short ones it would plan the statement anew each
 * time, which costs as much as running it. So a statement that uses this must do with a plan for any length.
 */
export function unnested(...lists: string[]): string {
  return `unnest(${lists.map((list) => `(select ${list})`).join(', ')})`;
}

export function createDatabase(options: DatabaseOptions): Database {
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
    { name, text }: Statement,
    values: unknown[],
  ): Promise<Row[]> => {
    const config = options.namedStatements ? { name, text, values } : { text, values };
    failpoint(`before ${name}`);
    const { rows } = await client.query<Row>(config);
    failpoint(`after ${name}`);
    return rows;
  };

  // The pool has a line of its own, in which one waits for as long as a new connection may take.
  const line = createLine<PromiseWithResolvers<void>>({
    refuse: ({ reject }) =>
      reject(new DatabaseUnavailable(new Error('no connection came free in time'), false)),
  });
  let inUse = 0;
  const enter = (): Promise<void> | undefined => {
    if (inUse < options.poolSize) {
      inUse += 1;
      line.moved();
      return undefined;
    }
    const waiting = Promise.withResolvers<void>();
    line.join(waiting);
    return waiting.promise;
  };
  const leave = (): void => {
    line.moved();
    const [next] = line.take(1);
    if (next === undefined) inUse -= 1;
    else next.resolve();
  };

  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    await enter();
    try {
      return await connected(work);
    } finally {
      leave();
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
      throw asUnavailable(error, codeOf(error) !== GIVEN_UP);
    }
  };

  const within = <T>(begin: string, work: (tx: Queryable) => Promise<T>): Promise<T> =>
    withClient(async (client) => {
      await client.query(begin);
      const result = await work({ query: (sql, values) => run(client, sql, values) });
      failpoint('before commit');
      await client.query('commit');
      failpoint('after commit');
      return result;
    });

  return {
    query: (sql, values) => withClient((client) => run(client, sql, values)),
    transaction: (work) => within('begin', work),
    snapshot: (work) => within('begin isolation level repeatable read read only', work),
    connections: () => ({ ...pools.connections(), waiting: line.length, max: options.poolSize }),
    isInLine: () => line.isMoving(),
    stuckMs: () => (inUse < options.poolSize ? 0 : line.stillMs()),
    close: () => pools.close(),
  };
}

/** Connection trouble, a restart, a read-only standby, a lock or a disk in the way is the database's; anything else is a bug of ours. */
function asUnavailable(error: unknown, mayBeDone: boolean): unknown {
  const code = codeOf(error);
  const isConnectionTrouble =
    /^(08|57P|57014|55P03|53|25006)/.test(code) ||
    /^E[A-Z]+$/.test(code) ||
    (code === '' && isDriverMessage(error));
  return isConnectionTrouble ? new DatabaseUnavailable(error, mayBeDone) : error;
}

function isDriverMessage(error: unknown): boolean {
  return (
    error instanceof Error && /connection|timeout exceeded|read timeout|not queryable/i.test(error.message)
  );
}

/** A constraint of a table would have been broken: the last line of defence held. */
export function isCheckViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23514';
}
