import { field, type JsonRecord, recordOf } from '../shared/json.ts';
import { entriesOf, JsonText, membersOf, parseKeepingNumbers } from '../shared/json-text.ts';
import type { Bill } from './bill.ts';
import { corrected, correctionsOf, fitsBill } from './corrections.ts';
import type { TillSpelling } from './issues.ts';

export interface WireOptions {
  readonly billId: string;
  readonly extensionKey: string;
  readonly training: boolean;
  /** The loyalty transaction of the sale, for the couponingInformation (receipt-service.md 2.8). */
  readonly transactionId?: string | null;
  /** The address that was typed or scanned in the app for this bill. An address from the till takes precedence. */
  readonly email?: string | null;
}

/**
 * Returns the bill for the service: the till's own fields in their places, plus `id`, couponingInformation and, in
 * training, `isExample: true`. Deprecated names of `security` are replaced, the extension key is renamed, nulls in
 * fields that do not admit them are left out, and amounts are rounded where a check requires it. Nothing else changes.
 * The input stays untouched and shares its unchanged parts with the result. The bill must have passed `checkBill`.
 */
export function toWireBill(written: Bill, options: WireOptions): Bill {
  const { transactionId = null, extensionKey } = options;
  const neutral = withNeutralKey(written, extensionKey);
  const fitting = fitsBill(neutral) ? neutral : corrected(neutral, correctionsOf(neutral));
  const bill = withEmail(fitting, options.email ?? null);
  const withId: Bill = { ...bill, id: options.billId, security: withSuccessors(bill.security) };
  const renamed = renameKey(withId, posExtensionKey, extensionKey);
  const given = recordOf(renamed.misc?.[extensionKey]);
  const extension = {
    ...given,
    ...(transactionId !== null && { couponingInformation: withTransaction(given, transactionId) }),
    ...(options.training && { isExample: true }),
  };
  if (transactionId === null && !options.training) return renamed;
  return { ...renamed, misc: { ...renamed.misc, [extensionKey]: extension } };
}

export function namesEmail(bill: unknown): boolean {
  const buyer = recordOf(field(bill, 'head', 'buyer'));
  return (buyer?.eMailAddress ?? buyer?.sendReceiptByMail ?? null) !== null;
}

function withEmail(bill: Bill, address: string | null): Bill {
  if (address === null || namesEmail(bill)) return bill;
  const buyer = { ...bill.head.buyer, eMailAddress: address, sendReceiptByMail: true };
  return { ...bill, head: { ...bill.head, buyer } };
}

/** If the till names a transaction, the till also provides its rewards, points and provider data. */
function withTransaction(extension: JsonRecord | null, transactionId: string): JsonRecord {
  const given = recordOf(extension?.couponingInformation);
  const named = typeof given?.transactionId === 'string' ? given.transactionId : transactionId;
  return { ...given, type: 'Generic', transactionId: named };
}

/** Uses the new names of receipt-service.md 2.7: `fiscalization`, `failure`, `required`. Existing ones stay. */
function withSuccessors(security: Bill['security']): Bill['security'] {
  const renamed = renameOwnKey(security, 'tse', 'fiscalization');
  const extension = renamed[posExtensionKey];
  if (extension === undefined) return renamed;
  const successors = renameOwnKey(renameOwnKey(extension, 'tseFailure', 'failure'), 'tseRequired', 'required');
  return successors === extension ? renamed : { ...renamed, [posExtensionKey]: successors };
}

/** Keeps every number as the till wrote it (receipt-service.md 2.8). Do not calculate with these numbers. */
export function readBillText(text: string, extensionKey: string): Bill {
  const bill = parseKeepingNumbers(text);
  for (const key of new Set([posExtensionKey, extensionKey])) {
    if (field(bill, 'misc', key) === undefined) continue;
    keepText(bill, text, ['misc', key, 'couponingInformation', 'providerData']);
    keepText(bill, text, ['misc', key, 'customSections', '*', 'data']);
  }
  return bill as Bill;
}

/** Replaces the values at a path, where `*` is each entry of a list, by their texts. `text` is that of `value`. */
function keepText(value: unknown, text: string, [key = '', ...deeper]: readonly string[]): void {
  const parts = key === '*' ? [...entriesOf(text).entries()] : [[key, membersOf(text).get(key)] as const];
  for (const [at, part] of parts) {
    if (part === undefined) continue;
    const owner = value as Record<string | number, unknown>;
    if (deeper.length > 0) keepText(owner[at], part, deeper);
    else owner[at] = new JsonText(part);
  }
}

/** The extension key in every schema here and in the bills of most tills. */
export const posExtensionKey = 'extension:service';

/**
 * Returns a copy with the key `from` renamed to `to` in every object, at the same position. An object that already has
 * `to` keeps both as they are, so nothing is lost; free JSON is not changed. The copy shares the parts without the key.
 * The depth is that of a checked bill: 64 at most. `parent` is the name of the member that holds the value.
 */
export function renameKey<T>(value: T, from: string, to: string, parent = ''): T {
  if (from === to || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const entries = value.map((entry) => renameKey(entry, from, to, parent));
    return entries.some((entry, index) => entry !== value[index]) ? (entries as T) : value;
  }
  const rename = Object.hasOwn(value, from) && !Object.hasOwn(value, to);
  let changed = rename;
  const entries = Object.entries(value).map(([key, child]): [string, unknown] => {
    // Providers and tills may put any content here, so it is passed through unchanged (receipt-service.md 2.8).
    const isFree = key === 'providerData' || (key === 'data' && parent === 'customSections');
    const next = isFree ? child : renameKey(child, from, to, key);
    if (next !== child) changed = true;
    return [rename && key === from ? to : key, next];
  });
  return changed ? (Object.fromEntries(entries) as T) : value;
}

export function withNeutralKey<T>(given: T, extensionKey: string | undefined): T {
  return renameKey(given, extensionKey ?? posExtensionKey, posExtensionKey);
}

/** Finds the names used by a till that writes the service's own extension key; null for any other till. */
export function tillsKey(given: unknown, extensionKey: string | undefined): TillSpelling | null {
  if (extensionKey === undefined || renameKey(given, extensionKey, posExtensionKey) === given) return null;
  return {
    path(path) {
      let place = given;
      return path.map((segment) => {
        const isNeutral = typeof segment === 'string' && field(place, segment) !== undefined;
        const own = segment === posExtensionKey && !isNeutral ? extensionKey : segment;
        place = field(place, own);
        return own;
      });
    },
    message: (message) => message.replaceAll(posExtensionKey, extensionKey),
  };
}

/** Returns a copy with one key renamed at its position, or the same object if the new key already has a value. */
function renameOwnKey<T extends object>(value: T, from: string, to: string): T {
  if (!Object.hasOwn(value, from)) return value;
  const successor: unknown = Object.hasOwn(value, to) ? (value as Record<string, unknown>)[to] : null;
  if (successor !== null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== to);
  return Object.fromEntries(entries.map(([key, child]) => [key === from ? to : key, child])) as T;
}
