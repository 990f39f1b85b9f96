import type { IncomingHttpHeaders } from 'node:http';
import { notPaired, notPairedBecause, type Problem, problem } from '../dispatch/problem.ts';
import { cleanText } from '../shared/foreign-text.ts';
import type { TokenStore } from '../tills/token-store.ts';
import type { Access } from './openapi-document.ts';
import type { TillLimits } from './till-limits.ts';

export const maxBodyBytes = 1024 * 1024;

export interface RequestHead {
  readonly method: string;
  readonly target: string;
  /** Repeated headers must be joined by commas, so that a second one cannot hide behind the first. */
  readonly headers: IncomingHttpHeaders;
  readonly access: Access;
  /** HTTP/1.0, whose requests may have no Host. No browser uses it, so the request does not come from a web page. */
  readonly isOldHttp: boolean;
}

export type PairedTill = NonNullable<ReturnType<TokenStore['find']>>;

export interface AdmissionContext {
  readonly port: number;
  readonly allowedOrigins: readonly string[];
  readonly tokens: Pick<TokenStore, 'find'>;
  readonly limits: Pick<TillLimits, 'admit'>;
  readonly stopping: boolean;
}

/** `headers` are the CORS headers for an allowed origin; empty for every other client. */
type Admission = {
  readonly headers: Readonly<Record<string, string>>;
} /** `till` is present if the route requires one. */ & (
  | { readonly kind: 'admitted'; readonly token: string | null; readonly till: PairedTill | null }
  | { readonly kind: 'preflight' }
  | { readonly kind: 'refused'; readonly problem: Problem }
);

/** A web page can make a browser send requests here (DNS rebinding, cross-site forms): Host and Origin stop it. */
export function admit(head: RequestHead, context: AdmissionContext): Admission {
  const wrongHost = checkHost(head, context.port);
  if (wrongHost !== null) return { kind: 'refused', problem: wrongHost, headers: {} };

  const { origin } = head.headers;
  if (origin !== undefined && (origin === 'null' || !context.allowedOrigins.includes(origin))) {
    const detail = 'found an Origin header that is not in the allow list of the settings';
    return { kind: 'refused', problem: problem('origin-not-allowed', detail), headers: {} };
  }
  const headers = origin === undefined ? {} : corsHeaders(origin);

  if (context.stopping) {
    const detail = 'The app is shutting down and takes no more requests.';
    return { kind: 'refused', problem: problem('shutting-down', detail, { retryAfterSeconds: 5 }), headers };
  }
  if (origin !== undefined && isPreflight(head)) {
    return { kind: 'preflight', headers: { ...headers, ...preflightHeaders } };
  }

  const token = bearerToken(head.headers.authorization);
  const till = head.access === 'open' || token === null ? null : context.tokens.find(token);
  const refusal = checkTill(till, head, context.limits) ?? checkBodyHeaders(head.headers);
  return refusal === null ? { kind: 'admitted', token, till, headers } : { kind: 'refused', problem: refusal, headers };
}

/** A request target with its own address, which overrules the Host header (RFC 9112 3.2.2). */
const absoluteForm = /^http:\/\/([^/?#]*)(?=\/)/i;

/** The path of a request target, also of one with an address. */
export const withoutOrigin = (target: string): string => target.replace(absoluteForm, '');

function checkHost({ target, headers, isOldHttp }: RequestHead, port: number): Problem | null {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  const isOwn = (host: string | undefined): boolean => own.some((one) => one === host);
  const isNamed = isOwn(headers.host) || (isOldHttp && headers.host === undefined);
  const named = absoluteForm.exec(target)?.[1];
  if (isNamed && (named === undefined ? target.startsWith('/') || target === '*' : isOwn(named))) return null;
  return problem('wrong-host', `expected the Host header to be 127.0.0.1:${port}, localhost:${port} or [::1]:${port}`);
}

function bearerToken(header: string | undefined): string | null {
  return header === undefined ? null : (/^Bearer +([\w\-.~+/]{1,512}=*)$/i.exec(header)?.[1] ?? null);
}

function checkTill(
  till: PairedTill | null,
  { access, headers: { authorization } }: RequestHead,
  limits: AdmissionContext['limits'],
): Problem | null {
  if (access === 'open') return null;
  if (till === null) {
    if (authorization === undefined) return notPairedBecause('no Authorization header');
    return bearerToken(authorization) === null ? notPairedBecause('an Authorization header without Bearer') : notPaired;
  }
  const tooMuch = limits.admit(till.id);
  if (tooMuch !== null) return tooMuch;
  if (till.scopes.includes(access)) return null;
  return problem('scope-missing', `expected a token paired with the scope "${access}"`);
}

const longestShown = 100;

const jsonType = /^application\/json[ \t]*(?:;|$)/i;
const charsetOf = /;[ \t]*charset[ \t]*=[ \t]*"?([^";, \t]*)/i;

function isJsonInUtf8(contentType: string): boolean {
  const charset = charsetOf.exec(contentType)?.[1] ?? 'utf-8';
  return jsonType.test(contentType) && /^utf-?8$/i.test(charset);
}

function checkBodyHeaders(headers: IncomingHttpHeaders): Problem | null {
  const length = headers['content-length'];
  if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return null;
  const type = headers['content-type'] ?? '';
  if (!isJsonInUtf8(type)) {
    const found =
      type === '' ? 'no Content-Type' : `the Content-Type ${JSON.stringify(cleanText(type.slice(0, longestShown)))}`;
    return problem('unsupported-media-type', `found ${found}, expected application/json (UTF-8)`);
  }
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    return problem('unsupported-media-type', 'found a Content-Encoding; expected the body as it is');
  }
  if (Number(length ?? 0) > maxBodyBytes) return bodyTooLarge;
  return null;
}

export const bodyTooLarge = problem('body-too-large', `expected at most ${maxBodyBytes} bytes`);

const isPreflight = ({ method, headers }: RequestHead): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

const corsHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'location, retry-after, x-request-id',
  vary: 'Origin',
});

/** No header allows a page to reach this computer: the browser's user or policy decides that (Local Network Access). */
const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, last-event-id, x-request-id',
  'access-control-max-age': '600',
} as const;
