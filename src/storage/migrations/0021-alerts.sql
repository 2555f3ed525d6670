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

alter table wallets
  -- The highest threshold that has not fired, and the lowest balance that one that has fired recovers at.
  add column alert_below bigint not null default 1,
  add column alert_from  bigint;

-- step
alter table credentials
  -- When people were told that the old secret ends while it is in use.
  add column old_warned_at timestamptz;
create index credentials_ending on credentials (old_expires_at) where old_expires_at is not null;

-- step
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

-- What the wallet carries of its alerts. The wallet is locked by the caller.
create function wallet_thresholds(tenant uuid) returns void language sql as $$
  update wallets w set
    alert_below = greatest(
      coalesce((select max(a.threshold) from alerts a where a.tenant_id = tenant and a.kind in ('low', 'depleted') and a.state = 'ok'), 0),
      case when exists (select 1 from alerts a where a.tenant_id = tenant and a.kind = 'depleted') then 0 else 1 end),
    alert_from = (select min(a.recovers_at) from alerts a where a.tenant_id = tenant and a.kind in ('low', 'depleted') and a.state = 'fired')
  where w.tenant_id = tenant
$$;

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
