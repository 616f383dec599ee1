#!/bin/sh
# The postgres image runs it once, as superuser, on an empty data directory. The service's role owns its database, as the
# extension pg_trgm requires, and nothing else. The parameter makes imports faster (docs/decisions/0006-imports.md).
set -eu
psql --set ON_ERROR_STOP=1 --set password="$PETSTORE_PASSWORD" --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
CREATE ROLE petstore LOGIN PASSWORD :'password';
GRANT SET ON PARAMETER session_replication_role TO petstore;
CREATE DATABASE petstore OWNER petstore ENCODING 'UTF8' TEMPLATE template0;
REVOKE CONNECT ON DATABASE petstore FROM PUBLIC;
SQL
