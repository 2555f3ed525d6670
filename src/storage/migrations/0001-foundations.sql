-- Tenants, people and what they hold; reports with their challenge; the keys and records that the edge needs.
-- Every table that belongs to a tenant is keyed by the tenant first.

create table tenants (
  id             uuid primary key,
  name           text not null,
  is_enabled     boolean not null default true,
  -- The tenant's data key, wrapped by the key from configuration.
  data_key       bytea not null,
  retention_days integer not null default 30 check (retention_days between 1 and 3650),
  created_at     timestamptz not null default now()
);

create table people (
  id            uuid primary key,
  email         text not null,
  first_name    text not null,
  last_name     text not null,
  password_hash text,
  totp_enabled  boolean not null default false,
  created_at    timestamptz not null default now()
);
create unique index people_email on people (lower(email));

create table memberships (
  tenant_id        uuid not null references tenants,
  person_id        uuid not null references people,
  role             text not null,
  last_accessed_at timestamptz,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, person_id)
);
create index memberships_person on memberships (person_id);

create table credentials (
  tenant_id   uuid not null references tenants,
  id          uuid not null,
  owner_id    uuid not null references people,
  name        text not null,
  client_id   text not null unique,
  -- A keyed SHA-256 of 256 random bits: the secret itself is shown once and kept nowhere.
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  scopes      text[] not null,
  created_at  timestamptz not null default now(),
  revoked_at  timestamptz,
  primary key (tenant_id, id)
);

-- Until the ledger takes it over, a wallet is its balance.
create table wallets (
  tenant_id       uuid primary key references tenants,
  balance_credits bigint not null default 0 check (balance_credits >= 0)
);

create table reports (
  tenant_id               uuid not null references tenants,
  id                      uuid not null,
  is_test                 boolean not null,
  bureaus                 text[] not null check (cardinality(bureaus) between 1 and 3),
  -- A keyed hash, so that a caller can filter by its reference and the reference itself stays sealed in details.
  external_reference_hash bytea,
  status                  text not null check (status in ('pending', 'complete', 'blocked', 'failed')),
  failure_reason          text,
  -- Sealed: who the report is about, and the document. Both go when the tenant's retention is over.
  details                 bytea,
  body                    bytea,
  created_at              timestamptz not null default now(),
  updated_at              timestamptz not null default now(),
  purged_at               timestamptz,
  -- The challenge, where there is one.
  challenge_id            uuid,
  challenge_state         text check (challenge_state in ('open', 'passed', 'failed')),
  code_hash               bytea check (octet_length(code_hash) = 32),
  attempts                smallint check (attempts between 0 and 3),
  sends                   smallint check (sends between 1 and 3),
  last_sent_at            timestamptz,
  primary key (tenant_id, id),
  check (num_nonnulls(challenge_id, challenge_state, code_hash, attempts, sends, last_sent_at) in (0, 6)),
  check (status <> 'complete' or body is not null or purged_at is not null),
  check (status <> 'complete' or challenge_state is null or challenge_state = 'passed'),
  check (challenge_state is distinct from 'failed' or status = 'failed'),
  check (challenge_state is distinct from 'open' or status in ('pending', 'failed'))
);
create index reports_newest on reports (tenant_id, created_at desc, id desc);
create index reports_reference on reports (tenant_id, external_reference_hash, created_at desc, id desc)
  where external_reference_hash is not null;
create index reports_unpurged on reports (tenant_id, created_at) where purged_at is null;

create table idempotency_keys (
  tenant_id    uuid not null references tenants,
  key_hash     bytea not null,
  request_hash bytea not null,
  -- Reserved for the thing that the request makes, so that whoever finishes a dead process's request makes it once.
  resource_id  uuid not null,
  created_at   timestamptz not null default now(),
  leased_until timestamptz not null,
  -- Null while the first request is running; then its sealed answer.
  answer       bytea,
  primary key (tenant_id, key_hash)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table signing_keys (
  kid         text primary key,
  public_jwk  json not null,
  -- Sealed under the key from configuration.
  private_jwk bytea not null,
  created_at  timestamptz not null default now(),
  -- A new key signs only once every process has had time to learn of it.
  active_from timestamptz not null,
  expires_at  timestamptz
);

-- Counters of one minute. Unlogged: a crash may forget them, and they must not cost a disk write.
create unlogged table rate_windows (
  key          text primary key,
  window_start timestamptz not null,
  used         integer not null
);
create index rate_windows_age on rate_windows (window_start);
