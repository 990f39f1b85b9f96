import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { Fetch } from '../../../src-main/ports.ts';
import { addressBelow, exchange, fillRoute, startDeadline } from '../../../src-main/service/http.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { turns } from '../../fakes/settled.ts';
import { scriptedFetch } from './scripted-service.ts';

const request = {
  method: 'POST',
  url: 'https://service.invalid/api',
  headers: {},
  body: '{}',
  connectTimeoutMs: 5_000,
} as const;

async function ask(answer: () => Response | Promise<Response>, clock = createManualClock()) {
  const { fetch } = scriptedFetch(answer);
  return exchange({ fetch, clock }, request, startDeadline(clock, 15_000).signal);
}

describe('Retry-After', () => {
  const busy = (headers: Record<string, string>) => ask(() => new Response('', { status: 503, headers }));
  test.each([
    ['7', 7_000],
    ['0', null],
    ['999999', 3_600_000],
    ['-1', null],
    ['soon', null],
    ['1.5', null],
    ['Mon, 05 Jan 2026 09:00:30 GMT', 30_000],
    ['Mon, 05 Jan 2026 08:00:00 GMT', null],
  ])('%s is %s ms', async (value, retryAfterMs) => {
    expect(await busy({ 'retry-after': value })).toMatchObject({ kind: 'noAnswer', status: 503, retryAfterMs });
  });

  test('a date counts from the clock of the server if the answer has one', async () => {
    const headers = { 'retry-after': 'Mon, 05 Jan 2032 09:00:30 GMT', date: 'Mon, 05 Jan 2032 09:00:00 GMT' };
    expect(await busy(headers)).toMatchObject({ retryAfterMs: 30_000 });
  });
});

test('no request is sent after the deadline', async () => {
  const clock = createManualClock();
  const { fetch, sent } = scriptedFetch(() => new Response(''));
  const deadline = startDeadline(clock, 10);
  clock.advance(10);
  expect(await exchange({ fetch, clock }, request, deadline.signal)).toMatchObject({ mayHaveArrived: false });
  expect(sent).toEqual([]);
});

test('a fetch that throws at once also yields a result', async () => {
  const clock = createManualClock();
  const fetch: Fetch = () => {
    throw new Error('net::ERR_NAME_NOT_RESOLVED');
  };
  const answer = await exchange({ fetch, clock }, request, startDeadline(clock, 10).signal);
  expect(answer).toMatchObject({ reason: 'no-connection', detail: 'net::ERR_NAME_NOT_RESOLVED' });
});

test('text in pieces preserves its letters, and a byte order mark is dropped', async () => {
  const bytes = new TextEncoder().encode('\ufeff"Größe 😀"');
  const pieces = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
  expect(await ask(() => new Response(pieces, { headers }))).toMatchObject({
    kind: 'http',
    status: 200,
    contentType: 'application/json',
    text: '"Größe 😀"',
  });
});

test.each([408, 429, 500, 599])(
  'a %i with a web page is not from the service, but its Retry-After counts',
  async (status) => {
    const headers = { 'content-type': 'text/html', 'retry-after': '7' };
    const answer = { reason: 'not-the-service', status, mayHaveArrived: true, retryAfterMs: 7_000 };
    expect(await ask(() => new Response('down', { status, headers }))).toMatchObject(answer);
    expect(await ask(() => new Response(' <html>', { status }))).toMatchObject({ reason: 'not-the-service', status });
  },
);

test('a failed request whose answer never ends is reported with its status at the deadline', async () => {
  const clock = createManualClock();
  const endless = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
  const answer = ask(() => new Response(endless, { status: 503 }), clock);
  await clock.untilTimers(1);
  await turns();
  clock.advance(15_000);
  expect(await answer).toMatchObject({ reason: 'server-error', status: 503 });
});

test.each([
  ['if its body is refused: a proxy, and nothing has arrived', 'TUNNEL_CONNECTION_FAILED', 'no-connection', false],
  ['if its body is cut off: the service or a proxy', 'CONNECTION_RESET', 'not-the-service', true],
])('the source of a 407 %s', async (_what, code, reason, mayHaveArrived) => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error(`net::ERR_${code}`)) });
  expect(await ask(() => new Response(body, { status: 407 }))).toMatchObject({ reason, mayHaveArrived });
});

const silent: Fetch = (_url, { signal }) =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted === true) reject(new Error('ended'));
    signal?.addEventListener('abort', () => reject(new Error('ended')));
  });

test('a request ends at its deadline, or together with all others when they are abandoned', async () => {
  const abandoning = new AbortController();
  const ask = (signal: AbortSignal) =>
    exchange({ fetch: silent, clock: createManualClock(), abandoned: abandoning.signal }, request, signal);
  const own = new AbortController();
  const first = ask(own.signal);
  const second = ask(new AbortController().signal);
  own.abort();
  expect(await first).toMatchObject({ kind: 'noAnswer', reason: 'time-out' });
  abandoning.abort();
  expect(await second).toMatchObject({ kind: 'noAnswer', reason: 'connection-lost' });
  expect(await ask(new AbortController().signal)).toMatchObject({ reason: 'no-connection', mayHaveArrived: false });
});

test('requests that have ended leave nothing in memory, however many there were', async () => {
  setFlagsFromString('--expose-gc');
  const clock = createManualClock();
  const collect: () => void = runInNewContext('gc');
  // Listens to its signal, as a real fetch does.
  const fetch: Fetch = async (_url, { signal }) => {
    signal?.addEventListener('abort', () => undefined);
    return new Response('{}');
  };
  const abandoned = new AbortController().signal;
  const inUse = async (): Promise<number> => {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const manyRequests = async (): Promise<void> => {
    for (let count = 0; count < 20_000; count += 1) {
      const deadline = startDeadline(clock, 1_000);
      await exchange({ fetch, clock, abandoned }, request, deadline.signal);
      deadline.cancel();
    }
  };
  await manyRequests();
  const before = await inUse();
  await manyRequests();
  expect((await inUse()) - before).toBeLessThan(3);
});

test.each([
  ['GET /u/{userId}/r', { userId: 'a/b', take: '5' }, 'GET', '/u/a%2Fb/r?take=5'],
  ['POST lists?user={userId}&size={take}', { userId: 'a', take: '5' }, 'POST', '/lists?user=a&size=5'],
  ['GET /l?fixed=1&next={continuation}', { userId: 'a', continuation: undefined }, 'GET', '/l?fixed=1&userId=a'],
  ['GET /l?next={continuation}', { continuation: 'x&y' }, 'GET', '/l?next=x%26y'],
  ['DELETE /', {}, 'DELETE', '/'],
  ['POST /v3/bill', { DisplayTarget: 'half \ud800' }, 'POST', '/v3/bill?DisplayTarget=half%20%EF%BF%BD'],
])('%s is filled, and the remaining parameters go into the query', (template, values, method, path) => {
  expect(fillRoute(template, values)).toEqual({ method, path });
});

test('a base address keeps its path, without the slashes at its end', () => {
  expect(addressBelow('https://p.example/api', '/x')).toBe('https://p.example/api/x');
  expect(addressBelow('https://p.example/base//', '/x')).toBe('https://p.example/base/x');
});
