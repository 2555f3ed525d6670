-- Which report a link was made for anew: a later one ends it, so that only the newest can be used.
alter table consumer_sessions add column renews_report_id uuid;
-- step
create index concurrently consumer_sessions_renewing on consumer_sessions (tenant_id, renews_report_id) where renews_report_id is not null;
