import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerOptions } from 'node:http';
import { finished } from 'node:stream';
import { type FastifyError, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import {
  busyProblem,
  internalProblem,
  notPaired,
  type Problem,
  problem,
  problemBody,
  problemHeaders,
  problemTypes,
} from '../dispatch/problem.ts';
import type { SystemPorts } from '../ports.ts';
import { StorageBusy } from '../shared/busy.ts';
import {
  type AdmissionContext,
  admit,
  bodyTooLarge,
  maxBodyBytes,
  watchConnections,
  withoutOrigin,
} from './admission.ts';
import {
  type PosRequest,
  type RouteAccess,
  type RouteAnswer,
  type RouteParts,
  unknownId,
  unknownQuery,
} from './route.ts';
import { allowedMethods, posRoutes } from './routes/table.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
  interface FastifyRequest {
    pairingToken: string | null;
  }
}

/** Times in milliseconds. Node checks every `checkEveryMs`, so a limit may be exceeded by that much. */
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

const tooManyConnections = problem(
  'too-many-requests',
  'Found too many running requests of this till. Wait for their answers.',
  {
    retryAfterSeconds: 1,
    headers: { connection: 'close' },
  },
);

export type FastifyApp = ReturnType<typeof createFastifyApp>;

interface FastifyAppParts extends Pick<SystemPorts, 'log'> {
  readonly routes: RouteParts;
  readonly admission: AdmissionContext;
  readonly limits: Limits;
}

export function createFastifyApp({ routes, admission, log, limits }: FastifyAppParts) {
  const connections = watchConnections(limits.connections, limits.connectionsOfTill);
  const { refuse, send, onError } = createReplies(log);

  const isAdmitted = (request: FastifyRequest, reply: FastifyReply): boolean => {
    const access = request.routeOptions?.config?.access ?? 'sale';
    const admitted = admit(request.raw, request.originalUrl, access, admission);
    reply.headers({ ...everyAnswer, [requestIdHeader]: request.id, ...admitted.headers });
    if (admitted.kind === 'admitted') {
      request.pairingToken = admitted.token;
      const { token, till } = admitted;
      if (token === null || till === null) return true;
      const stillPaired = (): boolean => admission.tokens.find(token) !== null;
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
    genReqId: requestIdOf,
    rewriteUrl: withoutOrigin,
    // A long id must reach its route and be reported as not found, not as an unknown route.
    routerOptions: { maxParamLength: maxHeaderBytes },
    return503OnClosing: false,
    exposeHeadRoutes: false,
    frameworkErrors(error, request, reply) {
      if (isAdmitted(request as FastifyRequest, reply as FastifyReply)) {
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
    if (isAdmitted(request, reply)) done();
  });
  instance.setErrorHandler(onError);
  instance.setNotFoundHandler((request, reply) => {
    const methods = allowedMethods(pathOf(request));
    if (methods.length === 0) {
      const detail = 'Found no route with this path. GET /v1/docs lists the routes.';
      return refuse(request, reply, problem('route-not-found', detail));
    }
    const allow = methods.join(', ');
    const detail = `Found ${request.method}. Expected ${allow}.`;
    return refuse(request, reply, problem('method-not-allowed', detail, { headers: { allow } }));
  });

  /** The token is looked up again: it may have been revoked while the body was on its way. */
  function rawOf({ pairingToken: token, params, query, body, raw }: FastifyRequest): PosRequest {
    const till = token === null ? null : admission.tokens.find(token);
    const bytes = body as Uint8Array | undefined;
    if (till !== null && bytes !== undefined) admission.limits.received(till.id, bytes.length);
    // `receipt-companion send` has its own references, apart from those of the till whose token it uses.
    const isCommandLine = raw.headers['receipt-companion-client'] === 'command-line';
    return {
      params: params as Readonly<Record<string, string>>,
      query,
      body: bytes,
      lastEventId: raw.headers['last-event-id'] as string | undefined,
      side: raw.socket,
      address: `${raw.socket.localFamily === 'IPv6' ? '[::1]' : raw.socket.localAddress}:${raw.socket.localPort}`,
      by: till && { kind: isCommandLine ? 'commandLine' : 'till', till: till.id, scopes: till.scopes },
      stillPaired: () => token !== null && admission.tokens.find(token) !== null,
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
        // The answer contains receipts of customers, so a till that was removed meanwhile does not get it.
        const isRemoved = request.pairingToken !== null && route.method === 'GET' && !raw.stillPaired();
        if (isRemoved) return refuse(request, reply, notPaired);
        return answer.kind === 'stream' && request.method === 'HEAD'
          ? reply.type(route.mediaType ?? '').send()
          : send(request, reply, answer);
      },
    });
  }
  for (const url of ['/', '/v1', '/v1/']) {
    const handler = (_request: FastifyRequest, reply: FastifyReply) => reply.redirect('/v1/docs');
    instance.route({ method: ['GET', 'HEAD'], url, config: { access: 'open' }, handler });
  }
  /** Fastify's own server never listens: the server of each address uses `serverOptions` and `fastify.routing`. */
  return { fastify: instance, serverOptions, connections };
}

