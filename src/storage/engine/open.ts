// Opens the database that the configuration names, the embedded one or a remote one. For the service, which makes and migrates it, and for
// the operators' commands, which use what is there.
import path from 'node:path';
import type { PoolConfig } from 'pg';
import { urlPerHost } from '../../settings/postgres-url.ts';
import { checkSchema, MigrationRefused, migrate } from '../migrate.ts';
import { CONNECT_TIMEOUT_MS } from './connection/database.ts';
import { connectToPrimary, NOT_WRITABLE } from './connection/hosts.ts';
import { findUnsafe } from './connection/server-safety.ts';
import { hasServerTimeout } from './connection/server-timeout.ts';
import { clusterExists } from './embedded/cluster.ts';
import { findEmbedded } from './embedded/connection.ts';
import { EmbeddedServerError, startEmbedded } from './embedded/server.ts';
import { isDistributed } from './sharded/distribute.ts';

/** The settings that say which database, and how strictly it is checked. */
type StoreSettings = {
  DATABASE_URL: string | null;
  DATA_DIR: string;
  /** Null where the layout does not matter: for the command that makes it. */
  DATABASE_SHARDED: boolean | null;
  DATABASE_REQUIRE_SYNC_STANDBY: boolean;
  NODE_ENV: 'development' | 'production';
};

export type Store = {
  /** Named after this process: who looks at the server's list of connections knows whose each is. */
  connection: PoolConfig;
  description: string;
  close(): Promise<void>;
};

/** The service cannot start for a reason that a person can fix; the message says how. */
export class StartRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartRefused';
  }
}

const NO_TIMEOUT =
  "The pooler before the database drops our statement timeout. Set it for the database's user: alter role … set statement_timeout = '15s', and idle_in_transaction_session_timeout likewise.";

/** For the service: production refuses an unsafe database before it writes to it. A command must work on one too. */
export async function openStore(
  settings: StoreSettings,
  say: (line: string) => void,
  startServer: typeof startEmbedded = startEmbedded,
): Promise<Store> {
  const store =
    settings.DATABASE_URL === null
      ? await openEmbedded(settings, say, startServer)
      : openRemote(settings.DATABASE_URL);
  nameAs(store, 'service');
  return orClose(store, async () => {
    if (settings.NODE_ENV === 'production') await refuseUnsafe(store, settings);
    const applied = await migrate(store.connection);
    if (applied.length > 0)
      say(`Prepared the tables (${applied.length} ${applied.length === 1 ? 'step' : 'steps'}).`);
    if (settings.DATABASE_URL === null) return;
    if (settings.DATABASE_SHARDED !== null) await refuseOtherLayout(store, settings.DATABASE_SHARDED);
    if (!(await hasServerTimeout(store.connection))) say(NO_TIMEOUT);
  });
}

/** For a command: the database as it is, and a line that says which it is. Nothing is made and no table is changed. */
export async function openStoreForCommand(
  settings: StoreSettings & { EMBEDDED_DATABASE_IN_PRODUCTION: boolean },
  say: (line: string) => void,
): Promise<Store> {
  const { DATABASE_URL: url, DATABASE_SHARDED: isSharded } = settings;
  const store = url === null ? await openMade(settings) : openRemote(url);
  nameAs(store, 'command');
  return orClose(store, async () => {
    const { connection } = store;
    const client = await connectToPrimary({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...connection });
    try {
      const { database, host, port } = client;
      say(
        `Using ${url === null ? `the ${store.description}` : `the database ${database} at ${host}, port ${port}`}.`,
      );
      await checkSchema(client);
    } finally {
      await client.end();
    }
    if (url !== null && isSharded !== null) await refuseOtherLayout(store, isSharded);
  });
}

