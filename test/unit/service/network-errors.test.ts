import { expect, test } from 'vitest';
import { readNetworkError } from '../../../src-main/service/network-errors.ts';

/** Node's fetch rejects like this, with the cause inside. */
const fetchFailed = (code: string, more: Readonly<Record<string, unknown>> = {}): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(`about ${code}`), { code, ...more }) });
const chromium = (...codes: readonly string[]) => codes.map((code) => new Error(`net::ERR_${code}`));

test.each([
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'].map((code) => fetchFailed(code, { syscall: 'connect' })),
  ...['UND_ERR_CONNECT_TIMEOUT', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED'].map((code) => fetchFailed(code)),
  ...['ENOTFOUND', 'EAI_AGAIN', 'ERR_TLS_CERT_ALTNAME_INVALID'].map((code) => fetchFailed(code)),
  new TypeError('fetch failed', { cause: new AggregateError([fetchFailed('ECONNREFUSED')]) }),
  ...chromium('CONNECTION_REFUSED', 'NAME_NOT_RESOLVED', 'INTERNET_DISCONNECTED', 'CONNECTION_TIMED_OUT'),
  ...chromium('ADDRESS_UNREACHABLE', 'PROXY_CONNECTION_FAILED', 'CERT_AUTHORITY_INVALID', 'CERT_DATE_INVALID'),
])('the request was certainly not sent: %s', (error) => {
  expect(readNetworkError(error)).toMatchObject({ reason: 'no-connection', mayHaveArrived: false });
});

test.each([
  ...['EHOSTUNREACH', 'ETIMEDOUT', 'ECONNRESET'].map((code) => fetchFailed(code, { syscall: 'read' })),
  ...['UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'HPE_INVALID_CONSTANT'].map((code) => fetchFailed(code)),
  ...chromium('CONNECTION_RESET', 'CONNECTION_CLOSED', 'EMPTY_RESPONSE', 'NETWORK_CHANGED', 'NETWORK_IO_SUSPENDED'),
  ...chromium('TIMED_OUT', 'SSL_PROTOCOL_ERROR', 'HTTP2_PROTOCOL_ERROR', 'FAILED', 'NOT_INVENTED_YET'),
  ...[new TypeError('fetch failed'), 'a string', null],
])('the request may have arrived: %s', (error) => {
  expect(readNetworkError(error)).toMatchObject({ reason: 'connection-lost', mayHaveArrived: true });
});

test('a refusal by the proxy is recognised in the errors of Chromium and of Node', () => {
  const tunnel = new TypeError('fetch failed', {
    cause: new Error('Proxy response (407) !== 200 when HTTP Tunneling'),
  });
  for (const [error, verbatim] of [
    [new Error('net::ERR_TUNNEL_CONNECTION_FAILED'), 'net::ERR_TUNNEL_CONNECTION_FAILED'],
    [tunnel, 'HTTP 407'],
  ] as const) {
    expect(readNetworkError(error)).toEqual({
      ...{ reason: 'no-connection', inTheWay: 'proxy', mayHaveArrived: false, verbatim },
      code: expect.stringMatching(/: the proxy did not let it through$/),
    });
  }
});

test.each([
  ['a 407 without a request to a proxy', 'net::ERR_UNEXPECTED_PROXY_AUTH', { status: 407 }],
  ['a redirect that was not followed', 'Redirect was cancelled', {}],
])('%s counts as an answer of another server', (_what, message, more) => {
  const expected = { reason: 'not-the-service', mayHaveArrived: true, ...more };
  expect(readNetworkError(new Error(message))).toMatchObject(expected);
});

test('only the code of an error is returned, never its text, and errors that cause each other do not hang', () => {
  const error = fetchFailed('not a code: Bearer canary', { message: 'Bearer canary' });
  expect(JSON.stringify(readNetworkError(error))).not.toContain('canary');
  const first = new Error('first');
  first.cause = new Error('second', { cause: first });
  expect(readNetworkError(first).mayHaveArrived).toBe(true);
});
