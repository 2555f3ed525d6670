-- What each bureau answered to a live report and how fast, as words: `equifax:ok:21 experian:unanswered:53`. A bucket of time comes last.
alter table reports add column searches text;
-- step
alter table reports add constraint reports_searches_check check (length(searches) <= 200) not valid;
-- step
alter table reports validate constraint reports_searches_check;
-- step
create index concurrently reports_gaps on reports (tenant_id, created_at desc, id desc) where searches ~ ':(no-trace|unanswered):';
-- step
alter table figures drop constraint figures_kind_check;
alter table figures add constraint figures_kind_check check (kind in ('activity', 'texts', 'bureaus')) not valid;
alter table figures drop constraint figures_span_check;
alter table figures add constraint figures_span_check check (span in ('half-hour', 'hour', 'day')) not valid;
-- step
alter table figures validate constraint figures_kind_check;
-- step
alter table figures validate constraint figures_span_check;
-- step
alter table figure_minutes drop constraint figure_minutes_kind_check;
alter table figure_minutes add constraint figure_minutes_kind_check check (kind in ('calls', 'refused', 'reports', 'bureaus')) not valid;
-- step
alter table figure_minutes validate constraint figure_minutes_kind_check;
-- step
-- Deliveries are found by the event that they carry.
create index concurrently deliveries_event on deliveries (tenant_id, event_id);
