// Where a journey's time and log go, for whoever looks for what is dear (BENCH_PROFILE=1): the database's statements, what it logs for each table
// and index, and the service's own time by V8's profiler.
import { type Ask, withClient } from './bench.ts';
import type { Profiled } from './profiler.ts';

const SHOWN = 70;

/** `make` makes so many journeys. */
export async function profileOf(
  url: string,
  ask: Ask,
  count: number,
  make: () => Promise<unknown>,
): Promise<string> {
  const query = (text: string, values: unknown[] = []) =>
    withClient(url, async (client) => (await client.query(text, values)).rows);
  await query('create extension if not exists pg_walinspect');
  // Those of the functions too, beside the statements that call them.
  await query("alter system set pg_stat_statements.track = 'all'");
  await query('select pg_reload_conf(), pg_stat_statements_reset()');
  const [{ at }] = await query('select pg_current_wal_lsn()::text as at');
  await ask('profile');
  await make();
  const { totalMs, byPlace, byFunction } = await ask<Profiled>('profiled');
  const statements = await query(STATEMENTS, [count]);
  const logged = await query(LOGGED, [at, count]);
  const share = ([name, ms]: [string, number]): string => `${((100 * ms) / totalMs).toFixed(1)} %: ${name}`;
  return [
    `Of ${count} journeys each:`,
    ...statements.map(
      (one) => `${one.calls} × ${one.ms} ms (the fastest ${one.least}), ${one.wal} B: ${one.query}`,
    ),
    '',
    ...logged.map(({ name, bytes, records }) => `${bytes} B in ${records} records: ${name}`),
    '',
    `${(totalMs / count).toFixed(1)} ms of the service's main thread`,
    ...byPlace.slice(0, SHOWN).map(share),
    '',
    ...byFunction.slice(0, SHOWN).map(share),
  ].join('\n');
}

const STATEMENTS = `select (calls / $1::float8)::numeric(9,1) as calls, mean_exec_time::numeric(9,3) as ms, min_exec_time::numeric(9,3) as least,
    (wal_bytes / calls)::int as wal, case when toplevel then '' else '(within a function) ' end || left(regexp_replace(query, '\\s+', ' ', 'g'), 150) as query
  from pg_stat_statements s join pg_database d on d.oid = s.dbid and d.datname = current_database()
  where calls * 10 > $1 order by total_exec_time desc limit ${SHOWN}`;

// A record is counted where its first block is; one without a block is the end of a transaction, or a lock.
const LOGGED = `with blocks as (
    select distinct on (b.start_lsn) b.record_length - b.block_fpi_length as bytes, coalesce(c.relname, 'what is gone') || ' ' || b.record_type as name
    from pg_get_wal_block_info($1::pg_lsn, pg_current_wal_lsn()) b
    left join pg_class c on c.oid = pg_filenode_relation(b.reltablespace, b.relfilenode) order by b.start_lsn, b.block_id
  ), records as (
    select r.record_length - r.fpi_length as bytes, r.resource_manager || ' ' || r.record_type as name
    from pg_get_wal_records_info($1::pg_lsn, pg_current_wal_lsn()) r where r.block_ref is null
  )
  select name, (sum(bytes) / $2)::int as bytes, (count(*) / $2::float8)::numeric(9,1) as records
  from (select * from blocks union all select * from records) one group by name order by sum(bytes) desc limit ${SHOWN}`;
