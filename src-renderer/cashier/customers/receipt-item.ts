import { shownText } from '../../../src-main/shared/foreign-text.ts';
import { readTypedAmount } from '../../../src-main/shared/money.ts';
import type { ReceiptPage } from '../../../src-main/shared/partner-view.ts';
import { formatDay, formatMoney, formatNumber, formatTime } from '../../text/cashier-words.ts';

type Item = ReceiptPage['items'][number];

/** Formats an amount in the service's currency. An unknown currency is written as it is. */
export function moneyOf({ amount, currency }: Item): string {
  if (amount === null) return '–';
  if (currency === null || !/^[A-Z]{3}$/.test(currency))
    return `${formatNumber(amount)} ${shownText(currency ?? '', 20)}`.trim();
  return formatMoney({ amount, currency });
}

/** Accepts only ISO 8601. A browser guesses at other forms and would read 05.06. as the 6th of May. */
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** The day and time of a receipt. A date in another form is shown as the service sent it. */
export function receiptDay({ date }: Item): string {
  const at = date !== null && dateTime.test(date) ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(at)) return shownText(date ?? '', 40);
  return `${formatDay(at)}, ${formatTime(at)}`;
}

export function matchesSearch(item: Item, typed: string): boolean {
  const cents = readTypedAmount(typed);
  if (cents !== null && item.amount !== null && Math.round(item.amount * 100) === cents) return true;
  const searched = [aboutReceipt(item), item.vendorName, item.storeId, item.receiptId].join(' ');
  return searched.toLowerCase().includes(typed.trim().toLowerCase());
}

const joined = (parts: readonly (string | null)[], separator: string): string =>
  parts.filter((part) => part !== null && part !== '').join(separator);

export const vendorOf = ({ vendorAddress: address }: Item): string =>
  address === null
    ? ''
    : joined([address.street, joined([address.postalCode, address.city], ' '), address.countryCode], ', ');

/** The day, time and seller: `31 May 2025, 14:05 · Market Street 1, 10115 Berlin, DE`. */
export const aboutReceipt = (item: Item): string => joined([receiptDay(item), vendorOf(item)], ' · ');
