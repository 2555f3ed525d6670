-- What the first page of a tenant's links says of the firm: as what it is regulated, its number in the FCA's register, its privacy notice.
alter table tenant_brands add column regulated_as text not null default '', add column fca_number text not null default '',
  add column privacy_url text not null default '';
-- step
alter table tenant_brands add constraint tenant_brands_regulated_as_check check (length(regulated_as) <= 100) not valid,
  add constraint tenant_brands_fca_number_check check (fca_number ~ '^(\d{6,7})?$') not valid,
  add constraint tenant_brands_privacy_url_check check (length(privacy_url) <= 300) not valid;
-- step
alter table tenant_brands validate constraint tenant_brands_regulated_as_check;
-- step
alter table tenant_brands validate constraint tenant_brands_fca_number_check;
-- step
alter table tenant_brands validate constraint tenant_brands_privacy_url_check;
-- step
-- A text with a link is paid for and is of no report.
alter table holds alter column report_id drop not null;
-- step
-- Links that were sent to consumers for their tenant, by text or by e-mail: when, and what became of it. To whom is not kept.
create table consumer_session_sends (
  tenant_id  uuid not null,
  -- Of a text, the id of the message.
  id         uuid not null,
  session_id uuid not null,
  by         text not null check (by in ('sms', 'email')),
  state      text not null default 'waiting' check (state in ('waiting', 'on-its-way', 'delivered', 'refused')),
  sent_at    timestamptz not null,
  primary key (tenant_id, id)
);
create index consumer_session_sends_session on consumer_session_sends (tenant_id, session_id);
