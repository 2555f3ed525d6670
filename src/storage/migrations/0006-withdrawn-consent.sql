-- When a consumer withdrew the agreement that they gave on the hosted page.
alter table consumer_sessions add column withdrawn_at timestamptz;
