-- The complete live reports of one consumer, by the keyed hash that counts their requests too: the next report inherits the ids of its
-- records from the newest. Set when a report completes and removed when it is purged or erased.
alter table reports add column person_hash bytea,
  add constraint reports_person_hash_check check (octet_length(person_hash) = 32) not valid;
-- step
alter table reports validate constraint reports_person_hash_check;
-- step
create index concurrently reports_person on reports (tenant_id, person_hash, created_at desc) where person_hash is not null;
