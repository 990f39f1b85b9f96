import { createServer, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { createMetricsSender } from '../../../src-main/diagnostics/send-metrics.ts';
import type { Fetch } from '../../../src-main/ports.ts';
import { onLoopback } from '../../app/loopback.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createTestLog } from '../../fakes/test-log.ts';

/** No caller waits for the collector, and a fault is logged once. */

const body = new Uint8Array([1, 2, 3]);

function sendTo(url: string, authorization: string | null = null, own: Fetch = fetch) {
  const clock = createManualClock();
  const log = createTestLog();
  const sender = createMetricsSender({ clock, log, url, authorization, fetch: own });
  const events = () =>
    log.lines.map(({ event, fields: { reason, status, code } }) => [event, reason, status, ...(code ? [code] : [])]);
  return { ...sender, clock, log, events };
}

const collector = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await onLoopback(createServer(listener))}/v1/metrics`;

const sent = ['metrics-sent', undefined, undefined];
/** A request with this fetch never ends, not even if it is aborted. */
const never: Fetch = () => new Promise(() => undefined);

test('metrics are sent to the exact address with their content type and the Authorization header, and logged once', async () => {
  const got: unknown[] = [];
  const url = await collector((request, response) => {
    const { method, url: path, headers } = request;
    request.on('data', (chunk: Buffer) =>
      got.push([method, path, headers['content-type'], headers.authorization, [...chunk]]),
    );
    request.on('end', () => response.end());
  });
  const { send, events } = sendTo(url, 'Bearer canary');
  for (let tries = 1; tries <= 3; tries += 1) await send(body);
  expect(got[0]).toEqual(['POST', '/v1/metrics', 'application/x-protobuf', 'Bearer canary', [1, 2, 3]]);
  expect(events()).toEqual([sent]);
});

test('only the head of an endless answer is read', async () => {
  let isGivenUp = false;
  const endless = () =>
    new ReadableStream({
      pull: (stream) => stream.enqueue(new Uint8Array(65_536)),
      cancel: () => {
        isGivenUp = true;
      },
    });
  const { send, events } = sendTo('http://127.0.0.1:9/', null, () => Promise.resolve(new Response(endless())));
  await send(body);
  await expect.poll(() => isGivenUp).toBe(true);
  expect(events()).toEqual([sent]);
});

test.each<[string, RequestListener, unknown[][]]>([
  ['refuses', (_request, response) => void response.writeHead(503).end(), [['metrics-not-sent', 'refused', 503]]],
  [
    'redirects',
    (_request, response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
    [['metrics-not-sent', 'refused', 307]],
  ],
  [
    'hangs up',
    (request) => void request.socket.destroy(),
    [['metrics-not-sent', 'no-connection', null, 'UND_ERR_SOCKET']],
  ],
])('a collector that %s is reported once', async (_what, listener, expected) => {
  const { send, events } = sendTo(await collector(listener));
  for (let tries = 1; tries <= 4; tries += 1) await send(body);
  expect(events()).toEqual(expected);
});

test.each([
  ['nothing listens on the port', (url: string) => url, true, 'ECONNREFUSED'],
  ['the server lacks HTTPS', (url: string) => url.replace('http:', 'https:'), false, 'ERR_SSL_WRONG_VERSION_NUMBER'],
] as const)('the log names the cause when %s, without the address', async (_what, mistype, isGone, code) => {
  const server = createServer((_request, response) => void response.end());
  const port = await onLoopback(server);
  if (isGone) server.close();
  const { send, events, log } = sendTo(mistype(`http://127.0.0.1:${port}/v1/metrics`));
  await send(body);
  expect(events()).toEqual([['metrics-not-sent', 'no-connection', null, code]]);
  expect(JSON.stringify(log.lines)).not.toContain(String(port));
});

test('a request to a silent collector ends after ten seconds, even if it ignores its abort', async () => {
  const { send, events, clock } = sendTo('http://127.0.0.1:9/', null, never);
  const sending = send(body);
  expect(clock.pendingMs()).toEqual([10_000]);
  clock.advance(10_000);
  await sending;
  expect(events()).toEqual([['metrics-not-sent', 'time-out', null]]);
});

test('a recovered collector is logged', async () => {
  let isBack = false;
  const url = await collector((_request, response) => void response.writeHead(isBack ? 200 : 500).end());
  const { send, events } = sendTo(url);
  await send(body);
  isBack = true;
  await send(body);
  expect(events().map(([event]) => event)).toEqual(['metrics-not-sent', 'metrics-sent-again']);
});

test('the end of the program waits at most two seconds for the last request', async () => {
  const { send, end, clock } = sendTo('http://127.0.0.1:9/', null, never);
  const ended = end(() => send(body));
  clock.advance(2_000);
  await ended;
});

test('the end of the program sends nothing more to a collector that failed the last time', async () => {
  let requests = 0;
  const { send, end } = sendTo('http://127.0.0.1:9/', null, () => {
    requests += 1;
    return Promise.reject(new Error('nobody'));
  });
  await send(body);
  await end(() => send(body));
  expect(requests).toBe(1);
});
