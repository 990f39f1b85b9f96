import { once } from 'node:events';
import { Agent } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, onTestFinished } from 'vitest';
import { openPosServer } from '../../src-main/api/server.ts';
import { muchAllowed, posTills, postHead } from './pos-api-till.ts';

const { openPosTill, test } = posTills();

/** Another program at a port that it has chosen, until `free`. */
async function otherAtPort(host = '127.0.0.1') {
  const server = createServer().listen({ host, port: 0, ipv6Only: true });
  await once(server, 'listening');
  async function free(): Promise<void> {
    server.close();
    await once(server, 'close');
  }
  return { port: (server.address() as AddressInfo).port, free };
}

/** A second server of the app at a port of the settings, and the taken addresses that it reported. */
async function openAtPort(port: number, more: Partial<Parameters<typeof openPosServer>[0]> = {}) {
  const { app, tokens, pairing, clock, log } = await openPosTill();
  const posApi = { port, allowedOrigins: [], ...muchAllowed };
  const taken: (string | null)[] = [];
  const unreachable = (address: string | null) => taken.push(address);
  const parts = { app, tokens, pairing, clock, log, unreachable, settings: () => ({ posApi }) };
  const server = await openPosServer({ ...parts, ...more });
  onTestFinished(() => server.stop());
  return { server, posApi, taken, clock, log };
}

describe('starting', () => {
  test('listens on the loopback address only', async ({ till }) => {
    expect(till.url).toBe(`http://127.0.0.1:${till.port}/v1`);
    const other = createServer();
    onTestFinished(() => void other.close());
    // If the app listened on every address, another program could not use the port on another address.
    await new Promise<void>((resolve, reject) => {
      other.once('error', reject);
      other.listen(till.port, '127.0.0.2', resolve);
    });
  });

  test('the IPv6 loopback address serves the same API, and stops together with the IPv4 address', async ({ till }) => {
    const ask = () =>
      fetch(`http://[::1]:${till.port}/v1/status`, { headers: { authorization: `Bearer ${till.token}` } });
    const without = till.log.lines.some(({ event }) => event === 'ipv6-address-not-used');
    const answer = await ask().catch(() => null);
    expect(answer?.status).toBe(without ? undefined : 200);
    await till.stop();
    await expect(ask()).rejects.toThrow('fetch failed');
  });

  test('a port that another program has on the IPv6 loopback address is reported and tried again every 30 seconds', async () => {
    const stranger = await otherAtPort('::1');
    const { server, taken, clock } = await openAtPort(stranger.port);
    const address = `[::1]:${stranger.port}`;
    expect(taken).toEqual([address]);
    expect(server.url()).toBe(`http://127.0.0.1:${stranger.port}/v1`);
    clock.advance(30_000);
    await clock.untilTimers(1);
    expect(taken).toHaveLength(1);
    await stranger.free();
    clock.advance(30_000);
    await expect.poll(() => taken.at(-1)).toBeNull();
    expect(await fetch(`http://${address}/v1/health`)).toMatchObject({ status: 200 });
  });

  test('if the file with the port cannot be written, the port still serves tills, and writing is tried again after 30 seconds', async () => {
    const other = await otherAtPort();
    const { port } = other;
    let isFull = true;
    const written: number[] = [];
    const listening = (opened: number) => {
      if (isFull) throw new Error('ENOSPC');
      written.push(opened);
    };
    const { clock, log } = await openAtPort(port, { listening });
    await other.free();
    clock.advance(30_000);
    await expect.poll(() => log.lines.map(({ event }) => event)).toContain('pos-api-port-not-written');
    expect(await fetch(`http://127.0.0.1:${port}/v1/health`)).toMatchObject({ status: 200 });
    isFull = false;
    await clock.passTimerIn(30_000);
    await expect.poll(() => written).toEqual([port]);
  });
});

describe('stopping', () => {
  test('answers requests in progress, and refuses later ones with 503', async ({ till }) => {
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    await till.call('GET', '/v1/status', { agent });
    const { reached, release } = till.app.hold();
    const underWay = till.call('POST', '/v1/sales', { body: { reference: 'a' } });
    await reached;
    const stopped = till.stop();
    const late = await till.call('GET', '/v1/status', { agent });
    expect(late).toMatchObject({ status: 503, body: { type: 'shutting-down' }, headers: { 'retry-after': '5' } });
    expect(await till.call('GET', '/v1/health')).toMatchObject({ status: 503 });
    release();
    expect(await underWay).toMatchObject({ status: 201 });
    await stopped;
    await expect(till.call('GET', '/v1/health')).rejects.toThrow('ECONNREFUSED');
  });

  test('waits no longer than ten seconds for an app that does not answer', async ({ till }) => {
    const { reached } = till.app.hold();
    const underWay = till.call('POST', '/v1/sales', { body: { reference: 'a' } }).catch(() => 'cut off');
    await reached;
    const stopped = till.stop();
    expect(till.clock.pendingMs()).toEqual([10_000]);
    till.clock.advance(10_000);
    await till.clock.untilTimers(1);
    till.clock.advance(2_000);
    await stopped;
    expect(await underWay).toBe('cut off');
  });

  test('waits at most two seconds for half a request', async ({ till }) => {
    const { all } = await till.connect('POST /v1/sales HTTP/1.1\r\nHost:');
    await till.call('GET', '/v1/health');
    const stopped = till.stop();
    await till.clock.untilTimers(1);
    till.clock.advance(10_000);
    await till.clock.untilTimers(1).then(() => till.clock.advance(2_000));
    await stopped;
    await all;
  });
});

describe('slow clients', () => {
  const limits = { headersMs: 60, requestMs: 120, checkEveryMs: 20 };

  test.each([
    ['says nothing', ''],
    ['does not finish its headers', 'GET /v1/health HTTP/1.1\r\nHost: 127'],
    ['does not finish its body', `${postHead('/v1/sales', 100)}{"reference":`],
  ])('a client that %s is disconnected', async (_name, bytes) => {
    const till = await openPosTill({ limits });
    const { all } = await till.connect(bytes);
    expect(await all).toMatch(/^HTTP\/1.1 408 [\s\S]*"type":"request-timeout"/);
    expect(await till.sales()).toEqual([]);
  });

  test('thirty silent clients leave room for a till, although only eight connections are allowed, even after many reconnects', async () => {
    const till = await openPosTill({ limits: { connections: 8 } });
    for (let round = 0; round < 10; round += 1) {
      const crowd = await Promise.all(Array.from({ length: 30 }, () => till.connect('G')));
      expect(await till.call('GET', '/v1/status')).toMatchObject({ status: 200 });
      for (const { socket } of crowd) socket.destroy();
      await Promise.all(crowd.map(({ all }) => all));
    }
  });

  test('a client that disconnects in the middle of its body changes nothing', async ({ till }) => {
    const { socket, all } = await till.connect(`${postHead('/v1/sales', 19)}{"reference":"a"`);
    socket.end();
    await all;
    expect(await till.sales()).toEqual([]);
    expect(await till.call('GET', '/v1/status')).toMatchObject({ status: 200 });
  });
});
