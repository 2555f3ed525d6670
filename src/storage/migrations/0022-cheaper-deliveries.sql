-- What an event costs its statement, and a claim the queue: every index is written at every insert, and again at every change of a row
-- that is not HOT.
--
-- A delivery is found by its endpoint and id, so that its log needs no index of its own; what a recovery compares with is all of one
-- endpoint's. The ids of the queue's index were not read.
create unique index concurrently deliveries_by_endpoint on deliveries (tenant_id, endpoint_id, id);
-- step
create index concurrently deliveries_queue on deliveries (tenant_id, endpoint_id, is_replay, due_at) where state = 'due';
-- step
alter table deliveries drop constraint deliveries_pkey,
  add constraint deliveries_pkey primary key using index deliveries_by_endpoint;
-- step
drop index concurrently if exists deliveries_log;
-- step
drop index concurrently if exists deliveries_event;
-- step
drop index concurrently if exists deliveries_due;

-- step
-- A lease of its own instead of a later due_at: no index has it, so that a claim changes no index.
alter table deliveries add column leased_until timestamptz;

-- One check instead of four, the usual case first.
alter table deliveries
  drop constraint deliveries_state_check, drop constraint deliveries_reason_check, drop constraint deliveries_check,
  drop constraint deliveries_check1,
  add constraint deliveries_end check (
    state = 'due' and ended_at is null and reason is null
    or state = 'delivered' and ended_at is not null and reason is null
    or state in ('failed', 'dropped') and ended_at is not null
      and coalesce(reason in ('exhausted', 'aborted', 'gone', 'asked', 'disabled', 'deleted', 'cancelled', 'event-gone'), false)) not valid;
-- step
alter table deliveries validate constraint deliveries_end;

-- step
-- The same ids; the time is taken apart without arithmetic on decimals.
create or replace function new_event_id() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((date_part('epoch', clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;
