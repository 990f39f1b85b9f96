#!/usr/bin/env bash
# A small till for the POS API of Receipt Companion: bash, curl and sed.
#
#   POS_TOKEN=... ./till.sh [bill.json]     a sale: opened, changed, paid, delivered, printed; another one: cancelled
#
# POS_API is the address of the API (default http://127.0.0.1:17351/v1). The file holds {"bill": {...}}.
set -euo pipefail

if [ -z "${POS_TOKEN:-}" ]; then
  echo 'POS_TOKEN is not set: expected the token that this till was given when it was paired' >&2
  exit 2
fi
api="${POS_API:-http://127.0.0.1:17351/v1}"
bill="${1:-$(dirname "$0")/bill.json}"
# The till's own id of the sale. Keep it: sent again after a crash, it finds the same sale.
reference="shell-$(date +%s)-$$"

# call METHOD PATH [curl options]: prints the answer; a refusal goes to standard error and ends the script.
# The same request again gets the same answer, so curl may repeat it when nobody answers or the app is restarting (503).
# Never do that with PUT /sales/{id}/loyalty: a second start could start a second transaction.
call() {
  local method="$1" path="$2" answer
  shift 2
  # The token goes in by a file descriptor, so that no other program sees it in the list of processes.
  if answer="$(curl --silent --show-error --fail-with-body --noproxy '*' --max-time 15 --retry 4 --retry-connrefused \
    --config <(printf 'header = "Authorization: Bearer %s"\n' "$POS_TOKEN") \
    --request "$method" "$@" "$api$path")"; then
    printf '%s\n' "$answer"
  else
    printf '%s\n' "$answer" >&2
    return 1
  fi
}

# field NAME: the text of a field on the first level of the Sale on standard input.
field() {
  sed -n "s/.*[{,]\"$1\":\"\([^\"]*\)\".*/\1/p" | head -n 1
}

# idOf: the id of the Sale on standard input.
idOf() {
  sed -n 's/^{"id":"\([0-9a-f-]*\)".*/\1/p'
}

# send METHOD PATH JSON: a call with a body.
send() {
  call "$1" "$2" --header 'Content-Type: application/json' --data-binary "$3"
}

sale="$(send POST /sales "{\"reference\":\"$reference\",\"amount\":10,\"currency\":\"EUR\"}")"
id="$(idOf <<<"$sale")"
echo "open $(field url <<<"$sale")"
send PATCH "/sales/$id" '{"amount":19.9}' >/dev/null

# The answer is another sale where this very bill was sent before: that one is the receipt.
sale="$(send PUT "/sales/$id/bill" "@$bill")"
id="$(idOf <<<"$sale")"
call POST "/sales/$id/printed" >/dev/null

for _ in $(seq 300); do
  sale="$(call GET "/sales/$id")"
  case "$(field state <<<"$sale")" in
    delivered | attention | cancelled) break ;;
  esac
  sleep 0.2
done
if [ "$(field state <<<"$sale")" != delivered ]; then
  echo "not delivered: $sale" >&2
  exit 1
fi
echo "delivered $(field url <<<"$sale")"

id="$(send POST /sales "{\"reference\":\"$reference-void\",\"amount\":5,\"currency\":\"EUR\"}" | idOf)"
call DELETE "/sales/$id" | field state
