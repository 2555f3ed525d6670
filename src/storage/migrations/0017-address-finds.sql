-- How often a link has looked up a postcode: counted and bounded by one statement, so that callers at once have no more.
alter table consumer_sessions add column address_finds smallint not null default 0;
