import { describe, expect, test } from 'vitest';
import { readNetworkError } from '../../../src-main/service/network-errors.ts';

/** As Node's fetch rejects: the reason is the cause. */
const fetchFailed = (code: string, more: Readonly<Record<string, unknown>> = {}): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(`about ${code}`), { code, ...more }) });

describe('Node', () => {
  test.each([
    fetchFailed('ECONNREFUSED', { syscall: 'connect' }),
    fetchFailed('ENOTFOUND', { syscall: 'getaddrinfo' }),
    fetchFailed('EAI_AGAIN', { syscall: 'getaddrinfo' }),
    fetchFailed('EHOSTUNREACH', { syscall: 'connect' }),
    fetchFailed('ENETUNREACH', { syscall: 'connect' }),
    fetchFailed('ETIMEDOUT', { syscall: 'connect' }),
    fetchFailed('UND_ERR_CONNECT_TIMEOUT'),
    fetchFailed('DEPTH_ZERO_SELF_SIGNED_CERT'),
    fetchFailed('CERT_HAS_EXPIRED'),
    fetchFailed('ERR_TLS_CERT_ALTNAME_INVALID'),
    new TypeError('fetch failed', {
      cause: new AggregateError([Object.assign(new Error('v6'), { code: 'ECONNREFUSED', syscall: 'connect' })]),
    }),
  ])('certainly not sent: $cause', (error) => {
    expect(readNetworkError(error)).toMatchObject({ reason: 'no-connection', mayHaveArrived: false });
  });

  test.each([
    fetchFailed('ECONNRESET', { syscall: 'read' }),
    fetchFailed('EPIPE', { syscall: 'write' }),
    fetchFailed('EHOSTUNREACH', { syscall: 'read' }),
    fetchFailed('ETIMEDOUT', { syscall: 'read' }),
    fetchFailed('UND_ERR_SOCKET'),
    fetchFailed('UND_ERR_HEADERS_TIMEOUT'),
    fetchFailed('HPE_INVALID_CONSTANT'),
    new TypeError('fetch failed'),
    'a string',
    null,
  ])('may have arrived: %s', (error) => {
    expect(readNetworkError(error)).toMatchObject({ reason: 'connection-lost', mayHaveArrived: true });
  });
});

describe('Electron', () => {
  test.each([
    'ERR_CONNECTION_REFUSED',
    'ERR_NAME_NOT_RESOLVED',
    'ERR_INTERNET_DISCONNECTED',
    'ERR_CONNECTION_TIMED_OUT',
    'ERR_ADDRESS_UNREACHABLE',
    'ERR_PROXY_CONNECTION_FAILED',
    'ERR_CERT_AUTHORITY_INVALID',
    'ERR_CERT_DATE_INVALID',
  ])('certainly not sent: net::%s', (code) => {
    const words = `net::${code}`;
    const expected = { reason: 'no-connection', code: words, said: words, mayHaveArrived: false };
    expect(readNetworkError(new Error(`net::${code}`))).toEqual(expected);
  });

  test.each([
    'ERR_CONNECTION_RESET',
    'ERR_CONNECTION_CLOSED',
    'ERR_EMPTY_RESPONSE',
    'ERR_NETWORK_CHANGED',
    'ERR_NETWORK_IO_SUSPENDED',
    'ERR_TIMED_OUT',
    'ERR_SSL_PROTOCOL_ERROR',
    'ERR_HTTP2_PROTOCOL_ERROR',
    'ERR_FAILED',
    'ERR_NOT_INVENTED_YET',
  ])('may have arrived: net::%s', (code) => {
    expect(readNetworkError(new Error(`net::${code}`))).toMatchObject({ mayHaveArrived: true });
  });

  test('a proxy that lets nothing through is named for every program', () => {
    const said = [
      new Error('net::ERR_TUNNEL_CONNECTION_FAILED'),
      new TypeError('fetch failed', { cause: new Error('Proxy response (407) !== 200 when HTTP Tunneling') }),
    ].map(readNetworkError);
    expect(said.map((one) => one.said)).toEqual(['net::ERR_TUNNEL_CONNECTION_FAILED', 'HTTP 407']);
    for (const { code, said: _words, ...rest } of said) {
      expect(rest).toEqual({ reason: 'no-connection', inTheWay: 'proxy', mayHaveArrived: false });
      expect(code).toMatch(/: the proxy did not let it through$/);
    }
  });

  test('a 407 without a request to a proxy comes from another server', () => {
    const expected = { reason: 'not-the-service', mayHaveArrived: true, status: 407 };
    expect(readNetworkError(new Error('net::ERR_UNEXPECTED_PROXY_AUTH'))).toMatchObject(expected);
  });

  test('a redirect that was not followed comes from another server', () => {
    const expected = { reason: 'not-the-service', mayHaveArrived: true };
    expect(readNetworkError(new Error('Redirect was cancelled'))).toMatchObject(expected);
  });
});

test('only the code gets out, never the text of an error', () => {
  const error = fetchFailed('not a code: Bearer canary', { message: 'Bearer canary' });
  expect(JSON.stringify(readNetworkError(error))).not.toContain('canary');
});

test('errors that cause each other end', () => {
  const first = new Error('first');
  const second = new Error('second', { cause: first });
  first.cause = second;
  expect(readNetworkError(first).mayHaveArrived).toBe(true);
});
