-- What happened to a tenant's reports, texts, wallet, credentials and endpoints, for 30 days: written by the statement that changed the
-- state, so that neither is there without the other. Ids, words from fixed lists and numbers; nothing about a consumer.
-- The table does not refer to the tenants: a step of a report must not wait for a tenant's row.
create table events (
  tenant_id  uuid not null,
  id         uuid not null,
  -- The transaction that wrote it. Ids are drawn before the commit, so a reader that went by them would miss what commits late. Readers
  -- go by (tx, id) and stop before the oldest transaction that is still open.
  tx         xid8 not null default pg_current_xact_id(),
  at         timestamptz not null,
  type       text not null check (type ~ '^[a-z]+\.[a-z]+$' or type = 'ping'),
  is_test    boolean not null,
  -- The report, credential or endpoint that it is about; null for the wallet.
  subject_id uuid,
  facts      jsonb not null,
  primary key (tenant_id, id)
);
create index events_feed on events (tenant_id, tx, id);
create index events_subject on events (tenant_id, subject_id, tx, id) where subject_id is not null;
create index events_age on events using brin (at);
create trigger events_not_truncated before truncate on events for each statement execute function refuse_change();

-- A UUID of version 7 by the database's clock; PostgreSQL has a function for it from version 18 on only.
create function new_event_id() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;
