-- A link whose report failed, and that nobody tries again, ends with its time as one that was never started does.
create index concurrently consumer_sessions_due on consumer_sessions (ends_at) where state in ('created', 'opened', 'consented') or state = 'failed' and generates < 3;
-- step
drop index concurrently if exists consumer_sessions_ends;
