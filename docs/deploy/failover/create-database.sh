#!/bin/sh
# Run once by Patroni, on the first primary, with the address of its database as argument.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$TREFOIL_PASSWORD" -d "$1" <<'SQL'
create role trefoil login nosuperuser nocreatedb nocreaterole password :'password';
alter role trefoil set statement_timeout = '15s';
alter role trefoil set idle_in_transaction_session_timeout = '15s';
create database trefoil owner trefoil;
SQL
