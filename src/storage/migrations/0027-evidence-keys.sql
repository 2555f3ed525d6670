-- The keys that sign evidence packs. A public key is kept for ever: a pack must be verifiable years later. A retired key has no private
-- part any more, and of those in use there is one.
create table evidence_keys (
  -- The SHA-256 of the public key (SPKI, DER), in hex.
  kid         text primary key check (kid ~ '^[0-9a-f]{64}$'),
  public_pem  text not null,
  private_key bytea,
  active_from timestamptz not null,
  retired_at  timestamptz,
  constraint evidence_keys_retired check ((retired_at is null) = (private_key is not null))
);
create unique index evidence_keys_in_use on evidence_keys ((true)) where retired_at is null;
