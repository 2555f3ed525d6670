-- Types of events may have hyphens: top-up.needs-action.
alter table events drop constraint events_type_check;
alter table events add constraint events_type_check check (type ~ '^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$' or type = 'ping') not valid;
-- step
alter table events validate constraint events_type_check;
