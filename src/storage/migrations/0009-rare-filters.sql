-- What a list may be asked for and is rare among a tenant's rows. Whatever most reports and transfers are (complete, live, a hold or a
-- post) is in none of these, so charging writes as much as before. A waiting live report is in none of them either: an index of every
-- report that is not complete would also be taken for a report's own look-up while it looks empty, and be walked whole.
create index concurrently reports_failed on reports (tenant_id, created_at desc, id desc)
  where status in ('failed', 'blocked');
-- step
-- A test challenge that expired stays as it is for good, so these may be many.
create index concurrently reports_waiting_tests on reports (tenant_id, created_at desc, id desc)
  where status = 'pending' and is_test;
-- step
create index concurrently reports_tests on reports (tenant_id, created_at desc, id desc) where is_test;
-- step
create index concurrently ledger_entries_kind on ledger_entries (tenant_id, kind, seq)
  where kind not in ('hold', 'post');
