import { describe, expect, test } from 'vitest';
import { type CheckBillOptions, checkBill } from '../../../src-main/receipts/check-bill.ts';
import { toWireBill } from '../../../src-main/receipts/to-wire.ts';
import { remove, set } from '../../fixtures/receipts/change.ts';
import { type Json, validBill } from '../../fixtures/receipts/valid-bills.ts';

const ext = 'extension:service';

/** The issues of a changed valid bill, as "path code". */
function outcome(name: string, changes: readonly ((bill: Json) => void)[], options: CheckBillOptions = {}) {
  const bill = validBill(name);
  for (const change of changes) change(bill);
  const check = checkBill(bill, options);
  const short = (issues: typeof check.errors): string[] => issues.map(({ path, code }) => `${path} ${code}`);
  return { errors: short(check.errors), warnings: short(check.warnings), check };
}
const clean = { errors: [], warnings: [] };

/** Three articles of 10.00 with additional values. */
function basket(total: number, more: readonly unknown[], extension: Json = {}, paid = total, type: unknown = 'Cash') {
  const article = (index: number): Json => ({
    text: 'Article',
    fullAmountInclVat: 10,
    item: { number: '1', quantity: 1, pricePerUnit: 10 },
    [ext]: { sequenceNumber: index, type: 'Default' },
  });
  return {
    head: { date: '2026-01-05T10:00:00+01:00' },
    data: {
      currency: 'EUR',
      fullAmountInclVat: total,
      paymentTypes: [{ name: 'x', amount: paid, [ext]: { type } }],
      lines: [article(1), article(2), article(3), ...more],
      [ext]: extension,
    },
    security: {},
  };
}
const discountLine = (amount: number): Json => ({
  text: 'Discount',
  fullAmountInclVat: amount,
  [ext]: { sequenceNumber: 4, type: 'Discount' },
});
const warnings = (bill: unknown, options: CheckBillOptions = {}): string[] =>
  checkBill(bill, options).warnings.map(({ path, code }) => `${path} ${code}`);

describe('sums that a till may write in more than one way', () => {
  test('the lines of a bill with a discount on the whole must add up to its total before discounts', () => {
    const extension = { discounts: [{ id: '1', type: 'Percent' }], fullAmountInclVatBeforeDiscounts: 30 };
    expect(warnings(basket(27, [], extension))).toEqual([]);
    expect(warnings(basket(27, [], { ...extension, fullAmountInclVatBeforeDiscounts: 29 }))).toEqual([
      '/data/lines sum-lines',
    ]);
  });

  test.each([
    ['a discount with its sign', 28, [-2]],
    ['a discount without its sign', 28, [2]],
    ['a surcharge', 32, [2]],
    ['a discount and one that was taken back', 30, [-2, 2]],
    ['a discount and its partial reversal, with all signs turned,', 29, [2, -1]],
    ['a discount and a surcharge', 29, [-2, 1]],
  ])('%s on separate lines adds up', (_name, total, amounts) => {
    expect(warnings(basket(total, amounts.map(discountLine)))).toEqual([]);
  });

  test('amounts in a currency without decimals may be rounded to its whole units', () => {
    const inYen = (exclVat: number, vat: number) => ({
      head: { date: '2026-01-05T10:00:00+01:00' },
      data: { currency: 'JPY', fullAmountInclVat: 1000, vatAmounts: [{ percentage: 10, inclVat: 1000, exclVat, vat }] },
      security: {},
    });
    expect(warnings(inYen(909, 91))).toEqual([]);
    expect(warnings(inYen(909, 90))).toEqual([]);
    expect(warnings(inYen(907, 93))).toEqual(['/data/vatAmounts/0 vat-rate']);
    expect(warnings(inYen(909, 93))).toEqual(['/data/vatAmounts/0 sum-vat', '/data/vatAmounts/0 vat-rate']);
    const { message } = checkBill(inYen(907, 93)).warnings.find(({ code }) => code === 'vat-rate') ?? {};
    expect(message).toContain(
      'Expected 91.00, which is 10 % contained in inclVat 1000.00: the difference is 200 cents',
    );
  });

  test('inconsistent discount lines are reported', () => {
    expect(warnings(basket(25, [discountLine(2)]))).toEqual(['/data/lines sum-lines']);
  });

  test('cash may be rounded by up to five cents, a card may not', () => {
    expect(warnings(basket(30.05, [], {}, 30), { cashRoundingCents: 5 })).toEqual([]);
    expect(warnings(basket(30, [], {}, 30.05))).toEqual([]);
    expect(warnings(basket(30.1, [], {}, 30))).toEqual(['/data/lines sum-lines', '/data/paymentTypes sum-payments']);
    expect(warnings(basket(30.05, [], {}, 30), { cashRoundingCents: 0 })).toContain('/data/paymentTypes sum-payments');
    expect(warnings(basket(30.05, [], {}, 30, 'CardPayment'))).toContain('/data/paymentTypes sum-payments');
    expect(warnings(basket(30.05, [], {}, 30, 17))).toEqual([
      '/data/paymentTypes/0/extension:service/type integer-enum',
    ]);
  });
});

