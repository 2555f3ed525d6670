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

-- As before, but that an entry may go once it is in the archive, and an ended hold once its entries are gone. On a shard the names of tables
-- end with its number.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name ~ '^ledger_entries(_\d+)?$' then
    if old.kind in ('hold', 'post', 'void', 'expire') and exists (
      select from ledger_archive a where a.tenant_id = old.tenant_id and a.last_seq >= old.seq and a.first_seq <= old.seq)
    then return old; end if;
  elsif tg_op = 'DELETE' and tg_table_name ~ '^holds(_\d+)?$' then
    if old.state <> 'open' and not exists (
      select from ledger_entries e where e.tenant_id = old.tenant_id
        and e.transfer_key in ('hold:' || old.id, 'post:' || old.id, 'back:' || old.id))
    then return old; end if;
  end if;
  raise exception 'the rows of % are only ever added', tg_table_name using errcode = 'TF001';
end $$;
