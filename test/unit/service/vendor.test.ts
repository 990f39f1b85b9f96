import { describe, expect, test } from 'vitest';
import { pollUntilDone } from '../../../src-main/service/call.ts';
import { createVendorClient } from '../../../src-main/service/vendor.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createTestLog } from '../../fakes/test-log.ts';
import { asProblem, json, page, plain, scriptedFetch } from './scripted-fetch.ts';
import { bill, billId, calls, client, url } from './scripted-vendor.ts';

describe('requests to the service', () => {
  test.each([
    ['registerReceipt', 'POST', '/api/v3/bill/url', '{"storeId":"shop-1"}'],
    ['addBill', 'POST', '/api/v3/bill', JSON.stringify(bill)],
    ['cancelReceipt', 'DELETE', `/api/v3/bill/${billId}`, null],
    ['markPrinted', 'POST', `/api/v3/bill/${billId}/printed`, null],
    ['startLoyalty', 'PUT', '/api/v3/loyalty/transactions', '{"externalUserId":"C-1"}'],
    ['cancelLoyalty', 'DELETE', '/api/v3/loyalty/transactions/T-1', null],
  ])('%s is %s %s with the bearer token and follows no redirect', async (name, method, path, body) => {
    const { vendor, sent } = client(() => plain('', 503));
    await calls.find(([call]) => call === name)?.[1](vendor);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ method, url: `https://service.invalid${path}`, body, redirect: 'manual' });
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1');
    expect(sent[0]?.headers.get('accept')).toBe('application/json');
    expect(sent[0]?.headers.get('content-type')).toBe(body === null ? null : 'application/json');
  });

  test('only a bill and the start of a loyalty transaction use a fresh connection', async () => {
    const { vendor, sent } = client(() => plain('', 503));
    for (const [, call] of calls) await call(vendor);
    const alone = sent.filter(({ freshConnection }) => freshConnection);
    expect(alone.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
      ['POST', '/api/v3/bill'],
      ['PUT', '/api/v3/loyalty/transactions'],
    ]);
  });

  test.each(['https://service.invalid/shop/', 'https://service.invalid/shop/api', 'https://service.invalid/shop/api/'])(
    'a request to the base address %s has /api in its path exactly once',
    async (base) => {
      const { vendor, sent } = client(() => plain('', 503), base);
      await vendor.cancelReceipt(billId);
      expect(sent[0]?.url).toBe(`https://service.invalid/shop/api/v3/bill/${billId}`);
    },
  );

  test.each(['', 'service.invalid', 'ftp://service.invalid', 'https://a:b@service.invalid'])(
    'a request with the invalid base address "%s" is not sent',
    async (base) => {
      const { vendor, sent } = client(() => plain('', 503), base);
      expect(await vendor.cancelReceipt(billId)).toMatchObject({ kind: 'noAnswer', mayHaveArrived: false });
      expect(sent).toEqual([]);
    },
  );

  test('an id that would lead elsewhere is not sent', async () => {
    const { vendor, sent } = client(() => new Response(null, { status: 204 }));
    for (const id of ['..', 'x/../y', `${billId}/printed`, '']) {
      expect(await vendor.cancelReceipt(id)).toMatchObject({ kind: 'refused', problem: { status: 0 } });
      expect(await vendor.markPrinted(id)).toMatchObject({ kind: 'refused', problem: { status: 0 } });
    }
    for (const id of ['.', '..', '', 'a\nb', '\ud800']) {
      expect(await vendor.cancelLoyalty(id)).toMatchObject({ kind: 'refused', problem: { status: 0 } });
    }
    expect(sent).toEqual([]);
  });
});

describe('valid answers of the service', () => {
  test('a receipt address is accepted, also for a bill without an id', async () => {
    const { vendor } = client(() => json({ type: 'url', url, billId, later: 'extra' }));
    const registered = { kind: 'ok', value: { type: 'url', billId, url } };
    expect(await vendor.registerReceipt({ storeId: 'shop-1' })).toEqual(registered);
    for (const sent of [bill, { storeId: 'shop-1', bill: {} }]) expect(await vendor.addBill(sent)).toEqual(registered);
  });

  test('a loyalty start may have no points, and the answer of the provider is not changed', async () => {
    const start = {
      transactionId: 'T-1',
      customerId: 'K-1',
      providerType: 'Club',
      points: null,
      activatedRewards: [{ identifier: 'R', name: 'Free tea', description: null, more: [1] }],
      providerData: { b: 1, a: { z: null } },
    };
    expect(await client(() => json(start)).vendor.startLoyalty('C-1')).toEqual({
      kind: 'ok',
      value: { ...start, providerData: JSON.stringify(start.providerData) },
    });
    const nothing = { customerId: null, providerType: null, points: null, activatedRewards: [], providerData: null };
    expect(await client(() => json({ transactionId: 'T-1' })).vendor.startLoyalty('C-1')).toEqual({
      kind: 'ok',
      value: { transactionId: 'T-1', ...nothing },
    });
  });

  test.each(['CANCELED', 'TRANSACTION_NOT_ACTIVE_ANYMORE'])('a loyalty cancel may end in %s', async (status) => {
    const { vendor } = client(() => json({ transactionId: 'T-1', status }));
    expect(await vendor.cancelLoyalty('T-1')).toEqual({ kind: 'ok', value: { transactionId: 'T-1', status } });
  });
});

