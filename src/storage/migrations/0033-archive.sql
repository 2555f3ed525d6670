-- The archive: where rows go that nothing changes any more, a thousand together, compressed and without indexes of their own, so that the
-- tables of every day stay as long as the last months (src/storage/archive.ts). Ids, words and amounts; nobody is named.

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

-- Reports without their personal parts. Found by their id: ids grow with time, so that few blocks have one between their first and last.
create table report_archive (
  tenant_id uuid not null references tenants (id),
  first_id  uuid not null,
  last_id   uuid not null,
  reports   json not null,
  primary key (tenant_id, last_id, first_id),
  check (last_id >= first_id)
);

create trigger ledger_archive_append_only before update or delete on ledger_archive for each row execute function refuse_change();
create trigger ledger_archive_not_truncated before truncate on ledger_archive for each statement execute function refuse_change();
create trigger report_archive_append_only before update or delete on report_archive for each row execute function refuse_change();
create trigger report_archive_not_truncated before truncate on report_archive for each statement execute function refuse_change();

-- As before, but that the transaction which archives a tenant's entries up to a number may remove those, and holds that ended. It says so by a
-- setting of its own, since a trigger on a shard sees no other table.
create or replace function refuse_change() returns trigger language plpgsql as $$
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
