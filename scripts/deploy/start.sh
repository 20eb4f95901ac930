#!/bin/sh
# What the image starts: the command that it is given, and where LITESTREAM_REPLICA_URL is set Litestream around it,
# which hands signals on and ends with it. A volume that is empty gets the replica's database first.
set -eu
[ -n "${LITESTREAM_REPLICA_URL:-}" ] || exec "$@"

if ! command -v litestream >/dev/null; then
  echo "LITESTREAM_REPLICA_URL is set, and this image has no Litestream: build it with --build-arg LITESTREAM=with." >&2
  exit 1
fi
config="$(dirname "$0")/litestream.yml"
litestream restore -if-db-not-exists -if-replica-exists -config "$config" "$DATABASE_PATH"
exec litestream replicate -config "$config" -exec "$*"
