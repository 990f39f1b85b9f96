#!/usr/bin/env python3
"""A small till for the POS API of Receipt Companion. Python 3.9 or later, standard library only.

    POS_TOKEN=... python3 till.py

It hands over the receipts that it kept, sells, looks the sale up, refunds it, and cancels another one.
POS_API is the address of the API. Without it the port is read from pos-api.json of the data folder (POS_DATA).
POS_KEPT is the folder for receipts that the app did not accept (default kept-receipts). The next start sends them again.
"""

import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from datetime import datetime, timezone
from pathlib import Path


class Refused(Exception):
    """The API refused the request. `problem` is the RFC 9457 document: type, status, detail, errors."""

    def __init__(self, problem):
        super().__init__(f"{problem['status']} {problem['type']}: {problem['detail']}")
        self.problem = problem


class NoAnswer(Exception):
    """Nobody answered: the request may or may not have been done."""


class PosApi:
    def __init__(self, url, token, timeout_seconds=15):
        self.url = url.rstrip("/")
        self.token = token
        self.timeout_seconds = timeout_seconds
        # No proxy: the API is on this machine.
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def open_sale(self, reference, amount, currency, **more):
        return self._repeat("POST", "/sales", {"reference": reference, "amount": amount, "currency": currency, **more})

    def set_basket(self, sale_id, lines, total, currency):
        return self._repeat("PUT", f"/sales/{sale_id}/basket", {"lines": lines, "total": total, "currency": currency})

    def change(self, sale_id, **changes):
        return self._repeat("PATCH", f"/sales/{sale_id}", changes)

    def send_bill(self, sale_id, bill):
        return self._repeat("PUT", f"/sales/{sale_id}/bill", {"bill": bill})

    def sale(self, sale_id):
        return self._repeat("GET", f"/sales/{sale_id}")

    def find(self, reference):
        """The newest sale with this reference, of any day; None if there is none."""
        sales = self._repeat("GET", f"/sales?limit=1&reference={urllib.parse.quote(reference, safe='')}")
        return next(iter(sales["items"]), None)

    def receipt(self, receipt):
        """Sends sale and bill in one call: for a refund, and for a receipt that was kept."""
        return self._repeat("POST", "/receipts", receipt)

    def printed(self, sale_id):
        return self._repeat("POST", f"/sales/{sale_id}/printed")

    def cancel(self, sale_id):
        return self._repeat("DELETE", f"/sales/{sale_id}")

    def start_loyalty(self, sale_id, external_user_id):
        # Is sent only once, because a repetition could start a second transaction.
        return self._once("PUT", f"/sales/{sale_id}/loyalty", {"externalUserId": external_user_id})

    def user_receipts(self, user_id, take=50):
        """All receipts of a user, page by page. The token needs the scope of Customer service."""
        query = {"take": take}
        while True:
            page = self._repeat("GET", f"/users/{user_id}/receipts?{urllib.parse.urlencode(query)}")
            yield from page["items"]
            if page["continuation"] is None:
                return
            query["continuation"] = page["continuation"]

    def wait_until_settled(self, sale_id, seconds=60):
        """The sale once it is delivered, needs a person, or is cancelled; else as it is after `seconds`."""
        end = time.monotonic() + seconds
        while True:
            sale = self.sale(sale_id)
            if sale["state"] in ("delivered", "attention", "cancelled") or time.monotonic() > end:
                return sale
            time.sleep(0.2)

    def _repeat(self, method, path, body=None, tries=5):
        """A repeated request gets the same answer, so it is sent until an answer arrives."""
        for tried in range(1, tries + 1):
            try:
                return self._once(method, path, body)
            except NoAnswer:
                if tried == tries:
                    raise
                time.sleep(2**tried / 10)
            except Refused as refused:
                if refused.problem["status"] not in (429, 503) or tried == tries:
                    raise
                time.sleep(2)

    def _once(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode("utf-8")
        request = urllib.request.Request(self.url + path, data=data, method=method)
        request.add_header("Authorization", f"Bearer {self.token}")
        if data is not None:
            request.add_header("Content-Type", "application/json")
        try:
            try:
                with self.opener.open(request, timeout=self.timeout_seconds) as response:
                    text = response.read()
                    return json.loads(text) if text else None
            except urllib.error.HTTPError as error:
                with error:
                    raise Refused(json.loads(error.read())) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise NoAnswer(f"no answer, is the app running? {error}") from error


def bill_of(number, amount, vat_percent):
    """The smallest useful bill: one line, paid in cash. A negative amount is a return."""
    excl = round(amount / (1 + vat_percent / 100), 2)
    vat = {"percentage": vat_percent, "inclVat": amount, "exclVat": excl, "vat": round(amount - excl, 2)}
    return {
        # Without a number, a receipt that is sent on another day again would be another receipt.
        "head": {"number": number, "date": datetime.now(timezone.utc).isoformat(timespec="seconds")},
        "data": {
            "currency": "EUR",
            "fullAmountInclVat": amount,
            "paymentTypes": [{"name": "Cash", "amount": amount, "extension:service": {"type": "Cash"}}],
            "vatAmounts": [vat],
            "lines": [
                {
                    "text": "Coffee beans 1 kg",
                    "fullAmountInclVat": amount,
                    "vatAmounts": [vat],
                    "item": {"number": "4711", "quantity": -1 if amount < 0 else 1, "pricePerUnit": abs(amount)},
                    "extension:service": {"sequenceNumber": 1, "type": "Default", "isReturn": amount < 0},
                }
            ],
        },
        "security": {"fiscalization": {"type": "Tse"}},
    }


def address():
    """The address of the API: POS_API, or the port that the running app has written, or the usual port."""
    folders = {"win32": os.environ.get("LOCALAPPDATA", ""), "darwin": "~/Library/Application Support"}
    folder = Path(folders.get(sys.platform, "~/.config")).expanduser() / "Receipt Companion"
    try:
        found = json.loads((Path(os.environ.get("POS_DATA") or folder) / "pos-api.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        found = {}
    return os.environ.get("POS_API") or f"http://127.0.0.1:{found.get('port', 17351)}/v1"


def hand_over(api, kept):
    for file in sorted(kept.glob("*.json")):
        try:
            api.receipt(json.loads(file.read_text(encoding="utf-8")))
            file.unlink()
            print("handed over", file.stem)
        except (Refused, ValueError) as refused:
            # The file stays: after a 401, 503 or 507 the app accepts it later. A damaged file, and one with any other refusal, needs a person.
            print(f"{file}: {refused}", file=sys.stderr)


def sell(api, receipt):
    reference = receipt["reference"]
    sale = api.open_sale(reference, 10, "EUR")
    print("open", sale["url"])
    api.change(sale["id"], amount=19.9)
    api.send_bill(sale["id"], receipt["bill"])
    api.printed(sale["id"])
    sale = api.wait_until_settled(sale["id"])
    print(sale["state"], sale["url"])
    print("found", api.find(reference)["state"])
    # From here on the refund is the receipt that must not be lost.
    receipt.update(reference=f"{reference}-refund", bill=bill_of(f"{reference}-refund", -19.9, 19))
    print("refunded", api.receipt(receipt)["amount"])
    other = api.open_sale(f"{reference}-void", 5, "EUR")
    print(api.cancel(other["id"])["state"])
    return 0 if sale["state"] == "delivered" else 1


def main():
    token = os.environ.get("POS_TOKEN", "")
    if not token:
        print("POS_TOKEN is not set: expected the token that this till was given when it was paired", file=sys.stderr)
        return 2
    api = PosApi(address(), token)
    kept = Path(os.environ.get("POS_KEPT") or "kept-receipts")
    # The till's own id of the sale. Write it down first: after a crash the same reference finds the same sale.
    reference = f"python-{uuid.uuid4()}"
    receipt = {"reference": reference, "bill": bill_of(reference, 19.9, 19)}
    try:
        hand_over(api, kept)
        return sell(api, receipt)
    except (NoAnswer, Refused) as error:
        # The customer gets paper. The receipt is sent at the next start: a repeat is safe.
        kept.mkdir(exist_ok=True)
        file = kept / f"{receipt['reference']}.json"
        file.write_text(json.dumps(receipt), encoding="utf-8")
        print(f"{error}: kept {file}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
