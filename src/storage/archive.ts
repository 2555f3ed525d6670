// The archive: moves what is older than some months, and changes no more, out of the tables of every day, so that they do not grow for ever.
// Whole blocks only, each in a short transaction. `ledger verify` reads on through it, and a report is still found by its id
// (reports/reports.ts); lists and statements end where it begins.
import { type Database, type Queryable, statement } from './connection/database.ts';
import { ENTRY_COLUMNS, type LedgerEntry } from './wallet/ledger.ts';

const ROWS_PER_BLOCK = 1_000;
/** Of a tenant in one round of housekeeping, so that none of them waits for another. */
const BLOCKS_PER_ROUND = 100;
/** To be read at once. */
const BLOCKS_PER_PAGE = 5;

const MOVES = `('hold', 'post', 'void', 'expire')`;
const CUT = `clock_timestamp() - make_interval(months => $2)`;

const LIST_TENANTS = statement('list-tenants-of-archive', 'select id as "tenantId" from tenants order by id');

// From the first entry that is not there yet; not while one is too young, or its hold is open. The setting lets the trigger of this transaction
// pass.
const ARCHIVE_LEDGER = statement(
  'archive-ledger',
  `with due as materialized (
     select e.* from ledger_entries e
     where e.tenant_id = $1 and e.seq > coalesce((select max(a.last_seq) from ledger_archive a where a.tenant_id = $1), 0)
     order by e.seq limit $3
   )
   insert into ledger_archive (tenant_id, first_seq, last_seq, entries)
   select $1, min(d.seq), max(d.seq), coalesce(json_agg(row_to_json(d) order by d.seq) filter (where d.kind in ${MOVES}), '[]')
   from due d having count(*) = $3 and max(d.created_at) < ${CUT}
     and not exists (select from due o join holds h on h.tenant_id = $1 and h.id = o.hold_id where h.state = 'open')
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
  `delete from holds h using (
     select distinct (x ->> 'hold_id')::uuid as id from ledger_archive a cross join lateral json_array_elements(a.entries) x
     where a.tenant_id = $1 and a.last_seq = $2) gone
   where h.tenant_id = $1 and h.id = gone.id and h.state <> 'open' and not exists (
     select from ledger_entries e where e.tenant_id = $1 and e.transfer_key in ('hold:' || h.id, 'post:' || h.id, 'back:' || h.id))`,
);

// Purged ones, whose moves are in the archive.
const ARCHIVE_REPORTS = statement(
  'archive-reports',
  `with due as materialized (
     select r.* from reports r where r.tenant_id = $1 and r.created_at < ${CUT} and r.purged_at is not null
       and not exists (select from ledger_entries e where e.tenant_id = $1 and e.report_id = r.id)
     order by r.created_at, r.id limit $3 for update skip locked
   )
   insert into report_archive (tenant_id, first_id, last_id, reports)
   select $1, (array_agg(d.id order by d.id))[1], (array_agg(d.id order by d.id desc))[1], json_agg(row_to_json(d) order by d.id)
   from due d having count(*) = $3
   on conflict do nothing returning first_id as "firstId", last_id as "lastId"`,
);
const REMOVE_REPORTS = statement(
  'remove-archived-reports',
  `delete from reports r using (
     select (x ->> 'id')::uuid as id from report_archive a cross join lateral json_array_elements(a.reports) x
     where a.tenant_id = $1 and a.last_id = $3 and a.first_id = $2) gone
   where r.tenant_id = $1 and r.id = gone.id`,
);

export type Archive = {
  /** Moves what is older than the months; answers how many blocks. Null months: nothing. */
  archiveOld(months: number | null): Promise<number>;
};

export function createArchive({ database }: { database: Database }): Archive {
  const archiveLedger = (tenantId: string, months: number): Promise<boolean> =>
    database.transaction(async (tx) => {
      const [block] = await tx.query<{ firstSeq: number; lastSeq: number }>(ARCHIVE_LEDGER, [
        tenantId,
        months,
        ROWS_PER_BLOCK,
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
        ROWS_PER_BLOCK,
      ]);
      if (block === undefined) return false;
      await tx.query(REMOVE_REPORTS, [tenantId, block.firstId, block.lastId]);
      return true;
    });
  return {
    async archiveOld(months) {
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
