#!/bin/sh
# The role and the database of a hall, at PostgreSQL's first start. The role is no superuser: one would see past what divides the tables.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$HALL_PASSWORD" -U postgres <<'SQL'
CREATE ROLE lamplight LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD :'password';
CREATE DATABASE lamplight OWNER lamplight ENCODING 'UTF8' TEMPLATE template0;
SQL
