-- What a tenant filled in on a link is locked, unless it lets the consumer change it; what was changed is told by the names of its fields.
alter table consumer_sessions
  -- Fields of the prefill that the consumer may change.
  add column may_change text[] not null default '{}',
  add column show_if_changed boolean not null default false,
  -- JSON pointers into the prefill: where the report of now differs from it. Names, never values.
  add column changed text[] not null default '{}',
  -- The consumer pressed Close: nothing is shown with this link any more.
  add column closed_at timestamptz;
-- A browser is told by the page that it pressed Start on. Processes of the version before still write opened_by; nothing reads it.

-- step
-- Of this report, for its evidence.
alter table consumer_session_reports add column changed text[] not null default '{}';
