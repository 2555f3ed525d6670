-- A counter is always found by its key, whatever the statistics say: the locks were taken by a join, which on a database that was never
-- analysed read the whole table. All counters of a request are read by one statement, where each had two.
create or replace function challenge_limits_take(asks jsonb)
returns table (o integer, full_one integer, wait_seconds integer) language plpgsql as $$
declare
  ask record;
  one record;
  now_at timestamptz;
begin
  insert into challenge_limits (tenant_id, key, forget_at)
    select x.tenant_id, x.key, clock_timestamp() + interval '2 days'
    from (select distinct (a ->> 'tenantId')::uuid as tenant_id, decode(x ->> 'key', 'hex') as key
          from jsonb_array_elements(asks) a, jsonb_array_elements(a -> 'counters') x) x
    order by 1, 2
    on conflict (tenant_id, key) do nothing;
  -- In the order of their keys, so that two requests never wait for each other.
  perform from (
      select distinct (a ->> 'tenantId')::uuid as tenant_id, decode(x ->> 'key', 'hex') as key
      from jsonb_array_elements(asks) a, jsonb_array_elements(a -> 'counters') x order by 1, 2
    ) k cross join lateral (
      select from challenge_limits l where l.tenant_id = k.tenant_id and l.key = k.key for update
    ) l;
  now_at := clock_timestamp();

  for ask in
    select (a ->> 'o')::integer as o, (a ->> 'tenantId')::uuid as tenant_id, a -> 'counters' as counters
    from jsonb_array_elements(asks) a order by 1
  loop
    o := ask.o;
    full_one := null;
    wait_seconds := null;
    -- Of several that are full, the one to wait for longest.
    select w.place, w.seconds into full_one, wait_seconds from (
      select c.place, greatest(ceil(extract(epoch from case
          when c.amount is null then c.recent[cardinality(c.recent) - c.most + 1] + c.span - now_at
          when c.sum + c.amount > c.most then c.window_start + c.span - now_at end)), 1)::integer as seconds,
        case when c.amount is null then cardinality(c.recent) >= c.most else c.sum + c.amount > c.most end as is_full
      from (
        select x.place, x.most, x.span, x.amount, x.window_start,
               case when l.since = x.window_start then l.used else 0 end as sum,
               case when x.amount is null and l.times <> '{}'
                 then (select array_agg(t order by t) from unnest(l.times) t where t > now_at - x.span) end as recent
        from (
          select (x.place - 1)::integer as place, decode(x.counter ->> 'key', 'hex') as key, (x.counter ->> 'limit')::integer as most,
                 (x.counter ->> 'amount')::bigint as amount, make_interval(secs => (x.counter ->> 'seconds')::integer) as span,
                 to_timestamp(floor(extract(epoch from now_at) / (x.counter ->> 'seconds')::integer) * (x.counter ->> 'seconds')::integer) as window_start
          from jsonb_array_elements(ask.counters) with ordinality as x (counter, place) offset 0
        ) x cross join lateral (
          select l.times, l.since, l.used from challenge_limits l where l.tenant_id = ask.tenant_id and l.key = x.key limit 1
        ) l offset 0
      ) c
    ) w where w.is_full order by w.seconds desc, w.place desc limit 1;

    if full_one is null then
      for one in
        select decode(x ->> 'key', 'hex') as key, make_interval(secs => (x ->> 'seconds')::integer) as span,
               (x ->> 'amount')::bigint as amount,
               to_timestamp(floor(extract(epoch from now_at) / (x ->> 'seconds')::integer) * (x ->> 'seconds')::integer) as window_start
        from jsonb_array_elements(ask.counters) x where not coalesce((x ->> 'isOnlyAsked')::boolean, false)
      loop
        update challenge_limits l set
          times = case when one.amount is null
            then (select coalesce(array_agg(t order by t), '{}') from unnest(l.times) t where t > now_at - one.span) || now_at
            else l.times end,
          used = case when one.amount is null then l.used when l.since = one.window_start then l.used + one.amount else one.amount end,
          since = case when one.amount is null then l.since else one.window_start end,
          forget_at = greatest(l.forget_at, now_at + one.span)
        where l.tenant_id = ask.tenant_id and l.key = one.key;
      end loop;
    end if;
    return next;
  end loop;
end $$;
