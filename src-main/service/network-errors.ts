import type { NoAnswer } from './answers.ts';

export type NetworkFailure = Pick<NoAnswer, 'reason' | 'verbatim' | 'inTheWay' | 'mayHaveArrived'> & {
  /** Safe to show: it never contains an address or a header. */
  readonly code: string;
  readonly status?: number;
};

/** Node's codes for an unknown host, a failed connection and failed TLS. No byte of the request was sent. */
const nodeBeforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_TLS_HANDSHAKE_TIMEOUT',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
]);
const ofCertificate = /^(?:CERT_|UNABLE_TO_|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT)/;

/** Chromium's codes of an unsent request. A reset and ERR_SSL_PROTOCOL_ERROR can come later, so they are missing. */
const chromiumBeforeSending =
  /^ERR_(?:(?:ADDRESS|CERT|DNS|NAME|PROXY)_|(?:CONNECTION_(?:REFUSED|FAILED|TIMED_OUT)|TUNNEL_CONNECTION_FAILED|INTERNET_DISCONNECTED|NETWORK_ACCESS_DENIED|SSL_VERSION_OR_CIPHER_MISMATCH|UNSAFE_PORT)$)/;

const callsBeforeSending: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo', 'queryA', 'queryAaaa']);

interface ErrorLike {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** Returns the error, its causes and the parts of an AggregateError. `depth` ends a cycle. */
function family(error: unknown, depth = 0): readonly ErrorLike[] {
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  const { cause, errors }: ErrorLike = error;
  const causes = [cause, ...(Array.isArray(errors) ? errors : [])];
  return [error, ...causes.flatMap((one) => family(one, depth + 1))];
}

/** Reads a rejected fetch of Node or of Electron's net.fetch. A request with an unknown reason may have arrived. */
export function readNetworkError(error: unknown): NetworkFailure {
  const all = family(error);
  const messages = all.map(({ message }) => String(message));
  if (messages.includes('Redirect was cancelled')) {
    return { ...notTheService, code: 'a redirect, which is not followed', inTheWay: 'redirect' };
  }
  const chromium = messages.map((text) => /\bnet::(ERR_[A-Z0-9_]{1,60})\b/.exec(text)?.[1]).find(Boolean);
  // No proxy was used, so another server sent the 407. Chromium turns it into an error.
  if (chromium === 'ERR_UNEXPECTED_PROXY_AUTH') {
    return { ...notTheService, code: 'HTTP 407, which the service does not send', inTheWay: 'proxy', status: 407 };
  }
  if (chromium !== undefined) {
    const isProxys = /^ERR_(?:TUNNEL_CONNECTION_FAILED|PROXY_AUTH)/.test(chromium);
    return failureBy(`net::${chromium}`, chromiumBeforeSending.test(chromium), isProxys);
  }
  // The message of undici for a proxy that answers a CONNECT without 200. Nothing was sent to the service.
  const refusal = messages.map((text) => /^Proxy response \((\d{3})\)/.exec(text)?.[1]).find(Boolean);
  if (refusal !== undefined) return failureBy(`HTTP ${refusal}`, true, true);
  const node = all.find(({ code }) => typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,59}$/.test(code));
  if (node === undefined) return { reason: 'connection-lost', code: 'UNKNOWN', mayHaveArrived: true };
  const code = String(node.code);
  const isBefore = nodeBeforeSending.has(code) || ofCertificate.test(code) || callsBeforeSending.has(node.syscall);
  return failureBy(code, isBefore);
}

const notTheService = { reason: 'not-the-service', mayHaveArrived: true } as const;

/** The detail names the proxy, because the problem must be solved there. */
function failureBy(verbatim: string, isBeforeSending: boolean, isProxys = false): NetworkFailure {
  const known = isBeforeSending
    ? ({ reason: 'no-connection', mayHaveArrived: false } as const)
    : ({ reason: 'connection-lost', mayHaveArrived: true } as const);
  return isProxys
    ? { ...known, code: `${verbatim}: the proxy did not let it through`, verbatim, inTheWay: 'proxy' }
    : { ...known, code: verbatim, verbatim };
}
