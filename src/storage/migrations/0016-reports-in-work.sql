-- What a report costs while it is in work. Its lease, its challenge and the time of its text stood in two indexes, so each step wrote the row's
-- entry into all nine anew. One index of what is in work has only its key, which no step changes: steps before the end write no index, where
-- their version of the row finds room on its page. Who clears up reads all live reports in work, which are those of a few minutes.
create index concurrently reports_in_work on reports (tenant_id, id) where status = 'pending' and not is_test;
-- step
drop index concurrently if exists reports_leased;
-- step
drop index concurrently if exists reports_waiting;
-- step
alter table reports set (fillfactor = 70);
