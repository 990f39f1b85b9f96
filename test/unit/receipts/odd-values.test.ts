import { expect, test } from 'vitest';
import { checkBill } from '../../../src-main/receipts/check-bill.ts';

test.each<readonly unknown[]>([[{ toString: false }], [{ valueOf: null, toString: 1 }], [{ __proto__: null }], [[]]])(
  'a line kind that cannot be turned into text is named like any other: %j',
  (type) => {
    const line = { text: 'x', 'extension:service': { sequenceNumber: 1, type } };
    const bill = {
      head: { date: '2026-01-05T10:00:00+01:00' },
      data: { currency: 'EUR', fullAmountInclVat: 1, lines: [line] },
      security: {},
    };
    const { errors } = checkBill(bill);
    expect(errors.map(({ path }) => path)).toContain('/data/lines/0/extension:service/type');
  },
);
