import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  notPaired,
  notPairedBecause,
  type Problem,
  type ProblemType,
  problem,
  problemBody,
  problemTypes,
} from '../dispatch/problem.ts';
import type { Clock } from '../ports.ts';
import { quoted } from '../shared/foreign-text.ts';
import type { TokenStore } from '../tills/token-store.ts';
import type { RouteAccess } from './route.ts';

export const maxBodyBytes = 1024 * 1024;

export type PairedTill = NonNullable<ReturnType<TokenStore['find']>>;

export interface AdmissionContext {
  /** Port and `stopping` change while the server runs. */
  readonly state: { readonly port: number; readonly stopping: boolean };
  readonly settings: () => { readonly posApi: { readonly allowedOrigins: readonly string[] } };
  readonly tokens: Pick<TokenStore, 'find'>;
  readonly limits: TillLimits;
}

/** `headers`: the CORS headers of an allowed origin, otherwise empty. `till`: present if the route requires one. */
type Admission = {
  readonly headers: Readonly<Record<string, string>>;
} & (
  | { readonly kind: 'admitted'; readonly token: string | null; readonly till: PairedTill | null }
  | { readonly kind: 'preflight' }
  | { readonly kind: 'refused'; readonly problem: Problem }
);

/**
 * A web page can make a browser send requests here (DNS rebinding, forms), so Host and Origin are checked. `target` is
 * the request target as it was sent. Repeated headers must be joined by commas, so that a second one cannot hide.
 */
export function admit(
  request: IncomingMessage,
  target: string,
  access: RouteAccess,
  context: AdmissionContext,
): Admission {
  const wrongHost = checkHost(request, target, context.state.port);
  if (wrongHost !== null) return { kind: 'refused', problem: wrongHost, headers: {} };

  const { origin, authorization } = request.headers;
  if (origin !== undefined && (origin === 'null' || !context.settings().posApi.allowedOrigins.includes(origin))) {
    const detail = `Found the origin ${quoted(origin)}. Add it to Settings, Expert, Web addresses that may connect.`;
    return { kind: 'refused', problem: problem('origin-not-allowed', detail), headers: {} };
  }
  const headers = origin === undefined ? {} : corsHeaders(origin);

  if (context.state.stopping) {
    const detail = 'The app is shutting down and takes no more requests.';
    return { kind: 'refused', problem: problem('shutting-down', detail, { retryAfterSeconds: 5 }), headers };
  }
  const asksBefore = request.headers['access-control-request-method'] !== undefined;
  if (origin !== undefined && request.method === 'OPTIONS' && asksBefore) {
    return { kind: 'preflight', headers: { ...headers, ...preflightHeaders } };
  }

  const token = /^Bearer +([\w\-.~+/]{1,512}=*)$/i.exec(authorization ?? '')?.[1] ?? null;
  const till = access === 'open' || token === null ? null : context.tokens.find(token);
  const refusal = checkTill(till, token, access, authorization, context.limits) ?? checkBodyHeaders(request.headers);
  return refusal === null ? { kind: 'admitted', token, till, headers } : { kind: 'refused', problem: refusal, headers };
}

