import { describe, expect, test } from 'vitest';
import { type BillIssue, checkBill } from '../../../src-main/receipts/check-bill.ts';
import { badBills } from '../../fixtures/receipts/bad.ts';
import { set } from '../../fixtures/receipts/change.ts';
import { expectedWarnings, type Json, longBill, validBill, validNames } from '../../fixtures/receipts/valid-bills.ts';

const codes = (issues: readonly BillIssue[]) => issues.map(({ path, code }) => `${path} ${code}`);

describe('receipts that a till may send', () => {
  test('are at least forty', () => expect(validNames.length).toBeGreaterThanOrEqual(40));

  test.each(validNames)('%s is accepted and gets only its expected warnings', (name) => {
    const bill = validBill(name);
    const check = checkBill(bill, { mode: 'training', extensionKey: 'extension:acme' });
    expect(codes(check.errors)).toEqual([]);
    expect(codes(check.warnings)).toEqual(expectedWarnings[name] ?? []);
    expect(check.bill).toBe(bill);
  });

  test('a receipt of 10,000 lines is accepted, and a fault in it is reported at its line', () => {
    expect(checkBill(longBill(10_000))).toMatchObject({ errors: [], warnings: [] });
    const bill = longBill(10_000);
    set('/data/lines/750/text', 5)(bill);
    expect(checkBill(bill).errors.map(({ path }) => path)).toEqual(['/data/lines/750/text']);
  });
});

describe('broken receipts', () => {
  test('are at least a hundred, each with its own name', () => {
    expect(new Set(badBills.map(({ name }) => name)).size).toBe(badBills.length);
    expect(badBills.length).toBeGreaterThanOrEqual(100);
  });

  test.each(badBills)('the fault $name is reported, and no other', ({ from, changes, options, errors, warnings }) => {
    const bill = validBill(from ?? 'every-field');
    for (const change of changes) change(bill);
    const check = checkBill(bill, options);
    expect(codes(check.errors)).toEqual(errors);
    if (warnings !== undefined) expect(codes(check.warnings)).toEqual(warnings);
    expect(check.bill === null).toBe(errors.length > 0);
    for (const { message } of [...check.errors, ...check.warnings]) {
      expect(message).toMatch(/(Found|found|The field is missing).*\. Expected .+\.$/su);
      expect(message).not.toMatch(/4111|5555|3782|6011|Invalid|Too small|Too big/);
    }
  });
});

test.each<readonly unknown[]>([[{ toString: false }], [{ valueOf: null, toString: 1 }], [{ __proto__: null }], [[]]])(
  'a line kind that cannot be turned into text is reported with its path: %j',
  (type) => {
    const line = { text: 'x', 'extension:service': { sequenceNumber: 1, type } };
    const { errors } = checkBill({
      ...validBill('minimal'),
      data: { currency: 'EUR', fullAmountInclVat: 1, lines: [line] },
    });
    expect(errors.map(({ path }) => path)).toContain('/data/lines/0/extension:service/type');
  },
);

