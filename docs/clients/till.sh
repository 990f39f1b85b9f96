#!/usr/bin/env bash
# A small till for the POS API of Receipt Companion: bash, curl and sed.
#
#   POS_TOKEN=... ./till.sh [bill.json]     opens a sale, sends the bill, waits until it is delivered
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

sale="$(call POST /sales --header 'Content-Type: application/json' \
  --data "{\"reference\":\"$reference\",\"amount\":19.9,\"currency\":\"EUR\"}")"
id="$(sed -n 's/^{"id":"\([0-9a-f-]*\)".*/\1/p' <<<"$sale")"
echo "open $(field url <<<"$sale")"

# The answer is another sale where this very bill was sent before: that one is the receipt.
sale="$(call PUT "/sales/$id/bill" --header 'Content-Type: application/json' --data-binary "@$bill")"
id="$(sed -n 's/^{"id":"\([0-9a-f-]*\)".*/\1/p' <<<"$sale")"

for _ in $(seq 300); do
  sale="$(call GET "/sales/$id")"
  case "$sale" in
    *'"state":"delivered"'*) echo "delivered $(field url <<<"$sale")"; exit 0 ;;
    *'"state":"attention"'* | *'"state":"cancelled"'*) break ;;
  esac
  sleep 0.2
done
echo "not delivered: $sale" >&2
exit 1
