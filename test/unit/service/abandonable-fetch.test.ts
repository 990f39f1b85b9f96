import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { Fetch } from '../../../src-main/ports.ts';
import { abandonableFetch } from '../../../src-main/service/http.ts';

/** Never answers; rejects when its signal ends it. */
const silent: Fetch = (_url, { signal }) =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted === true) reject(new Error('ended'));
    signal?.addEventListener('abort', () => reject(new Error('ended')));
  });

test('a request ends with its own signal, and with all others when they are abandoned', async () => {
  const { fetch, abandon } = abandonableFetch(silent);
  const own = new AbortController();
  const first = fetch('http://127.0.0.1:9', { signal: own.signal });
  const second = fetch('http://127.0.0.1:9', { signal: new AbortController().signal });
  own.abort();
  await expect(first).rejects.toThrow('ended');
  abandon();
  await expect(second).rejects.toThrow('ended');
  await expect(fetch('http://127.0.0.1:9', {})).rejects.toThrow('ended');
});

test('requests that have ended leave nothing in memory, however many there were', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  // As a real fetch does, it listens to its signal.
  const { fetch } = abandonableFetch(async (_url, { signal }) => {
    signal?.addEventListener('abort', () => undefined);
    return new Response();
  });
  const inUse = async (): Promise<number> => {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const manyRequests = async (): Promise<void> => {
    for (let count = 0; count < 20_000; count += 1) {
      const own = new AbortController();
      await fetch('http://127.0.0.1:9', { signal: own.signal });
      own.abort();
    }
  };
  await manyRequests();
  const before = await inUse();
  await manyRequests();
  expect((await inUse()) - before).toBeLessThan(3);
});
