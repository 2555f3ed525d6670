-- Test mode: clocks that a tenant sets and moves on, and receipts of texts that were never sent.

-- A clock goes as the database's does, so far ahead of it, or behind it when negative. It ends by the database's.
create table test_clocks (
  tenant_id  uuid not null references tenants (id),
  id         uuid not null,
  ahead      interval not null,
  created_at timestamptz not null,
  ends_at    timestamptz not null,
  primary key (tenant_id, id)
);
create index test_clocks_end on test_clocks (ends_at);

-- step
-- The clock that a test report goes by. It outlives the clock, as a mark.
alter table reports add column clock_id uuid,
  add constraint reports_clock_of_tests check (clock_id is null or is_test) not valid;
-- step
alter table reports validate constraint reports_clock_of_tests;
-- step
create index concurrently reports_on_clocks on reports (tenant_id, clock_id) where clock_id is not null;
-- step
create index concurrently reports_waiting_on_clocks on reports (tenant_id, clock_id) where clock_id is not null and status = 'pending';

-- step
-- What a gateway would report of a text, at a time by the clock of its report.
create table test_receipts (
  tenant_id    uuid not null references tenants (id),
  sms_id       uuid not null,
  report_id    uuid not null,
  is_delivered boolean not null,
  due_at       timestamptz not null,
  primary key (tenant_id, sms_id)
);
