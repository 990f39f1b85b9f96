import { describe, expect } from 'vitest';
import { listen } from './event-stream.ts';
import { type PosTill, posTills } from './pos-api-till.ts';

const { test } = posTills();

const announce = (till: PosTill, service: 'offline' | 'online'): void =>
  till.app.announce({ status: () => ({ ...till.app.status(), service }) });

const openSale = async (till: PosTill, reference: string, token = till.token) =>
  (await till.call('POST', '/v1/sales', { body: { reference }, headers: { authorization: `Bearer ${token}` } })).body;

describe('the event stream', () => {
  test('starts with the status and continues with every change of a sale', async ({ till }) => {
    const stream = await listen(till);
    expect(stream).toMatchObject({ status: 200, contentType: 'text/event-stream; charset=utf-8' });
    expect(await stream.next()).toMatchObject({ name: 'status', data: till.app.status() });
    const sale = await openSale(till, 'a');
    expect(await stream.next()).toMatchObject({ name: 'sale', data: sale });
    announce(till, 'offline');
    expect(await stream.next()).toMatchObject({ name: 'status', data: { service: 'offline' } });
  });

  test('sends the missed events to a till that reconnects, in order, once', async ({ till }) => {
    const first = await listen(till);
    const status = await first.next();
    await openSale(till, 'a');
    const received = await first.next();
    expect(await (await listen(till, status?.id)).next()).toEqual(received);
    first.request.destroy();
    const missed = [await openSale(till, 'b'), await openSale(till, 'c')];
    const second = await listen(till, received?.id);
    expect([(await second.next())?.data, (await second.next())?.data]).toEqual(missed);
    const live = await openSale(till, 'd');
    expect((await second.next())?.data).toEqual(live);
  });

  test.for([
    ['of an earlier run of the app', () => 'k0-1'],
    ['from the future', (id: string) => `${id}9`],
    ['that is no id', () => 'nonsense'],
  ] as const)('asks a till whose last event is %s to read everything again', async ([_name, forge], { till }) => {
    const first = await listen(till);
    await first.next();
    await openSale(till, 'a');
    const received = await first.next();
    const second = await listen(till, forge(received?.id ?? ''));
    expect(await second.next()).toMatchObject({ name: 'reset' });
    const status = await second.next();
    expect(status).toMatchObject({ name: 'status', id: received?.id });
  });

  test('asks a till that was away for too long to read everything again', async ({ till }) => {
    const first = await listen(till);
    await first.next();
    await openSale(till, 'a');
    const received = await first.next();
    for (let change = 0; change < 600; change++) announce(till, change % 2 === 0 ? 'offline' : 'online');
    expect(await (await listen(till, received?.id)).next()).toMatchObject({ name: 'reset' });
  });

  test('a till that missed more than a client may leave unread reads everything again', async ({ till }) => {
    const first = await listen(till);
    await first.next();
    const sale = { ...((await openSale(till, 'a')) as object), reference: 'x'.repeat(2_000) };
    const received = await first.next();
    for (let change = 0; change < 400; change++)
      till.app.announce({ sale: () => sale as never, till: till.tokens.find(till.token)?.id ?? '' });
    const second = await listen(till, received?.id);
    expect([(await second.next())?.name, (await second.next())?.name]).toEqual(['reset', 'status']);
  });
});

describe('the lifetime of event streams', () => {
  test('a quiet stream sends a sign of life every 30 seconds, and no timer runs without streams', async ({ till }) => {
    expect(till.clock.pendingMs()).toEqual([]);
    const stream = await listen(till);
    expect(await stream.block()).toBe('retry: 3000');
    await stream.block();
    expect(till.clock.pendingMs()).toEqual([30_000]);
    till.clock.advance(30_000);
    expect(await stream.block()).toBe(': still here');
  });

  test('the stream of a till whose token was revoked ends with the next sign of life', async ({ till }) => {
    const stream = await listen(till);
    await stream.next();
    till.revoke();
    till.clock.advance(30_000);
    expect(await stream.next()).toBeNull();
  });

  test('a client that does not read is disconnected, and the others continue', async ({ till }) => {
    const slow = await listen(till);
    slow.response.pause();
    const gone = new Promise((resolve) => slow.request.once('close', resolve));
    const lively = await listen(till);
    await lively.next();
    const sale = { ...((await openSale(till, 'big')) as object), reference: 'x'.repeat(100_000) };
    await lively.next();
    for (let change = 0; change < 200; change++) {
      till.app.announce({ sale: () => sale as never, till: till.tokens.find(till.token)?.id ?? '' });
      expect(await lively.next()).toMatchObject({ name: 'sale' });
    }
    slow.response.resume();
    await gone;
    expect(slow.response.complete).toBe(false);
  });

  test('the streams of a till that is removed end at once, also if an event follows in the same turn', async ({
    till,
  }) => {
    const other = till.issue('Till 2', ['sale']);
    const [stream, stays] = [await listen(till), await listen(till, undefined, other)];
    await Promise.all([stream.next(), stays.next()]);
    till.revoke();
    till.endRevoked();
    announce(till, 'offline');
    expect(await stream.next()).toBeNull();
    expect(await stays.next()).toMatchObject({ data: { service: 'offline' } });
  });

  test('the fifth stream of a till is refused, and leaves room for the streams of other tills', async ({ till }) => {
    for (let count = 0; count < 4; count++) expect((await listen(till)).status).toBe(200);
    const refused = { status: 503, body: { type: 'too-many-streams' }, headers: { 'retry-after': '30' } };
    expect(await till.call('GET', '/v1/events')).toMatchObject(refused);
    const other = till.issue('Till 2', ['sale']);
    expect((await listen(till, undefined, other)).status).toBe(200);
  });

  test('all streams and subscriptions end when the app stops', async ({ till }) => {
    const stream = await listen(till);
    await stream.next();
    await till.stop();
    expect(await stream.next()).toBeNull();
    expect(till.app.listeners()).toBe(0);
    expect(till.clock.pendingMs()).toEqual([]);
  });
});
