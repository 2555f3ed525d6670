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
