// Puts the tables of a database onto the servers of a Citus cluster: what is to be called, and the calling. What is done already is left
// out, so it may be run again, after a failure or for tables that a later version adds.
import type pg from 'pg';
import { connectToPrimary } from '../connection/hosts.ts';
import { ANCHOR, COPIED, SHARDED } from './layout.ts';

/** The cluster is not as it must be; the message says what to do. */
export class DistributeRefused extends Error {}

// Plain tables stay plain, though they refer to one that is copied; the triggers that keep the books run on every shard; and functions and
// tables change in one transaction.
const SETTINGS = [
  'set local citus.enable_local_reference_table_foreign_keys = off',
  'set local citus.enable_unsafe_triggers = on',
  "set local citus.multi_shard_modify_mode = 'sequential'",
];

const NOT_TRUNCATED: readonly string[] = [
  'ledger_entries',
  'holds',
  'events',
  'consent_texts',
  'ledger_archive',
  'report_archive',
];
// A shard cannot know that an id is in no other shard. These are random, and drawn by the service.
const UNIQUE_IDS = ['webhook_endpoints', 'consumer_sessions'];

async function planDistribution(client: pg.ClientBase): Promise<string[]> {
  await refuseUnfit(client);
  const { rows } = await client.query<{ name: string }>(
    'select logicalrelid::regclass::text as name from pg_dist_partition',
  );
  const done = new Set(rows.map(({ name }) => name));
  const sharded = SHARDED.filter((table) => !done.has(table));
  const guarded = sharded.filter((table) => NOT_TRUNCATED.includes(table));
  return [
    ...COPIED.filter((table) => !done.has(table)).map((table) => `select create_reference_table('${table}')`),
    ...sharded.flatMap((table) => [
      ...(UNIQUE_IDS.includes(table)
        ? [`drop index if exists ${table}_id`, `create index if not exists ${table}_by_id on ${table} (id)`]
        : []),
      table === ANCHOR
        ? `select create_distributed_table('${table}', 'tenant_id')`
        : `select create_distributed_table('${table}', 'tenant_id', colocate_with => '${ANCHOR}')`,
    ]),
    // What was in them before is copied, and would be left behind where nobody sees it.
    ...guarded.map((table) => `drop trigger ${table}_not_truncated on ${table}`),
    ...[...sharded]
      .reverse()
      .map((table) => `select truncate_local_data_after_distributing_table('${table}')`),
    ...guarded.map(
      (table) =>
        `create trigger ${table}_not_truncated before truncate on ${table} for each statement execute function refuse_change()`,
    ),
  ];
}

/** Answers the calls that it made. */
export async function distribute(connection: pg.ClientConfig, isToBeDone: boolean): Promise<string[]> {
  const client = await connectToPrimary(connection);
  try {
    const plan = await planDistribution(client);
    if (!isToBeDone || plan.length === 0) return plan;
    // All of it or nothing.
    for (const text of ['begin', 'set local statement_timeout = 0', ...SETTINGS, ...plan, 'commit'])
      await client.query(text);
    return plan;
  } finally {
    await client.end();
  }
}

async function refuseUnfit(client: pg.ClientBase): Promise<void> {
  if (!(await isCitus(client)))
    throw new DistributeRefused(
      'The database at DATABASE_URL has no Citus. Install it on every server and run "create extension citus" in this database on each.',
    );
  const { rows } = await client.query<{ coordinator: boolean; servers: number; local: number }>(
    `select coalesce(bool_or(groupid = 0), false) as coordinator,
            count(*) filter (where shouldhaveshards and isactive and noderole = 'primary')::integer as servers,
            (select groupid from pg_dist_local_group)::integer as local
     from pg_dist_node`,
  );
  const [cluster] = rows;
  if (cluster === undefined || cluster.local !== 0)
    throw new DistributeRefused('DATABASE_URL names a worker of the cluster. Name the coordinator.');
  if (!cluster.coordinator)
    throw new DistributeRefused(
      'The coordinator is not in the list of servers. Run "select citus_set_coordinator_host(…)" with the address that the workers reach it by.',
    );
  if (cluster.servers === 0)
    throw new DistributeRefused(
      'No server takes shards. Add the workers on the coordinator: select citus_add_node(host, port).',
    );
}

async function isCitus(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select 1 from pg_extension where extname = 'citus'");
  return rows.length > 0;
}

export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  if (!(await isCitus(client))) return false;
  const { rows } = await client.query(
    'select 1 from pg_dist_partition where logicalrelid = to_regclass($1)',
    [ANCHOR],
  );
  return rows.length > 0;
}

/** In the transaction that will change the tables: the schemas of the shards hold views of them. Each version of the service makes its own anew. */
export async function prepareForChange(client: pg.ClientBase): Promise<void> {
  for (const text of SETTINGS) await client.query(text);
  await client.query(
    `select run_command_on_all_nodes($command$do $do$
       declare one text;
       begin
         perform set_config('citus.enable_ddl_propagation', 'off', true);
         for one in select nspname from pg_namespace where nspname ~ '^trefoil_\\d+_\\d+$' loop
           execute format('drop schema %I cascade', one);
         end loop;
       end $do$$command$)`,
  );
}
