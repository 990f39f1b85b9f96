import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { nodeFetch } from '../../src-main/node-fetch.ts';
import { exchange, type HttpRequest, startDeadline } from '../../src-main/service/http.ts';
import { ruleAssumptions } from '../electron/contract/network-rule.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { onLoopback } from './loopback.ts';

const fetch = nodeFetch({ usesEnvProxy: false });

test.each(ruleAssumptions(fetch).map((one) => [one.what, one] as const))('%s', async (_what, { expected, see }) => {
  expect(await see()).toBe(expected);
});

/** A server whose connections the test handles; `onRequest` runs when the head of a request is complete. */
async function rawServer(onRequest: (socket: Socket) => void) {
  let received = '';
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    let head = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received += chunk.toString('utf8');
      head += chunk.toString('utf8');
      if (!head.includes('\r\n\r\n')) return;
      head = '';
      onRequest(socket);
    });
  });
  const port = await onLoopback(server);
  return { port, received: () => received, connections: () => connections };
}

const chunkedHead = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked';
const reply = (head: string, body = '') =>
  `HTTP/1.1 ${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

function call(port: number, more: Partial<HttpRequest> = {}, scheme = 'http') {
  const clock = createManualClock();
  const url = `${scheme}://127.0.0.1:${port}/api/v3/bill`;
  const request = { method: 'POST', url, headers: {}, body: '{}', connectTimeoutMs: 5_000, ...more } as const;
  const deadline = startDeadline(clock, 15_000);
  const answer = exchange({ fetch, clock }, request, deadline.signal).finally(deadline.cancel);
  return { answer, clock };
}

describe('before the request has left', () => {
  test('a connection that is never established ends with the connect time-out', async () => {
    const server = await rawServer(() => {});
    const { answer, clock } = call(server.port, { body: 'canary' }, 'https');
    await expect.poll(server.connections).toBe(1);
    await clock.untilTimers(2);
    clock.advance(5_000);
    expect(await answer).toMatchObject({ reason: 'time-out', mayHaveArrived: false });
    expect(clock.pendingMs()).toEqual([]);
    expect(server.received()).not.toContain('canary');
  });

  test('a TLS connection to a server without TLS fails', async () => {
    const plain = createServer((socket) => {
      socket.on('error', () => {});
      socket.write(reply('400 Bad Request'));
    });
    const { answer } = call(await onLoopback(plain), {}, 'https');
    expect(await answer).toMatchObject({ reason: 'no-connection', mayHaveArrived: false });
  });

  test('a call that was sent does not mark another call as sent', async () => {
    const silent = await rawServer(() => {});
    const stuck = call(silent.port, {}, 'https');
    await stuck.clock.untilTimers(2);
    const server = await rawServer((socket) => socket.write(reply('200 OK', '{}')));
    expect(await call(server.port).answer).toMatchObject({ kind: 'http', status: 200 });
    stuck.clock.advance(5_000);
    expect(await stuck.answer).toMatchObject({ reason: 'time-out', mayHaveArrived: false });
  });
});

test('if fetch reports no progress, the request counts as possibly sent, regardless of other calls', async () => {
  const clock = createManualClock();
  const deadline = startDeadline(clock, 15_000);
  const request = { method: 'PUT', url: 'http://x.invalid', headers: {}, body: '{}', connectTimeoutMs: 5_000 } as const;
  const withoutStage = exchange({ fetch: () => new Promise(() => {}), clock }, request, deadline.signal);
  const silent = await rawServer(() => {});
  const stuck = call(silent.port, {}, 'https');
  await stuck.clock.untilTimers(2);
  expect(clock.pendingMs()).toEqual([15_000]);
  clock.advance(15_000);
  expect(await withoutStage).toMatchObject({ reason: 'time-out', mayHaveArrived: true });
  stuck.clock.advance(5_000);
  await stuck.answer;
});

test.each<readonly [string, number | null, (socket: Socket) => void]>([
  ['a reset', null, (socket) => socket.resetAndDestroy()],
  ['half a head', null, (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le')],
  ['half a chunked body', 200, (socket) => socket.end(`${chunkedHead}\r\n\r\nd\r\n{"type":"url"\r\n`)],
])('after %s the request may have arrived', async (_name, status, onRequest) => {
  const server = await rawServer(onRequest);
  const { answer, clock } = call(server.port);
  expect(await answer).toMatchObject({ reason: 'connection-lost', status, mayHaveArrived: true });
  expect(server.connections()).toBe(1);
  expect(clock.pendingMs()).toEqual([]);
});

describe('answers', () => {
  test('an answer of exactly 1 MiB is read', async () => {
    const server = await rawServer((socket) => socket.write(reply('200 OK', 'x'.repeat(1024 * 1024))));
    const answer = await call(server.port).answer;
    expect(answer.kind === 'http' && answer.text.length).toBe(1024 * 1024);
  });

  test('a request text in any writing system is sent unchanged, and a 204 without a body is read', async () => {
    const words = 'Straße 😀 שלום \u202e';
    const body = JSON.stringify({ words, lone: '\ud800' });
    const server = await rawServer((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
    expect(await call(server.port, { body }).answer).toMatchObject({
      kind: 'http',
      status: 204,
      contentType: '',
      text: '',
    });
    await expect.poll(server.received).toContain(words);
    expect(server.received()).toContain('"\\ud800"');
  });
});

/** A server that keeps connections open and records which connection each request used. */
async function listeningServer() {
  const cameOver: number[] = [];
  const server = createHttpServer((request, response) => {
    cameOver.push(request.socket.remotePort ?? 0);
    request.resume().on('end', () => response.end('{}'));
  });
  return { url: `http://127.0.0.1:${await onLoopback(server)}/`, cameOver };
}

test('a request that needs a fresh connection gets one that no other request uses', async () => {
  const { url, cameOver } = await listeningServer();
  const freshAt = [3, 5, 6];
  for (let count = 0; count < 10; count += 1) {
    const freshConnection = freshAt.includes(count);
    const response = await fetch(url, { method: 'PUT', body: '{}', freshConnection });
    expect(await text(response.body as AsyncIterable<Uint8Array>)).toBe('{}');
    await nextTurn();
  }
  for (const at of freshAt) expect(cameOver.filter((port) => port === cameOver[at])).toHaveLength(1);
  // The other requests share a connection. Otherwise the check above would prove nothing.
  expect(new Set(cameOver).size).toBeLessThan(7);
});
