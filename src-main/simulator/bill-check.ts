import { isRecord } from '../shared/json.ts';
import { formats } from './formats.ts';

/**
 * The tables of receipt-service.md, section 2, in a short notation: a field, whether it is required, and its type. `!`
 * required, `?` may be missing or null, `~` the same and deprecated (section 9), `-` may be missing but is not null;
 * `[]` a list, `*` one value or a list, `@` the extension key. A type is checked only where the document states it.
 * Null passes in an optional field unless its table states a type without "or null". A field without a stated type
 * takes any value, except that text is a string, and amounts, rates, quantities and prices are numbers.
 */
const tables: Readonly<Record<string, string>> = {
  // 2.1 and 2.2
  AddBill: 'storeId!storeId userIdentification?User bill!Bill',
  User: 'externalId?externalId userId~string loyaltyCardBarcode~string',
  Bill: 'countryCode?string id?uuid cashRegister-CashRegister head!Head data!Data security!Security misc-Misc',
  CashRegister: 'serialNumber?string',
  // 2.3. Where an e-invoice has buyer and format is not shown, so that nothing more is asked of one.
  Head: `id-string number-string date!dateTime deliveryPeriodStart-timeOfDay deliveryPeriodEnd-timeOfDay
    seller-Seller buyerText?string buyer?Buyer @?Object`,
  Seller: 'name!string address-SellerAddress',
  SellerAddress: 'street!anything postalCode!anything city!anything',
  Buyer: 'address?Object sendReceiptByMail?bool',
  Object: '',
  // 2.4
  Data: `currency!currency fullAmountInclVat!amount paymentTypes-Payment[] vatAmounts-Vat[] lines-Line[]
    positionCount?integer @-DataExtension`,
  DataExtension: `discounts?Discount[] fullAmountInclVatBeforeDiscounts?amount disableVatAmountsValidation?bool`,
  Discount: 'id!anything type!name',
  Vat: 'percentage!number inclVat!amount exclVat!amount vat!amount isHidden?bool',
  // 2.5. Which details belong to which type is not shown: all are looked for in all.
  Payment: 'name!string amount!amount foreignAmount-number foreignCurrency-string @!PaymentExtension',
  PaymentExtension: 'type!name paymentDetails?PaymentDetails remainingAmount?amount',
  PaymentDetails: 'traceNumber?integer cardPan?maskedPan amountGiven?amount amountReturned?amount',
  // 2.6
  DefaultLine: 'text!string vatAmounts?Vat[] fullAmountInclVat?amount item!Item @!DefaultExtension',
  DiscountLine: 'text!string vatAmounts?Vat[] fullAmountInclVat?amount @!LineExtension',
  TextLine: 'text!string @!LineExtension',
  OtherLine: '@!LineExtension',
  LineExtension: 'sequenceNumber!integer type?kind',
  DefaultExtension: 'sequenceNumber!integer type?kind fullAmountInclVatBeforeDiscounts?amount discounts?Object[]',
  Item: 'number!anything quantity!number pricePerUnit!number quantityMeasure?name @?Object',
  // 2.7, which does not show whether additional data is one object or a list of them
  Security: 'fiscalization?Fiscalization tse~Fiscalization @-SecurityExtension',
  SecurityExtension: 'failure?bool required?bool tseFailure~anything tseRequired~anything',
  Tse: 'additionalData?NamedValue*',
  Rksv: 'additionalData?NamedValue*',
  NamedValue: 'displayName!anything value!anything',
  TBai: 'number?integer',
  BoiTva: 'additionalData?Typed*',
  Typed: 'type!anything',
  SecurityInformation: 'data?Information[]',
  Information: 'displayed!anything displayName!anything value!anything',
  Sweden: '',
  Portugal: '',
  // 2.8
  Misc: 'footerText-string additionalReceipts-Slip[] @-MiscExtension',
  Slip: 'type!slipType contentType!string content?string',
  MiscExtension: `receiptType?receiptType couponingInformation?Couponing afterSalesCoupons?Coupon[]
    returnBarcodeType?name customSections?CustomSection[] countrySpecificAttributes?CountryAttributes`,
  Couponing: 'type!generic redeemedRewards?Reward[] providerData?Object',
  Reward: 'identifier!anything',
  Coupon: 'title!anything codeType!name code!anything redeemStartDate?dateTime redeemEndDate?dateTime',
  CustomSection: 'position!anything section!anything data!anything',
  CountryAttributes: 'type!name',
  // receipt-service.md 2.9 to 2.11. A loyalty card has a code and a name; nothing more is described.
  Registration: 'storeId!words buyerInformation?Object',
  LoyaltyStart: 'externalUserId!words',
  UserCreation: 'externalId!words loyaltyCards?LoyaltyCard[]',
  LoyaltyCard: 'code?string name?string',
  ReceiptAddition: 'receiptId!words',
  // receipt-service.md 2.12 describes no field of these objects, so only their type is checked.
  Onboarding: 'vendorCustomer!Object stores?Object[] invoicingDetails!Object',
};

