-- People sign in: what the OpenID provider keeps, sessions with their refresh tokens, known devices, throttles, TOTP, recovery
-- codes, reset links and invitations; secrets of credentials with an overlap; the audit trail.
-- Whatever lets somebody in is kept as a keyed hash, and is used up by an update that finds its row unused.

alter table people
  add column is_operator boolean not null default false,
  -- The secret of the authenticator, sealed; confirmed once a code of it was seen. A code's step is used once, upwards only.
  add column totp_secret bytea,
  add column totp_step   bigint not null default 0,
  add check (not totp_enabled or totp_secret is not null);

alter table tenants add column requires_totp boolean not null default false;

alter table memberships add constraint memberships_role
  check (role in ('owner', 'admin', 'developer', 'finance', 'viewer'));

-- Who a person is to an OpenID provider elsewhere.
create table person_identities (
  issuer    text not null,
  subject   text not null,
  person_id uuid not null references people,
  linked_at timestamptz not null default now(),
  primary key (issuer, subject)
);

-- The records of the embedded OpenID provider, sealed: interactions, codes, grants.
create table openid_records (
  model       text not null,
  id_hash     bytea not null,
  payload     bytea not null,
  grant_hash  bytea,
  uid_hash    bytea,
  expires_at  timestamptz not null,
  consumed_at timestamptz,
  primary key (model, id_hash)
);
create index openid_records_grant on openid_records (grant_hash) where grant_hash is not null;
create index openid_records_uid on openid_records (uid_hash) where uid_hash is not null;
create index openid_records_age on openid_records (expires_at);

create table sessions (
  id                uuid primary key,
  person_id         uuid not null references people,
  has_second_factor boolean not null,
  address           text not null,
  user_agent        text not null,
  created_at        timestamptz not null default clock_timestamp(),
  last_seen_at      timestamptz not null default clock_timestamp(),
  expires_at        timestamptz not null,
  ended_at          timestamptz,
  end_reason        text check (end_reason in ('signed-out', 'stepped-up', 'ended', 'reused', 'password-changed')),
  check ((ended_at is null) = (end_reason is null))
);
create index sessions_person on sessions (person_id) where ended_at is null;
create index sessions_age on sessions (expires_at);

-- All that a session ever had: one that comes back after its use was copied, and ends the session.
create table refresh_tokens (
  token_hash  bytea primary key,
  session_id  uuid not null references sessions on delete cascade,
  expires_at  timestamptz not null,
  consumed_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- A right password whose second factor is still to come.
create table sign_in_steps (
  token_hash  bytea primary key,
  person_id   uuid not null references people,
  interaction_hash bytea not null,
  expires_at  timestamptz not null
);

-- A browser in which this person has signed in before: strangers cannot use up its guesses.
create table known_browsers (
  device_hash bytea not null,
  person_id   uuid not null references people,
  expires_at  timestamptz not null,
  primary key (device_hash, person_id)
);

-- Guesses at one thing (an account, an account on a known device, a TOTP), paid for before they are judged.
create table guesses (
  key_hash      bytea primary key,
  count         integer not null check (count between 1 and 100),
  blocked_until timestamptz,
  last_at       timestamptz not null
);
create index guesses_age on guesses (last_at);

create table recovery_codes (
  person_id uuid not null references people,
  code_hash bytea not null,
  used_at   timestamptz,
  primary key (person_id, code_hash)
);

create table reset_links (
  token_hash bytea primary key,
  person_id  uuid not null references people,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index reset_links_person on reset_links (person_id);

create table invitations (
  tenant_id   uuid not null references tenants,
  id          uuid not null,
  token_hash  bytea not null unique,
  email       text not null,
  role        text not null check (role in ('owner', 'admin', 'developer', 'finance', 'viewer')),
  invited_by  uuid references people,
  created_at  timestamptz not null default clock_timestamp(),
  expires_at  timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references people,
  revoked_at  timestamptz,
  primary key (tenant_id, id),
  check ((accepted_at is null) = (accepted_by is null)),
  check (accepted_at is null or revoked_at is null)
);

-- A rotated credential has two secrets until the older one ends. Tokens name the generation of the secret that they were
-- bought with, and die with it.
alter table credentials
  add column generation          integer not null default 0,
  add column secret_hint         text not null default '',
  add column secret_created_at   timestamptz,
  add column last_used_at        timestamptz,
  add column last_used_address   text,
  add column old_secret_hash     bytea check (octet_length(old_secret_hash) = 32),
  add column old_secret_hint     text,
  add column old_expires_at      timestamptz,
  add column old_last_used_at    timestamptz,
  add column old_last_used_address text,
  add check (num_nonnulls(old_secret_hash, old_secret_hint, old_expires_at) in (0, 3));

-- The audit trail: a chain for each tenant, and one, under the id of zeros, for the service itself.
create table audit_heads (
  tenant_id uuid primary key,
  last_seq  bigint not null,
  last_hash bytea not null check (octet_length(last_hash) = 32)
);

create table audit_entries (
  tenant_id   uuid not null,
  seq         bigint not null check (seq > 0),
  at          timestamptz not null,
  actor_kind  text not null check (actor_kind in ('person', 'credential', 'operator', 'system')),
  actor_id    uuid,
  action      text not null,
  object_kind text not null,
  object_id   text not null,
  address     text,
  -- As text, because the chain is over their very bytes. Never a consumer's details, never a secret.
  before      text,
  after       text,
  hash        bytea not null check (octet_length(hash) = 32),
  primary key (tenant_id, seq)
);
create index audit_entries_action on audit_entries (tenant_id, action, seq desc);
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_change();
create trigger audit_entries_not_truncated before truncate on audit_entries
  for each statement execute function refuse_change();

-- What an entry's hash is made of; domain/audit-proof.ts makes the same.
create function audit_hash(
  previous bytea, tenant uuid, seq bigint, at timestamptz, actor_kind text, actor_id uuid, action text, object_kind text,
  object_id text, address text, before text, after text
) returns bytea language sql stable as $$
  select sha256(previous || convert_to((
    select string_agg(octet_length(convert_to(coalesce(part, ''), 'UTF8'))::text || ':' || coalesce(part, ''), '' order by n)
    from unnest(array[tenant::text, seq::text, (extract(epoch from at) * 1000000)::bigint::text, actor_kind, actor_id::text, action,
      object_kind, object_id, address, before, after]) with ordinality as parts (part, n)), 'UTF8'))
$$;

-- Adds one entry. The head's row is the lock: entries of one tenant follow each other, those of two do not wait.
create function audit_append(
  tenant uuid, p_actor_kind text, p_actor_id uuid, p_action text, p_object_kind text, p_object_id text, p_address text,
  p_before text, p_after text
) returns bigint language plpgsql as $$
declare
  head audit_heads;
  now_at timestamptz;
  new_hash bytea;
begin
  insert into audit_heads values (tenant, 0, decode(repeat('00', 32), 'hex')) on conflict do nothing;
  select * into head from audit_heads where tenant_id = tenant for update;
  now_at := date_trunc('microseconds', clock_timestamp());
  new_hash := audit_hash(head.last_hash, tenant, head.last_seq + 1, now_at, p_actor_kind, p_actor_id, p_action,
    p_object_kind, p_object_id, p_address, p_before, p_after);
  insert into audit_entries values (tenant, head.last_seq + 1, now_at, p_actor_kind, p_actor_id, p_action, p_object_kind,
    p_object_id, p_address, p_before, p_after, new_hash);
  update audit_heads set last_seq = head.last_seq + 1, last_hash = new_hash where tenant_id = tenant;
  return head.last_seq + 1;
end $$;
