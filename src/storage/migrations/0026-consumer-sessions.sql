-- Consumer sessions: links to the hosted page, what a consumer agreed to there, and how a tenant's pages look.

-- The pages that a consumer may be sent back to, and those that may frame the hosted page: exact origins.
alter table tenants
  add column return_origins text[] not null default '{}' check (cardinality(return_origins) <= 50),
  add column embed_origins text[] not null default '{}' check (cardinality(embed_origins) <= 50);

-- step
create table tenant_brands (
  tenant_id  uuid primary key references tenants (id),
  -- Empty: the tenant's own name.
  name       text not null default '' check (length(name) <= 100),
  contact    text not null default '' check (length(contact) <= 200),
  colour     text check (colour ~ '^#[0-9a-f]{6}$'),
  -- A PNG that we wrote ourselves from the pixels of the one that was given.
  logo       bytea check (octet_length(logo) <= 1100000),
  logo_sha256 bytea check (octet_length(logo_sha256) = 32),
  updated_at timestamptz not null,
  check ((logo is null) = (logo_sha256 is null))
);

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
  tenant_id        uuid not null references tenants (id),
  id               uuid not null,
  is_test          boolean not null,
  state            text not null default 'created' check (state in ('created', 'opened', 'consented', 'submitted', 'code', 'complete',
                     'failed', 'blocked', 'declined', 'expired', 'cancelled')),
  bureaus          text[] not null,
  search_type      text not null,
  embed_origins    text[] not null check (cardinality(embed_origins) <= 5),
  show_report      boolean not null,
  consent_text_id  uuid not null,
  consent_version  integer not null,
  consent_sha256   bytea not null check (octet_length(consent_sha256) = 32),
  -- What a test session wants of its reports: a branch, a bad day.
  wanted           jsonb,
  clock_id         uuid,
  -- Whoever made the link: its charges carry this name.
  credential_id    uuid,
  person_id        uuid,
  -- Keyed hashes: of the token in the link, and of the secret of the one browser that started it.
  token_hash       bytea not null check (octet_length(token_hash) = 32),
  secret_hash      bytea check (octet_length(secret_hash) = 32),
  opened_by        bytea check (octet_length(opened_by) = 32),
  -- Starts with the right token within the hour that began with the first of them.
  opens            smallint not null default 0,
  opens_since      timestamptz,
  generates        smallint not null default 0 check (generates between 0 and 3),
  report_id        uuid,
  failure_reason   text,
  -- Sealed: the tenant's reference and return address; what the tenant knew; what was typed; who agreed, from where.
  details          bytea,
  prefill          bytea,
  answers          bytea,
  consent          bytea,
  -- Of the record of the consent, salted within it, so that it says nothing once the record is gone.
  consent_record_sha256 bytea check (octet_length(consent_record_sha256) = 32),
  reference_hash   bytea check (octet_length(reference_hash) = 32),
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  -- When it ends by itself: the link, and from Start on the visit.
  ends_at          timestamptz not null,
  opened_at        timestamptz,
  consent_shown_at timestamptz,
  consented_at     timestamptz,
  submitted_at     timestamptz,
  ended_at         timestamptz,
  updated_at       timestamptz not null,
  purged_at        timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, consent_text_id, consent_version) references consent_texts (tenant_id, id, version),
  check (clock_id is null or is_test),
  check ((secret_hash is null) = (opened_at is null)),
  check (consented_at is null or consent_shown_at is not null),
  check (state not in ('submitted', 'code', 'complete', 'failed', 'blocked') or (report_id is not null and consented_at is not null)),
  check (purged_at is null or num_nonnulls(details, prefill, answers, consent, reference_hash, opened_by) = 0)
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
  primary key (tenant_id, report_id),
  foreign key (tenant_id, session_id) references consumer_sessions (tenant_id, id)
);
create index consumer_session_reports_session on consumer_session_reports (tenant_id, session_id);

-- step
-- A device session of the hosted page counts for every tenant, whichever pages of its own it allows.
alter table device_sessions add column is_ours boolean not null default false;

create or replace function note_risk_event(
  given_at timestamptz,
  given_tenant uuid,
  given_report uuid,
  given_session uuid,
  given_person bytea,
  given_number bytea,
  given_address bytea,
  given_network bytea,
  lifetime interval,
  rows_max integer)
returns table(session text, session_age_ms double precision, address text, flags text[], known_ms double precision, counts bigint[]) language plpgsql as $$
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
