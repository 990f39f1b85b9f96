import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { Fetch } from '../../../src-main/ports.ts';
import { exchange, startDeadline } from '../../../src-main/service/http.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';

const request = { method: 'GET', url: 'http://127.0.0.1:9', headers: {}, body: null, connectTimeoutMs: 5_000 } as const;
const clock = createManualClock();

const silent: Fetch = (_url, { signal }) =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted === true) reject(new Error('ended'));
    signal?.addEventListener('abort', () => reject(new Error('ended')));
  });

test('a request ends at its deadline, or together with all others when they are abandoned', async () => {
  const abandoning = new AbortController();
  const ask = (signal: AbortSignal) =>
    exchange({ fetch: silent, clock, abandoned: abandoning.signal }, request, signal);
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
