-- The role and the database of the service, once, by a superuser who has the new role's password in TREFOIL_PASSWORD:
--   psql -v ON_ERROR_STOP=1 -d postgres -f database.sql
-- The role owns its database and nothing else. The timeouts are those that a pooler in transaction mode would drop.
\getenv password TREFOIL_PASSWORD
create role trefoil login nosuperuser nocreatedb nocreaterole password :'password';
alter role trefoil set statement_timeout = '15s';
alter role trefoil set idle_in_transaction_session_timeout = '15s';
create database trefoil owner trefoil;
