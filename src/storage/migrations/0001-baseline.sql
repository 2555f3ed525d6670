-- The tables that a database begins with, by noun. What changed since is in the files after this one; schema.sql has the sum, without reasons.
--
-- Every table that belongs to a tenant is keyed by the tenant first. No table names a consumer: people, numbers, addresses and devices are
-- keyed hashes, and what must be read again is sealed.

-- Rows that are only ever added. The transaction that archives a tenant's entries up to a number may remove those, and holds that ended; it says
-- so by a setting of its own, since a trigger on a shard sees no other table.
create function refuse_change() returns trigger language plpgsql as $$
declare
  archived text[] := string_to_array(current_setting('trefoil.archived', true), ' ');
begin
  if tg_op = 'DELETE' and starts_with(tg_name, 'ledger_entries_append_only') then
    if old.tenant_id::text = archived[1] and old.seq <= archived[2]::bigint and old.kind in ('hold', 'post', 'void', 'expire')
    then return old; end if;
  elsif tg_op = 'DELETE' and starts_with(tg_name, 'holds_not_deleted') then
    if old.tenant_id::text = archived[1] and old.state <> 'open' then return old; end if;
  end if;
  raise exception 'the rows of % are only ever added', tg_table_name using errcode = 'TF001';
end $$;

-- ==== Tenants ====

create table tenants (
  id              uuid primary key,
  name            text not null,
  is_enabled      boolean not null default true,
  -- The tenant's data key, wrapped by the key from configuration.
  data_key        bytea not null,
  retention_days  integer not null default 30 check (retention_days between 1 and 3650),
  created_at      timestamptz not null default now(),
  -- The pages whose device sessions count; empty: any page.
  allowed_origins text[] not null default '{}' check (cardinality(allowed_origins) <= 50),
  requires_totp   boolean not null default false,
  -- The pages that a consumer may be sent back to, and those that may frame the hosted page: exact origins.
  return_origins  text[] not null default '{}' check (cardinality(return_origins) <= 50),
  embed_origins   text[] not null default '{}' check (cardinality(embed_origins) <= 50)
);

-- How a tenant's hosted pages look.
create table tenant_brands (
  tenant_id   uuid primary key references tenants (id),
  -- Empty: the tenant's own name.
  name        text not null default '' check (length(name) <= 100),
  contact     text not null default '' check (length(contact) <= 200),
  colour      text check (colour ~ '^#[0-9a-f]{6}$'),
  -- A PNG that we wrote ourselves from the pixels of the one that was given.
  logo        bytea check (octet_length(logo) <= 1100000),
  logo_sha256 bytea check (octet_length(logo_sha256) = 32),
  updated_at  timestamptz not null,
  check ((logo is null) = (logo_sha256 is null))
);

-- The lenders that a tenant adds to the registry, for its own reports. Facts of companies; nothing of a consumer.
create table own_lenders (
  tenant_id  uuid primary key references tenants (id),
  lenders    jsonb not null check (jsonb_typeof(lenders) = 'array' and jsonb_array_length(lenders) between 1 and 500),
  updated_at timestamptz not null default clock_timestamp()
);

-- ==== People ====
-- Sign-in: what the OpenID provider keeps, sessions with their refresh tokens, throttles, TOTP, recovery codes, reset links, invitations.
-- Whatever lets somebody in is kept as a keyed hash, and is used up by an update that finds its row unused.

create table people (
  id            uuid primary key,
  email         text not null,
  first_name    text not null,
  last_name     text not null,
  password_hash text,
  totp_enabled  boolean not null default false,
  created_at    timestamptz not null default now(),
  is_operator   boolean not null default false,
  -- The secret of the authenticator, sealed; confirmed once a code of it was seen. A code's step is used once, upwards only.
  totp_secret   bytea,
  totp_step     bigint not null default 0,
  check (not totp_enabled or totp_secret is not null)
);
-- Folded in A to Z alone, as src/domain/people/email.ts does: `lower` of the database's own collation folds other letters into ASCII, and would make one
-- person of two addresses.
create unique index people_email on people (lower(email collate "C"));

create table memberships (
  tenant_id        uuid not null references tenants,
  person_id        uuid not null references people,
  role             text not null constraint memberships_role check (role in ('owner', 'admin', 'developer', 'finance', 'viewer')),
  last_accessed_at timestamptz,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, person_id)
);
create index memberships_person on memberships (person_id);

