import { z } from 'zod';
import { currency, dateTime, lengthBetween, maskedPan, timeOfDay, uuid } from './formats.ts';
import { isObject } from './json.ts';
import {
  amount,
  anything,
  bool,
  byKind,
  enumeration,
  type Faults,
  faultsOf,
  integer,
  list,
  number,
  object,
  string,
} from './shape.ts';

/** `errors` is empty when the bill is good. `deprecated`: dotted paths of deprecated fields in use. */
export interface BillVerdict {
  readonly errors: Faults;
  readonly deprecated: readonly string[];
}

/**
 * How the interface document is read here. Where it states a type, that type is asked for. Null passes in a field that
 * may be left out, unless a table states its type without "or null". A field that is only named takes anything, except
 * that text is a string, and amounts, rates, quantities and prices are numbers. What it does not show is not asked for.
 */
const open = (schema: z.ZodType) => schema.nullish();

const vatEntry = object({
  percentage: number,
  inclVat: amount,
  exclVat: amount,
  vat: amount,
  isHidden: open(bool),
});

const discounts = open(list(object({ id: anything, type: enumeration() })));

/** Interface document 2.3. Where an e-invoice has buyer and format is not shown, so that nothing more is asked of one. */
const headSchema = (extensionKey: string) =>
  object({
    id: string.optional(),
    number: string.optional(),
    date: dateTime,
    deliveryPeriodStart: timeOfDay.optional(),
    deliveryPeriodEnd: timeOfDay.optional(),
    seller: object({
      name: string,
      address: object({ street: anything, postalCode: anything, city: anything }).optional(),
    }).optional(),
    buyerText: open(string),
    buyer: open(object({ address: open(object({})), sendReceiptByMail: open(bool) })),
    [extensionKey]: open(object({})),
  });

/** Interface document 2.5. Which details belong to which type is not shown: all are looked for in all. */
const paymentSchema = (extensionKey: string) =>
  object({
    name: string,
    amount,
    foreignAmount: number.optional(),
    foreignCurrency: string.optional(),
    [extensionKey]: object({
      type: enumeration(),
      paymentDetails: open(
        object({
          traceNumber: open(integer),
          cardPan: open(maskedPan),
          amountGiven: open(amount),
          amountReturned: open(amount),
        }),
      ),
      remainingAmount: open(amount),
    }),
  });

/** Interface document 2.6: the kind stands in the extension's `type`; without one the line is a Default line. */
function lineSchema(extensionKey: string) {
  const extension = object({ sequenceNumber: integer, type: open(z.union([z.string(), integer], 'a name')) });
  const shown = { text: string, vatAmounts: open(list(vatEntry)), fullAmountInclVat: open(amount) };
  const item = object({
    number: anything,
    quantity: number,
    pricePerUnit: number,
    quantityMeasure: open(enumeration()),
    [extensionKey]: open(object({})),
  });
  const defaultExtension = extension.extend({ fullAmountInclVatBeforeDiscounts: open(amount), discounts });
  const kinds = new Map<unknown, z.ZodType>([
    ['Default', object({ ...shown, item, [extensionKey]: defaultExtension })],
    ['Discount', object({ ...shown, [extensionKey]: extension })],
    ['Text', object({ text: string, [extensionKey]: extension })],
  ]);
  const other = object({ [extensionKey]: extension });
  return byKind((value) => {
    const found = isObject(value) ? value[extensionKey] : undefined;
    return kinds.get((isObject(found) ? found.type : null) ?? 'Default') ?? other;
  });
}

const dataSchema = (extensionKey: string) =>
  object({
    currency,
    fullAmountInclVat: amount,
    paymentTypes: list(paymentSchema(extensionKey)).optional(),
    vatAmounts: list(vatEntry).optional(),
    lines: list(lineSchema(extensionKey)).optional(),
    positionCount: open(integer),
    [extensionKey]: object({
      discounts,
      fullAmountInclVatBeforeDiscounts: open(amount),
      disableVatAmountsValidation: open(bool),
    }).optional(),
  });

