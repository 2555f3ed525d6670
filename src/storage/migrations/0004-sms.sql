-- What became of each message, and what keeps messages from being abused. No number, no text and no code is here: numbers, addresses
-- and sessions are known to the counters by keyed hashes only.

create table sms_messages (
  tenant_id      uuid not null references tenants,
  id             uuid not null,
  -- Who took it, where that is known.
  gateway        text check (gateway ~ '^[a-z]{1,20}$'),
  -- A message that is in here was handed over: its price is held until a gateway speaks of it, or for 72 hours. One that is
  -- not was never handed over, or nobody knows: its price goes back after a minute.
  handed_over_at timestamptz not null,
  -- The best that was heard of it: delivered stays delivered, in whatever order the receipts come.
  state          text not null default 'on-its-way' check (state in ('on-its-way', 'delivered', 'not-delivered')),
  primary key (tenant_id, id)
);
create index sms_messages_age on sms_messages (handed_over_at);

-- One counter: the last few times that something happened, or a sum since a moment. Logged, unlike the counters of requests: a crash
-- must not give a guesser his wrong codes back.
create table challenge_limits (
  key       bytea primary key check (octet_length(key) = 32),
  times     timestamptz[] not null default '{}' check (cardinality(times) <= 1000),
  -- For what is counted by the hour or the day, and not by its times.
  since     timestamptz,
  used      bigint not null default 0 check (used >= 0),
  forget_at timestamptz not null
);
create index challenge_limits_age on challenge_limits (forget_at);

-- Counts many callers' asks in one round, each of them whole or not at all: an ask is a list of counters with their limits, and is
-- granted when every one of them has room. Rows are locked in one order. Nothing is counted for an ask that is not granted, so
-- trying again does not make the wait longer.
--
-- A counter: {key, limit, seconds} counts times in the last `seconds`; with `amount` it counts a sum since the last whole `seconds`.
-- With `isOnlyAsked` it must have room, and nothing is added to it.
-- Answers the place in the list of the counter that makes the caller wait longest, and for how long; null when granted.
create function challenge_limits_take(asks jsonb)
returns table (o integer, full_one integer, wait_seconds integer) language plpgsql as $$
declare
  ask record;
  c record;
  counter challenge_limits%rowtype;
  now_at timestamptz;
  window_start timestamptz;
  waits integer;
begin
  insert into challenge_limits (key, forget_at)
    select distinct decode(x ->> 'key', 'hex'), clock_timestamp() + interval '2 days'
    from jsonb_array_elements(asks) a, jsonb_array_elements(a -> 'counters') x order by 1
    on conflict (key) do nothing;
  perform 1 from challenge_limits l
    where l.key in (select decode(x ->> 'key', 'hex') from jsonb_array_elements(asks) a, jsonb_array_elements(a -> 'counters') x)
    order by l.key for update;
  now_at := clock_timestamp();

  for ask in select (a ->> 'o')::integer as o, a -> 'counters' as counters from jsonb_array_elements(asks) a order by 1 loop
    o := ask.o;
    full_one := null;
    wait_seconds := null;
    for c in
      select x.place - 1 as place, decode(x.one ->> 'key', 'hex') as key, (x.one ->> 'limit')::bigint as most,
             make_interval(secs => (x.one ->> 'seconds')::integer) as span, (x.one ->> 'amount')::bigint as amount
      from jsonb_array_elements(ask.counters) with ordinality as x (one, place)
    loop
      select * into strict counter from challenge_limits l where l.key = c.key;
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
        where l.key = c.key;
      end loop;
    end if;
    return next;
  end loop;
end $$;

-- The number that a live challenge's code went to, as the counter of wrong codes knows it: a keyed hash. A guess is paid for there in
-- the statement that judges it, so that it takes this lock after the report's and before the wallet's.
alter table reports add column number_key bytea check (octet_length(number_key) = 32);
