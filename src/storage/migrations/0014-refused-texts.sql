-- A text that no gateway took is no send, so a challenge may have none yet. Those texts are counted apart, and few.
alter table reports
  add column refused_sends smallint not null default 0,
  add constraint reports_refused_sends_check check (refused_sends between 0 and 5) not valid,
  drop constraint reports_sends_check,
  add constraint reports_sends_check check (sends between 0 and 3) not valid,
  -- Three guesses, two resends, and the resends that no gateway took.
  drop constraint reports_counted_check,
  add constraint reports_counted_check check (cardinality(counted) <= 10) not valid;

-- step
alter table sms_messages
  drop constraint sms_messages_state_check,
  add constraint sms_messages_state_check check (state in ('on-its-way', 'delivered', 'not-delivered', 'refused')) not valid;

-- step
alter table reports validate constraint reports_refused_sends_check;
alter table reports validate constraint reports_sends_check;
alter table reports validate constraint reports_counted_check;

-- step
alter table sms_messages validate constraint sms_messages_state_check;
