-- What a refused call was told, in the service's own words: the request log shows it beside the code.
alter table requests add column message text;
