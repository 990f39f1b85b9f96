import { numberAt, objectAt, textAt } from './json.ts';
import type { UserReceipt } from './partner-records.ts';
import type { StateFile } from './state-file.ts';
import type { SwitchBoard } from './switches.ts';

export interface ReceiptPage {
  readonly receipts: readonly UserReceipt[];
  readonly total: number;
  /** Null when nothing is left. */
  readonly continuation: string | null;
}

/** Which receipts a user has. */
export interface UserReceipts {
  add(userId: string, receiptId: string, storeId: string, body: unknown): void;
  ownerOf(receiptId: string): string | null;
  /** A cancelled receipt is in nobody's list. */
  drop(receiptId: string): void;
  dropUser(userId: string): void;
  /** Newest first; null when the continuation is none of this user's. */
  page(userId: string, take: number, continuation: string | null): ReceiptPage | null;
  restore(receipts: readonly UserReceipt[]): void;
}

interface UserReceiptsParts {
  readonly switches: SwitchBoard;
  readonly stateFile: () => StateFile;
}

/** What the list shows of a bill. The document does not show what stands there for a bill without a seller. */
function itemOf(storeId: string, body: unknown): UserReceipt['item'] {
  const bill = objectAt(body, 'bill');
  const [head, data] = [objectAt(bill, 'head'), objectAt(bill, 'data')];
  const seller = objectAt(head, 'seller');
  const address = objectAt(seller, 'address');
  const part = (name: string) => textAt(address, name);
  return {
    storeId,
    amount: numberAt(data, 'fullAmountInclVat') ?? 0,
    currency: textAt(data, 'currency') ?? '',
    date: textAt(head, 'date') ?? '',
    vendorName: textAt(seller, 'name'),
    vendorAddress:
      Object.keys(address).length === 0
        ? null
        : {
            street: part('street'),
            city: part('city'),
            postalCode: part('postalCode'),
            countryCode: part('countryCode') ?? textAt(bill, 'countryCode'),
          },
  };
}

/** Opaque. A contrary service's is full of signs that mean something in a query. */
function tokenFor(userId: string, position: number, contrary: boolean): string {
  const text = Buffer.from(`${userId}/${position}`).toString('base64url');
  return contrary ? `+/${text}&#%==` : text;
}

function positionIn(token: string, userId: string): number | null {
  const text = Buffer.from(token.replaceAll(/[^\w-]/g, ''), 'base64url').toString();
  const [user, position] = text.split('/');
  return user === userId && /^\d+$/.test(position ?? '') ? Number(position) : null;
}

export function createUserReceipts({ switches, stateFile }: UserReceiptsParts): UserReceipts {
  const ofUser = new Map<string, UserReceipt[]>();
  const owners = new Map<string, string>();
  let last = 0;

  const keep = (receipt: UserReceipt): void => {
    const list = ofUser.get(receipt.userId);
    if (list === undefined) ofUser.set(receipt.userId, [receipt]);
    else list.push(receipt);
    owners.set(receipt.receiptId, receipt.userId);
    last = Math.max(last, receipt.position);
  };
  /** Index of the first receipt at or after a position; the lists are in order. */
  const indexAt = (list: readonly UserReceipt[], position: number): number => {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((list[middle]?.position ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    add: (userId, receiptId, storeId, body) => {
      const receipt = { receiptId, userId, position: last + 1, item: itemOf(storeId, body) };
      keep(receipt);
      stateFile().save('userReceipt', receipt);
    },
    ownerOf: (receiptId) => owners.get(receiptId) ?? null,
    drop: (receiptId) => {
      const userId = owners.get(receiptId);
      if (userId === undefined) return;
      owners.delete(receiptId);
      ofUser.set(
        userId,
        (ofUser.get(userId) ?? []).filter((receipt) => receipt.receiptId !== receiptId),
      );
      stateFile().remove('userReceipt', 'receiptId', receiptId);
    },
    dropUser: (userId) => {
      for (const { receiptId } of ofUser.get(userId) ?? []) owners.delete(receiptId);
      ofUser.delete(userId);
    },
    page: (userId, take, continuation) => {
      const list = ofUser.get(userId) ?? [];
      const { contrary } = switches.current();
      const position = continuation === null ? null : positionIn(continuation, userId);
      if (continuation !== null && position === null) return null;
      // The document names no order: a contrary service begins with the oldest.
      if (contrary) {
        const from = position === null ? 0 : indexAt(list, position + 1);
        return pageOf(list.slice(from, from + take), from + take < list.length);
      }
      const end = position === null ? list.length : indexAt(list, position);
      return pageOf(list.slice(Math.max(0, end - take), end).reverse(), end > take);

      function pageOf(receipts: readonly UserReceipt[], isMore: boolean): ReceiptPage {
        const token = isMore ? tokenFor(userId, receipts.at(-1)?.position ?? 0, contrary) : null;
        return { receipts, total: list.length, continuation: token };
      }
    },
    restore: (receipts) => {
      ofUser.clear();
      owners.clear();
      for (const receipt of receipts) keep(receipt);
    },
  };
}
