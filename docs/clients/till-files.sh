#!/usr/bin/env bash
# A small till that only writes files: bash and sed.
#
#   INBOX=... ./till-files.sh [bill.json]     opens a sale, changes it, sends the bill, waits; opens another and cancels it; refunds
#
# If the app is not running, the files wait in the folder: print the receipt and continue. Do not send anything again.
# To look a sale up, read the result of its file: it is written again whenever the sale changes.
#
# INBOX is the folder `inbox` of the data folder. The file holds {"bill": {...}} with number 184, which the script replaces.
set -euo pipefail

if [ ! -d "${INBOX:-}" ]; then
  echo 'INBOX is no folder: expected the folder inbox of the data folder' >&2
  exit 2
fi
bill="${1:-$(dirname "$0")/bill.json}"
# The till's own id of the sale. Keep it: the same file again finds the same sale.
reference="files-$(date +%s)-$$"

# step NAME: hands over the step on standard input and waits for its result; a refusal ends the script.
step() {
  cat >"$INBOX/$1.json.tmp"
  mv "$INBOX/$1.json.tmp" "$INBOX/$1.json"
  until [ -e "$INBOX/done/$1.result.json" ]; do
    if [ -e "$INBOX/failed/$1.problem.json" ]; then
      cat "$INBOX/failed/$1.problem.json" >&2
      exit 1
    fi
    sleep 0.1
  done
}

# field NAME STEP: the text of a field on the first level of the step's result.
field() {
  sed -n "s/^  \"$1\": \"\(.*\)\",\{0,1\}$/\1/p" "$INBOX/done/$2.result.json"
}

sale="\"reference\":\"$reference\""
step "$reference-1" <<<"{\"do\":\"open\",$sale,\"amount\":10,\"currency\":\"EUR\",\"qr\":true}"
# The QR code for the till's own display or printer is in done/<name>.qr.png and done/<name>.qr.svg.
echo "open $(field url "$reference-1")"
step "$reference-2" <<<"{\"do\":\"change\",$sale,\"amount\":19.9}"
sed -e "1s/{/{\"do\":\"bill\",$sale,/" -e "s/\"number\": \"184\"/\"number\": \"$reference\"/" "$bill" | step "$reference-3"
step "$reference-4" <<<"{\"do\":\"printed\",$sale}"

# The result of a step is written again when the sale changes.
for _ in $(seq 300); do
  case "$(field state "$reference-3")" in
    delivered) break ;;
    attention | cancelled) cat "$INBOX/done/$reference-3.result.json" >&2; exit 1 ;;
  esac
  sleep 0.2
done
echo "$(field state "$reference-3") $(field url "$reference-3")"

sale="\"reference\":\"$reference-void\""
step "$reference-5" <<<"{\"do\":\"open\",$sale,\"amount\":5,\"currency\":\"EUR\"}"
step "$reference-6" <<<"{\"do\":\"cancel\",$sale}"
field state "$reference-6"

# A refund is a new receipt. Its amounts and quantity are negative, and its line is marked as a return.
sed -e "1s/{/{\"reference\":\"$reference-refund\",/" -e "s/\"number\": \"184\"/\"number\": \"$reference-refund\"/" \
  -e 's/"\(fullAmountInclVat\|amount\|inclVat\|exclVat\|vat\|quantity\)": \([0-9]\)/"\1": -\2/' \
  -e 's/"type": "Default"/"type": "Default", "isReturn": true/' "$bill" | step "$reference-7"
echo "refunded $(sed -n 's/^  "amount": \(.*\),$/\1/p' "$INBOX/done/$reference-7.result.json")"