describe('an e-invoice', () => {
  const eInvoice = 'de-e-invoice-zugferd';
  const buyer = (validBill(eInvoice).head as Json).buyer as Json;

  test('gets warnings about missing fields, and is refused for them only if the settings require it', () => {
    const without = [remove('/head/buyer/format')];
    expect(outcome(eInvoice, without)).toMatchObject({ errors: [], warnings: ['/head/buyer/format e-invoice'] });
    const strict = outcome(eInvoice, without, { eInvoiceBlocks: true });
    expect(strict).toMatchObject({ errors: ['/head/buyer/format e-invoice'], warnings: [] });
    expect(strict.check.bill).toBeNull();
  });

  test.each([
    ['/head/extension:service', { eInvoiceBuyer: buyer }],
    [
      '/head/extension:service',
      { eInvoice: { buyer: { ...buyer, postalAddress: buyer.address, address: undefined } } },
    ],
    ['/misc/extension:service', { receiptType: 'EInvoice', eInvoice: { format: 'XRechnung', buyerData: buyer } }],
    ['/misc/extension:service', { receiptType: 'EInvoice', invoiceRecipient: { [ext]: buyer } }],
    ['/buyer', buyer],
  ])('may have its buyer under %s', (path, value) => {
    const bill = validBill(eInvoice);
    delete (bill.head as Json).buyer;
    delete (bill.head as Json)[ext];
    set(path, JSON.parse(JSON.stringify(value)))(bill);
    expect(checkBill(bill)).toMatchObject(clean);
  });

  test('may have the VAT id of its seller in the extension', () => {
    const moved = [remove('/head/seller/vatId'), set('/head/seller/extension:service', { vatId: 'DE000000000' })];
    expect(outcome(eInvoice, moved)).toMatchObject(clean);
    expect(outcome(eInvoice, [remove('/head/seller/vatId')]).warnings).toEqual(['/head/seller/vatId e-invoice']);
  });

  test('may be marked by an integer: 1 always, 0 only with a named format', () => {
    const asInteger = (type: number) => [set('/misc/extension:service/receiptType', type), remove('/head/buyer/name')];
    const integer = '/misc/extension:service/receiptType integer-enum';
    const lacks = '/head/buyer/name e-invoice';
    expect(outcome(eInvoice, asInteger(1)).warnings).toEqual([lacks, integer]);
    expect(outcome(eInvoice, asInteger(0)).warnings).toEqual([lacks, integer]);
    expect(outcome(eInvoice, [...asInteger(0), remove('/head/buyer/format')]).warnings).toEqual([integer]);
    expect(outcome(eInvoice, asInteger(1), { eInvoiceBlocks: true }).errors).toEqual([lacks]);
  });

  test('requires a quantity also on a line whose `type` is an integer', () => {
    const changes = [set('/data/lines/0/extension:service/type', 0), remove('/data/lines/0/item/quantity')];
    expect(outcome(eInvoice, changes).warnings).toContain('/data/lines/0/item/quantity e-invoice');
  });
});

