-- What a journey costs the server.
--
-- Counters of a challenge: a key is locked by its hash and no longer by its row, so that one that nobody has counted by needs no row first,
-- and one that is only asked needs none at all. What was ten statements is two.
create or replace function challenge_limits_take(asks jsonb)
returns table(o integer, full_one integer, wait_seconds integer) language plpgsql as $$
declare
  ask record;
  lock_key integer;
  now_at timestamptz;
begin
  -- In one order, so that two requests never wait for each other. The first number tells our locks from others'.
  for lock_key in
    select distinct ('x' || left(c ->> 'key', 8))::bit(32)::integer as key
    from jsonb_array_elements(asks) a, jsonb_array_elements(a -> 'counters') c order by key
  loop
    perform pg_advisory_xact_lock(7204, lock_key);
  end loop;
  now_at := clock_timestamp();

  for ask in
    select (a ->> 'o')::integer as o, (a ->> 'tenantId')::uuid as tenant_id, a -> 'counters' as counters
    from jsonb_array_elements(asks) a order by 1
  loop
    o := ask.o;
    with read as materialized (
      select x.*, l.forget_at, l.times,
             case when l.since = x.window_start then l.used else 0 end as sum,
             case when x.amount is null then array(select t from unnest(l.times) t where t > now_at - x.span order by t) end as recent
      from (
        select (x.place - 1)::integer as place, decode(x.counter ->> 'key', 'hex') as key, (x.counter ->> 'limit')::integer as most,
               (x.counter ->> 'amount')::bigint as amount, make_interval(secs => (x.counter ->> 'seconds')::integer) as span,
               coalesce((x.counter ->> 'isOnlyAsked')::boolean, false) as is_only_asked,
               case when x.counter ->> 'amount' is not null then to_timestamp(floor(extract(epoch from now_at)
                 / (x.counter ->> 'seconds')::integer) * (x.counter ->> 'seconds')::integer) end as window_start
        from jsonb_array_elements(ask.counters) with ordinality as x (counter, place) offset 0
      ) x left join lateral (
        select l.times, l.since, l.used, l.forget_at from challenge_limits l where l.tenant_id = ask.tenant_id and l.key = x.key limit 1
      ) l on true
    ), full_ones as materialized (
      select r.place, greatest(ceil(extract(epoch from case
               when r.amount is null then r.recent[cardinality(r.recent) - r.most + 1] + r.span
               else r.window_start + r.span end - now_at)), 1)::integer as seconds
      from read r
      where case when r.amount is null then cardinality(r.recent) >= r.most else r.sum + r.amount > r.most end
    ), counted as (
      -- Only a sum is also changed by others: what is given back.
      insert into challenge_limits as l (tenant_id, key, times, since, used, forget_at)
      select ask.tenant_id, r.key, case when r.amount is null then r.recent || now_at else coalesce(r.times, '{}') end, r.window_start,
             coalesce(r.amount, 0),
             -- No index is written while the row lives long enough.
             case when r.forget_at >= now_at + r.span then r.forget_at else now_at + r.span + interval '1 day' end
      from read r where not r.is_only_asked and not exists (select from full_ones)
      on conflict (tenant_id, key) do update set times = excluded.times, since = coalesce(excluded.since, l.since),
        used = excluded.used + case when excluded.since is null or l.since = excluded.since then l.used else 0 end,
        forget_at = excluded.forget_at
    )
    -- Of several that are full, the one to wait for longest.
    select f.place, f.seconds into full_one, wait_seconds from full_ones f order by f.seconds desc, f.place desc limit 1;
    return next;
  end loop;
end $$;
-- step
-- A tenant is never deleted, and every row of these is written by a statement that has read or locked a row of its tenant: a look at the tenant
-- for each row, and a lock that is written to the log, proved nothing more.
create trigger tenants_not_deleted before delete on tenants for each row execute function refuse_change();
-- step
alter table ledger_entries drop constraint if exists ledger_entries_tenant_id_fkey;
-- step
alter table holds drop constraint if exists holds_tenant_id_fkey;
-- step
alter table reports drop constraint if exists reports_tenant_id_fkey;
-- step
alter table device_sessions drop constraint if exists device_sessions_tenant_id_fkey;
-- step
alter table risk_events drop constraint if exists risk_events_tenant_id_fkey;
-- step
alter table known_devices drop constraint if exists known_devices_tenant_id_fkey;
-- step
alter table sms_messages drop constraint if exists sms_messages_tenant_id_fkey;
