-- Sums by the minute of what no hour has added up yet (src/storage/activity/minutes.ts), so that a reading costs the same however many rows an
-- hour has. `calls` and `refused` are counted by the statement that writes the request log, `reports` by housekeeping once nothing of the
-- minute can change. Kept for some days: the hours are counted from the rows themselves. Rows are updated in place.
create table figure_minutes (
  tenant_id uuid not null,
  kind      text not null check (kind in ('calls', 'refused', 'reports')),
  starts_at timestamptz not null,
  mode      text not null check (mode in ('live', 'test', 'any')),
  measure   text not null check (length(measure) between 1 and 100),
  count     bigint not null check (count > 0),
  credits   bigint not null default 0,
  primary key (tenant_id, kind, starts_at, mode, measure)
) with (fillfactor = 50);

-- How far the minutes of reports are added up; null where none was yet.
alter table figure_marks add column minutes_until timestamptz;
