import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Random, SystemPorts } from '../ports.ts';
import type { FaultPlan } from './faults.ts';
import type { ComplaintKind, Journals, PartnerAction } from './ledger.ts';
import { pathOf, type RouteName } from './route-names.ts';
import type { Account, State } from './state.ts';
import type { SwitchBoard } from './switches.ts';

/** Whom a token speaks for, and what for. */
export interface Holder {
  /** The onboarded merchant; null for the main account. */
  readonly vendorCustomerId: string | null;
  /** The field `scope` of the request. */
  readonly scope: string;
  readonly expiresAt: number;
}

/** All that an instance knows. What is not in `state` is forgotten with the process. */
export interface Context extends Pick<SystemPorts, 'clock' | 'random' | 'log'> {
  readonly account: () => Account;
  readonly extensionKey: string;
  readonly switches: SwitchBoard;
  readonly faults: FaultPlan;
  readonly state: State;
  readonly journals: Journals;
  readonly accessTokens: Map<string, Holder>;
  readonly refreshTokens: Map<string, Holder>;
  /** AddBillDtos of stored receipts, of the latest `keep`. */
  readonly contents: Map<string, unknown>;
  readonly keep: number;
  /** Keys of users that the switch lists and somebody deleted. */
  readonly deletedKeys: Set<string>;
  /** Address of one of the service's own pages. */
  readonly addressOf: (path: string) => string;
}

/** A request at one of the routes. Everything that answers one gives the reply, or what is to be sent. */
export interface Exchange {
  readonly ctx: Context;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Decoded, from the path and, on partner routes, the query. */
  readonly params: ReadonlyMap<string, string>;
}
export type Handler = (exchange: Exchange) => unknown;
/** Name, method, path, and what answers. */
export type VendorRoute = readonly [RouteName, 'POST' | 'PUT' | 'DELETE', string, Handler];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of a route of the interface. */
    readonly name?: RouteName;
  }
}

/** Notes a request that a correct client would not send. `message` names fields, never values. */
export function complain(
  { ctx, request }: Pick<Exchange, 'ctx' | 'request'>,
  message: string,
  kind: ComplaintKind = 'malformed',
): void {
  const { method } = request;
  ctx.journals.complaints.add({ kind, method, path: pathOf(request), message, at: ctx.clock.now() });
  ctx.log.warn('simulator-complaint', { kind, method, route: request.routeOptions.url, message });
}

type WithoutTime<Action> = Action extends unknown ? Omit<Action, 'at'> : never;
export const record = (ctx: Context, action: WithoutTime<PartnerAction>): void =>
  ctx.journals.partner.add({ ...action, at: ctx.clock.now() } as PartnerAction);

export const secret = (random: Random, bytes: number): string => Buffer.from(random.bytes(bytes)).toString('base64url');

/** Plain, because what it hides was drawn at random and is long. */
export const digest = (hidden: string): string => createHash('sha256').update(hidden).digest('base64url');
/** In a time that tells nothing about where they differ. */
export const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)));
