import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkBill } from '../../../src-main/receipts/check-bill.ts';
import { toWireBill } from '../../../src-main/receipts/to-wire.ts';
import { validate as judgeBy } from '../../../src-main/simulator/bill-check.ts';
import { volume } from '../../fakes/drawn.ts';
import { badBills } from '../../fixtures/receipts/bad.ts';
import { type Json, validBill, validNames } from '../../fixtures/receipts/valid-bills.ts';

/**
 * The app checks a till's input, and the simulator checks the request. Both implement receipt-service.md independently.
 * A bill that the app accepts must be valid for the simulator. A bill that it refuses must be invalid there, unless
 * `intendedDifferences` has a reason.
 */

const extensionKey = 'extension:acme';
const judge = (body: unknown) => judgeBy('AddBill', body, extensionKey);
const wire = { billId: '00000000-0000-4000-8000-000000000001', extensionKey: extensionKey, training: false };

/** A refused bill has no wire form, so the simulator checks the original bill with only its extension key replaced. */
const asItIs = (bill: unknown): unknown =>
  JSON.parse(JSON.stringify(bill ?? null).replaceAll('"extension:service":', `"${extensionKey}":`));

const foundIn = (request: Json): readonly string[] =>
  checkBill(request.bill, { path: '/bill' }).errors.map(({ path, code }) => `${path} ${code}`);

/** Converts the simulator's path to the app's form: `bill.data.lines[0].text`. */
const pointerOf = (place: string): string =>
  `/${place.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`.replaceAll(`/${extensionKey}`, '/extension:service');
