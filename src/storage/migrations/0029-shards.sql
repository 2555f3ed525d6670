-- For a database that is sharded by tenant: counters lie with the tenant whose they are, and a transaction over two servers leaves a row.
alter table challenge_limits add column tenant_id uuid not null default '00000000-0000-0000-0000-000000000000';
alter table challenge_limits drop constraint challenge_limits_pkey;
alter table challenge_limits add primary key (tenant_id, key);

-- As before, by tenant and key. A counter begins with what was counted under its key before it had a tenant.
create or replace function challenge_limits_take(asks jsonb)
returns table (o integer, full_one integer, wait_seconds integer) language plpgsql as $$
declare
  ask record;
  c record;
  counter challenge_limits%rowtype;
  now_at timestamptz;
  window_start timestamptz;
  waits integer;
  -- Whose counters are those of before this migration, and of a process of before it.
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  insert into challenge_limits (tenant_id, key, times, since, used, forget_at)
    select x.tenant_id, x.key, coalesce(l.times, '{}'), l.since, coalesce(l.used, 0), clock_timestamp() + interval '2 days'
    from (select distinct coalesce((a ->> 'tenantId')::uuid, nobody) as tenant_id, decode(x ->> 'key', 'hex') as key
          from jsonb_array_elements(asks) a, jsonb_array_elements(a -> 'counters') x) x
    left join challenge_limits l on l.tenant_id = nobody and l.key = x.key
    order by 1, 2
    on conflict (tenant_id, key) do nothing;
  perform 1 from challenge_limits l
    where (l.tenant_id, l.key) in (select coalesce((a ->> 'tenantId')::uuid, nobody), decode(x ->> 'key', 'hex')
      from jsonb_array_elements(asks) a, jsonb_array_elements(a -> 'counters') x)
    order by l.tenant_id, l.key for update;
  now_at := clock_timestamp();

  for ask in
    select (a ->> 'o')::integer as o, coalesce((a ->> 'tenantId')::uuid, nobody) as tenant_id, a -> 'counters' as counters
    from jsonb_array_elements(asks) a order by 1
  loop
    o := ask.o;
    full_one := null;
    wait_seconds := null;
    for c in
      select x.place - 1 as place, decode(x.one ->> 'key', 'hex') as key, (x.one ->> 'limit')::bigint as most,
             make_interval(secs => (x.one ->> 'seconds')::integer) as span, (x.one ->> 'amount')::bigint as amount
      from jsonb_array_elements(ask.counters) with ordinality as x (one, place)
    loop
      select * into strict counter from challenge_limits l where l.tenant_id = ask.tenant_id and l.key = c.key;
      waits := null;
      if c.amount is null then
        select array_agg(t order by t) into counter.times from unnest(counter.times) t where t > now_at - c.span;
        if cardinality(counter.times) >= c.most then
          waits := ceil(extract(epoch from counter.times[cardinality(counter.times) - c.most + 1] + c.span - now_at));
        end if;
      else
        window_start := to_timestamp(floor(extract(epoch from now_at) / extract(epoch from c.span)) * extract(epoch from c.span));
        if (case when counter.since = window_start then counter.used else 0 end) + c.amount > c.most then
          waits := ceil(extract(epoch from window_start + c.span - now_at));
        end if;
      end if;
      if waits is not null and waits >= coalesce(wait_seconds, 0) then
        full_one := c.place;
        wait_seconds := greatest(waits, 1);
      end if;
    end loop;

    if full_one is null then
      for c in
        select decode(x ->> 'key', 'hex') as key, make_interval(secs => (x ->> 'seconds')::integer) as span,
               (x ->> 'amount')::bigint as amount
        from jsonb_array_elements(ask.counters) x where not coalesce((x ->> 'isOnlyAsked')::boolean, false)
      loop
        window_start := to_timestamp(floor(extract(epoch from now_at) / extract(epoch from c.span)) * extract(epoch from c.span));
        update challenge_limits l set
          times = case when c.amount is null
            then (select coalesce(array_agg(t order by t), '{}') from unnest(l.times) t where t > now_at - c.span) || now_at
            else l.times end,
          used = case when c.amount is null then l.used when l.since = window_start then l.used + c.amount else c.amount end,
          since = case when c.amount is null then l.since else window_start end,
          forget_at = greatest(l.forget_at, now_at + c.span)
        where l.tenant_id = ask.tenant_id and l.key = c.key;
      end loop;
    end if;
    return next;
  end loop;
end $$;

-- step
-- Whether the coordinator's part of a transaction was committed; the other part, prepared on the server of a shard, follows it.
create table shard_commits (
  id           text primary key,
  is_committed boolean not null,
  noted_at     timestamptz not null default clock_timestamp()
);
