import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { nodeFetch } from '../../src-main/node-fetch.ts';
import { onLoopback } from './loopback.ts';

/** A server that keeps connections open and records which connection each request used. */
async function listeningServer(): Promise<{ readonly url: string; readonly cameOver: readonly number[] }> {
  const cameOver: number[] = [];
  const server = createServer((request, response) => {
    cameOver.push(request.socket.remotePort ?? 0);
    request.resume().on('end', () => response.end('{}'));
  });
  return { url: `http://127.0.0.1:${await onLoopback(server)}/`, cameOver };
}

test('a request that needs a fresh connection gets one that no other request uses', async () => {
  const { url, cameOver } = await listeningServer();
  const fetch = nodeFetch({ usesEnvProxy: false });
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
