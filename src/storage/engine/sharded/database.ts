// A database that is sharded by tenant on Citus. Citus places the shards, moves them, and runs what is asked of the coordinator over all of
// them. The service's own statements do not go through its planner, which takes few of them: each runs as it is, as plain SQL of
// PostgreSQL, on the server of the tenant's shard, where a schema has the shard's tables under their plain names. It takes the lock that
// Citus' own writers take, so a shard that is being moved is not written behind the move's back.
import { randomUUID } from 'node:crypto';
import {
  asUnavailable,
  createDatabase,
  type Database,
  type DatabaseOptions,
  type DatabaseSession,
  DatabaseUnavailable,
  type Queryable,
  type ServerDatabase,
  type Statement,
} from '../connection/database.ts';
import { failpoint } from '../connection/failpoints.ts';
import { type Turn, turnOf } from '../connection/shares.ts';
import { urlOfServer } from './address.ts';
import { recoverCommits, TO_BE_COMMITTED } from './commits.ts';
import { placeOf } from './places.ts';
import { loadShardMap, type Shard, schemaText } from './shard-map.ts';

/** A shard that moved, or whose schema is new, is entered at the second try; a third is for a move in between. */
const TRIES_MAX = 4;
const RECOVER_EVERY_MS = 5_000;
/** Tells our advisory locks from others'. */
const OPENING = 7_204;
const BEGIN = 'begin';
const BEGIN_READING = 'begin isolation level repeatable read read only';
/** ShareLock, as Citus numbers the modes. */
const SHARE_LOCK = 5;