describe('an answer with the status 401', () => {
  test.each(calls)('%s: one more try with a fresh token, then a sign-in is needed', async (_name, call) => {
    const { vendor, sent, rejected } = client(() => plain('', 401));
    expect(await call(vendor)).toMatchObject({ kind: 'signInNeeded' });
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1', 'Bearer token-2']);
    expect(rejected).toEqual(['token-1', 'token-2']);
    expect(sent[0]?.body).toBe(sent[1]?.body);
  });

  test('after a fresh token the answer to the second try is returned', async () => {
    const { vendor } = client((_request, count) => (count === 1 ? plain('', 401) : json({ type: 'url', url, billId })));
    expect(await vendor.addBill(bill)).toMatchObject({ kind: 'ok' });
  });

  test('a 401 in a web page is not from the service, and the token stays', async () => {
    const { vendor, sent, rejected } = client(() => page(401));
    expect(await vendor.addBill(bill)).toMatchObject({ kind: 'noAnswer', reason: 'not-the-service', status: 401 });
    expect([sent.length, rejected]).toEqual([1, []]);
  });
});

describe('no answer', () => {
  test('one deadline covers sign-in, sending and resending', async () => {
    const { vendor, sent, clock } = client((_request, count) => (count === 1 ? plain('', 401) : new Promise(() => {})));
    const answer = vendor.startLoyalty('C-1', { timeoutMs: 4_000 });
    await expect.poll(() => sent.length).toBe(2);
    clock.advance(4_000);
    expect(await answer).toMatchObject({ kind: 'noAnswer', reason: 'time-out', mayHaveArrived: true });
    expect(clock.pendingMs()).toEqual([]);
  });

  test('a sign-in that does not end in time leaves the call unsent', async () => {
    const { fetch, sent } = scriptedFetch(() => plain(''));
    const clock = createManualClock();
    const tokens = { accessToken: () => new Promise<never>(() => {}), rejected: () => {} };
    const settings = () => ({ baseUrl: 'https://service.invalid', connectTimeoutMs: 5_000, totalTimeoutMs: 15_000 });
    const vendor = createVendorClient({ fetch, clock, log: createTestLog(), tokens, settings });
    const answer = vendor.startLoyalty('C-1');
    clock.advance(15_000);
    expect(await answer).toMatchObject({ kind: 'noAnswer', reason: 'time-out', mayHaveArrived: false });
    expect(sent).toEqual([]);
  });
});

test('when the clock is set back by a day during a request, the cashier waits no longer', async () => {
  const clock = createManualClock();
  const timeouts: (number | undefined)[] = [];
  const polled = pollUntilDone({ clock, interactiveTimeoutMs: 10_000 }, async ({ timeoutMs }) => {
    timeouts.push(timeoutMs);
    clock.jumpTo(clock.now() - 24 * 3_600_000);
    return { kind: timeouts.length === 1 ? 'noAnswer' : 'ok' };
  });
  await clock.passTimerIn(400);
  expect(await polled).toEqual({ kind: 'ok' });
  expect(timeouts).toEqual([10_000, 9_600]);
});

test('the log contains the trace id of a problem of the service', async () => {
  const { vendor, log } = client((_request, count) =>
    asProblem(count === 1 ? 400 : 503, { title: 'No', traceId: '00-abc-01' }),
  );
  await vendor.addBill(bill);
  await vendor.addBill(bill);
  expect(log.lines.map(({ fields }) => fields.traceId)).toEqual(['00-abc-01', '00-abc-01']);
});

test('the log contains routes and statuses, and no tokens, ids or customers', async () => {
  const { vendor, log } = client((_request, count) => (count % 2 === 1 ? plain('', 401) : plain('canary-words', 400)));
  for (const [, call] of calls) await call(vendor);
  await vendor.startLoyalty('canary-customer');
  const written = JSON.stringify(log.lines);
  expect(log.lines.length).toBeGreaterThan(5);
  for (const secret of ['token-', billId, 'canary', 'C-1', 'T-1']) expect(written).not.toContain(secret);
});
