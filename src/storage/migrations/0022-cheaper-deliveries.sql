-- What an event costs its statement, and a claim the queue: every index is written at every insert, and again at every change of a row
-- that is not HOT.
--
-- A delivery is found by its endpoint and id, so that its log needs no index of its own; what a recovery compares with is all of one
-- endpoint's. The ids of the queue's index were not read.
alter table deliveries drop constraint deliveries_pkey, add primary key (tenant_id, endpoint_id, id);
drop index deliveries_log;
drop index deliveries_event;
create index deliveries_queue on deliveries (tenant_id, endpoint_id, is_replay, due_at) where state = 'due';
drop index deliveries_due;

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
      and coalesce(reason in ('exhausted', 'aborted', 'gone', 'asked', 'disabled', 'deleted', 'cancelled', 'event-gone'), false));

-- The same ids; the time is taken apart without arithmetic on decimals.
create or replace function new_event_id() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((date_part('epoch', clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;
