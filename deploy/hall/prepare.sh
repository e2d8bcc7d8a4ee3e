#!/bin/sh
# Accounts and secrets for compose.yaml, once; what is there already stays. Run it in deploy/hall.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets/broker
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
[ -f secrets/database.env ] || {
    password=$(random)
    printf 'POSTGRES_PASSWORD=%s\nHALL_PASSWORD=%s\n' "$(random)" "$password" > secrets/database.env
}
[ -f secrets/metrics-token ] || random > secrets/metrics-token
[ -f secrets/grafana.env ] || printf 'GF_SECURITY_ADMIN_PASSWORD=%s\n' "$(random)" > secrets/grafana.env
../../table hall accounts secrets/broker
broker=$(sed -n '/^\[rules\]$/,/^password/s/^password = "\(.*\)"$/\1/p' secrets/broker/accounts.toml)
database=$(sed -n 's/^HALL_PASSWORD=//p' secrets/database.env)
{
    printf 'LAMPLIGHT_HALL_DATABASE=postgresql+psycopg://lamplight:%s@database/lamplight\n' "$database"
    printf 'LAMPLIGHT_HALL_BROKER__USER=rules\nLAMPLIGHT_HALL_BROKER__PASSWORD=%s\n' "$broker"
    printf 'LAMPLIGHT_HALL_METRICS_TOKEN=%s\n' "$(cat secrets/metrics-token)"
} > secrets/worker.env
# the containers' own users read these; nobody else comes into the folder
chmod 0711 secrets secrets/broker
chmod 0644 secrets/metrics-token secrets/broker/passwords secrets/broker/acl
echo "The secrets are in $(pwd)/secrets. Grafana: user admin, the password is in secrets/grafana.env."
