import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Random, SystemPorts } from '../ports.ts';
import type { JsonRecord } from '../shared/json.ts';
import type { FaultPlan } from './faults.ts';
import type { ComplaintKind, Entries, Journals, Noted } from './ledger.ts';
import type { Reply } from './replies.ts';
import { pathOf, type RouteName } from './route-names.ts';
import type { Account, State } from './simulator-state.ts';
import type { SwitchBoard, Switches } from './switches.ts';
import type { createVirtualPrinter } from './virtual-printer.ts';

export interface Holder {
  /** The onboarded merchant; null for the main account. */
  readonly vendorCustomerId: string | null;
  readonly scope: string;
  readonly expiresAt: number;
}

export interface Context extends Pick<SystemPorts, 'clock' | 'random' | 'log'> {
  readonly account: () => Account;
  readonly extensionKey: string;
  readonly switches: SwitchBoard;
  readonly faults: FaultPlan;
  /** The printer runs only with the control surface. */
  readonly printer: ReturnType<typeof createVirtualPrinter>;
  readonly state: State;
  readonly journals: Journals;
  readonly accessTokens: Map<string, Holder>;
  readonly refreshTokens: Map<string, Holder>;
  /** The latest `keep` receipts as they were sent (AddBillDto). */
  readonly contents: Map<string, unknown>;
  readonly keep: number;
  /** Keys of deleted users, so that `knownExternalIds` does not create them again. */
  readonly deletedKeys: Set<string>;
  readonly controlToken: () => string | null;
  readonly addressOf: (path: string) => string;
}
export interface Exchange {
  readonly ctx: Context;
  readonly request: IncomingMessage;
  readonly route: RouteRow | null;
  readonly params: ReadonlyMap<string, string>;
  readonly query: URLSearchParams;
  /** The number of query parameters that the route does not know. */
  readonly strays: number;
  readonly body: Buffer;
  /** The body, which was checked with the table in `takes`. */
  readonly input: JsonRecord;
}
export type Handler = (exchange: Exchange) => Reply;

export interface RouteRow {
  /** Routes of the interface and pages for people have names. Control routes have none. */
  readonly name?: RouteName;
  /** Method and path with `{name}` for parameters. A switch sets what receipt-service.md leaves open. */
  readonly on: string | ((switches: Switches) => string);
  readonly access: 'vendor' | 'partner' | 'onboarding' | 'open' | 'control';
  readonly query?: readonly string[];
  /** The table for the body (bill-check.ts). Null: the body is not checked. Absent: there is no body. */
  readonly takes?: string | null;
  /** The successor of a deprecated route (receipt-service.md 9). */
  readonly successor?: string;
  readonly run: Handler;
}

export function note<Name extends keyof Entries>(
  { clock, journals, keep }: Context,
  name: Name,
  entry: Entries[Name],
): Noted<Name> {
  const noted = { ...entry, at: clock.now() };
  journals[name].push(noted);
  if (journals[name].length >= 2 * keep) journals[name].splice(0, keep);
  return noted;
}

/** Records a request that a correct client would not send. `message` names fields, never values. */
export function complain(exchange: Exchange, message: string, kind: ComplaintKind = 'malformed'): void {
  const { ctx, request, route } = exchange;
  const { method = '' } = request;
  note(ctx, 'complaints', { kind, method, path: pathOf(request), message });
  ctx.log.warn('simulator-request-rejected', { kind, method, route: route?.name, message });
}

export const secret = (random: Random, bytes: number): string => Buffer.from(random.bytes(bytes)).toString('base64url');

/** A plain hash is enough, because the hidden value is random and long. */
export const digest = (hidden: string): string => createHash('sha256').update(hidden).digest('base64url');
/** Compares in constant time, so that the duration reveals no position of a difference. */
export const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)));
