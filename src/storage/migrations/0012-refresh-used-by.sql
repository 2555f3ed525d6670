-- Who used a refresh token: a keyed hash of the browser. A second use within seconds is two tabs only if it is the same one.
alter table refresh_tokens add column used_by bytea check (octet_length(used_by) = 32);
