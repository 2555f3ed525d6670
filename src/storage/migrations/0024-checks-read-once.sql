-- The rules of the tables that a journey writes most, each table's in one function of its columns. A statement parses the stored form of the
-- checks of each table that it writes, which was a fifth of the database's time in a journey; a function is parsed once a connection. What is
-- refused has the name of its rule, as before; a rule that is null refuses nothing, as in a check.
create function ledger_entry_fits(seq bigint, transfer_key text, kind text, amount bigint, from_account text, to_account text, hold_id uuid,
  report_id uuid, available_after bigint, held_after bigint, hash bytea)
returns boolean language plpgsql immutable parallel safe as $$
declare
  broken text := case
    when not kind || ' ' || from_account || ' ' || to_account in ('top-up funded available', 'adjustment funded available',
      'adjustment available funded', 'hold available held', 'post held spent', 'void held available', 'expire held available') then 'accounts'
    when not (kind in ('hold', 'post', 'void', 'expire')) = (hold_id is not null) or (report_id is not null and hold_id is null) then 'hold'
    when not amount between 1 and 9007199254740991 then 'amount_check'
    when not available_after >= 0 then 'available_after_check'
    when not held_after >= 0 then 'held_after_check'
    when not octet_length(hash) = 32 then 'hash_check'
    when not seq > 0 then 'seq_check'
    when not length(transfer_key) between 1 and 300 then 'transfer_key_check' end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = 'what must never be', constraint = 'ledger_entries_' || broken;
end $$;
create function hold_fits(purpose text, amount bigint, posted bigint, state text, ended_at timestamptz)
returns boolean language plpgsql immutable parallel safe as $$
declare
  broken text := case
    when not purpose in ('report', 'sms') then 'purpose_check'
    when not amount > 0 then 'amount_check'
    when not posted between 0 and amount then 'check'
    when not (state = 'posted') = (posted > 0) then 'check1'
    when not (state = 'open') = (ended_at is null) then 'check2'
    when not state in ('open', 'posted', 'voided', 'expired') then 'state_check' end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = 'what must never be', constraint = 'holds_' || broken;
end $$;
create function wallet_fits(available bigint, held bigint, spent bigint, funded bigint, debt bigint, last_hash bytea)
returns boolean language plpgsql immutable parallel safe as $$
declare
  broken text := case
    when not available >= 0 then 'available_check'
    when not held >= 0 then 'held_check'
    when not spent >= 0 then 'spent_check'
    when not funded >= -9007199254740991 then 'funded_check'
    when not available + held + spent + funded = 0 then 'check'
    when not debt between 0 and 9007199254740991 then 'debt'
    when not octet_length(last_hash) in (0, 32) then 'last_hash_check' end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = 'what must never be', constraint = 'wallets_' || broken;
end $$;
create function report_fits(status text, challenge_state text, challenge_id uuid, code_hash bytea, attempts smallint, sends smallint,
  last_sent_at timestamptz, refused_sends smallint, counted uuid[], bureaus text[], body bytea, purged_at timestamptz, clock_id uuid, is_test boolean,
  number_key bytea, person_hash bytea, records_hash bytea, finders bytea, reference_path bytea, risk_reasons text[], searches text)
returns boolean language plpgsql immutable parallel safe as $$
declare
  broken text := case
    when not status || coalesce(' ' || challenge_state, '.') in ('pending.', 'pending open', 'pending passed', 'complete.', 'complete passed',
      'blocked.', 'blocked passed', 'failed.', 'failed open', 'failed passed', 'failed failed') then 'status_check'
    when not num_nonnulls(challenge_id, challenge_state, code_hash, attempts, sends, last_sent_at) in (0, 6) then 'check'
    when not (status <> 'complete' or body is not null or purged_at is not null) then 'check1'
    when not (clock_id is null or is_test) then 'clock_of_tests'
    when not attempts between 0 and 3 then 'attempts_check'
    when not sends between 0 and 3 then 'sends_check'
    when not refused_sends between 0 and 5 then 'refused_sends_check'
    when not cardinality(counted) <= 10 then 'counted_check'
    when not cardinality(bureaus) between 1 and 3 then 'bureaus_check'
    when not cardinality(risk_reasons) <= 40 then 'risk_reasons_check'
    when not octet_length(code_hash) = 32 then 'code_hash_check'
    when not octet_length(number_key) = 32 then 'number_key_check'
    when not octet_length(person_hash) = 32 then 'person_hash_check'
    when not octet_length(records_hash) = 32 then 'records_hash_check'
    when not octet_length(finders) = 16 then 'finders_check'
    when not octet_length(reference_path) between 4 and 28 then 'reference_path_check'
    when not length(searches) <= 200 then 'searches_check' end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = 'what must never be', constraint = 'reports_' || broken;