const requestIdHeader = 'x-request-id';

/** The till's own id of the request, if it fits a line of a log; else a new one. */
function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
}

const everyAnswer = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Writes the answers of routes, and every refusal as a problem (RFC 9457). */
function createReplies(log: SystemPorts['log']) {
  const refuse = (request: FastifyRequest, reply: FastifyReply, reason: Problem): FastifyReply => {
    const { status } = problemTypes[reason.type];
    const route = request.routeOptions?.url ?? 'none';
    const { method, id: requestId } = request;
    log.warn('pos-api-refused', { status, type: reason.type, method, route, requestId });
    const text = JSON.stringify(problemBody(reason, pathOf(request), requestId));
    reply.code(status).headers(problemHeaders(reason)).type('application/problem+json; charset=utf-8');
    if (request.raw.complete) return reply.send(text);
    reply.hijack();
    const headers = reply.getHeaders() as Readonly<Record<string, string>>;
    reply.raw.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
    reply.raw.write(text);
    afterBody(request.raw, () => reply.raw.end());
    return reply;
  };

  const send = (request: FastifyRequest, reply: FastifyReply, answer: RouteAnswer): FastifyReply => {
    switch (answer.kind) {
      case 'content':
        return reply.code(answer.status).headers(answer.headers).send(answer.content);
      case 'stream':
        reply.hijack();
        answer.open(reply.raw, reply.getHeaders() as Readonly<Record<string, string>>);
        return reply;
      case 'refused':
        return refuse(request, reply, answer.problem);
    }
  };

  const onError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (error instanceof StorageBusy) refuse(request, reply, busyProblem);
    else if (error.statusCode === 413) refuse(request, reply, bodyTooLarge);
    else if (error.code === 'FST_ERR_BAD_URL' && allowedMethods(pathOf(request)).includes(request.method))
      refuse(request, reply, unknownId);
    else if (error.statusCode === 415)
      refuse(request, reply, problem('unsupported-media-type', 'The Content-Type is invalid. Send application/json.'));
    else if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      refuse(request, reply, problem('bad-request', 'The address or the length of the body is not valid HTTP.'));
    } else {
      log.error('pos-api-failed', {
        requestId: request.id,
        route: request.routeOptions?.url ?? 'none',
        error: error.stack ?? String(error),
      });
      refuse(request, reply, internalProblem);
    }
  };

  return { refuse, send, onError };
}

/** The most bytes of a refused body that are read and ignored, for clients that read the answer only after sending. */
const mostIgnoredBytes = 16 * maxBodyBytes;

/** Closing the connection while the client still sends would lose the answer. `requestTimeout` limits the time. */
function afterBody(body: IncomingMessage, run: () => void): void {
  let left = mostIgnoredBytes;
  finished(body, { writable: false }, run);
  body.on('data', (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) body.destroy();
  });
}

const pathOf = (request: FastifyRequest): string => (request.raw.url ?? '').split('?', 1)[0] ?? '';
