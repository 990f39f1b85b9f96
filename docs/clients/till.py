#!/usr/bin/env python3
"""A small till for the POS API of Receipt Companion. Python 3.9 or later, standard library only.

    POS_TOKEN=... python3 till.py            a sale: opened, changed, paid, delivered, printed; another one: cancelled

POS_API is the address of the API (default http://127.0.0.1:17351/v1).
"""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from datetime import datetime, timezone


class Refused(Exception):
    """The API said no. `problem` is the RFC 9457 document: type, status, detail, errors."""

    def __init__(self, problem):
        super().__init__(f"{problem['status']} {problem['type']}: {problem['detail']}")
        self.problem = problem


class NoAnswer(Exception):
    """Nobody answered; it may or may not have been done."""


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

    def printed(self, sale_id):
        return self._repeat("POST", f"/sales/{sale_id}/printed")

    def cancel(self, sale_id):
        return self._repeat("DELETE", f"/sales/{sale_id}")

    def start_loyalty(self, sale_id, external_user_id):
        # Never repeated: a second start could start a second transaction.
        return self._once("PUT", f"/sales/{sale_id}/loyalty", {"externalUserId": external_user_id})

    def user_receipts(self, user_id, take=50):
        """All receipts of a user of the customer desk, page by page; the token needs the scope of the desk."""
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
        """The same request again gets the same answer, so it is sent until there is one."""
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
            with self.opener.open(request, timeout=self.timeout_seconds) as response:
                text = response.read()
                return json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            with error:
                raise Refused(json.loads(error.read())) from None
        except OSError as error:
            raise NoAnswer(str(error)) from error


def bill_of(amount, vat_percent):
    """The smallest useful bill: one line, paid in cash. Amounts are rounded to cents."""
    excl = round(amount / (1 + vat_percent / 100), 2)
    vat = {"percentage": vat_percent, "inclVat": amount, "exclVat": excl, "vat": round(amount - excl, 2)}
    return {
        "head": {"date": datetime.now(timezone.utc).isoformat(timespec="seconds")},
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
                    "item": {"number": "4711", "quantity": 1, "pricePerUnit": amount},
                    "extension:service": {"sequenceNumber": 1, "type": "Default"},
                }
            ],
        },
        "security": {"fiscalization": {"type": "Tse"}},
    }


def main():
    token = os.environ.get("POS_TOKEN", "")
    if not token:
        print("POS_TOKEN is not set: expected the token that this till was given when it was paired", file=sys.stderr)
        return 2
    api = PosApi(os.environ.get("POS_API", "http://127.0.0.1:17351/v1"), token)
    # The till's own id of the sale. Keep it: sent again after a crash, it finds the same sale.
    sale = api.open_sale(f"python-{uuid.uuid4()}", 10, "EUR")
    print("open", sale["url"])
    api.change(sale["id"], amount=19.9)
    api.send_bill(sale["id"], bill_of(19.9, 19))
    api.printed(sale["id"])
    sale = api.wait_until_settled(sale["id"])
    print(sale["state"], sale["url"])
    other = api.open_sale(f"python-{uuid.uuid4()}", 5, "EUR")
    print(api.cancel(other["id"])["state"])
    return 0 if sale["state"] == "delivered" else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except NoAnswer as error:
        print(f"no answer, is the app running? {error}", file=sys.stderr)
        sys.exit(1)
