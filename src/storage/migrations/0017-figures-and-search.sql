-- What the console asks of many rows: figures by hour and day, the beginning of a reference, entries of a person or about an object.

-- The beginning of an external reference as a path of keyed hashes, one step a character (src/storage/reports/reference-paths.ts). Null
-- without a reference, on purged reports, and on those from before: they are found by the whole reference.
alter table reports add column reference_path bytea,
  add constraint reports_reference_path_check check (octet_length(reference_path) between 4 and 28) not valid;
-- step
alter table reports validate constraint reports_reference_path_check;
-- step
create index concurrently reports_reference_path on reports (tenant_id, reference_path, created_at desc, id desc) include (is_test)
  where reference_path is not null;

-- step
-- Counts by hour, and by day in Europe/London, of hours that are over (src/storage/activity/figures.ts). Made by housekeeping, so that no
-- request waits for them. They name nobody and are kept.
create table figures (
  tenant_id uuid not null references tenants (id),
  kind      text not null check (kind in ('activity', 'texts')),
  span      text not null check (span in ('hour', 'day')),
  is_test   boolean not null,
  starts_at timestamptz not null,
  measure   text not null check (length(measure) between 1 and 100),
  count     bigint not null check (count > 0),
  credits   bigint not null default 0,
  primary key (tenant_id, kind, span, is_test, starts_at, measure) include (count, credits)
);

-- Up to where a tenant's figures are made; what is later is counted row by row.
create table figure_marks (
  tenant_id   uuid not null references tenants (id),
  kind        text not null check (kind in ('activity', 'texts')),
  hours_until timestamptz not null,
  days_until  timestamptz not null,
  primary key (tenant_id, kind),
  check (days_until <= hours_until)
);

-- step
-- Calls without a valid token: kept for a day only.
create index concurrently requests_unknown on requests (at) where credential_id is null and person_id is null;

-- step
create index concurrently audit_entries_actor on audit_entries (tenant_id, actor_id, seq desc) where actor_id is not null;
-- step
create index concurrently audit_entries_object on audit_entries (tenant_id, object_id, seq desc);
