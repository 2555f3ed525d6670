-- Device sessions, what of a request is counted for risk, and challenges that can only fail.
--
-- Nothing here names a person: people, numbers, addresses and devices are keyed hashes.

alter table tenants
  -- The pages whose device sessions count; empty: any page.
  add column allowed_origins text[] not null default '{}' check (cardinality(allowed_origins) <= 50);

alter table reports
  -- The device could not be verified: whatever is guessed, the challenge fails.
  add column is_doomed boolean not null default false,
  -- Why it was allowed, challenged or blocked: codes, for the operator.
  add column risk_reasons text[] check (cardinality(risk_reasons) <= 40);

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
  check ((tenant_id is null) = (person_hash is null))
);
-- For housekeeping: each finds what is due without walking past what is not. The rows come in the order of time, so for whole
-- ages a summary of the pages will do.
create index device_sessions_unused on device_sessions (created_at) where tenant_id is null;
create index device_sessions_raw on device_sessions (created_at) where signals is not null;
create index device_sessions_age on device_sessions using brin (created_at);

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

  session := case
    when given_session is null then 'forged'
    when used.id is null then 'unknown'
    when now_at > used.created_at + lifetime then 'stale'
    when used.tenant_id is not null and (used.tenant_id, used.person_hash) <> (given_tenant, given_person) then 'replayed'
    when cardinality(allowed) > 0 and (used.origin is null or used.origin <> all (allowed)) then 'foreign-origin'
    else 'verified' end;
  if session = 'verified' then
    device := used.device_hash;
    if used.tenant_id is null then
      update device_sessions d set tenant_id = given_tenant, person_hash = given_person where d.id = used.id;
    end if;
  end if;

  insert into risk_events (tenant_id, report_id, at, device_hash, place_hash, person_hash, number_hash, address_hash)
  values (given_tenant, given_report, now_at, device, case when device is not null then used.address_hash end, given_person,
          given_number, given_address)
  on conflict do nothing;

  session_age_ms := extract(epoch from now_at - used.created_at) * 1000;
  address := case when used.id is null then null when used.address_hash = given_address then 'same'
    when used.network_hash = given_network then 'same-network' else 'different' end;
  flags := coalesce(used.flags, '{}');
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
