-- A corrected form is not a fraud. A session belongs to the consumer and the number of its last request; within minutes of its first use,
-- a few times, the next request may correct the name or the date of birth where the number stays. It is counted as risk: by the flag, and
-- by the people of the device and of the number.
alter table device_sessions
  add column number_hash bytea,
  add constraint device_sessions_number_hash_check check (octet_length(number_hash) = 32) not valid,
  -- Of its first use; null on sessions from before, which are not corrected.
  add column used_at timestamptz,
  add column corrections smallint not null default 0,
  add constraint device_sessions_corrections_check check (corrections between 0 and 3) not valid;

-- step
alter table device_sessions validate constraint device_sessions_number_hash_check;
alter table device_sessions validate constraint device_sessions_corrections_check;

-- step
-- As before, and with the rule above. The limits are those of src/domain/risk-facts.ts; a test holds both sides of each.
create or replace function note_risk_event(
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
    when cardinality(allowed) > 0 and (used.origin is null or used.origin <> all (allowed)) then 'foreign-origin'
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
