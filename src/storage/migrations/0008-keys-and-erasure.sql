-- The key that keys for hashing, signing and sealing come from, random and sealed under the key from configuration: that one can be
-- replaced without touching what was hashed and sealed. And what erasing a consumer looks for.

create table service_key (
  is_only boolean primary key default true check (is_only),
  sealed  bytea not null
);

-- step
create index concurrently device_sessions_person on device_sessions (tenant_id, person_hash) where tenant_id is not null;
