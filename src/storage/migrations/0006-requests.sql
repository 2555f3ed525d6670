-- The calls of each tenant, the refused ones too, for 30 days; and the steps of a report that are stored nowhere else. Nothing in
-- here is a body, a number, a code or a detail of a consumer: patterns of routes, words from fixed lists, ids and times.
-- Neither table refers to the tenants: many rows are written together afterwards, and none of them may wait for a tenant's row.

create table requests (
  tenant_id     uuid not null,
  -- Of the answer's X-Request-Id. Its first part is the time, so the key is the order in which they came.
  id            uuid not null,
  at            timestamptz not null,
  method        text not null,
  route         text not null,
  status        smallint not null,
  code          text,
  -- Of a validation error: [{path, message}], in our own words.
  details       jsonb,
  ms            real not null,
  credential_id uuid,
  person_id     uuid,
  report_id     uuid,
  -- Null where the request does not say; its report does.
  is_test       boolean,
  primary key (tenant_id, id)
);
create index requests_refused on requests (tenant_id, id) where status >= 400;
create index requests_report on requests (tenant_id, report_id) where report_id is not null;
-- They come in the order of their time: a few pages of a coarse index are enough to find the old ones.
create index requests_age on requests using brin (at);

create table report_events (
  tenant_id uuid not null,
  report_id uuid not null,
  id        uuid not null,
  at        timestamptz not null,
  kind      text not null check (kind in ('guess', 'resend', 'bureau')),
  facts     jsonb not null,
  primary key (tenant_id, report_id, id)
);
create index report_events_age on report_events using brin (at);
create trigger report_events_unchanged before update on report_events for each row execute function refuse_change();