/** Which table counts where the value decides. */
const choices: Readonly<Record<string, (value: unknown, extensionKey: string) => string>> = {
  /** receipt-service.md 2.6: the kind is the extension's `type`. A line without one is a Default line. */
  Line: (value, extensionKey) => {
    const kind = isRecord(value) && isRecord(value[extensionKey]) ? (value[extensionKey].type ?? 'Default') : 'Default';
    return ['Default', 'Discount', 'Text'].includes(String(kind)) ? `${kind}Line` : 'OtherLine';
  },
  /** 2.7: an unknown or missing type is read as `Tse`; only the service knows its integers (section 9). */
  Fiscalization: (value) => {
    const type = isRecord(value) ? value.type : undefined;
    if (Number.isInteger(type)) return 'Object';
    const known = ['Rksv', 'TBai', 'BoiTva', 'SecurityInformation', 'Sweden', 'Portugal'];
    return known.find((name) => name === type) ?? 'Tse';
  },
};

/** Dotted path of a field -> what is wrong with it. Sentences never repeat a value: values may be personal. */
export type Faults = Readonly<Record<string, readonly string[]>>;

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  const kind = Array.isArray(value) ? 'array' : typeof value;
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

const fieldsOf = new Map(
  Object.entries(tables).map(([name, fields]) => [name, [...fields.matchAll(/([\w@]+)([!?~-])(\S+)/g)]]),
);

const mayBeLeftOut = (mark: string, value: unknown): boolean =>
  value === undefined ? mark !== '!' : value === null && (mark === '?' || mark === '~');

/** `errors` is empty when the value is good. `deprecated`: dotted paths of deprecated fields in use. */
export interface Verdict {
  readonly errors: Faults;
  readonly deprecated: readonly string[];
}

/** It shares no code with what builds bills, so that it finds their mistakes. */
export function judge(table: string, value: unknown, extensionKey: string): Verdict {
  const errors: Record<string, string[]> = {};
  const deprecated: string[] = [];

  const expect = (fits: boolean, path: string, found: unknown, expected: string): void => {
    const sentence = `Found ${nameOf(found)}, expected ${expected}.`;
    if (!fits) errors[path.slice(1)] = [found === undefined ? 'The field is required.' : sentence];
  };

  const see = (path: string, found: unknown, type: string): void => {
    const one = type.replace(/\[\]$|\*$/, '');
    const format = formats[one];
    if (type !== one && Array.isArray(found)) {
      for (const [index, entry] of found.entries()) see(`${path}[${index}]`, entry, one);
    } else if (type.endsWith('[]')) expect(false, path, found, 'an array');
    else if (format !== undefined) expect(format.fits(found), path, found, format.expected);
    else seeObject(path, found, choices[one]?.(found, extensionKey) ?? one);
  };

  const seeObject = (path: string, found: unknown, name: string): void => {
    if (!isRecord(found)) return void expect(false, path, found, 'an object');
    for (const [, field = '', mark = '', type = ''] of fieldsOf.get(name) ?? []) {
      const key = field.replace('@', () => extensionKey);
      if (mayBeLeftOut(mark, found[key])) continue;
      if (mark === '~') deprecated.push(`${path}.${key}`.slice(1));
      see(`${path}.${key}`, found[key], type);
    }
  };

  see('', value, table);
  return { errors, deprecated };
}
