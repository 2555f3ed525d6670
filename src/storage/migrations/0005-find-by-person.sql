-- Finds reports by the end of a phone number or by a surname: eight bytes of a keyed hash for each, one after the other.
alter table reports add column finders bytea;
-- step
alter table reports add constraint reports_finders_check check (octet_length(finders) = 16) not valid;
-- step
alter table reports validate constraint reports_finders_check;
-- step
create index concurrently reports_phone_end on reports (tenant_id, substring(finders from 1 for 8), created_at desc) where finders is not null;
-- step
create index concurrently reports_surname on reports (tenant_id, substring(finders from 9 for 8), created_at desc) where finders is not null;
