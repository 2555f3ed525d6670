// A past of journeys: the rows that journeys have left, copied so many times under other ids. They belong together as the first ones do: an id
// becomes the same other id wherever it stands. The hash chain of the ledger is not valid; nothing here verifies it.
import type pg from 'pg';

/** What a journey leaves in many rows. */
const TABLES = [
  'reports',
  'holds',
  'ledger_entries',
  'sms_messages',
  'risk_events',
  'known_devices',
  'challenge_limits',
  'events',
  'requests',
  'device_sessions',
] as const;
/** Ids of what there is once. */
const KEPT = ['tenant_id', 'credential_id', 'person_id', 'endpoint_id', 'clock_id'];
/** A copy's numbers begin after all that were given by then. */
const SEQ_STEP = 100_000;

/** From here on, indexes are made after the copy: row by row, a million reports take an hour. */
const MANY_COPIES = 1_000;

/** Copies what the tenant has by now; the copies' places in time are those of the first ones. */
export async function copyPast(client: pg.Client, tenantId: string, copies: number): Promise<void> {
  await client.query('begin');
  // No look at the tenant for each row.
  await client.query("set local session_replication_role = 'replica'");
  await client.query("set local maintenance_work_mem = '1GB'");
  const dropped = copies < MANY_COPIES ? [] : await dropIndexes(client);
  for (const table of TABLES) {
    const { rows } = await client.query<{ name: string; type: string }>(
      `select column_name as name, udt_name as type from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
      [table],
    );
    const shown = rows.map(({ name, type }) => copyOf(table, name, type));
    const names = rows.map(({ name }) => `"${name}"`).join(', ');
    await client.query(
      `insert into ${table} (${names}) overriding system value select ${shown.join(', ')} from ${table} t, generate_series(1, $2::int) n
       where t.tenant_id = $1 on conflict do nothing`,
      [tenantId, copies],
    );
  }
  await client.query(
    `update wallets set last_seq = last_seq + ($2::bigint + 1) * ${SEQ_STEP} where tenant_id = $1`,
    [tenantId, copies],
  );
  for (const index of dropped) await client.query(index);
  await client.query('commit');
}

/** All but those that constraints need. Returns the statements that make them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; statement: string }>(
    `select i.indexname as name, i.indexdef as statement from pg_indexes i
     where i.schemaname = 'public' and i.tablename = any($1)
       and not exists (select from pg_constraint c where c.conindid = format('%I', i.indexname)::regclass)`,
    [TABLES],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ statement }) => statement);
}

function copyOf(table: string, name: string, type: string): string {
  if (type === 'uuid' && !KEPT.includes(name)) return `md5(t."${name}"::text || n)::uuid`;
  if (name.endsWith('_hash') || name === 'key') return `sha256(t."${name}" || n::text::bytea)`;
  if (name === 'transfer_key') return `t.transfer_key || ':' || n`;
  if (table === 'ledger_entries' && name === 'seq') return `t.seq + n::bigint * ${SEQ_STEP}`;
  return `t."${name}"`;
}
