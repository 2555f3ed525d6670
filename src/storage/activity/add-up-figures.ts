// Adds up figures: hours that are over, slice by slice, and days from their hours. A slice is as long as its rows are few: each statement
// and each transaction is short, whatever a tenant did in an hour, and however long no process ran. (An open transaction holds the feeds of
// events back.) A mark says how far a tenant is, and moves with what was added: a slice is counted once, or again from its beginning.
import { FIGURES_ZONE } from '../../domain/activity/figures.ts';
import { type Database, DatabaseUnavailable, statement } from '../engine/connection/database.ts';
import { addUpMinutes } from './add-up-minutes.ts';
import { AFTER_ROWS, FIGURE_KINDS, type FigureKind, idsOf, RAW, SETTLED_AFTER_HOURS } from './raw-figures.ts';

/** Of each table, in one slice: a fraction of a second. */
const SLICE_ROWS = 10_000;
/** Where rows are few. */
const SLICE_DAYS = 7;

const LIST_TENANT_IDS = statement('list-tenant-ids', 'select id from tenants order by id');

// A tenant without a mark begins with the day of its first row.
const BEGIN = statement(
  'begin-figures',
  `insert into figure_marks (tenant_id, kind, hours_until, days_until)
   select $1, k.kind, first.at, first.at from unnest($2::text[]) k (kind) cross join (
     select date_trunc('day', least(clock_timestamp(),
       (select min(r.created_at) from reports r where r.tenant_id = $1 and r.clock_id is null),
       (select min(e.created_at) from ledger_entries e where e.tenant_id = $1),
       (select q.at from requests q where q.tenant_id = $1 order by q.id limit 1),
       (select s.handed_over_at from sms_messages s where s.tenant_id = $1 order by s.id limit 1)), $3) as at) first
   on conflict do nothing`,
);

// Of several processes one adds up; the others find the row locked and pass.
const LOCK_MARK = statement(
  'lock-figure-mark',
  `select greatest(hours_until, slice_until) as "from",
          date_trunc('hour', clock_timestamp() - make_interval(hours => $3), 'UTC') as "settledUntil"
   from figure_marks where tenant_id = $1 and kind = $2 for update skip locked`,
);

// In whole milliseconds, as times leave the database; at least one, even where all rows have the same time.
const findEnd = (kind: FigureKind) =>
  statement(
    `find-slice-end-${kind}`,
    `select least($4::timestamptz, $2::timestamptz + interval '${SLICE_DAYS} days',
       case when next.at is not null then greatest(date_trunc('milliseconds', next.at), $2::timestamptz + interval '1 millisecond') end) as "to"
     from (select ${AFTER_ROWS[kind]} as at) next`,
  );
const FIND_END: Record<FigureKind, ReturnType<typeof findEnd>> = {
  activity: findEnd('activity'),
  texts: findEnd('texts'),
};

// The hour that the slice goes on with already has figures; any other is written as it is counted. In the order of the index, so that a period lies
// together.
const addSlice = (kind: FigureKind) =>
  statement(
    `add-figures-${kind}`,
    `insert into figures (tenant_id, kind, span, is_test, starts_at, measure, count, credits)
     select $1, raw.kind, raw.span, raw.is_test, raw.starts_at, raw.measure, sum(raw.count), sum(raw.credits)
     from (${RAW[kind]}) raw group by raw.kind, raw.span, raw.is_test, raw.starts_at, raw.measure
     order by 2, 3, 4, 5, 6
     on conflict (tenant_id, kind, span, is_test, starts_at, measure) do update set
       count = excluded.count + case when figures.starts_at < $2 then figures.count else 0 end,
       credits = excluded.credits + case when figures.starts_at < $2 then figures.credits else 0 end`,
  );

const ADD: Record<FigureKind, ReturnType<typeof addSlice>> = {
  activity: addSlice('activity'),
  texts: addSlice('texts'),
};

// Readers go by whole hours; what is added of the next one waits for its end.
const MOVE_MARK = statement(
  'move-figure-mark',
  `with moved as (
     update figure_marks m set slice_until = $3, hours_until = date_trunc('hour', $3::timestamptz, 'UTC'),
       days_until = date_trunc('day', date_trunc('hour', $3::timestamptz, 'UTC'), $4)
     from figure_marks old where m.tenant_id = $1 and m.kind = $2 and old.tenant_id = m.tenant_id and old.kind = m.kind
     returning old.days_until as days_from, m.days_until
   )
   insert into figures (tenant_id, kind, span, is_test, starts_at, measure, count, credits)
   select $1, f.kind, 'day', f.is_test, date_trunc('day', f.starts_at, $4), f.measure, sum(f.count), sum(f.credits)
   from moved cross join (values (true), (false)) modes (is_test)
   join (values ('activity', 'activity', 'hour'), ('activity', 'bureaus', 'half-hour'), ('texts', 'texts', 'hour')) k (mark, kind, span)
     on k.mark = $2
   join figures f on f.tenant_id = $1 and f.kind = k.kind and f.span = k.span and f.is_test = modes.is_test
     and f.starts_at >= moved.days_from and f.starts_at < moved.days_until
   group by f.kind, f.is_test, date_trunc('day', f.starts_at, $4), f.measure
   on conflict (tenant_id, kind, span, is_test, starts_at, measure) do update set count = excluded.count, credits = excluded.credits`,
);

// A page shows the half hours of today; of other days their sum.
const PURGE_HALF_HOURS = statement(
  'purge-half-hours',
  `delete from figures f where f.tenant_id = $1 and f.kind = 'bureaus' and f.span = 'half-hour' and not f.is_test
     and f.starts_at < (select m.days_until - interval '1 day' from figure_marks m where m.tenant_id = $1 and m.kind = 'activity')`,
);

/** One slice of one tenant; false when there is nothing more to add up, or another process is at it. */
function addUpSlice(database: Database, tenantId: string, kind: FigureKind, rows: number): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [mark] = await tx.query<{ from: Date; settledUntil: Date }>(LOCK_MARK, [
      tenantId,
      kind,
      SETTLED_AFTER_HOURS[kind],
    ]);
    if (mark === undefined || mark.settledUntil <= mark.from) return false;
    const { from, settledUntil } = mark;
    const [firstId] = idsOf(from, from);
    const [end] = await tx.query<{ to: Date }>(FIND_END[kind], [tenantId, from, firstId, settledUntil, rows]);
    const { to } = end as { to: Date };
    await tx.query(ADD[kind], [tenantId, from, to, ...idsOf(from, to)]);
    await tx.query(MOVE_MARK, [tenantId, kind, to, FIGURES_ZONE]);
    return true;
  });
}

/** Adds up every hour that is over, of every tenant. Safe to run twice, and in several processes. */
export async function addUpFigures(database: Database, sliceRows = SLICE_ROWS): Promise<void> {
  const lost: unknown[] = [];
  for (const { id } of await database.query<{ id: string }>(LIST_TENANT_IDS, [])) {
    try {
      await database.query(BEGIN, [id, FIGURE_KINDS, FIGURES_ZONE]);
      for (const kind of FIGURE_KINDS) while (await addUpSlice(database, id, kind, sliceRows));
      await database.query(PURGE_HALF_HOURS, [id]);
      await addUpMinutes(database, id);
    } catch (error) {
      // The server of this tenant's shard is down: the others are added up first.
      if (!(error instanceof DatabaseUnavailable) || database.groupOf(id) === '') throw error;
      lost.push(error);
    }
  }
  if (lost.length > 0) throw lost[0];
}
