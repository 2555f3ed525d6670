-- The wallet becomes a ledger: four accounts a tenant, transfers that only ever are added, holds that end once, and a hash
-- chain over the transfers. The rules of domain/ledger.ts are repeated here, so that no code of ours can break them.
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

alter table wallets rename column balance_credits to available;
alter table wallets
  add column held     bigint not null default 0 check (held >= 0),
  add column spent    bigint not null default 0 check (spent >= 0),
  add column funded   bigint not null default 0,
  add column last_seq bigint not null default 0,
  add column last_hash bytea not null default '\x' check (octet_length(last_hash) in (0, 32));
update wallets set funded = -available;
alter table wallets
  add check (available + held + spent + funded = 0),
  -- All that was ever put in stays a number that JavaScript can count.
  add check (funded >= -9007199254740991);

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

alter table reports
  -- Who is at work on it, and until when: after that any process may clear up.
  add column lease_token uuid,
  add column leased_until timestamptz,
  -- The requests whose guess or resend was counted: one that is sent again after a crash must not count twice.
  add column counted uuid[] not null default '{}' check (cardinality(counted) <= 5);
create index reports_leased on reports (leased_until) where status = 'pending' and leased_until is not null;
create index reports_waiting on reports (last_sent_at) where status = 'pending' and challenge_state = 'open' and not is_test;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the rows of % are only ever added', tg_table_name using errcode = 'TF001';
end $$;
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_entries_not_truncated before truncate on ledger_entries
  for each statement execute function refuse_change();

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
create trigger holds_end_once before update on holds for each row execute function refuse_second_end();
create trigger holds_not_deleted before delete on holds for each row execute function refuse_change();
create trigger holds_not_truncated before truncate on holds for each statement execute function refuse_change();

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

-- Makes many callers' moves in one round: wallets locked in one order, each move decided by itself, in the order given.
-- A move that cannot be made says why and changes nothing; the others are not held up by it.
create function ledger_apply(moves jsonb)
returns table (o integer, result text, available bigint) language plpgsql as $$
declare
  m record;
  wallet wallets%rowtype;
  held_one holds%rowtype;
  earlier record;
  known boolean := false;
  now_at timestamptz;
  back bigint;
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
      end if;
      select * into strict wallet from wallets w where w.tenant_id = m."tenantId";
      known := true;
    end if;
    o := m.o;
    result := 'moved';

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
        wallet := ledger_append(wallet, m.key, m.kind, abs(m.amount),
          case when m.amount > 0 then 'funded' else 'available' end,
          case when m.amount > 0 then 'available' else 'funded' end,
          null, null, null, null, null, m."personId", m.reference, m.reason, now_at);
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
        wallet := ledger_append(wallet, 'hold:' || m."holdId", 'hold', m.amount, 'available', 'held',
          m."holdId", null, m."reportId", m."smsId", m."credentialId", m."personId", null, null, now_at);
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
          wallet := ledger_append(wallet, 'post:' || m."holdId", 'post', held_one.amount - back, 'held', 'spent',
            m."holdId", m.lines, held_one.report_id, case when held_one.purpose = 'sms' then held_one.id end,
            held_one.credential_id, held_one.person_id, null, null, now_at);
        end if;
        if back > 0 then
          wallet.held := wallet.held - back;
          wallet.available := wallet.available + back;
          wallet := ledger_append(wallet, 'back:' || m."holdId",
            case when m.kind = 'expire' then 'expire' else 'void' end, back, 'held', 'available',
            m."holdId", case when back = held_one.amount then m.lines end, held_one.report_id,
            case when held_one.purpose = 'sms' then held_one.id end, held_one.credential_id, held_one.person_id,
            null, null, now_at);
        end if;
      end if;

    else
      raise exception 'there is no move of the kind %', m.kind;
    end if;

    available := wallet.available;
    return next;
  end loop;

  update wallets w set available = wallet.available, held = wallet.held, spent = wallet.spent,
    funded = wallet.funded, last_seq = wallet.last_seq, last_hash = wallet.last_hash
  where w.tenant_id = wallet.tenant_id;
end $$;

create function ledger_append(
  wallet wallets, key text, kind text, amount bigint, from_account text, to_account text, hold_id uuid, lines text,
  report_id uuid, sms_id uuid, credential_id uuid, person_id uuid, reference text, reason text, at timestamptz
) returns wallets language plpgsql as $$
begin
  wallet.last_seq := wallet.last_seq + 1;
  wallet.last_hash := ledger_hash(case wallet.last_seq when 1 then convert_to(wallet.tenant_id::text, 'UTF8')
    else wallet.last_hash end, wallet.last_seq, key, kind, amount, from_account, to_account, hold_id,
    lines, report_id, sms_id, credential_id, person_id, reference, reason, wallet.available, wallet.held, at);
  insert into ledger_entries (tenant_id, seq, transfer_key, kind, amount, from_account, to_account, hold_id, lines,
    report_id, sms_id, credential_id, person_id, reference, reason, available_after, held_after, created_at, hash)
  values (wallet.tenant_id, wallet.last_seq, key, kind, amount, from_account, to_account, hold_id, lines::json,
    report_id, sms_id, credential_id, person_id, reference, reason, wallet.available, wallet.held, at, wallet.last_hash);
  return wallet;
end $$;

-- What was in a wallet before there was a ledger becomes its first entry.
do $$
declare wallet wallets%rowtype;
begin
  for wallet in select * from wallets where available > 0 loop
    wallet := ledger_append(wallet, 'opening', 'top-up', wallet.available, 'funded', 'available', null, null, null, null,
      null, null, 'opening', 'Balance before the ledger', clock_timestamp());
    update wallets w set last_seq = wallet.last_seq, last_hash = wallet.last_hash where w.tenant_id = wallet.tenant_id;
  end loop;
end $$;
