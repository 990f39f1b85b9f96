import type { Clock, Random } from '../ports.ts';
import { newId } from './contrary.ts';
import type { Cancel, Journal, Printed, ReceiptRecord, Registration, StoredBill } from './ledger.ts';
import { isObject } from './shape.ts';
import type { StateFile } from './state-file.ts';
import type { SwitchBoard } from './switches.ts';

export type RegisterOutcome =
  | { readonly kind: 'unknownStore' }
  | { readonly kind: 'registered'; readonly billId: string; readonly assigned: boolean };

export type StoreOutcome =
  | { readonly kind: 'unknownStore' | 'alreadyExists' | 'notPreRegistered' }
  | { readonly kind: 'stored'; readonly billId: string; readonly assigned: boolean; readonly otherStore: boolean };

export type PrintOutcome = 'printed' | 'unknown' | 'notStored' | 'cancelled';

export type PageContent =
  | { readonly kind: 'unknown' | 'waiting' | 'cancelled' | 'inAccount' | 'contentGone' }
  | { readonly kind: 'receipt'; readonly body: unknown };

export interface BillRequest {
  readonly storeId: string;
  readonly billId: string | null;
  readonly externalId: string | null;
  readonly displayTarget: string | null;
  readonly body: unknown;
}

/** The receipts of the service and their moves (interface document 3). Ids are compared in lower case. */
export interface ReceiptBook {
  register(storeId: string, buyerInformation: unknown): RegisterOutcome;
  store(request: BillRequest): StoreOutcome;
  cancel(billId: string): void;
  markPrinted(billId: string): PrintOutcome;
  page(billId: string): PageContent;
  restore(receipts: readonly ReceiptRecord[]): void;
  createdUsers(): readonly string[];
}

interface ReceiptBookParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly switches: SwitchBoard;
  readonly storeIds: () => readonly string[];
  readonly stateFile: () => StateFile;
  readonly journals: {
    readonly registrations: Journal<Registration>;
    readonly bills: Journal<StoredBill>;
    readonly cancels: Journal<Cancel>;
    readonly printed: Journal<Printed>;
  };
  /** How many receipts keep their content for the page. */
  readonly contentLimit: number;
}

/** `userIdentification.externalId` at any depth: the document does not show where it stands in buyerInformation. */
function externalIdsIn(value: unknown, depth = 0): string[] {
  if (!isObject(value) || depth > 8) return [];
  const user = value.userIdentification;
  const here = isObject(user) && typeof user.externalId === 'string' ? [user.externalId] : [];
  return [...here, ...Object.values(value).flatMap((inner) => externalIdsIn(inner, depth + 1))];
}

/** Contrary: who buys stands anywhere, under any name. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (!isObject(value) || depth > 8) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}

export function createReceiptBook(parts: ReceiptBookParts): ReceiptBook {
  const { clock, switches, journals } = parts;
  const receipts = new Map<string, ReceiptRecord>();
  const contents = new Map<string, unknown>();
  const createdUsers = new Set<string>();

  const put = (receipt: ReceiptRecord): void => {
    receipts.set(receipt.billId, receipt);
    parts.stateFile().saveReceipt(receipt);
  };
  const keepContent = (billId: string, body: unknown): void => {
    contents.set(billId, body);
    const oldest = contents.keys().next();
    if (contents.size > parts.contentLimit && !oldest.done) contents.delete(oldest.value);
  };
  const knows = (externalId: string): boolean =>
    createdUsers.has(externalId) || switches.current().knownExternalIds.includes(externalId);

  /** Interface document 4.2 rule 1. */
  const findsUser = (externalId: string | null): boolean => {
    if (externalId === null || externalId === '') return false;
    if (knows(externalId)) return true;
    if (!switches.current().transparentUserCreation) return false;
    createdUsers.add(externalId);
    return true;
  };

  const carryOutCancel = (billId: string, entry: Cancel): void => {
    const receipt = receipts.get(billId);
    journals.cancels.replace(entry, { ...entry, known: receipt !== undefined });
    contents.delete(billId);
    if (receipt?.status === 'registered') put({ ...receipt, status: 'gone' });
    if (receipt?.status === 'stored') put({ ...receipt, status: 'cancelled' });
  };

  return {
    register: (storeId, buyerInformation) => {
      if (!parts.storeIds().includes(storeId)) return { kind: 'unknownStore' };
      const billId = newId(parts);
      const named = switches.current().contrary ? textsIn(buyerInformation) : externalIdsIn({ buyerInformation });
      const assigned = named.some(knows);
      put({ billId, storeId, status: 'registered', printedAt: null, assigned });
      journals.registrations.add({ billId, storeId, assigned, buyerInformation, at: clock.now() });
      return { kind: 'registered', billId, assigned };
    },

    store: ({ storeId, billId: givenId, externalId, displayTarget, body }) => {
      if (!parts.storeIds().includes(storeId)) return { kind: 'unknownStore' };
      const billId = givenId?.toLowerCase() ?? newId(parts);
      const before = receipts.get(billId);
      if (before?.status === 'stored' || before?.status === 'cancelled') return { kind: 'alreadyExists' };
      const mayBeNew = givenId === null || switches.current().selfGeneratedIds;
      if (before?.status !== 'registered' && !mayBeNew) return { kind: 'notPreRegistered' };
      const assigned = findsUser(externalId);
      put({ billId, storeId, status: 'stored', printedAt: null, assigned });
      keepContent(billId, body);
      journals.bills.add({ billId, storeId, assigned, displayTarget, body, at: clock.now() });
      return { kind: 'stored', billId, assigned, otherStore: before !== undefined && before.storeId !== storeId };
    },

    cancel: (id) => {
      const billId = id.toLowerCase();
      const entry: Cancel = { billId, known: null, at: clock.now() };
      journals.cancels.add(entry);
      const { cancelDelayMs } = switches.current();
      if (cancelDelayMs === 0) carryOutCancel(billId, entry);
      else clock.setTimer(cancelDelayMs, () => carryOutCancel(billId, entry));
    },

    markPrinted: (id) => {
      const receipt = receipts.get(id.toLowerCase());
      if (receipt === undefined) return 'unknown';
      if (receipt.status === 'registered') return 'notStored';
      if (receipt.status !== 'stored') return 'cancelled';
      const at = clock.now();
      if (receipt.printedAt === null) put({ ...receipt, printedAt: at });
      journals.printed.add({ billId: receipt.billId, at });
      return 'printed';
    },

    page: (id) => {
      const receipt = receipts.get(id.toLowerCase());
      if (receipt === undefined) return { kind: 'unknown' };
      if (receipt.status === 'cancelled' || receipt.status === 'gone') return { kind: 'cancelled' };
      if (receipt.assigned) return { kind: 'inAccount' };
      if (receipt.status === 'registered') return { kind: 'waiting' };
      if (!contents.has(receipt.billId)) return { kind: 'contentGone' };
      return { kind: 'receipt', body: contents.get(receipt.billId) };
    },

    restore: (saved) => {
      for (const receipt of saved) receipts.set(receipt.billId, receipt);
    },
    createdUsers: () => [...createdUsers],
  };
}
