-- What consumers ask of a tenant on the hosted page: complaints, and requests to erase their data. What they wrote is sealed.
create table consumer_requests (
  tenant_id   uuid not null,
  id          uuid not null,
  session_id  uuid not null,
  is_test     boolean not null,
  kind        text not null check (kind in ('complaint', 'erasure')),
  -- The form that it was sent from: sent twice, it is one request.
  page        uuid not null,
  -- Whether it came from the browser that had started the link.
  is_known    boolean not null,
  -- Sealed: what the consumer wrote, and how to answer them. Gone with the data of the consumer.
  body        bytea,
  received_at timestamptz not null,
  outcome     text check (outcome in ('accepted', 'rejected')),
  closed_at   timestamptz,
  purged_at   timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, session_id, page),
  check ((closed_at is null) = (outcome is null)),
  check ((purged_at is null) = (body is not null))
);
create index consumer_requests_open on consumer_requests (tenant_id, is_test, received_at) where closed_at is null;
create index consumer_requests_kept on consumer_requests (tenant_id, received_at) where purged_at is null;
