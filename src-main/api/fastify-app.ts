import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, ServerOptions } from 'node:http';
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Actor } from '../dispatch/actor.ts';
import { notPaired, problem } from '../dispatch/problem.ts';
import { admit, maxBodyBytes, type PairedTill, withoutOrigin } from './admission.ts';
import { createReplies, pathOf, type ReplyParts } from './http-replies.ts';
import type { Access } from './openapi-document.ts';
import { type RawRequest, type RouteParts, unknownQuery } from './route.ts';
import { allowedMethods, posRoutes } from './routes/table.ts';
import { watchConnections } from './socket-limits.ts';
import type { TillLimits } from './till-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    pairingToken: string | null;
  }
}

/** Times in milliseconds. Node checks the connections every `checkEveryMs`, so a limit may be exceeded by that much. */
export type Limits = Readonly<typeof defaultLimits>;
export const defaultLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 65_000,
  checkEveryMs: 30_000,
  connections: 128,
  connectionsOfTill: 32,
};

const maxHeaderBytes = 16 * 1024;

const tooManyConnections = problem('too-many-requests', 'found too many requests of this till under way at once', {
  retryAfterSeconds: 1,
  headers: { connection: 'close' },
});

export type FastifyApp = ReturnType<typeof createFastifyApp>;

export interface FastifyAppParts extends ReplyParts {
  readonly routes: RouteParts;
  readonly received: TillLimits['received'];
  readonly limits: Limits;
}

export function createFastifyApp({ routes, admission, received, log, limits, refused }: FastifyAppParts) {
  const connections = watchConnections(limits.connections, limits.connectionsOfTill);
  const { refuse, send, onError } = createReplies({ admission, log, refused });

  const passDoors = (request: FastifyRequest, reply: FastifyReply): boolean => {
    const admitted = admit(
      {
        method: request.method,
        target: request.originalUrl,
        isOldHttp: request.raw.httpVersion === '1.0',
        headers: request.raw.headers,
        access: request.routeOptions?.config?.access ?? 'sale',
      },
      admission(),
    );
    reply.headers({ ...everyAnswer, [requestIdHeader]: request.id, ...admitted.headers });
    if (admitted.kind === 'admitted') {
      request.pairingToken = admitted.token;
      const { token, till } = admitted;
      if (token === null || till === null) return true;
      const stillPaired = (): boolean => admission().tokens.find(token) !== null;
      if (connections.admit(request.raw, { id: till.id, stillPaired })) return true;
      refuse(request, reply, tooManyConnections);
      return false;
    }
    if (admitted.kind === 'refused') refuse(request, reply, admitted.problem);
    else reply.code(204).send();
    return false;
  };

  const serverOptions: ServerOptions = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    maxHeaderSize: maxHeaderBytes,
    joinDuplicateHeaders: true,
  };
  const instance = fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    genReqId: ({ headers }) => requestIdOf(headers[requestIdHeader]),
    rewriteUrl: ({ url = '' }) => withoutOrigin(url),
    // An id of any length reaches its route and is not found there, instead of looking like an unknown route.
    routerOptions: { maxParamLength: maxHeaderBytes },
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    http: serverOptions,
    // `connections` handles requests that are not HTTP. An answer from Fastify would be a second one.
    clientErrorHandler: () => undefined,
    frameworkErrors(error, request, reply) {
      if (passDoors(request as FastifyRequest, reply as FastifyReply)) {
        onError(error, request as FastifyRequest, reply as FastifyReply);
      }
    },
  });
  instance.decorateRequest('pairingToken', null);
  instance.removeAllContentTypeParsers();
  // Bodies stay bytes: route.ts reads them, so that an invalid one gets an answer instead of an exception.
  instance.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  instance.addHook('onRequest', (request, reply, done) => {
    connections.arrived(request.raw, reply.raw);
    if (passDoors(request, reply)) done();
  });
  instance.setErrorHandler(onError);
  instance.setNotFoundHandler((request, reply) => {
    const methods = allowedMethods(pathOf(request));
    if (methods.length === 0)
      return refuse(request, reply, problem('route-not-found', 'GET /v1/docs lists the routes.'));
    const allow = methods.join(', ');
    return refuse(request, reply, problem('method-not-allowed', `expected ${allow}`, { headers: { allow } }));
  });

  /** The token is looked up again: it may have been revoked while the body was on its way. */
  function rawOf({ pairingToken: token, params, query, body, raw }: FastifyRequest): RawRequest {
    const till = token === null ? null : admission().tokens.find(token);
    const bytes = body as Uint8Array | undefined;
    if (till !== null && bytes !== undefined) received(till.id, bytes.length);
    return {
      params: params as Readonly<Record<string, string>>,
      query,
      body: bytes,
      lastEventId: raw.headers['last-event-id'] as string | undefined,
      side: raw.socket,
      address: `${raw.socket.localFamily === 'IPv6' ? '[::1]' : raw.socket.localAddress}:${raw.socket.localPort}`,
      by: till === null ? null : actorAtDoor(till, raw.headers),
      stillPaired: () => token !== null && admission().tokens.find(token) !== null,
    };
  }

  for (const route of posRoutes) {
    instance.route({
      method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { access: route.access },
      handler: async (request, reply) => {
        const raw = rawOf(request);
        const wrongQuery = unknownQuery(route, raw.query);
        const answer = await (wrongQuery ?? route.handle(raw, routes));
        // These answers contain customers' receipts, so a till that was removed meanwhile gets none.
        const isRemoved = request.pairingToken !== null && route.method === 'GET' && !raw.stillPaired();
        const isDropped = answer.kind === 'stream' && (isRemoved || request.method === 'HEAD');
        if (isDropped) answer.drop();
        if (isRemoved) return refuse(request, reply, notPaired);
        return isDropped ? reply.type(route.answers[200]?.mediaType ?? '').send() : send(request, reply, answer);
      },
    });
  }
  for (const url of ['/', '/v1', '/v1/']) {
    const leadToDocs = (_request: FastifyRequest, reply: FastifyReply) => reply.redirect('/v1/docs');
    instance.route({ method: ['GET', 'HEAD'], url, config: { access: 'open' }, handler: leadToDocs });
  }
  /** `serverOptions` are for another server with the same limits and the same routes. */
  return { fastify: instance, serverOptions, connections };
}

const requestIdHeader = 'x-request-id';

/** The till's own id of the request, if it fits a line of a log; else a new one. */
const requestIdOf = (given: unknown): string =>
  typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();

/** `receipt-companion send` identifies itself: its references are separate from those of the till whose token it uses. */
const actorAtDoor = ({ id, scopes }: PairedTill, headers: IncomingHttpHeaders): Actor =>
  headers['receipt-companion-client'] === 'command-line'
    ? { kind: 'commandLine', till: id, scopes }
    : { kind: 'till', till: id, scopes };

const everyAnswer = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;
