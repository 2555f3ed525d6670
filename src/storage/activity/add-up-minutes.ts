// Adds up the minutes of reports and spending that can no longer change: of each mode up to its first report that still waits, and never the last two
// minutes, whose rows may not have committed. After the hours are added up (add-up-figures.ts), so that little is left. The mark is where both modes
// are; how far live reports are, which tests that wait do not hold up, their last minute says (figures.ts).
import { type Database, statement } from '../engine/connection/database.ts';
import { MINUTES } from './raw-figures.ts';

/** In one statement: a short one, whatever a tenant did in them. */
const SLICE_MINUTES = 15;
/** What is asked of refusals reaches two days back. */
const KEPT_DAYS = 3;

const LOCK_MARK = statement(
  'lock-minute-mark',
  `select greatest(m.hours_until, m.minutes_until) as "from",
     least(date_bin('1 minute', clock_timestamp() - interval '2 minutes', 'epoch'),
       greatest(m.hours_until, m.minutes_until) + interval '${SLICE_MINUTES} minutes') as "to"
   from figure_marks m where m.tenant_id = $1 and m.kind = 'activity' for update skip locked`,
);

const ADD_MINUTES = statement(
  'add-minutes',
  `with raw as materialized (${MINUTES}),
   ends as (
     select least($3::timestamptz, min(at) filter (where not is_test)) as live, least($3::timestamptz, min(at) filter (where is_test)) as test
     from raw where kind = 'reports' and measure = 'report:waiting'
   ),
   added as (
     insert into figure_minutes (tenant_id, kind, starts_at, mode, measure, count, credits)
     select $1, raw.kind, date_bin('1 minute', raw.at, 'epoch'), case when raw.is_test then 'test' else 'live' end, raw.measure, sum(raw.count),
       sum(raw.credits)
     from raw cross join ends where raw.at < case when raw.is_test then ends.test else ends.live end group by 2, 3, 4, 5
     on conflict (tenant_id, kind, starts_at, mode, measure) do update set count = excluded.count, credits = excluded.credits
   )
   update figure_marks m set minutes_until = least(ends.live, ends.test) from ends where m.tenant_id = $1 and m.kind = 'activity'
   returning m.minutes_until as until`,
);

/** Of one tenant, as far as it goes; another process may be at it. */
export async function addUpMinutes(database: Database, tenantId: string): Promise<void> {
  const addSlice = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const [mark] = await tx.query<{ from: Date; to: Date }>(LOCK_MARK, [tenantId]);
      if (mark === undefined || mark.to <= mark.from) return false;
      const [moved] = await tx.query<{ until: Date }>(ADD_MINUTES, [tenantId, mark.from, mark.to]);
      return moved?.until.getTime() === mark.to.getTime();
    });
  while (await addSlice());
  // Where a test waits, live reports go on, as far as a slice from there.
  await addSlice();
}

// Not before their hour is added up: a process that comes back after weeks still reads them.
const PURGE_MINUTES = statement(
  'purge-figure-minutes',
  `delete from figure_minutes f using figure_marks m where m.tenant_id = f.tenant_id and m.kind = 'activity'
     and f.starts_at < least(m.hours_until, clock_timestamp() - interval '${KEPT_DAYS} days')`,
);

export async function purgeMinutes(database: Database): Promise<void> {
  await database.query(PURGE_MINUTES, []);
}
