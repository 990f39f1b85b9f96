import type { BillWarningCode } from '../../receipts/issues.ts';
import { jsonOf } from '../../shared/json.ts';
import { pointerTo } from '../../shared/json-text.ts';
import type { FieldIssue } from '../../shared/result.ts';
import type { SaleWarning } from '../../shared/sale-states.ts';
import type { Sale } from './sale.ts';

/** Warnings of this app in addition to the rules of a bill. The windows have their own sentences for the first two. */
export const amountDiffers = 'amount-differs';
export const currencyDiffers = 'currency-differs';
export const otherTransaction = 'other-transaction';
export const idReplaced = 'id-replaced';
export const emailOff = 'email-off';
export const sentBefore = 'looks-sent-before';
export const storeUnknownCode = 'store-unknown';
export const registrationRefused = 'registration-refused';

/** Null: the list of warnings omits this code. Every code that is not here is a fault of the till's software. */
const shownAs = {
  'sum-lines': 'linesSum',
  'sum-payments': 'paymentsSum',
  'sum-vat': 'vat',
  'sum-vat-groups': 'vat',
  'vat-rate': 'vat',
  'currency-unknown': 'currency',
  'e-invoice': 'eInvoice',
  example: 'example',
  [amountDiffers]: null,
  [currencyDiffers]: null,
  [otherTransaction]: 'otherLoyalty',
  [idReplaced]: 'idReplaced',
  [emailOff]: 'emailOff',
  [sentBefore]: 'sentBefore',
  [storeUnknownCode]: null,
} satisfies { readonly [Code in BillWarningCode]?: SaleWarning } & Readonly<Record<string, SaleWarning | null>>;

/** A code of another version of this app is unknown here and becomes `technical`. */
export function shownWarnings(warnings: Sale['warnings']): readonly SaleWarning[] {
  const found = warnings.map(({ code }) =>
    Object.hasOwn(shownAs, code) ? shownAs[code as keyof typeof shownAs] : 'technical',
  );
  return [...new Set(found.filter((warning) => warning !== null))];
}

/** A bill that was created again differs in few fields. This many names are enough to recognize another receipt. */
const mostNamed = 10;

/** Lists the fields without their values, because a value may name a customer. */
export function billDifferences(accepted: string | null, bill: unknown): readonly FieldIssue[] {
  if (accepted === null) return [];
  const issues: FieldIssue[] = [];
  const compare = (before: unknown, now: unknown, path: readonly (string | number)[]): void => {
    if (issues.length === mostNamed || Object.is(before, now)) return;
    if (isContainer(before) && isContainer(now) && Array.isArray(before) === Array.isArray(now)) {
      for (const key of new Set([...Object.keys(before), ...Object.keys(now)]))
        compare(Reflect.get(before, key), Reflect.get(now, key), [...path, key]);
      return;
    }
    const found = now === undefined ? 'no value' : 'another value';
    const expected = before === undefined ? 'none, as' : 'the same as';
    const message = `Found ${found}. Expected ${expected} in the bill that was accepted for this sale.`;
    issues.push({ path: pointerTo(path), code: 'differs', message });
  };
  compare(jsonOf(accepted), bill, ['bill']);
  return issues;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