end $$;
create function device_session_fits(origin text, address_hash bytea, network_hash bytea, device_hash bytea, person_hash bytea, number_hash bytea,
  tenant_id uuid, corrections smallint)
returns boolean language plpgsql immutable parallel safe as $$
declare
  broken text := case
    when not octet_length(address_hash) = 32 then 'address_hash_check'
    when not octet_length(network_hash) = 32 then 'network_hash_check'
    when not octet_length(device_hash) = 32 then 'device_hash_check'
    when not octet_length(person_hash) = 32 then 'person_hash_check'
    when not octet_length(number_hash) = 32 then 'number_hash_check'
    when not (tenant_id is null) = (person_hash is null) then 'check'
    when not corrections between 0 and 3 then 'corrections_check'
    when not length(origin) <= 300 then 'origin_check' end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = 'what must never be', constraint = 'device_sessions_' || broken;
end $$;
-- step
alter table ledger_entries drop constraint ledger_entries_accounts, drop constraint ledger_entries_hold, drop constraint ledger_entries_amount_check,
  drop constraint ledger_entries_available_after_check, drop constraint ledger_entries_held_after_check, drop constraint ledger_entries_hash_check,
  drop constraint ledger_entries_seq_check, drop constraint ledger_entries_transfer_key_check,
  add constraint ledger_entries_fit check (ledger_entry_fits(seq, transfer_key, kind, amount, from_account, to_account, hold_id, report_id,
    available_after, held_after, hash)) not valid;
-- step
alter table ledger_entries validate constraint ledger_entries_fit;
-- step
alter table holds drop constraint holds_purpose_check, drop constraint holds_amount_check, drop constraint holds_check, drop constraint holds_check1,
  drop constraint holds_check2, drop constraint holds_state_check,
  add constraint holds_fit check (hold_fits(purpose, amount, posted, state, ended_at)) not valid;
-- step
alter table holds validate constraint holds_fit;
-- step
alter table wallets drop constraint wallets_available_check, drop constraint wallets_held_check, drop constraint wallets_spent_check,
  drop constraint wallets_funded_check, drop constraint wallets_check, drop constraint wallets_debt, drop constraint wallets_last_hash_check,
  add constraint wallets_fit check (wallet_fits(available, held, spent, funded, debt, last_hash)) not valid;
-- step
alter table wallets validate constraint wallets_fit;
-- step
alter table reports drop constraint reports_status_check, drop constraint reports_check, drop constraint reports_check1,
  drop constraint reports_clock_of_tests, drop constraint reports_attempts_check, drop constraint reports_sends_check,
  drop constraint reports_refused_sends_check, drop constraint reports_counted_check, drop constraint reports_bureaus_check,
  drop constraint reports_risk_reasons_check, drop constraint reports_code_hash_check, drop constraint reports_number_key_check,
  drop constraint reports_person_hash_check, drop constraint reports_records_hash_check, drop constraint reports_finders_check,
  drop constraint reports_reference_path_check, drop constraint reports_searches_check,
  add constraint reports_fit check (report_fits(status, challenge_state, challenge_id, code_hash, attempts, sends, last_sent_at, refused_sends, counted,
    bureaus, body, purged_at, clock_id, is_test, number_key, person_hash, records_hash, finders, reference_path, risk_reasons, searches)) not valid;
-- step
alter table reports validate constraint reports_fit;
-- step
alter table device_sessions drop constraint device_sessions_address_hash_check, drop constraint device_sessions_network_hash_check,
  drop constraint device_sessions_device_hash_check, drop constraint device_sessions_person_hash_check,
  drop constraint device_sessions_number_hash_check, drop constraint device_sessions_check, drop constraint device_sessions_corrections_check,
  drop constraint device_sessions_origin_check,
  add constraint device_sessions_fit check (device_session_fits(origin, address_hash, network_hash, device_hash, person_hash, number_hash,
    tenant_id, corrections)) not valid;
-- step
alter table device_sessions validate constraint device_sessions_fit;
