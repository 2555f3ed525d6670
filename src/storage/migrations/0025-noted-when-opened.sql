-- Reports that are opened together note their requests together. All locks of the batch are taken before the first is noted: the rows of
-- their device sessions by id, then advisory locks in key order, as `note_risk_event` takes those of one.
create function lock_risk_keys(session_ids uuid[], keys bytea[])
returns void language plpgsql as $$
declare
  all_keys bytea[];
  lock_key integer;
begin
  select keys || array_agg(d.address_hash) into all_keys
    from (select d.address_hash from device_sessions d where d.id = any(session_ids) order by d.id for update) d;
  for lock_key in
    select distinct ('x' || substr(encode(k, 'hex'), 1, 8))::bit(32)::integer as key from unnest(all_keys) k where k is not null order by key
  loop
    perform pg_advisory_xact_lock(7203, lock_key);
  end loop;
end $$;
