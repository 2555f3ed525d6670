-- The lenders that a tenant adds to the registry, for its own reports. Facts of companies; nothing of a consumer.
create table own_lenders (
  tenant_id uuid primary key references tenants (id),
  lenders jsonb not null check (jsonb_typeof(lenders) = 'array' and jsonb_array_length(lenders) between 1 and 500),
  updated_at timestamptz not null default clock_timestamp()
);
