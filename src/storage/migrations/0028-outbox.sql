-- Texts and mails that are shown instead of sent, in development and in a sandbox: in one place for all processes. What they say and to whom is
-- sealed; a day later they are gone. A row of kind failure makes the next text fail.
create sequence outbox_revisions;
create table outbox_items (
  id         bigint generated always as identity primary key,
  kind       text not null check (kind in ('text', 'mail', 'failure')),
  -- The id of a text; of the others a random one.
  key        text not null unique,
  state      text not null check (state in ('on-its-way', 'delivered', 'not-delivered', 'sent', 'refused', 'unknown')),
  is_delayed boolean not null default false,
  is_cleared boolean not null default false,
  sealed     bytea,
  sent_at    timestamptz not null,
  -- Grows with every change, so that a page hears of changes that another process made.
  revision   bigint not null default nextval('outbox_revisions')
);
create index outbox_items_kind on outbox_items (kind, id);