/** A request target that contains a host, which overrules the Host header (RFC 9112 3.2.2). */
const absoluteForm = /^http:\/\/([^/?#]*)(?=\/)/i;

export const withoutOrigin = ({ url = '' }: Pick<IncomingMessage, 'url'>): string => url.replace(absoluteForm, '');

function checkHost({ headers, httpVersion }: IncomingMessage, target: string, port: number): Problem | null {
  const hosts: readonly (string | undefined)[] = ['127.0.0.1', 'localhost', '[::1]'];
  // Clients leave out port 80, which is the default port of HTTP.
  const own = [...hosts.map((host) => `${host}:${port}`), ...(port === 80 ? hosts : [])];
  // HTTP/1.0 needs no Host header. No browser uses it, so no web page sent such a request.
  const isNamed = own.includes(headers.host) || (httpVersion === '1.0' && headers.host === undefined);
  const named = absoluteForm.exec(target)?.[1];
  if (isNamed && (named === undefined ? target.startsWith('/') || target === '*' : own.includes(named))) return null;
  return problem(
    'wrong-host',
    `Found the host ${quoted(named ?? headers.host ?? '')}. Expected 127.0.0.1:${port}, localhost:${port} or [::1]:${port}.`,
  );
}

function checkTill(
  till: PairedTill | null,
  token: string | null,
  access: RouteAccess,
  authorization: string | undefined,
  limits: AdmissionContext['limits'],
): Problem | null {
  if (access === 'open') return null;
  if (till === null) {
    if (authorization === undefined) return notPairedBecause('no Authorization header');
    return token === null ? notPairedBecause('an Authorization header without Bearer') : notPaired;
  }
  const tooMuch = limits.admit(till.id);
  if (tooMuch !== null) return tooMuch;
  if (till.scopes.includes(access)) return null;
  return problem('scope-missing', `Found a token without the scope "${access}". Pair the till again with this scope.`);
}

const jsonType = /^application\/json[ \t]*(?:;|$)/i;
const charsetOf = /;[ \t]*charset[ \t]*=[ \t]*"?([^";, \t]*)/i;

function checkBodyHeaders(headers: IncomingHttpHeaders): Problem | null {
  const length = headers['content-length'];
  if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return null;
  const type = headers['content-type'] ?? '';
  if (!jsonType.test(type) || !/^utf-?8$/i.test(charsetOf.exec(type)?.[1] ?? 'utf-8')) {
    const found = type === '' ? 'no Content-Type' : `the Content-Type ${quoted(type)}`;
    return problem('unsupported-media-type', `Found ${found}. Expected application/json (UTF-8).`);
  }
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    return problem('unsupported-media-type', 'Found a Content-Encoding. Send the body without an encoding.');
  }
  if (Number(length ?? 0) > maxBodyBytes) return bodyTooLarge;
  return null;
}

export const bodyTooLarge = problem('body-too-large', `The body is too large. Expected at most ${maxBodyBytes} bytes.`);

const corsHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'location, retry-after, x-request-id',
  vary: 'Origin',
});

/** No header here grants access to the local network: the browser asks its user for that (Local Network Access). */
const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, last-event-id, x-request-id',
  'access-control-max-age': '600',
} as const;

/** The quota of each till per minute. A till that was quiet may send the requests of a whole minute at once. */
export interface TillQuota {
  readonly requestsPerMinute: number;
  readonly megabytesPerMinute: number;
}

const megabyte = 1024 * 1024;
const minuteMs = 60_000;

/** These values become negative after a large body and are refilled over the minute. */
interface Left {
  requests: number;
  bytes: number;
  at: number;
}

export type TillLimits = ReturnType<typeof createTillLimits>;

export function createTillLimits(settings: () => { readonly posApi: TillQuota }, clock: Pick<Clock, 'now'>) {
  const tills = new Map<string, Left>();

  function leftOf(till: string): Left {
    const { requestsPerMinute: requests, megabytesPerMinute } = settings().posApi;
    const bytes = megabytesPerMinute * megabyte;
    const now = clock.now();
    const before = tills.get(till) ?? { requests, bytes, at: now };
    const minutes = Math.max(0, now - before.at) / minuteMs;
    const left = {
      requests: Math.min(requests, before.requests + minutes * requests),
      bytes: Math.min(bytes, before.bytes + minutes * bytes),
      at: now,
    };
    tills.set(till, left);
    return left;
  }

  return {
    /** Counts a request and refuses it if the till has exceeded its quota. It is called before the body is read. */
    admit(till: string): Problem | null {
      const left = leftOf(till);
      const { requestsPerMinute, megabytesPerMinute } = settings().posApi;
      if (left.requests < 1) {
        const wait = (1 - left.requests) / requestsPerMinute;
        return tooMuch(`Found more than ${requestsPerMinute} requests of this till in a minute. Send fewer.`, wait);
      }
      if (left.bytes < 0) {
        const wait = -left.bytes / (megabytesPerMinute * megabyte);
        return tooMuch(`Found more than ${megabytesPerMinute} MiB of this till in a minute. Send less.`, wait);
      }
      left.requests -= 1;
      return null;
    },
    received(till: string, bytes: number) {
      leftOf(till).bytes -= bytes;
    },
  };
}

