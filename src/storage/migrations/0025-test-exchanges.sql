-- Generate requests of test mode with their answers, sealed, for a day: so that one can be sent again, changed. Never of live mode.
create table test_exchanges (
  tenant_id  uuid not null references tenants (id),
  request_id uuid not null,
  report_id  uuid,
  at         timestamptz not null,
  path       text not null check (length(path) <= 200),
  status     smallint not null,
  body       bytea not null,
  -- Null when it was too large to keep.
  answer     bytea,
  primary key (tenant_id, request_id)
);
create index test_exchanges_age on test_exchanges (at);
create index test_exchanges_report on test_exchanges (tenant_id, report_id) where report_id is not null;
