-- A credential that is kept to test mode, as the person who made it was: no live report by way of it.
alter table credentials add column is_test_only boolean not null default false;
