import type { NoAnswerReason } from './answers.ts';

/** What a rejected fetch says about the request. `code` is safe to show: it never holds an address or a header. */
export interface NetworkFailure {
  readonly reason: NoAnswerReason;
  readonly code: string;
  /** The same in the system's own words; absent where `code` is in ours. */
  readonly said?: string;
  readonly inTheWay?: 'redirect' | 'proxy';
  /** False only when the request certainly never left this machine. */
  readonly mayHaveArrived: boolean;
  /** The status that the error stands for, where it stands for one. */
  readonly status?: number;
}

/** Node: the name was not found, or the connection or its TLS never came about. Not a byte of the request was sent. */
const nodeCodesBeforeSending: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_REJECTED',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_TLS_HANDSHAKE_TIMEOUT',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
]);

/**
 * Chromium: the same. `net::ERR_CERT_...` counts too. A reset or a changed connection does not, nor does
 * ERR_SSL_PROTOCOL_ERROR, which can also end a connection that stood.
 */
const chromiumCodesBeforeSending: ReadonlySet<string> = new Set([
  'ERR_CONNECTION_REFUSED',
  'ERR_CONNECTION_FAILED',
  'ERR_CONNECTION_TIMED_OUT',
  'ERR_NAME_NOT_RESOLVED',
  'ERR_NAME_RESOLUTION_FAILED',
  'ERR_DNS_TIMED_OUT',
  'ERR_INTERNET_DISCONNECTED',
  'ERR_ADDRESS_UNREACHABLE',
  'ERR_ADDRESS_INVALID',
  'ERR_NETWORK_ACCESS_DENIED',
  'ERR_PROXY_CONNECTION_FAILED',
  'ERR_PROXY_AUTH_REQUESTED',
  'ERR_PROXY_AUTH_UNSUPPORTED',
  'ERR_PROXY_CERTIFICATE_INVALID',
  'ERR_TUNNEL_CONNECTION_FAILED',
  'ERR_SSL_VERSION_OR_CIPHER_MISMATCH',
  'ERR_UNSAFE_PORT',
]);

/** Calls of the operating system that come before the first byte is sent. */
const callsBeforeSending: ReadonlySet<string> = new Set(['connect', 'getaddrinfo', 'queryA', 'queryAaaa']);

interface ErrorLike {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

const isErrorLike = (value: unknown): value is ErrorLike => typeof value === 'object' && value !== null;

/** The error, what caused it, and what an AggregateError of several addresses holds; `depth` ends a ring. */
function family(error: unknown, depth = 0): readonly ErrorLike[] {
  if (!isErrorLike(error) || depth > 4) return [];
  const members = Array.isArray(error.errors) ? error.errors : [];
  return [error, ...family(error.cause, depth + 1), ...members.flatMap((member) => family(member, depth + 1))];
}

const nameLike = /^[A-Z][A-Z0-9_]{1,59}$/;

function chromiumCode(error: ErrorLike): string | null {
  return typeof error.message === 'string' ? (/\bnet::(ERR_[A-Z0-9_]{1,60})\b/.exec(error.message)?.[1] ?? null) : null;
}

/**
 * Reads why a fetch was rejected, from Node's `cause` chain or from the `net::ERR_...` text of Electron's net.fetch.
 * What it does not know may have arrived.
 */
export function readNetworkError(error: unknown): NetworkFailure {
  const all = family(error);
  if (all.some(({ message }) => message === 'Redirect was cancelled')) {
    return {
      reason: 'not-the-service',
      code: 'a redirect, which is not followed',
      inTheWay: 'redirect',
      mayHaveArrived: true,
    };
  }
  const chromium = all.map(chromiumCode).find((code) => code !== null);
  // Who answers so is no proxy that was asked, and Chromium makes an error of it, as Node's fetch does.
  if (chromium === 'ERR_UNEXPECTED_PROXY_AUTH') {
    return {
      reason: 'not-the-service',
      code: 'HTTP 407, which the service does not send',
      inTheWay: 'proxy',
      mayHaveArrived: true,
      status: 407,
    };
  }
  if (chromium !== undefined && chromium !== null) {
    const before = chromiumCodesBeforeSending.has(chromium) || chromium.startsWith('ERR_CERT_');
    const said = `net::${chromium}`;
    const isProxy = proxyError.test(chromium);
    const known = { ...verdict(isProxy ? `${said}: ${byProxy}` : said, before), said };
    return isProxy ? { ...known, inTheWay: 'proxy' } : known;
  }
  // undici's words for a proxy that answers a CONNECT with anything but 200; nothing goes to the service before that.
  const refusal = all.map(({ message }) => /^Proxy response \((\d{3})\)/.exec(String(message))?.[1]).find(Boolean);
  if (refusal !== undefined) {
    return { ...verdict(`HTTP ${refusal}: ${byProxy}`, true), said: `HTTP ${refusal}`, inTheWay: 'proxy' };
  }
  const node = all.find(({ code }) => typeof code === 'string' && nameLike.test(code));
  if (node === undefined) return verdict('UNKNOWN', false);
  const code = String(node.code);
  const before =
    nodeCodesBeforeSending.has(code) || (typeof node.syscall === 'string' && callsBeforeSending.has(node.syscall));
  return { ...verdict(code, before), said: code };
}

/** For whoever reads the detail: the proxy is the computer's or the company's, and it is there that something is to be done. */
const byProxy = 'the proxy did not let it through';
const proxyError = /^ERR_(TUNNEL_CONNECTION_FAILED|PROXY_AUTH)/;

function verdict(code: string, before: boolean): NetworkFailure {
  return before
    ? { reason: 'no-connection', code, mayHaveArrived: false }
    : { reason: 'connection-lost', code, mayHaveArrived: true };
}
