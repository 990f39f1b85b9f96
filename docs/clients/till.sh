#!/usr/bin/env bash
# A small till for the POS API of Receipt Companion: bash, curl and sed.
#
#   POS_TOKEN=... ./till.sh [bill.json]
#
# It hands over the receipts that it kept, sells, looks the sale up, refunds it, and cancels another one.
# POS_API is the address of the API. Without it the port is read from pos-api.json of the data folder (POS_DATA).
# POS_KEPT is the folder for receipts that the app did not accept (default kept-receipts). The next start sends them again.
# The file contains {"bill": {...}} with number 184, which the script replaces.
set -euo pipefail

if [ -z "${POS_TOKEN:-}" ]; then
  echo 'POS_TOKEN is not set: expected the token that this till was given when it was paired' >&2
  exit 2
fi
port="$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' "${POS_DATA:-$HOME/.config/Receipt Companion}/pos-api.json" 2>/dev/null || true)"
api="${POS_API:-http://127.0.0.1:${port:-17351}/v1}"
kept="${POS_KEPT:-kept-receipts}"
bill="${1:-$(dirname "$0")/bill.json}"
# The till's own id of the sale. Write it down first: after a crash the same reference finds the same sale.
reference="shell-$(date +%s)-$$"
# The receipt as POST /receipts takes it; PUT /sales/{id}/bill takes the same, without the reference.
request="$(sed -e "s/\"number\": \"184\"/\"number\": \"$reference\"/" "$bill")"
receipt="${request/\{/\{\"reference\": \"$reference\",}"

# keep: if a step fails, the customer gets paper. The receipt is sent at the next start: a repeat is safe.
keep() {
  [ $? = 0 ] && return
  mkdir -p "$kept"
  printf '%s\n' "$receipt" >"$kept/$reference.json"
  echo "kept $kept/$reference.json" >&2
}
trap keep EXIT

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
    printf '%s\n' "${answer:-no answer, is the app running?}" >&2
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

# A refused file stays: after a 401, 503 or 507 the app accepts it later. A damaged file, and one with any other refusal, needs a person.
for file in "$kept"/*.json; do
  [ -e "$file" ] || continue
  if send POST /receipts "@$file" >/dev/null; then
    rm "$file"
    echo "handed over $(basename "$file" .json)"
  else
    echo "$file: not accepted" >&2
  fi
done

sale="$(send POST /sales "{\"reference\":\"$reference\",\"amount\":10,\"currency\":\"EUR\"}")"
id="$(idOf <<<"$sale")"
echo "open $(field url <<<"$sale")"
send PATCH "/sales/$id" '{"amount":19.9}' >/dev/null
send PUT "/sales/$id/bill" "$request" >/dev/null
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

# Finds the newest sale with this reference, of any day.
found="$(call GET "/sales?limit=1&reference=$reference" | sed 's/^{"items":\[//')"
echo "found $(field state <<<"$found")"

# A refund is a new receipt. Its amounts and quantity are negative, and its line is marked as a return.
# From here on the refund is the receipt that must not be lost.
receipt="$(sed -e 's/"\(fullAmountInclVat\|amount\|inclVat\|exclVat\|vat\|quantity\)": \([0-9]\)/"\1": -\2/' \
  -e 's/"type": "Default"/"type": "Default", "isReturn": true/' -e "s/$reference/$reference-refund/" <<<"$receipt")"
reference="$reference-refund"
send POST /receipts "$receipt" >/dev/null
echo "refunded -19.9"

id="$(send POST /sales "{\"reference\":\"$reference-void\",\"amount\":5,\"currency\":\"EUR\"}" | idOf)"
call DELETE "/sales/$id" | field state
