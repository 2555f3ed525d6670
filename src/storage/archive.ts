// The archive: moves what is older than some months, and changes no more, out of the tables of every day, so that they do not grow for ever.
// Whole blocks only, each in a short transaction. `ledger verify` reads on through it, and a report is still found by its id
// (reports/reports.ts); lists and statements end where it begins.
import { type Database, type Queryable, statement } from './engine/connection/database.ts';
import { ENTRY_COLUMNS, type LedgerEntry } from './wallet/ledger.ts';

const ROWS_PER_BLOCK = 1_000;
/** Of a tenant in one round of housekeeping, so that none of them waits for another. */
const BLOCKS_PER_ROUND = 100;
/** To be read at once. */
const BLOCKS_PER_PAGE = 5;

const MOVES = `('hold', 'post', 'void', 'expire')`;
/** As a value by itself, so that an index can be read up to it. */
const CUT = '(select clock_timestamp() - make_interval(months => $2))';

/** No such entry is left. Looked up row by row, in an index: a join, planned while there were few, would read all of them. */
const lacks = (condition: string): string =>
  `(select e.seq from ledger_entries e where e.tenant_id = $1 and ${condition} limit 1) is null`;

const LIST_TENANTS = statement('list-tenants-of-archive', 'select id as "tenantId" from tenants order by id');

// The entries after the last block, whose numbers have no gap; not while one is too young, or its hold is open. The setting lets the trigger of
// this transaction pass.
const ARCHIVE_LEDGER = statement(
  'archive-ledger',
  `with due as materialized (
     select e.* from (select coalesce(max(a.last_seq), 0) as seq from ledger_archive a where a.tenant_id = $1) last
     cross join lateral (select e.* from ledger_entries e
       where e.tenant_id = $1 and e.seq > last.seq and e.seq <= last.seq + ${ROWS_PER_BLOCK}) e
   )
   insert into ledger_archive (tenant_id, first_seq, last_seq, entries)
   select $1, min(d.seq), max(d.seq), coalesce(json_agg(row_to_json(d) order by d.seq) filter (where d.kind in ${MOVES}), '[]')
   from due d having count(*) = ${ROWS_PER_BLOCK} and max(d.created_at) < ${CUT}
     and not exists (select from holds h where h.tenant_id = $1 and h.id = any(array(select o.hold_id from due o)) and h.state = 'open')
   on conflict do nothing
   returning first_seq as "firstSeq", last_seq as "lastSeq", set_config('trefoil.archived', tenant_id || ' ' || last_seq, true)`,
);
const REMOVE_ENTRIES = statement(
  'remove-archived-entries',
  `delete from ledger_entries where tenant_id = $1 and seq between $2 and $3 and kind in ${MOVES}`,
);
// A hold that was placed in this block may end in a later one, and goes with that.
const REMOVE_HOLDS = statement(
  'remove-archived-holds',
  `delete from holds h where h.tenant_id = $1 and h.state <> 'open'
     and h.id = any(array(select (x ->> 'hold_id')::uuid from ledger_archive a cross join lateral json_array_elements(a.entries) x
       where a.tenant_id = $1 and a.last_seq = $2))
     and ${lacks('e.report_id = h.report_id and e.hold_id = h.id')}
     and ${lacks("e.report_id is null and e.transfer_key in ('hold:' || h.id, 'post:' || h.id, 'back:' || h.id)")}`,
);

// The oldest, once all of them are purged and their moves are in the archive.
const ARCHIVE_REPORTS = statement(
  'archive-reports',
  `with due as materialized (
     select r.* from reports r where r.tenant_id = $1 and r.created_at < ${CUT}
     order by r.created_at, r.id limit ${ROWS_PER_BLOCK} for update skip locked
   )
   insert into report_archive (tenant_id, first_id, last_id, reports)
   select $1, (array_agg(d.id order by d.id))[1], (array_agg(d.id order by d.id desc))[1], json_agg(row_to_json(d) order by d.id)
   from due d having count(*) = ${ROWS_PER_BLOCK} and bool_and(d.purged_at is not null and ${lacks('e.report_id = d.id')})
   on conflict do nothing returning first_id as "firstId", last_id as "lastId"`,
);
const REMOVE_REPORTS = statement(
  'remove-archived-reports',
  `delete from reports r where r.tenant_id = $1
     and r.id = any(array(select (x ->> 'id')::uuid from report_archive a cross join lateral json_array_elements(a.reports) x
       where a.tenant_id = $1 and a.last_id = $3 and a.first_id = $2))`,
);

export type Archive = ReturnType<typeof createArchive>;

export function createArchive({ database }: { database: Database }) {
  const archiveLedger = (tenantId: string, months: number): Promise<boolean> =>
    database.transaction(async (tx) => {
      const [block] = await tx.query<{ firstSeq: number; lastSeq: number }>(ARCHIVE_LEDGER, [
        tenantId,
        months,
      ]);
      if (block === undefined) return false;
      await tx.query(REMOVE_ENTRIES, [tenantId, block.firstSeq, block.lastSeq]);
      await tx.query(REMOVE_HOLDS, [tenantId, block.lastSeq]);
      return true;
    });
  const archiveReports = (tenantId: string, months: number): Promise<boolean> =>
    database.transaction(async (tx) => {
      const [block] = await tx.query<{ firstId: string; lastId: string }>(ARCHIVE_REPORTS, [
        tenantId,
        months,
      ]);
      if (block === undefined) return false;
      await tx.query(REMOVE_REPORTS, [tenantId, block.firstId, block.lastId]);
      return true;
    });
  return {
    /** Moves what is older than the months; answers how many blocks. Null months: nothing. */
    async archiveOld(months: number | null): Promise<number> {
      if (months === null) return 0;
      let blocks = 0;
      for (const { tenantId } of await database.query<{ tenantId: string }>(LIST_TENANTS, []))
        for (const step of [archiveLedger, archiveReports])
          for (let n = 0; n < BLOCKS_PER_ROUND && (await step(tenantId, months)); n += 1) blocks += 1;
      return blocks;
    },
  };
}

// With the top-ups and adjustments in between, which are where they were.
const LIST_ARCHIVED = statement(
  'list-archived-entries',
  `with blocks as materialized (
     select a.last_seq, a.entries from ledger_archive a where a.tenant_id = $1 and a.last_seq > $2 order by a.last_seq limit $3
   )
   select ${ENTRY_COLUMNS} from (
     select x.* from blocks b cross join lateral json_populate_recordset(null::ledger_entries, b.entries) x
     union all
     select o.* from ledger_entries o where o.tenant_id = $1 and o.seq > $2 and o.seq <= (select max(b.last_seq) from blocks b)
   ) e order by e.seq`,
);

/** Of the next blocks after an entry, oldest first; none where the archive ends. */
export function listArchivedAfter(db: Queryable, tenantId: string, afterSeq: number): Promise<LedgerEntry[]> {
  return db.query<LedgerEntry>(LIST_ARCHIVED, [tenantId, afterSeq, BLOCKS_PER_PAGE]);
}