/** The embedded database that a start has made. */
async function openMade(
  settings: StoreSettings & { EMBEDDED_DATABASE_IN_PRODUCTION: boolean },
): Promise<Store> {
  const { DATA_DIR, NODE_ENV, EMBEDDED_DATABASE_IN_PRODUCTION: isMeant } = settings;
  const cluster = path.join(DATA_DIR, 'postgres');
  try {
    if (!clusterExists(cluster))
      throw noDatabase(`no service was started with an embedded database in ${DATA_DIR} (DATA_DIR)`);
    if (NODE_ENV === 'production' && !isMeant)
      throw noDatabase(
        `production uses the embedded database in ${DATA_DIR} (DATA_DIR) only with EMBEDDED_DATABASE_IN_PRODUCTION=true`,
      );
  } catch (error) {
    throw error instanceof EmbeddedServerError ? new StartRefused(error.message) : error;
  }
  const running = findEmbedded(DATA_DIR);
  const description = `embedded database in ${cluster}`;
  if (running === null) return { ...(await openEmbedded(settings, () => {}, startEmbedded)), description };
  return { connection: running, description: `${description}, beside its service`, close: async () => {} };
}

function noDatabase(why: string): StartRefused {
  return new StartRefused(
    `There is no database to work on: DATABASE_URL is not set, and ${why}. ` +
      'Give this command the settings that the service has, or start the service first. Nothing was made.',
  );
}

function nameAs(store: Store, kind: 'service' | 'command'): void {
  store.connection = { ...store.connection, application_name: `trefoil ${kind} pid ${process.pid}` };
}

async function orClose(store: Store, prepare: () => Promise<void>): Promise<Store> {
  try {
    await prepare();
    return store;
  } catch (error) {
    await store.close();
    throw asRefusal(error);
  }
}

async function refuseUnsafe({ connection }: Store, settings: StoreSettings): Promise<void> {
  const problems = await findUnsafe(connection, {
    // The embedded server has one role, the service's own.
    ordinaryRole: settings.DATABASE_URL !== null,
    standby: settings.DATABASE_REQUIRE_SYNC_STANDBY,
  });
  if (problems.length > 0) throw new StartRefused(problems.join('\n'));
}

/** A service that takes a sharded database for a single one, or the other way round, would find nothing where it looks. */
async function refuseOtherLayout({ connection }: Store, isSharded: boolean): Promise<void> {
  const client = await connectToPrimary(connection);
  const isSpread = await isDistributed(client).finally(() => client.end());
  if (isSpread && !isSharded)
    throw new StartRefused('The tables are spread over a Citus cluster. Set DATABASE_SHARDED=true.');
  if (isSharded && !isSpread)
    throw new StartRefused(
      'DATABASE_SHARDED is true, and the tables are not spread yet. Run: trefoil database distribute --apply',
    );
}

async function openEmbedded(
  settings: StoreSettings,
  say: (line: string) => void,
  startServer: typeof startEmbedded,
): Promise<Store> {
  try {
    const server = await startServer({ dataDir: settings.DATA_DIR, say });
    const note = server.firstStart ? 'made now' : 'opened';
    return {
      connection: server.connection,
      description: `embedded PostgreSQL in ${settings.DATA_DIR}/postgres, ${note}`,
      close: () => server.stop(),
    };
  } catch (error) {
    if (error instanceof EmbeddedServerError) throw new StartRefused(error.message);
    throw error;
  }
}

function openRemote(url: string): Store {
  return {
    connection: { connectionString: url },
    description: `PostgreSQL at ${(urlPerHost(url) ?? []).map((one) => new URL(one).host).join(' or ')}`,
    close: async () => {},
  };
}

function asRefusal(error: unknown): unknown {
  if (error instanceof MigrationRefused) return new StartRefused(error.message);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : '';
  if (/^E[A-Z]+$/.test(code) || /timeout expired|terminated unexpectedly/i.test(message)) {
    return new StartRefused('The database at DATABASE_URL does not answer. Check the address, or start it.');
  }
  if (code.startsWith('28')) {
    return new StartRefused('The database at DATABASE_URL refused the user or password. Check both.');
  }
  if (code === NOT_WRITABLE) {
    return new StartRefused(
      'No database that DATABASE_URL names takes writes. Promote one, or name the primary.',
    );
  }
  if (code === '53300') {
    return new StartRefused(
      'The database takes no more connections. End some, raise its max_connections, or lower DATABASE_POOL_SIZE of the services on it.',
    );
  }
  if (code === '3D000')
    return new StartRefused('The database that DATABASE_URL names does not exist. Create it first.');
  if (code === '42501') {
    return new StartRefused('The user of DATABASE_URL may not create tables. Grant it CREATE on the schema.');
  }
  return error;
}