export async function openShardedDatabase(
  options: DatabaseOptions & { onServerLost?: (host: string) => void },
): Promise<Database> {
  const home = createDatabase(options);
  const map = await loadShardMap(home).catch(async (error: unknown) => {
    await home.close();
    throw error;
  });
  const servers = new Map<string, ServerDatabase>();
  const serverOf = ({ host, port }: Pick<Shard, 'host' | 'port'>): ServerDatabase => {
    const key = `${host}:${port}`;
    const known = servers.get(key);
    if (known !== undefined) return known;
    const connection = urlOfServer(options.connection, host, port);
    const made = createDatabase({ ...options, connection });
    servers.set(key, made);
    return made;
  };
  // All of them from the start, so that the connections of all are counted.
  map.shards().forEach(serverOf);

  /** A transaction on the shard's server, with the shard's tables in sight. */
  const enter = async (id: number, begin: string, turn: Turn = null): Promise<DatabaseSession> => {
    for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
      const shard = map.find(id);
      const schema = map.schemaOf(shard);
      const session = await serverOf(shard)
        .session(turn)
        .catch((error: unknown) => {
          // It may have been replaced by another.
          void map.refresh().catch(() => {});
          throw error;
        });
      try {
        const results =
          await session.send(`${begin}; select lock_shard_metadata(${SHARE_LOCK}, array[${shard.id}]);
          set local search_path = ${schema}, pg_catalog;
          select to_regclass('${schema}.wallets') is not null as is_open, exists (
            select from pg_catalog.pg_dist_placement p where p.shardid = ${shard.id}
              and p.groupid = (select groupid from pg_catalog.pg_dist_local_group)) as is_here`);
        const state: { is_open: boolean; is_here: boolean } = results.at(-1)?.rows[0];
        if (state.is_here && state.is_open) return preparingFor(shard.id, session);
        await session.send('rollback');
        if (state.is_here) await openSchema(session, shard);
        session.end();
        if (!state.is_here) await map.refresh();
      } catch (error) {
        session.end(error);
        throw asUnavailable(error, false);
      }
    }
    throw new DatabaseUnavailable(new Error('a shard is on the move'), false, 'late');
  };

  /** Only once for each shard; a caller that waited finds it done. Making the views again would block their readers. */
  const openSchema = async (session: DatabaseSession, shard: Shard): Promise<void> => {
    const schema = map.schemaOf(shard);
    // By its tables: after a wait for the lock the server's cache of names may still say that it is not there.
    const results = await session.send(`begin; select pg_advisory_xact_lock(${OPENING}, ${shard.id});
      select exists (select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where n.nspname = '${schema}' and c.relname = 'wallets') as is_open`);
    if (!results.at(-1)?.rows[0].is_open) await session.send(await schemaText(home, shard, schema));
    await session.send('commit');
  };

  /** A transaction on the coordinator, on one shard, or on both: whichever its statements ask for. */
  const within = async <T>(
    begin: typeof BEGIN | typeof BEGIN_READING,
    work: (tx: Queryable) => Promise<T>,
  ): Promise<T> => {
    let atHome: DatabaseSession | null = null;
    let onShard: { session: DatabaseSession; id: number } | null = null;
    const homeSession = async (): Promise<DatabaseSession> => {
      if (atHome !== null) return atHome;
      atHome = await home.session();
      await atHome.send(begin);
      return atHome;
    };
    const shardSession = async (id: number): Promise<DatabaseSession> => {
      if (onShard === null) onShard = { session: await enter(id, begin), id };
      if (onShard.id !== id) throw new Error('a transaction is of one shard');
      return onShard.session;
    };
    const tx: Queryable = {
      query: async (sql, values) => {
        const place = placeOf(sql);
        if (place.at === 'home') return (await homeSession()).query(sql, values);
        if (place.at !== 'tenant') throw new Error(`${sql.name} cannot run on one shard`);
        const id = shardFor(sql, place.tenantsOf(values));
        return id === null ? [] : (await shardSession(id)).query(sql, values);
      },
    };
    // Both are set inside of the functions above, which the compiler does not see.
    const opened = (): { home: DatabaseSession | null; shard: DatabaseSession | null } => ({
      home: atHome,
      shard: (onShard as { session: DatabaseSession } | null)?.session ?? null,
    });
    try {
      const result = await work(tx);
      failpoint('before commit');
      const { home: first, shard } = opened();
      if (first !== null && shard !== null && begin === BEGIN) await commitBoth(first, shard);
      else for (const session of [first, shard]) await session?.send('commit');
      failpoint('after commit');
      first?.end();
      shard?.end();
      return result;
    } catch (error) {
      const { home: first, shard } = opened();
      first?.end(error);
      shard?.end(error);
      throw asUnavailable(error, true);
    }
  };

  /** Null where nothing is to be done, for want of tenants. */
  const shardFor = (sql: Statement, tenants: readonly string[]): number | null => {
    const ids = new Set(tenants.map((tenantId) => map.ofTenant(tenantId).id));
    if (ids.size > 1) throw new Error(`${sql.name} got tenants of several shards`);
    return [...ids][0] ?? null;
  };

  const everywhere = async <Row extends object>(
    sql: Statement,
    values: unknown[],
    over: 'each' | 'all' | 'first',
  ): Promise<Row[]> => {
    const byServer = new Map<string, Shard[]>();
    for (const shard of map.shards()) {
      const key = `${shard.host}:${shard.port}`;
      byServer.set(key, [...(byServer.get(key) ?? []), shard]);
    }
    const outcomes = await Promise.allSettled(
      [...byServer.values()].map(async (shards) => {
        const rows: Row[] = [];
        for (const { id } of shards) rows.push(...(await onShard<Row>(id, sql, values)));
        return rows;
      }),
    );
    const rows = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    const fault = lost.find((error) => !(error instanceof DatabaseUnavailable));
    if (fault !== undefined) throw fault;
    const isEnough = over === 'each' ? lost.length < outcomes.length : over === 'first' && rows.length > 0;
    if (lost.length > 0 && !isEnough) throw lost[0];
    return rows;
  };

  const onShard = <Row extends object>(id: number, sql: Statement, values: unknown[]): Promise<Row[]> =>
    withShard(id, turnOf(sql, values), (session) => session.query<Row>(sql, values));
  const withShard = async <T>(
    id: number,
    turn: Turn,
    work: (session: DatabaseSession) => Promise<T>,
  ): Promise<T> => {
    const session = await enter(id, BEGIN, turn);
    try {
      const result = await work(session);
      await session.send('commit');
      session.end();
      return result;
    } catch (error) {
      session.end(error);
      throw asUnavailable(error, true);
    }
  };

  const recover = async (): Promise<void> => {
    const known = new Map(map.shards().map((shard) => [`${shard.host}:${shard.port}`, serverOf(shard)]));
    await Promise.allSettled([...known.values()].map((server) => recoverCommits(home, server)));
  };
  const timer = setInterval(() => void recover(), RECOVER_EVERY_MS).unref();

  const sum = (count: (server: Database) => number): number =>
    [home, ...servers.values()].reduce((total, server) => total + count(server), 0);
  return {
    query: async <Row extends object>(sql: Statement, values: unknown[]): Promise<Row[]> => {
      const place = placeOf(sql);
      if (place.at === 'home') return home.query<Row>(sql, values);
      if (place.at === 'nowhere') throw new Error(`${sql.name} joins tables of several servers`);
      if (place.at === 'all') return everywhere<Row>(sql, values, place.over);
      const id = shardFor(sql, place.tenantsOf(values));
      return id === null ? [] : onShard<Row>(id, sql, values);
    },
    transaction: (work) => within(BEGIN, work),
    snapshot: (work) => within(BEGIN_READING, work),
    connections: () => ({
      inUse: sum((server) => server.connections().inUse),
      idle: sum((server) => server.connections().idle),
      waiting: sum((server) => server.connections().waiting),
      max: sum((server) => server.connections().max),
    }),
    // Of the coordinator: a server that hangs is its tenants' alone.
    isQueueMoving: () => [home, ...servers.values()].some((server) => server.isQueueMoving()),
    stuckMs: () => home.stuckMs(),
    groupOf: (tenantId) => String(map.ofTenant(tenantId).id),
    close: async () => {
      clearInterval(timer);
      await Promise.all([home.close(), ...[...servers.values()].map((server) => server.close())]);
    },
  };
}

/** A plan is of one shard's tables, so a statement is prepared once for each of them. */
function preparingFor(id: number, session: DatabaseSession): DatabaseSession {
  return {
    ...session,
    query: (sql, values) => session.query({ ...sql, preparedAs: `${sql.name}@${id}` }, values),
  };
}

/**
 * Two servers, one transaction: the shard's part is prepared, the coordinator's part commits with a row that says so, and then the shard's
 * part commits for certain. What is left in between by a crash is decided by that row (`commits.ts`).
 */
async function commitBoth(home: DatabaseSession, shard: DatabaseSession): Promise<void> {
  const id = `trefoil_${randomUUID()}`;
  await home.query(TO_BE_COMMITTED, [id]);
  await shard.send(`prepare transaction '${id}'`);
  failpoint('after prepare');
  try {
    await home.send('commit');
  } catch (error) {
    // Nobody knows whether it committed; the row does.
    throw asUnavailable(error, true);
  }
  failpoint('after commit at home');
  await shard.send(`commit prepared '${id}'`).catch(() => {});
}
