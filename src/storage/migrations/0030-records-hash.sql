-- What the ids of a report's records come to: the next report about the same consumer reads this one only where its own come to another.
alter table reports add column records_hash bytea,
  add constraint reports_records_hash_check check (octet_length(records_hash) = 32) not valid;
-- step
alter table reports validate constraint reports_records_hash_check;
