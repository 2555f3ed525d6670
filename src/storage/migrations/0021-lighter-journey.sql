-- What a journey writes to indexes and to the log.
--
-- An entry about a report is once by that report, its hold and the account that it moves to (held, spent, or available again), in the index that also
-- finds the lines of a report; all others are once by their keys. So each entry is in one of the two, and not in both.
create unique index concurrently ledger_entries_once on ledger_entries (tenant_id, report_id, hold_id, to_account) where report_id is not null;
-- step
create unique index concurrently ledger_entries_key on ledger_entries (tenant_id, transfer_key) where report_id is null;
-- step
create or replace function ledger_apply(moves jsonb)
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
      -- Wallets are locked in the order of their tenants, and a time is taken after the lock: entries of a wallet are in its order.
      select * into strict wallet from wallets w where w.tenant_id = m."tenantId" for update;
      now_at := clock_timestamp();
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
        into earlier from ledger_entries e where e.tenant_id = m."tenantId" and e.transfer_key = m.key and e.report_id is null;
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
      elsif wallet.available < m.amount or wallet.debt > 0 then
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
-- step
alter table ledger_entries drop constraint if exists ledger_entries_tenant_id_transfer_key_key, drop constraint if exists ledger_entries_check1,
  add constraint ledger_entries_hold check ((kind in ('hold', 'post', 'void', 'expire')) = (hold_id is not null) and (report_id is null or hold_id is not null)) not valid;
-- step
alter table ledger_entries validate constraint ledger_entries_hold;
-- step
drop index concurrently if exists ledger_entries_report;
-- step
-- The events of a subject are few: they are sorted when they are read.
create index concurrently events_about on events (tenant_id, subject_id) where subject_id is not null;
-- step
drop index concurrently if exists events_subject;
-- step
-- Not immutable, since `concat_ws` is not: so its text becomes part of the plan of its caller, where it was parsed and planned in each transaction.
create or replace function ledger_hash(
  previous bytea,
  seq bigint,
  transfer_key text,
  kind text,
  amount bigint,
  from_account text,
  to_account text,
  hold_id uuid,
  lines text,
  report_id uuid,
  sms_id uuid,
  credential_id uuid,
  person_id uuid,
  reference text,
  reason text,
  available_after bigint,
  held_after bigint,
  created_at timestamptz)
returns bytea language sql stable parallel safe as $$
  select sha256(previous || convert_to(concat_ws(E'\n',
    seq::text, kind, amount::text, from_account, to_account, coalesce(hold_id::text, ''), coalesce(lines, ''),
    coalesce(report_id::text, ''), coalesce(sms_id::text, ''), coalesce(credential_id::text, ''),
    coalesce(person_id::text, ''), available_after::text, held_after::text,
    (extract(epoch from created_at) * 1000000)::bigint::text,
    length(transfer_key)::text, transfer_key, length(coalesce(reference, ''))::text, coalesce(reference, ''),
    coalesce(reason, '')), 'UTF8'))
$$;
-- step
-- A report is assessed once, when it was just opened: nothing is there to conflict with.
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
          given_number, given_address);

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
