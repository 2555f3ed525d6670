-- Where events are sent to, what is to be sent, and what became of each try.
--
-- webhook_endpoints is read by every statement that records events and locked by none of them: what a worker writes at each try is in
-- webhook_health, beside it.
create table webhook_endpoints (
  tenant_id         uuid not null references tenants (id),
  id                uuid not null,
  url               text not null check (length(url) between 1 and 2000),
  description       text not null check (length(description) <= 200),
  types             text[] not null check (cardinality(types) between 1 and 100),
  is_test           boolean not null,
  is_ordered        boolean not null,
  rate_per_second   smallint not null check (rate_per_second between 1 and 100),
  signs_v1a         boolean not null,
  state             text not null default 'active' check (state in ('active', 'disabled', 'deleted')),
  disabled_reason   text check (disabled_reason in ('by-you', 'failing', 'gone', 'asked')),
  -- From when on events were missed, while it is disabled.
  missed_since      timestamptz,
  -- The secret and, for v1a, the seed of the private key; sealed. The old ones work until they expire.
  keys              bytea,
  public_key        bytea check (octet_length(public_key) = 32),
  secret_hint       text not null,
  secret_created_at timestamptz not null,
  old_keys          bytea,
  old_public_key    bytea check (octet_length(old_public_key) = 32),
  old_secret_hint   text,
  old_expires_at    timestamptz,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (tenant_id, id),
  check (num_nonnulls(old_keys, old_secret_hint, old_expires_at) in (0, 3)),
  check ((state = 'disabled') = (disabled_reason is not null)),
  check ((state = 'disabled') = (missed_since is not null)),
  check (state = 'deleted' or keys is not null)
);
create unique index webhook_endpoints_id on webhook_endpoints (id);
create index webhook_endpoints_active on webhook_endpoints (tenant_id) where state = 'active';

create table webhook_health (
  tenant_id       uuid not null,
  endpoint_id     uuid not null,
  -- The rate: so many may be sent at once, refilled with time.
  tokens          real not null default 0,
  refilled_at     timestamptz not null,
  throttled_until timestamptz,
  -- Since the last success.
  failing_since   timestamptz,
  failures        integer not null default 0,
  -- How far people were told: 1 after an hour, 2 a day before it is disabled.
  told            smallint not null default 0 check (told between 0 and 2),
  last_success_at timestamptz,
  last_failure_at timestamptz,
  primary key (tenant_id, endpoint_id)
) with (fillfactor = 50);
create index webhook_health_failing on webhook_health (failing_since) where failing_since is not null;

create table deliveries (
  tenant_id   uuid not null,
  id          uuid not null,
  endpoint_id uuid not null,
  event_id    uuid not null,
  -- Of the event, for endpoints that want those of a report one after another.
  subject_id  uuid,
  tx          xid8 not null default pg_current_xact_id(),
  is_ordered  boolean not null default false,
  -- Sent again by hand, or by a recovery: it does not count for the endpoint's health, and comes after what is new.
  is_replay   boolean not null default false,
  recovery_id uuid,
  state       text not null default 'due' check (state in ('due', 'delivered', 'failed', 'dropped')),
  reason      text check (reason in ('exhausted', 'aborted', 'gone', 'asked', 'disabled', 'deleted', 'cancelled', 'event-gone')),
  attempts    smallint not null default 0,
  -- When it is to be tried next. A worker that takes it moves this on by the length of its lease.
  due_at      timestamptz not null,
  lease_token uuid,
  created_at  timestamptz not null,
  ended_at    timestamptz,
  last_status smallint,
  primary key (tenant_id, id),
  check ((state = 'due') = (ended_at is null)),
  check ((state in ('failed', 'dropped')) = (reason is not null))
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1);
create index deliveries_due on deliveries (tenant_id, endpoint_id, is_replay, due_at, id) where state = 'due';
create index deliveries_in_order on deliveries (tenant_id, endpoint_id, subject_id, tx, event_id) where state = 'due' and is_ordered;
create index deliveries_log on deliveries (tenant_id, endpoint_id, id);
create index deliveries_event on deliveries (tenant_id, event_id);
create index deliveries_recovery on deliveries (tenant_id, recovery_id) where recovery_id is not null;
create index deliveries_age on deliveries using brin (created_at);

create table delivery_attempts (
  tenant_id   uuid not null,
  delivery_id uuid not null,
  number      smallint not null,
  at          timestamptz not null,
  ms          integer not null,
  status      smallint,
  -- Why there was no answer, in our words.
  problem     text,
  -- The first kilobyte of the answer, sealed.
  answer      bytea,
  primary key (tenant_id, delivery_id, number)
);
create index delivery_attempts_age on delivery_attempts using brin (at);

create table webhook_recoveries (
  tenant_id    uuid not null,
  id           uuid not null,
  endpoint_id  uuid not null,
  since        timestamptz not null,
  until        timestamptz not null,
  failed_only  boolean not null,
  total        integer not null,
  created_at   timestamptz not null,
  cancelled_at timestamptz,
  primary key (tenant_id, id)
);

-- Mail to a tenant's people about an event. Written with the event, sent by any process.
create table notices (
  tenant_id   uuid not null,
  id          uuid not null,
  event_id    uuid not null,
  created_at  timestamptz not null,
  due_at      timestamptz not null,
  attempts    smallint not null default 0,
  sent_at     timestamptz,
  primary key (tenant_id, id)
);
create index notices_due on notices (due_at) where sent_at is null;
