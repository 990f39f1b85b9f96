import type { FastifyRequest } from 'fastify';
import type { Clock, Log, Random } from '../ports.ts';
import type { Account } from './account.ts';
import type { BillCheck } from './bill-check.ts';
import type { FaultPlan } from './faults.ts';
import type { Identity } from './identity.ts';
import type { ComplaintKind, Ledger, RequestRecord } from './ledger.ts';
import type { LoyaltyDesk } from './loyalty-desk.ts';
import type { ReceiptBook } from './receipt-book.ts';
import type { SwitchBoard } from './switches.ts';

/** What the routes share. Routes translate between HTTP and these; they hold no state of their own. */
export interface Context {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly account: () => Account;
  readonly extensionKey: string;
  readonly switches: SwitchBoard;
  readonly faults: FaultPlan;
  readonly identity: Identity;
  readonly receipts: ReceiptBook;
  readonly loyalty: LoyaltyDesk;
  readonly checkBill: BillCheck;
  readonly ledger: () => Ledger;
  readonly record: (entry: RequestRecord) => void;
  /** Notes a request that a correct client would not send. `message` names fields, never values. */
  readonly complain: (request: FastifyRequest, kind: ComplaintKind, message: string) => void;
  /** Address of a receipt's page. */
  readonly receiptUrl: (billId: string) => string;
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