describe('messages', () => {
  const messageOf = (name: string): string => {
    const bad = badBills.find((row) => row.name === name);
    const bill = validBill(bad?.from ?? 'every-field');
    for (const change of bad?.changes ?? []) change(bill);
    const { errors, warnings } = checkBill(bill, bad?.options);
    return [...errors, ...warnings][0]?.message ?? '';
  };

  test('contain the found and the expected value', () => {
    expect(messageOf('the date is in the German form')).toBe(
      'Found the text "31.05.2025 14:05". Expected a date and time with offset (ISO 8601), such as 2025-05-31T14:05:00+02:00.',
    );
    expect(messageOf('the item of a default line is missing')).toBe(
      'The field is missing. Expected an object with "number", "quantity", "pricePerUnit".',
    );
  });

  test('messages about sums name the line, the figures and the difference in cents', () => {
    expect(messageOf('a line whose VAT does not add up')).toContain('exclVat 3.20 + vat 0.23 = 3.43. Expected');
    expect(messageOf('a line with the VAT of another rate')).toBe(
      'Line 2, VAT amount 1: found vat 0.23. Expected 0.56, which is 19 % contained in inclVat 3.49: the difference is -33 cents, the tolerance 1 cent.',
    );
    expect(messageOf('lines that do not add up')).toBe(
      'Found lines (4) that add up to 12.15. Expected fullAmountInclVat 11.15: the difference is 100 cents, the tolerance 9 cents.',
    );
  });

  test('a message about payments deducts the change if that leaves the smaller difference', () => {
    expect(messageOf('payments that do not add up')).toBe(
      'Found payments (1) that add up to 11.10 (2.25 without the change). Expected fullAmountInclVat 11.15: the difference is -5 cents, the tolerance 1 cent.',
    );
  });

  test('never repeat card numbers, customers or addresses', () => {
    const secrets = ['4111111111111111', 'Erika Beispiel', 'erika@example.invalid', 'Geheimweg 5', 'ext-777-secret'];
    const [card, name, mail, street, externalId] = secrets;
    const bill = validBill('every-field');
    Object.assign(bill.head as Json, {
      buyer: { name: [name], eMailAddress: { mail }, address: { street: [street], city: 5 }, sendReceiptByMail: mail },
      buyerText: 5,
      number: 4111111111111111,
      date: `born ${card}`,
    });
    Object.assign(bill.data as Json, { currency: `${card}`, positionCount: name });
    bill[`key ${card}`] = 1e300;
    bill.cashRegister = externalId?.repeat(40);
    const { errors } = checkBill(bill);
    expect(errors.length).toBeGreaterThan(8);
    for (const secret of secrets) expect(JSON.stringify(errors)).not.toContain(secret);
  });

  test('end after the first hundred with one that reports that there are more', () => {
    const { errors } = checkBill({
      ...validBill('minimal'),
      unknown: Array.from({ length: 5_000 }, () => Number.POSITIVE_INFINITY),
    });
    expect(errors).toHaveLength(101);
    expect(errors.at(-1)).toMatchObject({ path: '', code: 'more' });
  });

  test('stay small when keys are huge', () => {
    const check = checkBill({ ['k'.repeat(500_000)]: Array.from({ length: 500 }, () => Number.POSITIVE_INFINITY) });
    expect(JSON.stringify(check.errors).length).toBeLessThan(100_000);
  });
});

describe('options', () => {
  test('the id of the sale may be written in capital letters', () => {
    const bill = { ...validBill('minimal'), id: '0000000A-0000-4000-8000-00000000000B' };
    expect(checkBill(bill, { saleBillId: '0000000a-0000-4000-8000-00000000000b' }).errors).toEqual([]);
    expect(checkBill(bill, { saleBillId: null }).errors).toEqual([]);
  });

  test('disableVatAmountsValidation silences the warnings about VAT sums and no others', () => {
    const bill = validBill('de-vat-validation-disabled');
    const data = bill.data as Json;
    data.fullAmountInclVat = 99;
    expect(codes(checkBill(bill).warnings)).toEqual(['/data/lines sum-lines', '/data/paymentTypes sum-payments']);
    data['extension:service'] = { disableVatAmountsValidation: false };
    expect(codes(checkBill(bill).warnings)).toContain('/data/vatAmounts/0 vat-rate');
  });

  test('one cent per entry is tolerated without a warning if cash is not rounded, and two cents are not', () => {
    const bill = validBill('de-copy');
    const data = bill.data as Json;
    data.fullAmountInclVat = 13;
    expect(codes(checkBill(bill, { cashRoundingCents: 0 }).warnings)).toEqual([]);
    data.fullAmountInclVat = 13.01;
    expect(codes(checkBill(bill, { cashRoundingCents: 0 }).warnings)).toEqual([
      '/data/lines sum-lines',
      '/data/paymentTypes sum-payments',
      '/data/vatAmounts sum-vat-groups',
    ]);
  });
});
