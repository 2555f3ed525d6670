-- How far the hour after `hours_until` is added up: an hour with very many rows is counted in slices, so that no statement is long. Null, or not
-- after `hours_until`, where none was begun.
alter table figure_marks add column slice_until timestamptz;

-- step
-- Reports that failed, apart from those that were blocked: whichever is rare is found among many of the other. In the place of an index of both,
-- so that nothing more is written.
create index concurrently reports_ended on reports (tenant_id, status, created_at desc, id desc) where status in ('failed', 'blocked');
-- step
drop index concurrently if exists reports_failed;