-- Who a person is to an OpenID provider elsewhere.
create table person_identities (
  issuer    text not null,
  subject   text not null,
  person_id uuid not null references people,
  linked_at timestamptz not null default now(),
  primary key (issuer, subject),
  -- One subject for each person, the first that was linked: a later one came by an address, which may have changed hands.
  unique (issuer, person_id)
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
  consumed_at timestamptz,
  -- Who used it: a keyed hash of the browser. A second use within seconds is two tabs only if it is the same one.
  used_by     bytea check (octet_length(used_by) = 32)
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- A right password whose second factor is still to come.
create table sign_in_steps (
  token_hash       bytea primary key,
  person_id        uuid not null references people,
  interaction_hash bytea not null,
  expires_at       timestamptz not null
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

-- ==== Credentials, and the keys of the service ====

create table credentials (
  tenant_id             uuid not null references tenants,
  id                    uuid not null,
  owner_id              uuid not null references people,
  name                  text not null,
  client_id             text not null unique,
  -- A keyed SHA-256 of 256 random bits: the secret itself is shown once and kept nowhere.
  secret_hash           bytea not null check (octet_length(secret_hash) = 32),
  scopes                text[] not null,
  created_at            timestamptz not null default now(),
  revoked_at            timestamptz,
  -- A rotated credential has two secrets until the older one ends. Tokens name the generation of the secret that they were
  -- bought with, and die with it.
  generation            integer not null default 0,
  secret_hint           text not null default '',
  secret_created_at     timestamptz,
  last_used_at          timestamptz,
  last_used_address     text,
  old_secret_hash       bytea check (octet_length(old_secret_hash) = 32),
  old_secret_hint       text,
  old_expires_at        timestamptz,
  old_last_used_at      timestamptz,
  old_last_used_address text,
  -- Kept to test mode, as the person who made it was: no live report by way of it.
  is_test_only          boolean not null default false,
  -- When people were told that the old secret ends while it is in use.
  old_warned_at         timestamptz,
  primary key (tenant_id, id),
  check (num_nonnulls(old_secret_hash, old_secret_hint, old_expires_at) in (0, 3))
);
create index credentials_ending on credentials (old_expires_at) where old_expires_at is not null;

-- The key that keys for hashing, signing and sealing come from, random and sealed under the key from configuration: that one can be
-- replaced without touching what was hashed and sealed.
create table service_key (
  is_only boolean primary key default true check (is_only),
  sealed  bytea not null
);

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

-- The keys that sign evidence packs. A public key is kept for ever: a pack must be verifiable years later. A retired key has no private
-- part any more, and of those in use there is one.
create table evidence_keys (
  -- The SHA-256 of the public key (SPKI, DER), in hex.
  kid         text primary key check (kid ~ '^[0-9a-f]{64}$'),
  public_pem  text not null,
  private_key bytea,
  active_from timestamptz not null,
  retired_at  timestamptz,
  constraint evidence_keys_retired check ((retired_at is null) = (private_key is not null))
);
create unique index evidence_keys_in_use on evidence_keys ((true)) where retired_at is null;

-- ==== The wallet ====
-- A ledger: four accounts a tenant, transfers that are only ever added, holds that end once, and a hash chain over the transfers. The rules of
-- domain/wallet/ledger.ts are repeated here, so that no code of ours can break them.
--
-- Locks are taken in one order, by every statement: reports, then wallets (by tenant), then holds.

create table products (
  code            text primary key,
  name            text not null,
  default_credits integer not null check (default_credits between 0 and 1000000000)
);
insert into products (code, name, default_credits) values
  ('credit-report-equifax', 'Credit report, Equifax', 100),
  ('credit-report-experian', 'Credit report, Experian', 100),
  ('credit-report-transunion', 'Credit report, TransUnion', 100),
  ('sms-otp', 'Security code by SMS', 40);

create table tenant_prices (
  tenant_id    uuid not null references tenants,
  product_code text not null references products,
  credits      integer not null check (credits between 0 and 1000000000),
  updated_at   timestamptz not null default now(),
  primary key (tenant_id, product_code)
);

create table wallets (
  tenant_id   uuid primary key references tenants,
  available   bigint not null default 0 check (available >= 0),
  held        bigint not null default 0 check (held >= 0),
  spent       bigint not null default 0 check (spent >= 0),
  -- All that was ever put in, below zero; it stays a number that JavaScript can count.
  funded      bigint not null default 0 check (funded >= -9007199254740991),
  last_seq    bigint not null default 0,
  last_hash   bytea not null default '\x' check (octet_length(last_hash) in (0, 32)),
  -- The highest threshold that has not fired, and the lowest balance that one that has fired recovers at.
  alert_below bigint not null default 1,
  alert_from  bigint,
  check (available + held + spent + funded = 0)
);

create table ledger_entries (
  tenant_id       uuid not null references tenants,
  seq             bigint not null check (seq > 0),
  -- One key moves money once.
  transfer_key    text not null check (length(transfer_key) between 1 and 300),
  kind            text not null,
  amount          bigint not null check (amount between 1 and 9007199254740991),
  from_account    text not null,
  to_account      text not null,
  hold_id         uuid,
  -- Of a post: the credits by product. Of a void: likewise, where something was bought and cost nothing. As text, because
  -- the chain is over its very bytes.
  lines           json,
  report_id       uuid,
  sms_id          uuid,
  credential_id   uuid,
  person_id       uuid,
  reference       text,
  reason          text,
  available_after bigint not null check (available_after >= 0),
  held_after      bigint not null check (held_after >= 0),
  created_at      timestamptz not null,
  hash            bytea not null check (octet_length(hash) = 32),
  primary key (tenant_id, seq),
  unique (tenant_id, transfer_key),
  check ((kind, from_account, to_account) in (
    ('top-up', 'funded', 'available'), ('adjustment', 'funded', 'available'), ('adjustment', 'available', 'funded'),
    ('hold', 'available', 'held'), ('post', 'held', 'spent'), ('void', 'held', 'available'), ('expire', 'held', 'available'))),
  check ((kind in ('hold', 'post', 'void', 'expire')) = (hold_id is not null))
);
create index ledger_entries_time on ledger_entries (tenant_id, created_at, seq);
create index ledger_entries_report on ledger_entries (tenant_id, report_id) where report_id is not null;
create index ledger_entries_kind on ledger_entries (tenant_id, kind, seq)
  where kind not in ('hold', 'post');
create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_change();
create trigger ledger_entries_not_truncated before truncate on ledger_entries for each statement execute function refuse_change();

create function refuse_second_end() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or new.state = 'open' or
    (new.tenant_id, new.id, new.purpose, new.amount, new.report_id, new.credential_id, new.person_id, new.placed_at)
    is distinct from
    (old.tenant_id, old.id, old.purpose, old.amount, old.report_id, old.credential_id, old.person_id, old.placed_at)
  then
    raise exception 'a hold ends once and does not change otherwise' using errcode = 'TF002';
  end if;
  return new;
end $$;

create table holds (
  tenant_id     uuid not null references tenants,
  -- The id of what it is for: a report, or one SMS.
  id            uuid not null,
  purpose       text not null check (purpose in ('report', 'sms')),
  amount        bigint not null check (amount > 0),
  posted        bigint not null default 0,
  state         text not null default 'open' check (state in ('open', 'posted', 'voided', 'expired')),
  report_id     uuid not null,
  credential_id uuid,
  person_id     uuid,
  placed_at     timestamptz not null,
  ended_at      timestamptz,
  primary key (tenant_id, id),
  check (posted between 0 and amount),
  check ((state = 'posted') = (posted > 0)),
  check ((state = 'open') = (ended_at is null))
);
create index holds_open on holds (purpose, placed_at) where state = 'open';
create trigger holds_end_once before update on holds for each row execute function refuse_second_end();
create trigger holds_not_deleted before delete on holds for each row execute function refuse_change();
create trigger holds_not_truncated before truncate on holds for each statement execute function refuse_change();

-- An archive: where rows go that nothing changes any more, a thousand together, compressed and without indexes of their own, so that the
-- tables of every day stay as long as the last months (src/storage/archive.ts). Ids, words and amounts; nobody is named.
--
-- Moves of the ledger between two numbers. Top-ups and adjustments stay in ledger_entries: their keys must be found for good. As json, since
-- the chain is over the very bytes of `lines`.
create table ledger_archive (
  tenant_id uuid not null references tenants (id),
  first_seq bigint not null check (first_seq > 0),
  last_seq  bigint not null,
  entries   json not null,
  primary key (tenant_id, last_seq),
  unique (tenant_id, first_seq),
  check (last_seq >= first_seq)
);
create trigger ledger_archive_append_only before update or delete on ledger_archive for each row execute function refuse_change();
create trigger ledger_archive_not_truncated before truncate on ledger_archive for each statement execute function refuse_change();

-- Alerts of a tenant: thresholds of its balance, of what it spends in an hour, of texts that do not arrive. Each has a state, fires when it
-- is crossed, and again only after it has recovered.
--
-- Those of the balance fire in the statement that moves the credits. What a move costs does not grow by them: the wallet carries the
-- nearest thresholds, and only a move that crosses one looks at this table. A dip and a recovery within one statement cross nothing.
create table alerts (
  tenant_id   uuid not null references tenants (id),
  kind        text not null check (kind in ('low', 'depleted', 'velocity', 'undelivered')),
  -- Credits; for undelivered, percent of the texts of an hour.
  threshold   bigint not null check (threshold > 0),
  -- The balance that it has recovered at: a little more than the threshold, so that one report held and released is not an alert.
  recovers_at bigint not null check (recovers_at >= threshold),
  state       text not null default 'ok' check (state in ('ok', 'fired')),
  changed_at  timestamptz not null,
  primary key (tenant_id, kind, threshold)
);
create index alerts_swept on alerts (kind) where kind in ('velocity', 'undelivered');

-- The link of the chain: every field of the entry, and the link before it; the first follows from the tenant's id.
create function ledger_hash(
  previous bytea, seq bigint, transfer_key text, kind text, amount bigint, from_account text, to_account text,
  hold_id uuid, lines text, report_id uuid, sms_id uuid, credential_id uuid, person_id uuid, reference text, reason text,
  available_after bigint, held_after bigint, created_at timestamptz
) returns bytea language sql immutable parallel safe as $$
  select sha256(previous || convert_to(concat_ws(E'\n',
    seq::text, kind, amount::text, from_account, to_account, coalesce(hold_id::text, ''), coalesce(lines, ''),
    coalesce(report_id::text, ''), coalesce(sms_id::text, ''), coalesce(credential_id::text, ''),
    coalesce(person_id::text, ''), available_after::text, held_after::text,
    (extract(epoch from created_at) * 1000000)::bigint::text,
    length(transfer_key)::text, transfer_key, length(coalesce(reference, ''))::text, coalesce(reference, ''),
    coalesce(reason, '')), 'UTF8'))
$$;

-- The entry that follows upon what the wallet says, as its next link.
create function ledger_next(
  wallet wallets, key text, kind text, amount bigint, from_account text, to_account text, hold_id uuid, lines text,
  report_id uuid, sms_id uuid, credential_id uuid, person_id uuid, reference text, reason text, at timestamptz
) returns ledger_entries language plpgsql as $$
declare
  entry ledger_entries%rowtype;
begin
  entry.tenant_id := wallet.tenant_id;
  entry.seq := wallet.last_seq + 1;
  entry.transfer_key := key;
  entry.kind := kind;
  entry.amount := amount;
  entry.from_account := from_account;
  entry.to_account := to_account;
  entry.hold_id := hold_id;
  entry.lines := lines;
  entry.report_id := report_id;
  entry.sms_id := sms_id;
  entry.credential_id := credential_id;
  entry.person_id := person_id;
  entry.reference := reference;
  entry.reason := reason;
  entry.available_after := wallet.available;
  entry.held_after := wallet.held;
  entry.created_at := at;
  entry.hash := ledger_hash(case entry.seq when 1 then convert_to(wallet.tenant_id::text, 'UTF8') else wallet.last_hash end,
    entry.seq, key, kind, amount, from_account, to_account, hold_id, lines, report_id, sms_id, credential_id, person_id,
    reference, reason, wallet.available, wallet.held, at);
  return entry;
end $$;

-- What the wallet carries of its alerts. The wallet is locked by the caller.
create function wallet_thresholds(tenant uuid) returns void language sql as $$
  update wallets w set
    alert_below = greatest(
      coalesce((select max(a.threshold) from alerts a where a.tenant_id = tenant and a.kind in ('low', 'depleted') and a.state = 'ok'), 0),
      case when exists (select 1 from alerts a where a.tenant_id = tenant and a.kind = 'depleted') then 0 else 1 end),
    alert_from = (select min(a.recovers_at) from alerts a where a.tenant_id = tenant and a.kind in ('low', 'depleted') and a.state = 'fired')
  where w.tenant_id = tenant
$$;

-- Fires and recovers what a balance has crossed, with an event, its deliveries and a mail each. The wallet is locked by the caller.
create function wallet_crossed(tenant uuid, balance bigint, crossed_at timestamptz) returns void language plpgsql as $$
begin
  -- An empty wallet is an alert of every tenant's.
  insert into alerts (tenant_id, kind, threshold, recovers_at, changed_at) values (tenant, 'depleted', 1, 1, crossed_at)
    on conflict do nothing;
  with crossed as (
    update alerts a set state = case a.state when 'ok' then 'fired' else 'ok' end, changed_at = crossed_at
    where a.tenant_id = tenant and a.kind in ('low', 'depleted')
      and (a.state = 'ok' and balance < a.threshold or a.state = 'fired' and balance >= a.recovers_at)
    returning a.kind, a.threshold, a.state
  ), happened as (
    insert into events (tenant_id, id, at, type, is_test, facts)
    select tenant, new_event_id(), crossed_at,
           case when c.state = 'ok' then 'wallet.recovered' when c.kind = 'low' then 'wallet.low' else 'wallet.depleted' end, false,
           jsonb_build_object('available', balance, 'threshold', c.threshold, 'alert', c.kind)
    from crossed c order by c.threshold desc
    returning id, at, type
  ), queued as (
    insert into deliveries (tenant_id, id, endpoint_id, event_id, due_at, created_at)
    select tenant, new_event_id(), w.id, e.id, e.at, e.at from happened e
    join webhook_endpoints w on w.tenant_id = tenant and w.state = 'active' and not w.is_test and e.type = any(w.types)
  )
  insert into notices (tenant_id, id, event_id, created_at, due_at) select tenant, new_event_id(), id, at, at from happened;
  perform wallet_thresholds(tenant);
end $$;

-- Makes many callers' moves in one round: wallets locked in one order, each move decided by itself, in the order given.
-- A move that cannot be made says why and changes nothing; the others are not held up by it.
--
-- A round writes its entries in one statement. PostgreSQL reads the checks of a table anew for every statement that writes to it, and those of
-- the entries are long: reading them twice a charge took a tenth of what a charge costs the database.
create function ledger_apply(moves jsonb)
returns table(o integer, result text, available bigint) language plpgsql as $$
declare
  m record;
  wallet wallets%rowtype;
  held_one holds%rowtype;
  earlier record;
  known boolean := false;
  now_at timestamptz;
  back bigint;
  entry ledger_entries%rowtype;
  entries ledger_entries[] := '{}';
  available_before bigint;
begin
  if jsonb_array_length(moves) = 0 then return; end if;
  perform 1 from wallets w
    where w.tenant_id in (select (x ->> 'tenantId')::uuid from jsonb_array_elements(moves) x)
    order by w.tenant_id for update;
  now_at := clock_timestamp();

  for m in
    select * from jsonb_to_recordset(moves) as x (
      o integer, "tenantId" uuid, kind text, key text, "holdId" uuid, purpose text, amount bigint, lines text,
      "reportId" uuid, "smsId" uuid, "credentialId" uuid, "personId" uuid, reference text, reason text)
    order by x."tenantId", x.o
  loop
    if not known or wallet.tenant_id <> m."tenantId" then
      if known then
        update wallets w set available = wallet.available, held = wallet.held, spent = wallet.spent,
          funded = wallet.funded, last_seq = wallet.last_seq, last_hash = wallet.last_hash
        where w.tenant_id = wallet.tenant_id;
        if wallet.available <> available_before
          and (wallet.available < wallet.alert_below or wallet.available >= wallet.alert_from) then
          perform wallet_crossed(wallet.tenant_id, wallet.available, now_at);
        end if;
      end if;
      select * into strict wallet from wallets w where w.tenant_id = m."tenantId";
      known := true;
      available_before := wallet.available;
    end if;
    o := m.o;
    result := 'moved';

    -- Of two moves with one key the second must find the first; and a list that grows long is copied for each that is added.
    if m.kind in ('top-up', 'adjustment') or cardinality(entries) >= 64 then
      insert into ledger_entries select * from unnest(entries);
      entries := '{}';
    end if;

    if m.kind in ('top-up', 'adjustment') then
      select e.kind, case when e.from_account = 'available' then -e.amount else e.amount end as amount
        into earlier from ledger_entries e where e.tenant_id = m."tenantId" and e.transfer_key = m.key;
      if found then
        result := case when earlier.kind = m.kind and earlier.amount = m.amount then 'repeated'
                       else 'key-reused:' || earlier.kind || ':' || earlier.amount end;
      elsif wallet.available + m.amount < 0 then
        result := 'insufficient';
      else
        wallet.available := wallet.available + m.amount;
        wallet.funded := wallet.funded - m.amount;
        entry := ledger_next(wallet, m.key, m.kind, abs(m.amount),
          case when m.amount > 0 then 'funded' else 'available' end,
          case when m.amount > 0 then 'available' else 'funded' end,
          null, null, null, null, null, m."personId", m.reference, m.reason, now_at);
        entries := array_append(entries, entry);
        wallet.last_seq := entry.seq;
        wallet.last_hash := entry.hash;
      end if;

    elsif m.kind = 'hold' then
      select * into held_one from holds h where h.tenant_id = m."tenantId" and h.id = m."holdId";
      if found then
        result := case when held_one.state = 'open' and held_one.amount = m.amount then 'repeated' else 'hold-exists' end;
      elsif wallet.available < m.amount then
        result := 'insufficient';
      else
        insert into holds (tenant_id, id, purpose, amount, report_id, credential_id, person_id, placed_at)
        values (m."tenantId", m."holdId", m.purpose, m.amount, m."reportId", m."credentialId",
                m."personId", now_at);
        wallet.available := wallet.available - m.amount;
        wallet.held := wallet.held + m.amount;
        entry := ledger_next(wallet, 'hold:' || m."holdId", 'hold', m.amount, 'available', 'held',
          m."holdId", null, m."reportId", m."smsId", m."credentialId", m."personId", null, null, now_at);
        entries := array_append(entries, entry);
        wallet.last_seq := entry.seq;
        wallet.last_hash := entry.hash;
      end if;

    elsif m.kind in ('post', 'void', 'expire') then
      select * into held_one from holds h where h.tenant_id = m."tenantId" and h.id = m."holdId" for update;
      if not found then
        result := 'no-such-hold';
      elsif held_one.state <> 'open' then
        result := 'hold-ended';
      elsif m.kind = 'post' and m.amount > held_one.amount then
        result := 'more-than-held';
      else
        back := held_one.amount - case when m.kind = 'post' then m.amount else 0 end;
        update holds h set ended_at = now_at, posted = held_one.amount - back,
          state = case when held_one.amount > back then 'posted' when m.kind = 'expire' then 'expired' else 'voided' end
        where h.tenant_id = m."tenantId" and h.id = m."holdId";
        if held_one.amount > back then
          wallet.held := wallet.held - (held_one.amount - back);
          wallet.spent := wallet.spent + (held_one.amount - back);
          entry := ledger_next(wallet, 'post:' || m."holdId", 'post', held_one.amount - back, 'held', 'spent',
            m."holdId", m.lines, held_one.report_id, case when held_one.purpose = 'sms' then held_one.id end,
            held_one.credential_id, held_one.person_id, null, null, now_at);
          entries := array_append(entries, entry);
          wallet.last_seq := entry.seq;
          wallet.last_hash := entry.hash;
        end if;
        if back > 0 then
          wallet.held := wallet.held - back;
          wallet.available := wallet.available + back;
          entry := ledger_next(wallet, 'back:' || m."holdId",
            case when m.kind = 'expire' then 'expire' else 'void' end, back, 'held', 'available',
            m."holdId", case when back = held_one.amount then m.lines end, held_one.report_id,
            case when held_one.purpose = 'sms' then held_one.id end, held_one.credential_id, held_one.person_id,
            null, null, now_at);
          entries := array_append(entries, entry);
          wallet.last_seq := entry.seq;
          wallet.last_hash := entry.hash;
        end if;
      end if;

    else
      raise exception 'there is no move of the kind %', m.kind;
    end if;

    available := wallet.available;
    return next;
  end loop;

  insert into ledger_entries select * from unnest(entries);
  update wallets w set available = wallet.available, held = wallet.held, spent = wallet.spent,
    funded = wallet.funded, last_seq = wallet.last_seq, last_hash = wallet.last_hash
  where w.tenant_id = wallet.tenant_id;
  if wallet.available <> available_before
    and (wallet.available < wallet.alert_below or wallet.available >= wallet.alert_from) then
    perform wallet_crossed(wallet.tenant_id, wallet.available, now_at);
  end if;
end $$;

-- ==== Reports ====

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
  sends                   smallint check (sends between 0 and 3),
  last_sent_at            timestamptz,
  -- Who is at work on it, and until when: after that any process may clear up.
  lease_token             uuid,
  leased_until            timestamptz,
  -- The requests whose guess or resend was counted: one that is sent again after a crash must not count twice.
  -- Three guesses, two resends, and the resends that no gateway took.
  counted                 uuid[] not null default '{}' check (cardinality(counted) <= 10),
  -- The device could not be verified: whatever is guessed, the challenge fails.
  is_doomed               boolean not null default false,
  -- Why it was allowed, challenged or blocked: codes, for the operator.
  risk_reasons            text[] check (cardinality(risk_reasons) <= 40),
  -- The number that a live challenge's code went to, as the counter of wrong codes knows it: a keyed hash. A guess is paid for there in
  -- the statement that judges it, so that it takes this lock after the report's and before the wallet's.
  number_key              bytea check (octet_length(number_key) = 32),
  -- A text that no gateway took is no send, so a challenge may have none yet. Those texts are counted apart, and few.
  refused_sends           smallint not null default 0 check (refused_sends between 0 and 5),
  -- The complete live reports of one consumer, by the keyed hash that counts their requests too: the next report inherits the ids of its
  -- records from the newest. Set when a report completes and removed when it is purged or erased.
  person_hash             bytea check (octet_length(person_hash) = 32),
  -- The beginning of an external reference as a path of keyed hashes, one step a character (src/storage/reports/reference-paths.ts). Null
  -- without a reference and on purged reports.
  reference_path          bytea check (octet_length(reference_path) between 4 and 28),
  -- The clock that a test report goes by. It outlives the clock, as a mark.
  clock_id                uuid constraint reports_clock_of_tests check (clock_id is null or is_test),
  -- What the ids of a report's records come to: the next report about the same consumer reads this one only where its own come to another.
  records_hash            bytea check (octet_length(records_hash) = 32),
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
create index reports_leased on reports (leased_until) where status = 'pending' and leased_until is not null;
create index reports_waiting on reports (last_sent_at) where status = 'pending' and challenge_state = 'open' and not is_test;
-- What a list may be asked for and is rare among a tenant's rows. Whatever most reports and transfers are (complete, live, a hold or a
-- post) is in none of these, so charging does not write them. A waiting live report is in none of them either: an index of every
-- report that is not complete would also be taken for a report's own look-up while it looks empty, and be walked whole.
-- By status: of failed and blocked reports, whichever is rare is found among many of the other.
create index reports_ended on reports (tenant_id, status, created_at desc, id desc) where status in ('failed', 'blocked');
-- A test challenge that expired stays as it is for good, so these may be many.
create index reports_waiting_tests on reports (tenant_id, created_at desc, id desc)
  where status = 'pending' and is_test;
create index reports_tests on reports (tenant_id, created_at desc, id desc) where is_test;
create index reports_person on reports (tenant_id, person_hash, created_at desc) where person_hash is not null;
create index reports_reference_path on reports (tenant_id, reference_path, created_at desc, id desc) include (is_test)
  where reference_path is not null;
create index reports_on_clocks on reports (tenant_id, clock_id) where clock_id is not null;
create index reports_waiting_on_clocks on reports (tenant_id, clock_id) where clock_id is not null and status = 'pending';

-- The steps of a report that are stored nowhere else. It does not refer to the tenants: many rows are written together afterwards, and none of
-- them may wait for a tenant's row.
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

-- The archive of reports, without their personal parts. Found by their id: ids grow with time, so that few blocks have one between their first
-- and last.
create table report_archive (
  tenant_id uuid not null references tenants (id),
  first_id  uuid not null,
  last_id   uuid not null,
  reports   json not null,
  primary key (tenant_id, last_id, first_id),
  check (last_id >= first_id)
);
create trigger report_archive_append_only before update or delete on report_archive for each row execute function refuse_change();
create trigger report_archive_not_truncated before truncate on report_archive for each statement execute function refuse_change();

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

-- ==== Devices and risk ====

create table device_sessions (
  id           uuid primary key,
  -- The page that loaded the script; null when its browser does not say.
  origin       text check (length(origin) <= 300),
  address_hash bytea not null check (octet_length(address_hash) = 32),
  network_hash bytea not null check (octet_length(network_hash) = 32),
  -- Null when the signals are too few to tell devices apart.
  device_hash  bytea check (octet_length(device_hash) = 32),
  flags        text[] not null,
  -- Sealed, and gone after 30 days.
  signals      bytea,
  created_at   timestamptz not null,
  -- The first report that it was used for: from then on it belongs to that tenant and that consumer.
  tenant_id    uuid references tenants,
  person_hash  bytea check (octet_length(person_hash) = 32),
  -- A corrected form is not a fraud. A session belongs to the consumer and the number of its last request; within minutes of its first use,
  -- a few times, the next request may correct the name or the date of birth where the number stays. It is counted as risk: by the flag, and
  -- by the people of the device and of the number.
  number_hash  bytea check (octet_length(number_hash) = 32),
  -- Of its first use.
  used_at      timestamptz,
  corrections  smallint not null default 0 check (corrections between 0 and 3),
  -- A device session of the hosted page counts for every tenant, whichever pages of its own it allows.
  is_ours      boolean not null default false,
  check ((tenant_id is null) = (person_hash is null))
);
-- For housekeeping: each finds what is due without walking past what is not. The rows come in the order of time, so for whole
-- ages a summary of the pages will do.
create index device_sessions_unused on device_sessions (created_at) where tenant_id is null;
create index device_sessions_raw on device_sessions (created_at) where signals is not null;
create index device_sessions_age on device_sessions using brin (created_at);
create index device_sessions_person on device_sessions (tenant_id, person_hash) where tenant_id is not null;

create table risk_events (
  tenant_id    uuid not null references tenants,
  report_id    uuid not null,
  at           timestamptz not null,
  -- Null when the device could not be verified, or cannot be told from others; and where its script ran. Phones of one model
  -- look alike, so only those at one address are counted as one.
  device_hash  bytea,
  place_hash   bytea,
  person_hash  bytea not null,
  number_hash  bytea,
  address_hash bytea not null,
  primary key (tenant_id, report_id)
);
create index risk_events_device on risk_events (tenant_id, device_hash, place_hash, at desc) where device_hash is not null;
create index risk_events_person on risk_events (tenant_id, person_hash, at desc);
create index risk_events_number on risk_events (tenant_id, number_hash, at desc) where number_hash is not null;
create index risk_events_address on risk_events (tenant_id, address_hash, at desc);
create index risk_events_age on risk_events using brin (at);

-- Who proved to be who they say on which device, by a right code. Devices can look alike and signals can be forged, so the place
-- and the number that the code went to must be the same again.
create table known_devices (
  tenant_id   uuid not null references tenants,
  person_hash bytea not null,
  device_hash bytea not null,
  place_hash  bytea not null,
  number_hash bytea not null,
  verified_at timestamptz not null,
  primary key (tenant_id, person_hash, device_hash, place_hash, number_hash)
);
create index known_devices_age on known_devices (verified_at);

-- Uses the session, notes the request and counts, in one go. Requests that share a person, number or address wait for
-- each other, so that the counts are exact: of two at once one is the first. Each statement in here sees what was committed
-- before it, which one plain statement would not.
--
-- Locks: the session's row, then the keys in their order. Nothing else is locked while they are held.
--
-- The limits of a correction are those of src/domain/risk-facts.ts; a test holds both sides of each.
create function note_risk_event(
  given_at timestamptz, given_tenant uuid, given_report uuid, given_session uuid, given_person bytea, given_number bytea,
  given_address bytea, given_network bytea, lifetime interval, rows_max integer
) returns table (session text, session_age_ms double precision, address text, flags text[], known_ms double precision,
                 counts bigint[])
language plpgsql as $$
declare
  used device_sessions%rowtype;
  allowed text[];
  now_at timestamptz;
  lock_key integer;
  device bytea;
  is_corrected boolean;
begin
  if given_session is not null then
    select * into used from device_sessions d where d.id = given_session for update;
  end if;
  -- The first number tells our locks from others'.
  for lock_key in
    select distinct ('x' || substr(encode(k, 'hex'), 1, 8))::bit(32)::integer as key
    from unnest(array[used.address_hash, given_person, given_number, given_address]) k where k is not null order by key
  loop
    perform pg_advisory_xact_lock(7203, lock_key);
  end loop;
  now_at := coalesce(given_at, clock_timestamp());
  select t.allowed_origins into allowed from tenants t where t.id = given_tenant;

  is_corrected := coalesce(used.tenant_id = given_tenant and used.person_hash <> given_person and used.number_hash = given_number
    and used.corrections < 3 and now_at <= used.used_at + interval '10 minutes', false);
  session := case
    when given_session is null then 'forged'
    when used.id is null then 'unknown'
    when now_at > used.created_at + lifetime then 'stale'
    when used.tenant_id is not null and (used.tenant_id, used.person_hash) <> (given_tenant, given_person) and not is_corrected
      then 'replayed'
    when cardinality(allowed) > 0 and not used.is_ours and (used.origin is null or used.origin <> all (allowed)) then 'foreign-origin'
    else 'verified' end;
  if session = 'verified' then
    device := used.device_hash;
    if used.tenant_id is null then
      update device_sessions d set tenant_id = given_tenant, person_hash = given_person, number_hash = given_number, used_at = now_at
      where d.id = used.id;
    elsif is_corrected then
      update device_sessions d set person_hash = given_person, corrections = d.corrections + 1 where d.id = used.id;
    elsif used.number_hash is distinct from given_number and given_number is not null then
      update device_sessions d set number_hash = given_number where d.id = used.id;
    end if;
  end if;

  insert into risk_events (tenant_id, report_id, at, device_hash, place_hash, person_hash, number_hash, address_hash)
  values (given_tenant, given_report, now_at, device, case when device is not null then used.address_hash end, given_person,
          given_number, given_address)
  on conflict do nothing;

  session_age_ms := extract(epoch from now_at - used.created_at) * 1000;
  address := case when used.id is null then null when used.address_hash = given_address then 'same'
    when used.network_hash = given_network then 'same-network' else 'different' end;
  flags := coalesce(used.flags, '{}') || case when session = 'verified' and is_corrected then '{form-corrected}' else '{}' end::text[];
  select extract(epoch from now_at - k.verified_at) * 1000 into known_ms from known_devices k
    where k.tenant_id = given_tenant and k.person_hash = given_person and k.device_hash = device
      and k.place_hash = used.address_hash and k.number_hash = given_number;

  -- The newest rows only: a count that is past every limit need not be right, and must not be slow.
  select array[count(distinct e.who) filter (where e.at > now_at - interval '1 hour'),
               count(distinct e.who) filter (where e.at > now_at - interval '1 day'), count(distinct e.who)] into counts
    from (select r.person_hash as who, r.at from risk_events r
          where r.tenant_id = given_tenant and r.device_hash = device and r.place_hash = used.address_hash
            and r.at > now_at - interval '30 days'
          order by r.at desc limit rows_max) e;
  select counts || array[count(distinct e.who) filter (where e.at > now_at - interval '1 hour'),
               count(distinct e.who) filter (where e.at > now_at - interval '1 day'), count(distinct e.who)] into counts
    from (select r.device_hash as who, r.at from risk_events r
          where r.tenant_id = given_tenant and r.person_hash = given_person and r.at > now_at - interval '30 days'
          order by r.at desc limit rows_max) e;
  select counts || array[count(distinct e.who) filter (where e.at > now_at - interval '1 hour'),
               count(distinct e.who) filter (where e.at > now_at - interval '1 day'), count(distinct e.who)] into counts
    from (select r.person_hash as who, r.at from risk_events r
          where r.tenant_id = given_tenant and r.number_hash = given_number and r.at > now_at - interval '30 days'
          order by r.at desc limit rows_max) e;
  select counts || array[count(*) filter (where e.at > now_at - interval '1 hour'),
               count(*) filter (where e.at > now_at - interval '1 day'), count(*)] into counts
    from (select r.at from risk_events r
          where r.tenant_id = given_tenant and r.address_hash = given_address and r.at > now_at - interval '30 days'
          order by r.at desc limit rows_max) e;
  return next;
end $$;

-- ==== Texts ====
-- What became of each message, and what keeps messages from being abused. No number, no text and no code is here.

create table sms_messages (
  tenant_id      uuid not null references tenants,
  id             uuid not null,
  -- Who took it, where that is known.
  gateway        text check (gateway ~ '^[a-z]{1,20}$'),
  -- A message that is in here was handed over: its price is held until a gateway speaks of it, or for 72 hours. One that is
  -- not was never handed over, or nobody knows: its price goes back after a minute.
  handed_over_at timestamptz not null,
  -- The best that was heard of it: delivered stays delivered, in whatever order the receipts come.
  state          text not null default 'on-its-way' check (state in ('on-its-way', 'delivered', 'not-delivered', 'refused')),
  primary key (tenant_id, id)
);
create index sms_messages_age on sms_messages (handed_over_at);

-- One counter: the last few times that something happened, or a sum since a moment. Logged, unlike the counters of requests: a crash
-- must not give a guesser his wrong codes back.
create table challenge_limits (
  key       bytea not null check (octet_length(key) = 32),
  times     timestamptz[] not null default '{}' check (cardinality(times) <= 1000),
  -- For what is counted by the hour or the day, and not by its times.
  since     timestamptz,
  used      bigint not null default 0 check (used >= 0),
  forget_at timestamptz not null,
  -- On a database that is sharded by tenant, counters lie with the tenant whose they are.
  tenant_id uuid not null,
  primary key (tenant_id, key)
);
create index challenge_limits_age on challenge_limits (forget_at);

-- Counts many callers' asks in one round, each of them whole or not at all: an ask is a list of counters with their limits, and is
-- granted when every one of them has room. Rows are locked in one order. Nothing is counted for an ask that is not granted, so
-- trying again does not make the wait longer.
--
-- A counter: {key, limit, seconds} counts times in the last `seconds`; with `amount` it counts a sum since the last whole `seconds`.
-- With `isOnlyAsked` it must have room, and nothing is added to it.
-- Answers the place in the list of the counter that makes the caller wait longest, and for how long; null when granted.
create function challenge_limits_take(asks jsonb)
returns table (o integer, full_one integer, wait_seconds integer) language plpgsql as $$
declare
  ask record;
  c record;
  counter challenge_limits%rowtype;
  now_at timestamptz;
  window_start timestamptz;
  waits integer;
begin
  insert into challenge_limits (tenant_id, key, forget_at)
    select x.tenant_id, x.key, clock_timestamp() + interval '2 days'
    from (select distinct (a ->> 'tenantId')::uuid as tenant_id, decode(x ->> 'key', 'hex') as key
          from jsonb_array_elements(asks) a, jsonb_array_elements(a -> 'counters') x) x
    order by 1, 2
    on conflict (tenant_id, key) do nothing;
  perform 1 from challenge_limits l
    where (l.tenant_id, l.key) in (select (a ->> 'tenantId')::uuid, decode(x ->> 'key', 'hex')
      from jsonb_array_elements(asks) a, jsonb_array_elements(a -> 'counters') x)
    order by l.tenant_id, l.key for update;
  now_at := clock_timestamp();

  for ask in
    select (a ->> 'o')::integer as o, (a ->> 'tenantId')::uuid as tenant_id, a -> 'counters' as counters
    from jsonb_array_elements(asks) a order by 1
  loop
    o := ask.o;
    full_one := null;
    wait_seconds := null;
    for c in
      select x.place - 1 as place, decode(x.one ->> 'key', 'hex') as key, (x.one ->> 'limit')::bigint as most,
             make_interval(secs => (x.one ->> 'seconds')::integer) as span, (x.one ->> 'amount')::bigint as amount
      from jsonb_array_elements(ask.counters) with ordinality as x (one, place)
    loop
      select * into strict counter from challenge_limits l where l.tenant_id = ask.tenant_id and l.key = c.key;
      waits := null;
      if c.amount is null then
        select array_agg(t order by t) into counter.times from unnest(counter.times) t where t > now_at - c.span;
        if cardinality(counter.times) >= c.most then
          waits := ceil(extract(epoch from counter.times[cardinality(counter.times) - c.most + 1] + c.span - now_at));
        end if;
      else
        window_start := to_timestamp(floor(extract(epoch from now_at) / extract(epoch from c.span)) * extract(epoch from c.span));
        if (case when counter.since = window_start then counter.used else 0 end) + c.amount > c.most then
          waits := ceil(extract(epoch from window_start + c.span - now_at));
        end if;
      end if;
      if waits is not null and waits >= coalesce(wait_seconds, 0) then
        full_one := c.place;
        wait_seconds := greatest(waits, 1);
      end if;
    end loop;

    if full_one is null then
      for c in
        select decode(x ->> 'key', 'hex') as key, make_interval(secs => (x ->> 'seconds')::integer) as span,
               (x ->> 'amount')::bigint as amount
        from jsonb_array_elements(ask.counters) x where not coalesce((x ->> 'isOnlyAsked')::boolean, false)
      loop
        window_start := to_timestamp(floor(extract(epoch from now_at) / extract(epoch from c.span)) * extract(epoch from c.span));
        update challenge_limits l set
          times = case when c.amount is null
            then (select coalesce(array_agg(t order by t), '{}') from unnest(l.times) t where t > now_at - c.span) || now_at
            else l.times end,
          used = case when c.amount is null then l.used when l.since = window_start then l.used + c.amount else c.amount end,
          since = case when c.amount is null then l.since else window_start end,
          forget_at = greatest(l.forget_at, now_at + c.span)
        where l.tenant_id = ask.tenant_id and l.key = c.key;
      end loop;
    end if;
    return next;
  end loop;
end $$;

-- ==== Test mode ====

-- A clock that a tenant sets and moves on. It goes as the database's does, so far ahead of it, or behind it when negative. It ends by the database's.
create table test_clocks (
  tenant_id  uuid not null references tenants (id),
  id         uuid not null,
  ahead      interval not null,
  created_at timestamptz not null,
  ends_at    timestamptz not null,
  primary key (tenant_id, id)
);
create index test_clocks_end on test_clocks (ends_at);

-- What a gateway would report of a text, at a time by the clock of its report.
create table test_receipts (
  tenant_id    uuid not null references tenants (id),
  sms_id       uuid not null,
  report_id    uuid not null,
  is_delivered boolean not null,
  due_at       timestamptz not null,
  primary key (tenant_id, sms_id)
);

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

-- ==== Consumer sessions ====
-- Links to the hosted page, and what a consumer agreed to there.

-- A consent text as it is being written. What consumers are shown is a published version of it.
create table consent_drafts (
  tenant_id  uuid not null references tenants (id),
  id         uuid not null,
  name       text not null check (length(name) between 1 and 100),
  locale     text not null check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  body       text not null check (length(body) between 1 and 10000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);

-- Published versions: never changed, never deleted, so that what somebody agreed to can be shown for ever. The hash is of the very bytes.
create table consent_texts (
  tenant_id    uuid not null,
  id           uuid not null,
  version      integer not null check (version >= 1),
  name         text not null,
  locale       text not null,
  body         text not null check (position('[[' in body) = 0),
  sha256       bytea not null check (sha256 = sha256(convert_to(body, 'UTF8'))),
  published_at timestamptz not null,
  primary key (tenant_id, id, version),
  foreign key (tenant_id, id) references consent_drafts (tenant_id, id)
);
create trigger consent_texts_append_only before update or delete on consent_texts for each row execute function refuse_change();
create trigger consent_texts_not_truncated before truncate on consent_texts for each statement execute function refuse_change();

create table consumer_sessions (
  tenant_id             uuid not null references tenants (id),
  id                    uuid not null,
  is_test               boolean not null,
  state                 text not null default 'created' check (state in ('created', 'opened', 'consented', 'submitted', 'code', 'complete',
                          'failed', 'blocked', 'declined', 'expired', 'cancelled')),
  bureaus               text[] not null,
  search_type           text not null,
  embed_origins         text[] not null check (cardinality(embed_origins) <= 5),
  show_report           boolean not null,
  consent_text_id       uuid not null,
  consent_version       integer not null,
  consent_sha256        bytea not null check (octet_length(consent_sha256) = 32),
  -- What a test session wants of its reports: a branch, a bad day.
  wanted                jsonb,
  clock_id              uuid,
  -- Whoever made the link: its charges carry this name.
  credential_id         uuid,
  person_id             uuid,
  -- Keyed hashes: of the token in the link, and of the secret of the one browser that started it.
  token_hash            bytea not null check (octet_length(token_hash) = 32),
  secret_hash           bytea check (octet_length(secret_hash) = 32),
  -- Starts with the right token within the hour that began with the first of them.
  opens                 smallint not null default 0,
  opens_since           timestamptz,
  generates             smallint not null default 0 check (generates between 0 and 3),
  report_id             uuid,
  failure_reason        text,
  -- Sealed: the tenant's reference and return address; what the tenant knew; what was typed; who agreed, from where.
  details               bytea,
  prefill               bytea,
  answers               bytea,
  consent               bytea,
  -- Of the record of the consent, salted within it, so that it says nothing once the record is gone.
  consent_record_sha256 bytea check (octet_length(consent_record_sha256) = 32),
  reference_hash        bytea check (octet_length(reference_hash) = 32),
  created_at            timestamptz not null,
  expires_at            timestamptz not null,
  -- When it ends by itself: the link, and from Start on the visit.
  ends_at               timestamptz not null,
  opened_at             timestamptz,
  consent_shown_at      timestamptz,
  consented_at          timestamptz,
  submitted_at          timestamptz,
  ended_at              timestamptz,
  updated_at            timestamptz not null,
  purged_at             timestamptz,
  -- What a tenant filled in on a link is locked, unless it lets the consumer change it; what was changed is told by the names of its fields.
  -- Fields of the prefill that the consumer may change.
  may_change            text[] not null default '{}',
  show_if_changed       boolean not null default false,
  -- JSON pointers into the prefill: where the report of now differs from it. Names, never values.
  changed               text[] not null default '{}',
  -- The consumer pressed Close: nothing is shown with this link any more.
  closed_at             timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, consent_text_id, consent_version) references consent_texts (tenant_id, id, version),
  check (clock_id is null or is_test),
  check ((secret_hash is null) = (opened_at is null)),
  check (consented_at is null or consent_shown_at is not null),
  check (state not in ('submitted', 'code', 'complete', 'failed', 'blocked') or (report_id is not null and consented_at is not null)),
  check (purged_at is null or num_nonnulls(details, prefill, answers, consent, reference_hash) = 0)
) with (fillfactor = 70);
-- The page knows the session and not the tenant.
create unique index consumer_sessions_id on consumer_sessions (id);
create index consumer_sessions_state on consumer_sessions (tenant_id, state, id);
create index consumer_sessions_reference on consumer_sessions (tenant_id, reference_hash, id) where reference_hash is not null;
create index consumer_sessions_ends on consumer_sessions (ends_at) where state in ('created', 'opened', 'consented');
create index consumer_sessions_at_work on consumer_sessions (submitted_at) where state in ('submitted', 'code');
create index consumer_sessions_typed on consumer_sessions (ends_at) where prefill is not null or answers is not null;
create index consumer_sessions_kept on consumer_sessions (tenant_id, created_at) where purged_at is null;

-- Every report that a session made.
create table consumer_session_reports (
  tenant_id  uuid not null,
  report_id  uuid not null,
  session_id uuid not null,
  -- As of the session, of this report, for its evidence.
  changed    text[] not null default '{}',
  primary key (tenant_id, report_id),
  foreign key (tenant_id, session_id) references consumer_sessions (tenant_id, id)
);
create index consumer_session_reports_session on consumer_session_reports (tenant_id, session_id);

-- ==== Events and webhooks ====

-- What happened to a tenant's reports, texts, wallet, credentials and endpoints, for 30 days: written by the statement that changed the
-- state, so that neither is there without the other. Ids, words from fixed lists and numbers; nothing about a consumer.
-- The table does not refer to the tenants: a step of a report must not wait for a tenant's row.
create table events (
  tenant_id  uuid not null,
  id         uuid not null,
  -- The transaction that wrote it. Ids are drawn before the commit, so a reader that went by them would miss what commits late. Readers
  -- go by (tx, id) and stop before the oldest transaction that is still open.
  tx         xid8 not null default pg_current_xact_id(),
  at         timestamptz not null,
  type       text not null check (type ~ '^[a-z]+\.[a-z]+$' or type = 'ping'),
  is_test    boolean not null,
  -- The report, credential or endpoint that it is about; null for the wallet.
  subject_id uuid,
  facts      jsonb not null,
  primary key (tenant_id, id)
);
create index events_feed on events (tenant_id, tx, id);
create index events_subject on events (tenant_id, subject_id, tx, id) where subject_id is not null;
create index events_age on events using brin (at);
create trigger events_not_truncated before truncate on events for each statement execute function refuse_change();

-- A UUID of version 7 by the database's clock; PostgreSQL has a function for it from version 18 on only.
-- The time is taken apart without arithmetic on decimals.
create function new_event_id() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((date_part('epoch', clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

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

-- What an event costs its statement, and a claim the queue: every index is written at every insert, and again at every change of a row that is
-- not HOT. So a delivery is found by its endpoint and id, its log needs no index of its own, and what a recovery compares with is all of one
-- endpoint's.
create table deliveries (
  tenant_id    uuid not null,
  id           uuid not null,
  endpoint_id  uuid not null,
  event_id     uuid not null,
  -- Of the event, for endpoints that want those of a report one after another.
  subject_id   uuid,
  tx           xid8 not null default pg_current_xact_id(),
  is_ordered   boolean not null default false,
  -- Sent again by hand, or by a recovery: it does not count for the endpoint's health, and comes after what is new.
  is_replay    boolean not null default false,
  recovery_id  uuid,
  state        text not null default 'due',
  reason       text,
  attempts     smallint not null default 0,
  -- When it is to be tried next.
  due_at       timestamptz not null,
  lease_token  uuid,
  created_at   timestamptz not null,
  ended_at     timestamptz,
  last_status  smallint,
  -- Of the worker that takes it. Not a later due_at: no index has it, so that a claim changes no index.
  leased_until timestamptz,
  primary key (tenant_id, endpoint_id, id),
  -- One check instead of four, the usual case first.
  constraint deliveries_end check (
    state = 'due' and ended_at is null and reason is null
    or state = 'delivered' and ended_at is not null and reason is null
    or state in ('failed', 'dropped') and ended_at is not null
      and coalesce(reason in ('exhausted', 'aborted', 'gone', 'asked', 'disabled', 'deleted', 'cancelled', 'event-gone'), false))
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1);
create index deliveries_in_order on deliveries (tenant_id, endpoint_id, subject_id, tx, event_id) where state = 'due' and is_ordered;
create index deliveries_recovery on deliveries (tenant_id, recovery_id) where recovery_id is not null;
create index deliveries_age on deliveries using brin (created_at);
create index deliveries_queue on deliveries (tenant_id, endpoint_id, is_replay, due_at) where state = 'due';

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
  tenant_id  uuid not null,
  id         uuid not null,
  event_id   uuid not null,
  created_at timestamptz not null,
  due_at     timestamptz not null,
  attempts   smallint not null default 0,
  sent_at    timestamptz,
  primary key (tenant_id, id)
);
create index notices_due on notices (due_at) where sent_at is null;

-- ==== Requests and figures ====

-- The calls of each tenant, the refused ones too, for 30 days. Nothing in here is a body, a number, a code or a detail of a consumer:
-- patterns of routes, words from fixed lists, ids and times. It does not refer to the tenants, as report_events does not.
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
  -- What a refused call was told, in the service's own words: the request log shows it beside the code.
  message       text,
  primary key (tenant_id, id)
);
create index requests_refused on requests (tenant_id, id) where status >= 400;
create index requests_report on requests (tenant_id, report_id) where report_id is not null;
-- They come in the order of their time: a few pages of a coarse index are enough to find the old ones.
create index requests_age on requests using brin (at);
-- Calls without a valid token: kept for a day only.
create index requests_unknown on requests (at) where credential_id is null and person_id is null;

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
  tenant_id     uuid not null references tenants (id),
  kind          text not null check (kind in ('activity', 'texts')),
  hours_until   timestamptz not null,
  days_until    timestamptz not null,
  -- How far the hour after `hours_until` is added up: an hour with very many rows is counted in slices, so that no statement is long. Null, or not
  -- after `hours_until`, where none was begun.
  slice_until   timestamptz,
  -- How far the minutes of reports are added up; null where none was yet.
  minutes_until timestamptz,
  primary key (tenant_id, kind),
  check (days_until <= hours_until)
);

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

-- ==== The audit trail ====
-- A chain for each tenant, and one, under the id of zeros, for the service itself.

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
create index audit_entries_actor on audit_entries (tenant_id, actor_id, seq desc) where actor_id is not null;
create index audit_entries_object on audit_entries (tenant_id, object_id, seq desc);
create trigger audit_entries_append_only before update or delete on audit_entries for each row execute function refuse_change();
create trigger audit_entries_not_truncated before truncate on audit_entries for each statement execute function refuse_change();

-- What an entry's hash is made of; domain/activity/audit-proof.ts makes the same.
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

-- ==== Rate limits, the outbox, shards ====

-- Counters of one minute. Unlogged: a crash may forget them, and they must not cost a disk write.
create unlogged table rate_windows (
  key          text primary key,
  window_start timestamptz not null,
  used         integer not null
);
create index rate_windows_age on rate_windows (window_start);

-- Texts and mails that are shown instead of sent, in development and in a sandbox: in one place for all processes. What they say and to whom is
-- sealed; a day later they are gone. A row of kind failure makes the next text fail.
create sequence outbox_revisions;
create table outbox_items (
  id         bigint generated always as identity primary key,
  kind       text not null check (kind in ('text', 'mail', 'failure')),
  -- The id of a text; of the others a random one.
  key        text not null unique,
  state      text not null check (state in ('on-its-way', 'delivered', 'not-delivered', 'sent', 'refused', 'unknown')),
  is_delayed boolean not null default false,
  is_cleared boolean not null default false,
  sealed     bytea,
  sent_at    timestamptz not null,
  -- Grows with every change, so that a page hears of changes that another process made.
  revision   bigint not null default nextval('outbox_revisions')
);
create index outbox_items_kind on outbox_items (kind, id);

-- Whether the coordinator's part of a transaction was committed; the other part, prepared on the server of a shard, follows it.
create table shard_commits (
  id           text primary key,
  is_committed boolean not null,
  noted_at     timestamptz not null default clock_timestamp()
);
