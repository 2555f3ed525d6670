-- Payments: how money becomes credits. A payment has one line of the ledger, keyed by it; what goes back is an adjustment. All of it is of a
-- tenant, but the counter of invoices, which is of the seller.

-- Credits that were spent and whose money went back. A wallet with a debt buys nothing; it is settled by the next credits.
alter table wallets add column debt bigint not null default 0;
-- step
alter table wallets add constraint wallets_debt check (debt between 0 and 9007199254740991) not valid;
-- step
alter table wallets validate constraint wallets_debt;
-- step
-- As in 0001, but for a hold on a wallet with a debt.
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
create table payment_customers (
  tenant_id  uuid not null references tenants,
  provider   text not null,
  -- As the provider calls the tenant.
  reference  text not null check (length(reference) between 1 and 255),
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, provider)
);

create table payment_methods (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  provider     text not null,
  -- As the provider calls the card. Its number is known to the provider alone.
  reference    text not null check (length(reference) between 1 and 255),
  brand        text not null check (length(brand) between 1 and 30),
  last4        text not null check (last4 ~ '^[0-9]{4}$'),
  expiry_month integer not null check (expiry_month between 1 and 12),
  expiry_year  integer not null check (expiry_year between 2000 and 2200),
  created_at   timestamptz not null default clock_timestamp(),
  removed_at   timestamptz,
  warned_at    timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, provider, reference)
);

create table payments (
  tenant_id       uuid not null references tenants,
  id              uuid not null,
  provider        text not null,
  purpose         text not null check (purpose in ('top-up', 'automatic', 'settle', 'card')),
  state           text not null default 'pending'
    check (state in ('pending', 'needs-action', 'succeeded', 'failed', 'needs-attention', 'reversed')),
  credits         bigint not null check (credits >= 0 and (credits > 0) = (purpose <> 'card')),
  net_pence       bigint not null check (net_pence >= 0),
  vat_percent     numeric(4, 2) not null check (vat_percent between 0 and 99),
  vat_pence       bigint not null check (vat_pence >= 0),
  -- Whether a card is to be kept from it.
  keeps_card      boolean not null,
  is_live         boolean not null,
  customer        text,
  -- The provider's ids: of the page where it is paid, and of the payment itself.
  session         text,
  reference       text,
  -- Where to pay, or to answer the bank, while it is open.
  url             text check (length(url) <= 2000),
  method_id       uuid,
  failure         text,
  differs         text,
  -- The person who asked for it; nobody did for an automatic one.
  person_id       uuid,
  credential_id   uuid,
  -- Of a payment that an operator took note of.
  note            text,
  refunded_pence  bigint not null default 0 check (refunded_pence >= 0),
  disputed_pence  bigint not null default 0 check (disputed_pence >= 0),
  -- Credits that were taken back, and what of them is a debt.
  back_credits    bigint not null default 0 check (back_credits >= 0),
  owed_credits    bigint not null default 0 check (owed_credits between 0 and back_credits),
  -- How often credits were taken or given back: it keys the lines.
  back_count      integer not null default 0,
  credited_pence  bigint not null default 0 check (credited_pence >= 0),
  looks           integer not null default 0,
  -- When the provider is asked next; null when there is nothing to ask.
  look_at         timestamptz,
  -- Whole milliseconds, as the tokens of its pages are.
  created_at      timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  changed_at      timestamptz not null default clock_timestamp(),
  succeeded_at    timestamptz,
  primary key (tenant_id, id),
  check (refunded_pence <= net_pence + vat_pence)
);
create index payments_time on payments (tenant_id, created_at desc, id desc);
create index payments_look on payments (look_at) where look_at is not null;
-- One automatic payment at a time, whoever asks for it.
create unique index payments_automatic on payments (tenant_id) where purpose = 'automatic' and state in ('pending', 'needs-action');

create table payment_refunds (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  payment_id   uuid not null,
  -- The operator's word for it; one reference refunds once.
  reference    text not null check (length(reference) between 1 and 200),
  reason       text not null,
  pence        bigint not null check (pence > 0),
  state        text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  person_id    uuid,
  look_at      timestamptz,
  created_at   timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, payment_id, reference)
);
create index payment_refunds_look on payment_refunds (look_at) where look_at is not null;

-- What a provider has told us. One event is taken once.
create table payment_events (
  tenant_id   uuid not null references tenants,
  provider    text not null,
  id          text not null check (length(id) between 1 and 255),
  type        text not null,
  received_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, provider, id)
);
create index payment_events_time on payment_events (received_at);

create table automatic_top_ups (
  tenant_id  uuid primary key references tenants,
  is_on      boolean not null,
  threshold  bigint not null check (threshold > 0),
  credits    bigint not null check (credits > 0),
  method_id  uuid not null,
  failures   integer not null default 0 check (failures between 0 and 3),
  off_reason text check (off_reason in ('failed-three-times', 'card-removed')),
  try_at     timestamptz,
  changed_at timestamptz not null default clock_timestamp()
);

-- Whom invoices are made out to.
create table billing_details (
  tenant_id  uuid primary key references tenants,
  name       text not null check (length(name) between 1 and 200),
  address    text not null check (length(address) between 1 and 500),
  vat_number text check (length(vat_number) between 4 and 20)
);

-- Never changed: a credit note corrects an invoice.
create table invoices (
  tenant_id   uuid not null references tenants,
  id          uuid not null,
  kind        text not null check (kind in ('invoice', 'credit-note')),
  number      text not null check (length(number) between 1 and 40),
  payment_id  uuid not null,
  corrects    text,
  seller      jsonb not null,
  buyer       jsonb not null,
  credits     bigint not null check (credits >= 0),
  net_pence   bigint not null check (net_pence >= 0),
  vat_percent numeric(4, 2) not null,
  vat_pence   bigint not null check (vat_pence >= 0),
  issued_at   timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  check ((kind = 'credit-note') = (corrects is not null))
);
create unique index invoices_payment on invoices (tenant_id, payment_id) where kind = 'invoice';
create trigger invoices_append_only before update or delete on invoices for each row execute function refuse_change();
create trigger invoices_not_truncated before truncate on invoices for each statement execute function refuse_change();

-- The last number of each series. Its row is locked to the end of the transaction that uses it: no number is lost.
create table invoice_counters (
  prefix text primary key check (length(prefix) between 1 and 20),
  last   bigint not null check (last >= 0)
);