const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}/`);

/** Reasons for bills that the app refuses and the training service accepts. The reverse must not occur. */
interface Difference {
  readonly why: string;
  readonly codes: readonly string[];
  /** The place as a JSON pointer without the numbers of entries. */
  readonly at: RegExp;
}

const names = (text: string): RegExp => new RegExp(`/(?:${text.trim().split(/\s+/).join('|')})$`);

const intendedDifferences: readonly Difference[] = [
  {
    why: 'The service documents no type for these fields. The app refuses values that no reader can show.',
    codes: ['type', 'length'],
    at: names(`
      vatId taxNumber street postalCode city countryCode customerNumber buyer/name eMailAddress cashRegister/number version
      groupId groupName equivalentValueName discounts/id conversionFactor
      cardNumber bankName terminalId terminalDateTime terminalTime terminalDate cardExpiryDate authCode
      additionalText deliveryPeriodStart deliveryPeriodEnd item/number categoryId isReturn
      gtin plu serialNumber pricePerUnitBeforeDiscounts customQuantityMeasure
      signatureAlgorithm logTimeFormat certificate timestampStart timestampEnd firstOrder transactionNumber signatureNumber
      processData processType signature qrCodeData link fiscalization/id posInspectionQrData additionalLegalText
      displayName displayed value additionalData/type publicKey signedData tseFailure tseRequired
      isPrimaryReceipt isPrintBuffer receiptLanguage isExample isInvoice isHospitalityBill isCopy returnBarcode cashierName
      receiptTransactionType afterSalesCoupons/title afterSalesCoupons/code description
      transactionId redeemedRewards/identifier redeemedRewards/name collectedPoints usedPoints
    `),
  },
  {
    why: 'The service does not document whether its 2 decimals apply to foreign amounts. The app uses ISO 4217.',
    codes: ['decimals'],
    at: /\/foreignAmount$/,
  },
  {
    why: 'The service does not document that the additional TSE data is the `extension` of a Tse.',
    codes: ['missing', 'null', 'type'],
    at: /\/fiscalization\/extension(?:\/\w+)?$/,
  },
  {
    why: 'The app sends no card numbers, and no numbers or depths of JSON that common software cannot read.',
    codes: ['card-number', 'number', 'depth'],
    at: /^(?!.*\/cardPan$)/,
  },
];

/** The app's issues ("pointer code") that no listed difference explains. */
const unexplained = (issues: readonly string[]): readonly string[] =>
  issues.filter((issue) => {
    const [pointer = '', code = ''] = issue.split(/ (?=[^ ]+$)/);
    const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, '');
    return !intendedDifferences.some(({ codes, at }) => codes.includes(code) && at.test(place));
  });

/** Problems that only one checker reports. If both refuse a bill, one path must match or contain the other. */
function disagreements(request: Json): readonly string[] {
  const found = foundIn(request);
  const accepted = checkBill(request.bill).bill;
  const bill = accepted === null ? asItIs(request.bill) : toWireBill(accepted, wire);
  const faults = Object.entries(judge({ ...request, bill }).errors);
  const places = found.map((issue) => issue.replace(/ [^ ]+$/, ''));
  const isShared = (at: string) => places.some((place) => isWithin(place, at) || isWithin(at, place));
  if (faults.length > 0) {
    if (faults.some(([place]) => isShared(pointerOf(place)))) return [];
    return faults.map(([place, what]) => `only the simulator: ${place}: ${what.join(' ')}`);
  }
  return unexplained(found).map((issue) => `only the app: ${issue}`);
}

const requestWith = (bill: unknown): Json => ({
  storeId: 'store-1',
  userIdentification: { externalId: 'customer-1', userId: null, loyaltyCardBarcode: 'barcode' },
  bill,
});

function placesIn(node: unknown): [Json, string][] {
  if (node === null || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([key, child]) => [[node as Json, key] as [Json, string], ...placesIn(child)]);
}

const gone = 'gone';
const others = [gone, null, 3, 1.005, -7, true, '', 'other', [], ['x'], {}, { other: 1 }, [{}], [null]] as const;

const damaged = fc
  .tuple(fc.constantFrom(...validNames), fc.nat(), fc.constantFrom(...others))
  .map(([name, place, value]) => {
    const request = requestWith(validBill(name));
    const places = placesIn(request.bill).concat([[request, 'bill']]);
    const [parent, key] = places[place % places.length] ?? [request, 'bill'];
    if (value !== gone) parent[key] = structuredClone(value);
    else if (!Array.isArray(parent)) delete parent[key];
    return request;
  });

describe('agreement of the two bill checks', () => {
  test.each(validNames)('the app and the simulator both accept %s', (name) => {
    const request = requestWith(validBill(name));
    expect(foundIn(request)).toEqual([]);
    expect(disagreements(request)).toEqual([]);
  });

  test.each(badBills)(
    'the app and the simulator judge alike, or differ for a listed reason: $name',
    ({ from, changes }) => {
      const bill = validBill(from ?? 'every-field');
      for (const change of changes) change(bill);
      expect(disagreements(requestWith(bill))).toEqual([]);
    },
  );

  test('the app and the simulator judge alike, or differ for a listed reason, after one value of a good request is replaced', () => {
    fc.assert(
      fc.property(damaged, (request) => {
        expect(disagreements(request)).toEqual([]);
      }),
      { numRuns: volume(6_000) },
    );
  });

  test.each([
    ['a customer number may be a number', '/head/buyer', { customerNumber: 4711 }],
    ['a foreign currency may be any text', '/data/paymentTypes/0', { foreignAmount: 1, foreignCurrency: 'Bonus' }],
    ['a dinar has three decimals', '/data/paymentTypes/0', { foreignAmount: 1.234, foreignCurrency: 'KWD' }],
    ['an e-invoice names its buyer anywhere', '/misc/extension:service', { receiptType: 'EInvoice' }],
    ['a kind of line in capitals is another kind', '/data/lines/1/extension:service', { type: 'DISCOUNT' }],
    ['a fiscalization may be an integer', '/security/fiscalization', { type: 4, additionalData: [{ type: 'x' }] }],
    ['null in place of absent fields', '/head', { number: null, seller: null, deliveryPeriodStart: null }],
  ])('the app and the simulator both accept: %s', (_what, pointer, fields) => {
    const request = requestWith(validBill('every-field'));
    const parent = pointer
      .slice(1)
      .split('/')
      .reduce<Json>((node, key) => node[key] as Json, request.bill as Json);
    Object.assign(parent, fields);
    expect(foundIn(request)).toEqual([]);
    expect(disagreements(request)).toEqual([]);
  });

  test.each(['4111111', '12345678', '4111111111', '4111111*****1111', '411111*****11111', '٤١١١١١١'])(
    'the app and the simulator both refuse a card number that is not masked: %s',
    (cardPan) => {
      const request = requestWith(validBill('every-field'));
      const [, payment] = placesIn(request)
        .filter(([, key]) => key === 'paymentDetails')
        .map(([parent]) => parent);
      Object.assign(payment?.paymentDetails as Json, { cardPan });
      const faults = judge({ ...request, bill: asItIs(request.bill) }).errors;
      expect(Object.keys(faults)).toEqual([expect.stringMatching(/cardPan$/)]);
      expect(checkBill(request.bill).errors.map(({ code }) => code)).toEqual(['card-number']);
      expect(JSON.stringify(faults)).not.toContain(cardPan);
    },
  );

  test('the faults of the simulator name the place and the types, and no value', () => {
    const faultsOf = (part: Json) => judge({ ...requestWith(validBill('minimal')), ...part }).errors;
    const head = { number: null, seller: { name: 4242 } };
    expect([faultsOf({ storeId: '' }), faultsOf({ bill: { head, data: 1, security: {} } })]).toEqual([
      { storeId: ['Found a string, expected a string of 1 to 36 characters.'] },
      {
        'bill.head.number': ['Found null, expected a string.'],
        'bill.head.date': ['The field is required.'],
        'bill.head.seller.name': ['Found a number, expected a string.'],
        'bill.data': ['Found a number, expected an object.'],
      },
    ]);
  });
});