/** Interface document 2.7 does not show whether additional data is one object or a list of them. */
const oneOrMore = (entry: z.ZodType) => open(byKind((value) => (Array.isArray(value) ? list(entry) : entry)));

const named = { additionalData: oneOrMore(object({ displayName: anything, value: anything })) };
const information = object({ displayed: anything, displayName: anything, value: anything });
const fiscalizations = new Map<unknown, z.ZodType>([
  ['Rksv', object(named)],
  ['TBai', object({ number: open(integer) })],
  ['BoiTva', object({ additionalData: oneOrMore(object({ type: anything })) })],
  ['SecurityInformation', object({ data: open(list(information)) })],
  ['Sweden', object({})],
  ['Portugal', object({})],
]);

/** Interface document 2.7: an unknown or missing type is read as `Tse`; only the service knows its integers (section 9). */
const fiscalization = byKind((value) => {
  const type = isObject(value) ? value.type : undefined;
  return Number.isInteger(type) ? object({}) : (fiscalizations.get(type) ?? object(named));
});

const couponing = object({
  type: z.literal('Generic', "exactly 'Generic'"),
  redeemedRewards: open(list(object({ identifier: anything }))),
  providerData: open(object({})),
});

const coupon = object({
  title: anything,
  codeType: enumeration(),
  code: anything,
  redeemStartDate: open(dateTime),
  redeemEndDate: open(dateTime),
});

const additionalReceipt = object({
  type: enumeration(['BasicReceipt', 'VendorReceipt']),
  contentType: string,
  content: open(string),
});

/** Interface document 2.8. */
const miscExtension = object({
  receiptType: open(enumeration(['Receipt', 'EInvoice'])),
  couponingInformation: open(couponing),
  afterSalesCoupons: open(list(coupon)),
  returnBarcodeType: open(enumeration()),
  customSections: open(list(object({ position: anything, section: anything, data: anything }))),
  countrySpecificAttributes: open(object({ type: enumeration() })),
});

/** Interface document 2.1 and 2.2. */
const requestSchema = (extensionKey: string) =>
  object({
    storeId: lengthBetween(1, 36),
    userIdentification: open(
      object({ externalId: open(lengthBetween(0, 256)), userId: open(string), loyaltyCardBarcode: open(string) }),
    ),
    bill: object({
      countryCode: open(string),
      id: open(uuid),
      cashRegister: object({ serialNumber: open(string) }).optional(),
      head: headSchema(extensionKey),
      data: dataSchema(extensionKey),
      security: object({
        fiscalization: open(fiscalization),
        tse: open(fiscalization),
        [extensionKey]: object({ failure: open(bool), required: open(bool) }).optional(),
      }),
      misc: object({
        footerText: string.optional(),
        additionalReceipts: list(additionalReceipt).optional(),
        [extensionKey]: miscExtension.optional(),
      }).optional(),
    }),
  });

/** Interface document 9. */
function deprecatedFields(body: unknown, extensionKey: string): string[] {
  const names = [
    ['userIdentification', 'userId'],
    ['userIdentification', 'loyaltyCardBarcode'],
    ['bill', 'security', 'tse'],
    ['bill', 'security', extensionKey, 'tseFailure'],
    ['bill', 'security', extensionKey, 'tseRequired'],
  ];
  const at = (path: readonly string[]) =>
    path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), body);
  return names.filter((path) => (at(path) ?? null) !== null).map((path) => path.join('.'));
}

export type BillCheck = (body: unknown) => BillVerdict;

/**
 * Makes the judge of POST /v3/bill bodies by interface document 2.1 to 2.8 alone. It shares no code with the rooms that
 * build bills, so that a mistake there is seen here.
 */
export function createBillCheck(extensionKey: string): BillCheck {
  const schema = requestSchema(extensionKey);
  return (body) => ({ errors: faultsOf(schema, body), deprecated: deprecatedFields(body, extensionKey) });
}
