#!/bin/sh
# Run once by Patroni, on the first primary, with the address of its database as argument. database.sql of docs/deploy lies beside it.
set -eu
psql -v ON_ERROR_STOP=1 -d "$1" -f "$(dirname "$0")/database.sql"
