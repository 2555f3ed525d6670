// Where the shards are: read from the coordinator's own catalogue, kept, and read again when a shard is not where it was.
import { DatabaseUnavailable, type Queryable, statement } from '../connection/database.ts';
import { hashOfUuid } from './hash.ts';
import { ANCHOR, COPIED, SHARDED } from './layout.ts';

/** The colocated shards of some tenants, one of each table; `id` is the anchor's. */
export type Shard = {
  id: number;
  host: string;
  port: number;
  from: number;
  to: number;
};

type ShardMap = {
  /** The schema of a shard, on its server: of this version of the tables. */
  schemaOf(shard: Shard): string;
  shards(): readonly Shard[];
  ofTenant(tenantId: string): Shard;
  find(id: number): Shard;
  /** Reads it again; several callers share a reading. */
  refresh(): Promise<void>;
};

const LIST_SHARDS = statement(
  'list-shards',
  `select s.shardid as id, n.nodename as host, n.nodeport as port, s.shardminvalue::integer as "from", s.shardmaxvalue::integer as "to"
   from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid
   join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
   where s.logicalrelid = $1::regclass order by 4`,
);

const READ_VERSION = statement(
  'read-schema-version',
  'select max(name)::text as name from schema_migrations',
);
const HASH = statement('hash-of-uuid', 'select worker_hash($1::uuid) as hash');
const SAMPLE = '0190b4a6-7c1e-7f00-8a55-0123456789ab';

export async function loadShardMap(home: Queryable): Promise<ShardMap> {
  let shards: Shard[] = [];
  const read = async (): Promise<void> => {
    const found = await home.query<Shard>(LIST_SHARDS, [ANCHOR]);
    if (found.length === 0)
      throw new DatabaseUnavailable(new Error('the tables are not distributed yet'), false);
    shards = found;
  };
  await read();
  const [sample] = await home.query<{ hash: number }>(HASH, [SAMPLE]);
  if (sample?.hash !== hashOfUuid(SAMPLE)) throw new Error('this server hashes uuids in another way');

  const [version] = await home.query<{ name: string }>(READ_VERSION, []);
  const number = Number.parseInt(version?.name ?? '0', 10);

  let reading: Promise<void> | null = null;
  const find = (fits: (shard: Shard) => boolean): Shard => {
    const found = shards.find(fits);
    if (found === undefined) throw new DatabaseUnavailable(new Error('a shard has no place'), false);
    return found;
  };
  return {
    schemaOf: ({ id }) => `trefoil_${number}_${id}`,
    shards: () => shards,
    ofTenant: (tenantId) => {
      const hash = hashOfUuid(tenantId);
      return find(({ from, to }) => from <= hash && hash <= to);
    },
    find: (id) => find((shard) => shard.id === id),
    refresh: () => {
      reading ??= read().finally(() => {
        reading = null;
      });
      return reading;
    },
  };
}

const LIST_TABLES = statement(
  'list-tables-of-shard',
  `select s.logicalrelid::regclass::text as name, s.shardid as id from pg_dist_shard s
   where s.logicalrelid::regclass::text = any($2) and s.shardminvalue is not distinct from
       (select a.shardminvalue from pg_dist_shard a where a.shardid = $1)
     or s.logicalrelid::regclass::text = any($3)`,
);

// Of device sessions, which are lent to a shard (`reports/risk-facts.ts`).
const LIST_LENT_COLUMNS = statement(
  'list-lent-columns',
  `select quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod) as column from pg_attribute a
   where a.attrelid = 'device_sessions'::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
);

const LIST_FUNCTIONS = statement(
  'list-functions',
  `select pg_get_functiondef(p.oid) as text from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
);

/** The names under which statements find the tables of one shard: a schema on its server, with a view of each, and the functions. */
export async function schemaText(home: Queryable, shard: Shard, schema: string): Promise<string> {
  const tables = await home.query<{ name: string; id: number }>(LIST_TABLES, [shard.id, SHARDED, COPIED]);
  const lent = await home.query<{ column: string }>(LIST_LENT_COLUMNS, []);
  const functions = await home.query<{ text: string }>(LIST_FUNCTIONS, []);
  const views = tables.map(
    ({ name, id }) => `create or replace view ${schema}.${name} as select * from public.${name}_${id};`,
  );
  const copies = functions.map(({ text }) => `${text.replace(' FUNCTION public.', ` FUNCTION ${schema}.`)};`);
  return [
    'set local citus.enable_ddl_propagation = off; set local check_function_bodies = off;',
    `create schema if not exists ${schema}; set local search_path = ${schema}, pg_catalog;`,
    `create unlogged table if not exists ${schema}.device_sessions (${lent.map(({ column }) => column).join(', ')});`,
    ...views,
    ...copies,
    // Of a shard that came from a server whose transactions have higher numbers: as after a restore (`events/feed.ts`).
    ...['events', 'deliveries'].map(
      (table) =>
        `update ${schema}.${table} set tx = '1' where tx >= pg_snapshot_xmax(pg_current_snapshot());`,
    ),
  ].join('\n');
}
