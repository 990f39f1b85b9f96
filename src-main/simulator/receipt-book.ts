import type { Clock, Random } from '../ports.ts';
import { newId } from './contrary.ts';
import { isObject } from './json.ts';
import type { Cancel, Journal, Printed, ReceiptRecord, Registration, StoredBill } from './ledger.ts';
import type { StateFile } from './state-file.ts';
import type { SwitchBoard } from './switches.ts';
import type { UserBook } from './user-book.ts';
import type { UserReceipts } from './user-receipts.ts';

export type RegisterOutcome =
  | { readonly kind: 'unknownStore' }
  | { readonly kind: 'registered'; readonly billId: string; readonly assigned: boolean };

export type StoreOutcome =
  | { readonly kind: 'unknownStore' | 'alreadyExists' | 'notPreRegistered' }
  | { readonly kind: 'stored'; readonly billId: string; readonly assigned: boolean; readonly otherStore: boolean };

export type PrintOutcome = 'printed' | 'unknown' | 'notStored' | 'cancelled';

/** `notAnonymous`: somebody else has it. */
export type AssignOutcome = 'assigned' | 'unknown' | 'notAnonymous';

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
  /** Gives a stored anonymous receipt to a user (interface document 4.7); again to the same user changes nothing. */
  assign(billId: string, userId: string): AssignOutcome;
  /** Puts a receipt into a user's list as a bill with the user's externalId would. */
  storeFor(userId: string, storeId: string, body: unknown): void;
  /** The AddBillDto of a stored receipt whose content is kept, whoever has it; else undefined. */
  contentOf(billId: string): unknown;
  restore(receipts: readonly ReceiptRecord[]): void;
}

interface ReceiptBookParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly switches: SwitchBoard;
  readonly storeIds: () => readonly string[];
  readonly stateFile: () => StateFile;
  readonly users: UserBook;
  readonly userReceipts: UserReceipts;
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
  const { clock, switches, journals, users, userReceipts } = parts;
  const receipts = new Map<string, ReceiptRecord>();
  const contents = new Map<string, unknown>();

  const put = (receipt: ReceiptRecord): void => {
    receipts.set(receipt.billId, receipt);
    parts.stateFile().save('receipt', receipt);
  };
  const keepContent = (billId: string, body: unknown): void => {
    contents.set(billId, body);
    const oldest = contents.keys().next();
    if (contents.size > parts.contentLimit && !oldest.done) contents.delete(oldest.value);
  };
  /** Interface document 4.2 rule 1. */
  const userOf = (externalId: string | null): string | null => {
    if (externalId === null || externalId === '') return null;
    const { transparentUserCreation } = switches.current();
    const user = transparentUserCreation ? users.matchingOrNew(externalId) : users.matching(externalId);
    return user?.userId ?? null;
  };

  const keepBill = (billId: string, storeId: string, userId: string | null, body: unknown): void => {
    put({ billId, storeId, status: 'stored', printedAt: null, assigned: userId !== null });
    keepContent(billId, body);
    if (userId !== null) userReceipts.add(userId, billId, storeId, body);
  };

  const carryOutCancel = (billId: string, entry: Cancel): void => {
    const receipt = receipts.get(billId);
    journals.cancels.replace(entry, { ...entry, known: receipt !== undefined });
    contents.delete(billId);
    userReceipts.drop(billId);
    if (receipt?.status === 'registered') put({ ...receipt, status: 'gone' });
    if (receipt?.status === 'stored') put({ ...receipt, status: 'cancelled' });
  };

  return {
    register: (storeId, buyerInformation) => {
      if (!parts.storeIds().includes(storeId)) return { kind: 'unknownStore' };
      const billId = newId(parts);
      const named = switches.current().contrary ? textsIn(buyerInformation) : externalIdsIn({ buyerInformation });
      const assigned = named.some((externalId) => users.matching(externalId) !== null);
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
      const userId = userOf(externalId);
      const assigned = userId !== null;
      keepBill(billId, storeId, userId, body);
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

    assign: (id, userId) => {
      const receipt = receipts.get(id.toLowerCase());
      if (receipt?.status !== 'stored') return 'unknown';
      const { billId, storeId } = receipt;
      if (receipt.assigned) return userReceipts.ownerOf(billId) === userId ? 'assigned' : 'notAnonymous';
      if (!contents.has(billId)) return 'unknown';
      put({ ...receipt, assigned: true });
      userReceipts.add(userId, billId, storeId, contents.get(billId));
      return 'assigned';
    },
    storeFor: (userId, storeId, body) => keepBill(newId(parts), storeId, userId, body),
    contentOf: (id) => contents.get(id.toLowerCase()),

    restore: (saved) => {
      for (const receipt of saved) receipts.set(receipt.billId, receipt);
    },
  };
}
