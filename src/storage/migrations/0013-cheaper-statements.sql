-- What a move of credits costs the server. A check is parsed anew by each statement that writes to its table, and the one that says from which
-- account to which a kind moves was two thirds of the text of those of the ledger: it compares one text now. And a wallet is locked where it is
-- read, not before by a statement of its own.
alter table ledger_entries drop constraint ledger_entries_check,
  add constraint ledger_entries_accounts check (kind || ' ' || from_account || ' ' || to_account = any ('{
    top-up funded available, adjustment funded available, adjustment available funded, hold available held, post held spent, void held available,
    expire held available}'::text[])) not valid;
-- step
alter table ledger_entries validate constraint ledger_entries_accounts;
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
-- The newest refusals of a tenant, so many at most, out of their index in its order. A server that believes them to be few reads all of them, or the
-- calls of all tenants of that time, and sorts them: a function can tell it not to.
create function newest_refusals(tenant uuid, first_id uuid, until timestamptz, test boolean, most integer)
returns table (id uuid, at timestamptz, method text, route text, status smallint, code text, details jsonb) language plpgsql stable
set enable_bitmapscan = off as $$
begin
  return query select q.id, q.at, q.method, q.route, q.status, q.code, q.details from requests q
    where q.tenant_id = tenant and q.status >= 400 and q.code is not null and q.id >= first_id
      and (until is null or q.at < until + interval '1 millisecond')
      and (test is null
        or test = coalesce(q.is_test, (select r.is_test from reports r where r.tenant_id = q.tenant_id and r.id = q.report_id), test))
    order by q.id desc limit most;
end $$;
