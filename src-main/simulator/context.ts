import type { FastifyRequest } from 'fastify';
import type { Clock, Log, Random } from '../ports.ts';
import type { Account } from './account.ts';
import type { BillCheck } from './bill-check.ts';
import type { FaultPlan } from './faults.ts';
import type { Identity } from './identity.ts';
import type { ComplaintKind, Ledger, PartnerAction, RequestRecord } from './ledger.ts';
import type { LoyaltyDesk } from './loyalty-desk.ts';
import type { OnboardingDesk } from './onboarding-desk.ts';
import { partnerCallOf } from './partner-call.ts';
import { partnerSwitchesOf } from './partner-switches.ts';
import type { ReceiptBook } from './receipt-book.ts';
import { partnerPrefix, type RouteName, routeNameOf } from './route-names.ts';
import type { SwitchBoard } from './switches.ts';
import type { UserBook } from './user-book.ts';
import type { UserReceipts } from './user-receipts.ts';

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
  readonly users: UserBook;
  readonly userReceipts: UserReceipts;
  readonly onboarding: OnboardingDesk;
  readonly checkBill: BillCheck;
  readonly ledger: () => Ledger;
  readonly recordRequest: (entry: RequestRecord) => void;
  readonly record: (action: PartnerAction) => void;
  /** Notes a request that a correct client would not send. `message` names fields, never values. */
  readonly complain: (request: FastifyRequest, kind: ComplaintKind, message: string) => void;
  /** Address of one of the service's own pages. */
  readonly addressOf: (path: string) => string;
  /** Puts `count` receipts into a user's list: for tests and demonstrations. */
  readonly addReceipts: (userId: string, count: number) => void;
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

/** The route that a request is for, or null for what is not part of the interface. */
export function routeOf({ switches }: Pick<Context, 'switches'>, request: FastifyRequest): RouteName | null {
  if (!request.url.startsWith(`${partnerPrefix}/`)) return routeNameOf(request.method, request.routeOptions.url);
  return partnerCallOf(partnerSwitchesOf(switches.current()), request.method, request.url)?.route ?? null;
}
