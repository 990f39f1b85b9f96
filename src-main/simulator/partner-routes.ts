import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Context, complain, type Exchange, type Handler, isSame } from './context.ts';
import { wordsFor } from './contrary.ts';
import { beginOnboarding, onboardingStatus } from './onboarding.ts';
import { refusePartner, sendText } from './replies.ts';
import { type PartnerRoute, partnerPrefix, type RouteName } from './route-names.ts';
import { holderOf, scopeOf } from './sign-in.ts';
import type { Switches } from './switches.ts';
import { addReceipt, listReceipts, sendPdf } from './user-receipts.ts';
import { createUser, deleteUser, issueUserToken } from './users.ts';

interface Route {
  /** Method and path: what interface document 4.7 writes, and what it leaves open as it is set. */
  readonly on: (switches: Switches) => string;
  readonly run: Handler;
  /** Parameters that may stand in the query under their own name. */
  readonly query?: readonly string[];
}

const routes: Readonly<Record<PartnerRoute, Route>> = {
  userCreate: { on: () => 'POST /api/v3/user', run: createUser },
  userToken: { on: () => 'GET /api/v3/user/{userId}/token', run: issueUserToken, query: ['applicationClientId'] },
  userDelete: { on: () => 'DELETE /api/user/{userId}', run: deleteUser },
  onboarding: { on: ({ onboardingPrefix }) => `POST ${onboardingPrefix}/onboarding`, run: beginOnboarding },
  onboardingStatus: {
    on: ({ onboardingPrefix }) => `GET ${onboardingPrefix}/onboarding/vendorCustomerId/{vendorCustomerId}`,
    run: onboardingStatus,
  },
  receiptList: {
    on: ({ receiptListRoute }) => receiptListRoute,
    run: listReceipts,
    query: ['userId', 'take', 'continuation'],
  },
  receiptPdf: { on: ({ receiptPdfRoute }) => receiptPdfRoute, run: sendPdf, query: ['userId', 'receiptId'] },
  receiptAdd: { on: ({ receiptAddRoute }) => receiptAddRoute, run: addReceipt, query: ['userId'] },
};

/** A request that fits one of the partner routes. */
interface PartnerCall {
  readonly route: PartnerRoute;
  /** Decoded, from the path or the query; a query parameter that was not sent is absent. */
  readonly params: ReadonlyMap<string, string>;
  /** Query parameters beyond those that the route knows. */
  readonly unknownQuery: number;
}

const placeholder = (part: string): string | undefined => /^\{(\w+)\}$/.exec(part)?.[1];

/** The decoded parameters of a path that fits, else null. */
function matchPath(template: string, path: string): Map<string, string> | null {
  const pattern = new URLPattern({ pathname: template.replaceAll(/\{(\w+)\}/g, ':$1') });
  const groups = pattern.exec({ pathname: path })?.pathname.groups ?? null;
  try {
    return groups && new Map(Object.entries(groups).map(([name, value = '']) => [name, decodeURIComponent(value)]));
  } catch {
    return null;
  }
}

/** The partner route of a request, or null when the interface has none like it. `url` with its query. */
function partnerCallOf(switches: Switches, method: string, url: string): PartnerCall | null {
  const [path = '', query = ''] = url.slice(partnerPrefix.length).split('?', 2);
  const asked = new URLSearchParams(query);
  for (const [route, { on, query: own = [] }] of Object.entries(routes)) {
    const [verb, target = ''] = on(switches).split(' ', 2);
    const [pathTemplate = '', queryTemplate = ''] = target.split('?', 2);
    const params = verb === method ? matchPath(pathTemplate, path) : null;
    const fixed = [...new URLSearchParams(queryTemplate)];
    const fits = fixed.every(([name, value]) => placeholder(value) !== undefined || asked.get(name) === value);
    if (params === null || !fits) continue;
    // Under the name that the template gives it, or under its own.
    const named = fixed.map(([name, value]) => [name, placeholder(value)] as const);
    const known = [...own.filter((name) => !params.has(name)).map((name) => [name, name] as const), ...named];
    for (const [name, parameter] of known) {
      const value = asked.get(name);
      if (parameter !== undefined && value !== null) params.set(parameter, value);
    }
    const unknownQuery = [...asked.keys()].filter((name) => !known.some(([one]) => one === name)).length;
    return { route: route as PartnerRoute, params, unknownQuery };
  }
  return null;
}

/** The route that a request is for, or null for what is not part of the interface. */
export function routeOf({ switches }: Context, { url, method, routeOptions }: FastifyRequest): RouteName | null {
  if (!url.startsWith(`${partnerPrefix}/`)) return routeOptions.config?.name ?? null;
  return partnerCallOf(switches.current(), method, url)?.route ?? null;
}

type Verdict = 'admitted' | 'refused' | 'forbidden';

const checks: Readonly<Record<Switches['partnerAccess'], (exchange: Exchange) => Verdict>> = {
  none: () => 'admitted',
  key: (exchange) => {
    const { partnerKeyHeader } = exchange.ctx.switches.current();
    const given = exchange.request.headers[partnerKeyHeader.toLowerCase()];
    if (given === undefined) complain(exchange, `The header ${partnerKeyHeader} is missing.`);
    const isRight = typeof given === 'string' && isSame(given, exchange.ctx.account().partnerKey);
    return isRight ? 'admitted' : 'refused';
  },
  /** A token for another scope is a good token without the permission (interface document 5.6). */
  token: (exchange) => {
    const holder = holderOf(exchange);
    if (holder === null) return 'refused';
    const { partnerScope } = exchange.ctx.switches.current();
    return holder.scope === scopeOf(exchange.ctx.account(), partnerScope) ? 'admitted' : 'forbidden';
  },
};

/**
 * Interface document 4.7. Some of its methods and paths are switches that may be turned while the service runs, so that
 * every request below partnerPrefix comes here and finds its route by them; so is who may ask (5.8 shows nothing).
 */
export function partnerRoutes(app: FastifyInstance, ctx: Context): void {
  app.all(`${partnerPrefix}/*`, (request, reply) => {
    const switches = ctx.switches.current();
    const call = partnerCallOf(switches, request.method, request.url);
    if (call === null) {
      complain({ ctx, request }, 'The interface has no such route.');
      return sendText(reply, 404, 'Not found');
    }
    const { route, params, unknownQuery } = call;
    const exchange = { ctx, request, reply, params };
    const verdict =
      checks[route.startsWith('onboarding') ? switches.onboardingAccess : switches.partnerAccess](exchange);
    if (verdict === 'refused') {
      const title = 'The request is not authorised.';
      return refusePartner(exchange, switches.partnerRefusalStatus, 'not-authorised', title);
    }
    if (verdict === 'forbidden' || switches.forbiddenRoutes.includes(route)) {
      return sendText(reply, 403, wordsFor(ctx, 'forbidden'));
    }
    if (unknownQuery > 0) complain(exchange, `The query has ${unknownQuery} unknown parameter(s).`);
    return routes[route].run(exchange);
  });
}
