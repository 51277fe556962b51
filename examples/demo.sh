#!/usr/bin/env bash
# The whole way once: abx built from two provider folders, a cloud on loopback,
# and through each provider a sandbox, a command, a file there and back, the end.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
cloud=
finish() {
  [ -z "$cloud" ] || { kill "$cloud" && wait "$cloud" || true; } 2>/dev/null
  rm -rf "$work"
}
trap finish EXIT

say() { printf '\n\033[1m$ %s\033[0m\n' "$*"; }
run() { say "$@"; "$@"; }

run bin/abxgen build --providers e2b,my-cloud -o "$work/abx"
CGO_ENABLED=0 go build -o "$work/devcloud" ./examples/devcloud
mkfifo "$work/url"
"$work/devcloud" >"$work/url" &
cloud=$!
exec 3<"$work/url"
read -r url <&3
say "devcloud listens on $url"

# The devcloud's own key: not a secret, and worth nothing elsewhere.
key=e2b_$(printf '0%.0s' {1..40})
export ABX_E2B_API_KEY=$key ABX_E2B_BASE_URL=$url ABX_MY_CLOUD_API_KEY=$key ABX_MY_CLOUD_BASE_URL=$url
abx=$work/abx
seq 1 100000 >"$work/numbers"

for provider in e2b my-cloud; do
  say "abx --provider $provider create --template base --timeout 120"
  id=$("$abx" --provider "$provider" --json create --template base --timeout 120 | sed -n 's/.*"sandbox_id": *"\([^"]*\)".*/\1/p')
  echo "$id"
  run "$abx" --provider "$provider" exec "$id" -- sh -c 'echo "hello from $(pwd)"; exit 0'
  run "$abx" --provider "$provider" files write "$id" numbers.txt "$work/numbers"
  run "$abx" --provider "$provider" files ls "$id" .
  "$abx" --provider "$provider" files read "$id" numbers.txt >"$work/back"
  cmp "$work/numbers" "$work/back" && echo "the file came back byte for byte"
  run "$abx" --provider "$provider" list
  run "$abx" --provider "$provider" kill "$id"
done
printf '\nBoth providers did the round trip.\n'
