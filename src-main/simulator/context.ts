import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Random, SystemPorts } from '../ports.ts';
import type { JsonRecord } from '../shared/json.ts';
import { createFaultPlan } from './faults.ts';
import { type ComplaintKind, createJournals, type Entries, type Noted } from './ledger.ts';
import type { Reply } from './replies.ts';
import { pathOf, type RouteName } from './route-names.ts';
import { type Account, createState } from './simulator-state.ts';
import { createSwitchBoard, type Switches } from './switches.ts';
import { createVirtualPrinter } from './virtual-printer.ts';

export interface Holder {
  /** The onboarded merchant; null for the main account. */
  readonly vendorCustomerId: string | null;
  readonly scope: string;
  readonly expiresAt: number;
}

/** The parts of one service. */
export type Context = ReturnType<typeof createContext>;

interface OwnParts extends Pick<SystemPorts, 'clock' | 'random' | 'log'> {
  readonly account: () => Account;
  readonly extensionKey: string;
  /** The number of entries in each list of the ledger, and of receipts with content. */
  readonly keep: number;
  readonly controlToken: () => string | null;
  readonly addressOf: (path: string) => string;
}

export const createContext = (parts: OwnParts, switches: Partial<Switches>) => ({
  ...parts,
  switches: createSwitchBoard(switches),
  faults: createFaultPlan(parts.random),
  /** The printer runs only with the control surface. */
  printer: createVirtualPrinter(parts.clock),
  state: createState(),
  journals: createJournals(),
  accessTokens: new Map<string, Holder>(),
  refreshTokens: new Map<string, Holder>(),
  /** The latest `keep` receipts as they were sent (AddBillDto). */
  contents: new Map<string, unknown>(),
  /** Keys of deleted users, so that `knownExternalIds` does not create them again. */
  deletedKeys: new Set<string>(),
});

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