describe('a till that writes the extension key of the service instead of the neutral one', () => {
  const key = 'extension:acme';
  const own = (name: string): Json => JSON.parse(JSON.stringify(validBill(name)).replaceAll(ext, key));
  const options = { extensionKey: key };

  test.each(['every-field', 'de-stacked-discounts', 'de-tse-deprecated-names'])('is understood: %s', (name) => {
    const neutral = outcome(name, [], options);
    const check = checkBill(own(name), options);
    expect(check.errors).toEqual([]);
    expect(check.warnings.map(({ path, code }) => `${path} ${code}`)).toEqual(
      neutral.warnings.map((warning) => warning.replace(ext, key)),
    );
    const wire = { billId: '00000000-0000-4000-8000-00000000000a', extensionKey: key, training: false };
    expect(toWireBill(own(name) as never, wire)).toEqual(toWireBill(validBill(name) as never, wire));
  });

  test('gets errors with that key, also if the whole extension is missing', () => {
    const bill = own('every-field');
    set(`/data/paymentTypes/0/${key}/type`, true)(bill);
    remove(`/data/lines/0/${key}`)(bill);
    const { errors } = checkBill(bill, { ...options, path: '/bill' });
    expect(errors.map(({ path }) => path)).toEqual([
      `/bill/data/paymentTypes/0/${key}/type`,
      `/bill/data/lines/0/${key}`,
    ]);
    expect(JSON.stringify(errors)).not.toContain(ext);
  });

  test('gets errors with the neutral key in an app whose service has a different key', () => {
    const { errors } = checkBill(own('every-field'), { extensionKey: 'extension:other' });
    expect(errors[0]?.path).toContain(ext);
  });
});

describe('nulls that a serializer writes', () => {
  const nulls = [
    set('/head/number', null),
    set('/cashRegister', null),
    set('/misc/footerText', null),
    set('/data/lines/0/extension:service/isReturn', null),
  ];

  test('cause one warning, and are not sent', () => {
    const { errors, warnings: found, check } = outcome('every-field', nulls);
    expect(errors).toEqual([]);
    expect(found).toEqual(['/cashRegister null-field']);
    expect(check.warnings[0]?.message).toContain('there are 3 such fields');
    const given = validBill('every-field');
    for (const change of nulls) change(given);
    const wire = toWireBill(given as never, { billId: 'b', extensionKey: ext, training: false });
    expect(wire.head).not.toHaveProperty('number');
    expect(wire).not.toHaveProperty('cashRegister');
    expect(wire.misc).not.toHaveProperty('footerText');
    expect(JSON.stringify(wire.data.lines?.[0])).toContain('"isReturn":null');
  });

  test('remain where the document permits them and in unknown fields, and are refused for a required field', () => {
    const given = { ...validBill('minimal'), countryCode: null, unknown: { a: null } };
    expect(checkBill(given)).toMatchObject(clean);
    const wire = toWireBill(given as never, { billId: 'b', extensionKey: ext, training: false });
    expect(wire).toMatchObject({ countryCode: null, unknown: { a: null } });
    expect(outcome('minimal', [set('/head/date', null)]).errors).toEqual(['/head/date null']);
  });
});

describe('additional TSE data under extension', () => {
  const at = '/security/fiscalization';
  test.each([
    [{ additionalData: [{ value: 'a' }] }, `${at}/extension/additionalData/0/displayName missing`],
    [{ additionalData: { displayName: 'a' } }, `${at}/extension/additionalData/value missing`],
  ])('is refused without one of its two fields: %j', (extension, expected) => {
    expect(outcome('de-grocery-tse-cash', [set(`${at}/extension`, extension)]).errors).toEqual([expected]);
    expect(outcome('de-grocery-tse-cash', [set(`${at}/${ext}`, extension)]).errors).toEqual([
      expected.replace('/extension/', `/${ext}/`),
    ]);
  });

  test.each([null, {}, 'text', [{ displayName: 'a', value: 1 }], { own: [{ value: 1 }] }])('%j passes', (extension) => {
    expect(outcome('de-grocery-tse-cash', [set(`${at}/extension`, extension)])).toMatchObject(clean);
  });
});