const tooMuch = (detail: string, minutes: number): Problem =>
  problem('too-many-requests', detail, { retryAfterSeconds: Math.max(1, Math.ceil((minutes * minuteMs) / 1_000)) });

export interface AdmittedTill {
  /** The id of the till's token. */
  readonly id: string;
  readonly stillPaired: () => boolean;
}

/** Sends the data that was written, then closes the socket even if the peer never reads. */
const endNow = (socket: Socket): void => socket.destroySoon();

/** Limits silent connections. At the limit a new one closes the one that was silent longest, but never a till's. */
export function watchConnections(most: number, mostOfTill: number) {
  /** Open connections in the order of their last admitted request, or of their beginning without one. */
  const connections = new Map<Socket, { till: AdmittedTill | null; response: ServerResponse | null }>();
  let open = 0;
  let idle: PromiseWithResolvers<void> | null = null;

  function makeRoom(): void {
    if (connections.size <= most) return;
    const [longest] = [...connections].find(([, { till }]) => till === null) ?? [];
    longest?.destroy();
  }

  function hasRoom({ id }: AdmittedTill): boolean {
    const own = [...connections].filter(([, { till }]) => till?.id === id);
    if (own.length < mostOfTill) return true;
    const [silent] = own.find(([, { response }]) => response === null) ?? [];
    silent?.destroy();
    return silent !== undefined && connections.delete(silent);
  }

  function broken(error: { readonly code?: string | undefined }, socket: Socket): void {
    const response = connections.get(socket)?.response;
    // A complete request is being answered, so broken data after it needs no separate answer.
    if (!response?.req.complete) answerBrokenRequest(error, socket);
    else if (response.headersSent) endNow(socket);
    else response.once('finish', () => endNow(socket));
  }

  return {
    watch(server: Server) {
      server.on('connection', (socket: Socket) => {
        connections.set(socket, { till: null, response: null });
        socket.once('close', () => connections.delete(socket));
        makeRoom();
      });
      server.on('clientError', (error: NodeJS.ErrnoException, socket) => broken(error, socket as Socket));
    },
    /**
     * Closes only a connection of the same till to make room. Returns false if all its permitted connections are busy.
     */
    admit({ socket }: IncomingMessage, till: AdmittedTill): boolean {
      const connection = connections.get(socket);
      if (connection === undefined || (connection.till === null && !hasRoom(till))) return false;
      connection.till = till;
      connections.delete(socket);
      connections.set(socket, connection);
      return true;
    },
    /** Closes the connections of a revoked token. A connection whose answer has not begun closes after that answer. */
    endRevoked() {
      for (const [socket, { till, response }] of connections) {
        if (till === null || till.stillPaired()) continue;
        if (response?.headersSent === false) response.once('finish', () => endNow(socket));
        // The client must not get the rest of a file, and unread data is discarded.
        else if (response?.writableEnded === false || socket.writableLength > 0) socket.destroy();
        else endNow(socket);
      }
    },
    arrived({ socket }: IncomingMessage, response: ServerResponse) {
      open += 1;
      const connection = connections.get(socket);
      if (connection !== undefined) connection.response = response;
      response.once('close', () => {
        if (connection?.response === response) connection.response = null;
        open -= 1;
        if (open === 0) idle?.resolve();
      });
    },
    idle(): Promise<void> {
      idle = Promise.withResolvers();
      if (open === 0) idle.resolve();
      return idle.promise;
    },
  };
}

const typeOfCode: Readonly<Record<string, ProblemType>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** Closes both sides after the answer: half-closed, a connection would stay open until its peer closes it too. */
function answerBrokenRequest(error: { readonly code?: string | undefined }, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const reason = problem(
    typeOfCode[error.code ?? ''] ?? 'bad-request',
    'The connection carried no whole HTTP request.',
  );
  const { status, title } = problemTypes[reason.type];
  const requestId = randomUUID();
  const body = JSON.stringify(problemBody(reason, '', requestId));
  socket.write(
    [
      `HTTP/1.1 ${status} ${title}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  socket.destroySoon();
}
