import { describe, expect, test } from 'vitest';
import { pollUntilDone } from '../../../src-main/service/call.ts';
import { trackHealth } from '../../../src-main/service/service-health.ts';
import { createVendorClient } from '../../../src-main/service/vendor.ts';
import { JsonText } from '../../../src-main/shared/json-text.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createTestLog } from '../../fakes/test-log.ts';
import {
  asProblem,
  bill,
  billId,
  calls,
  client,
  emptyPage,
  json,
  otherId,
  page,
  plain,
  type Script,
  scriptedFetch,
  url,
} from './scripted-service.ts';

describe('requests to the service', () => {
  test.each([
    ['registerReceipt', 'POST', '/api/v3/bill/url', '{"storeId":"shop-1"}'],
    ['addBill', 'POST', '/api/v3/bill', JSON.stringify(bill)],
    ['cancelReceipt', 'DELETE', `/api/v3/bill/${billId}`, null],
    ['markPrinted', 'POST', `/api/v3/bill/${billId}/printed`, null],
    ['startLoyalty', 'PUT', '/api/v3/loyalty/transactions', '{"externalUserId":"C-1"}'],
    ['cancelLoyalty', 'DELETE', '/api/v3/loyalty/transactions/T-1', null],
  ])('%s is %s %s, and only a bill and a loyalty start use a fresh connection', async (name, method, path, body) => {
    const { vendor, sent } = client(() => plain('', 503));
    await calls.find(([call]) => call === name)?.[1](vendor);
    expect(sent).toHaveLength(1);
    const freshConnection = name === 'addBill' || name === 'startLoyalty';
    expect(sent[0]).toMatchObject({ method, url: `https://service.invalid${path}`, body, freshConnection });
    expect(sent[0]?.redirect).toBe('manual');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1');
    expect(sent[0]?.headers.get('accept')).toBe('application/json');
    expect(sent[0]?.headers.get('content-type')).toBe(body === null ? null : 'application/json');
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
  test('an empty answer to a cancel is no web page, whatever its content type is', async () => {
    expect(await client(() => emptyPage(204)).vendor.cancelReceipt(billId)).toEqual({ kind: 'ok', value: null });
  });

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
});

describe('an answer with the status 401', () => {
  test.each(calls)('%s: one more try with a fresh token, then a sign-in is needed', async (_name, call) => {
    const { vendor, sent, rejected } = client(() => emptyPage(401));
    expect(await call(vendor)).toMatchObject({ kind: 'signInNeeded' });
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1', 'Bearer token-2']);
    expect(rejected).toEqual(['token-1', 'token-2']);
    expect(sent[0]?.body).toBe(sent[1]?.body);
  });

  test('after a fresh token the answer to the second try is returned', async () => {
    const { vendor } = client((_request, count) => (count === 1 ? plain('', 401) : json({ type: 'url', url, billId })));
    expect(await vendor.addBill(bill)).toMatchObject({ kind: 'ok' });
  });

  test('a 401 in a web page is not from the service, but the next try has a fresh token', async () => {
    const { vendor, sent, rejected } = client(() => page(401));
    expect(await vendor.addBill(bill)).toMatchObject({ kind: 'noAnswer', reason: 'not-the-service', status: 401 });
    expect([sent.length, rejected]).toEqual([1, ['token-1, perhaps']]);
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

/** The meaning of each answer for one request. test/app/fault-matrix.test.ts covers its effect on the sale. */

const unread = { kind: 'noAnswer', reason: 'not-understood', mayHaveArrived: true };
const late = { kind: 'noAnswer', reason: 'server-error', detail: 'HTTP 503', status: 503, mayHaveArrived: true };
const invalid = asProblem(400, { title: 'Invalid', errors: { 'Bill.Data': ['wrong'] }, traceId: 't-1' });
const readInvalid = {
  status: 400,
  title: 'Invalid',
  errors: [{ path: '/bill/data', message: 'wrong' }],
  traceId: 't-1',
};

const answers: readonly (readonly [what: string, script: Script, expected: object])[] = [
  ['broken JSON', () => plain('{"type":"url","url":"http'), unread],
  ['nothing', () => plain(''), unread],
  ['another shape', () => json({ hello: 1 }), unread],
  ['a web page', () => page(), { reason: 'not-the-service', inTheWay: 'webPage', mayHaveArrived: true }],
  [
    'a redirect',
    () => new Response(null, { status: 302, headers: { location: '/login' } }),
    { reason: 'not-the-service', inTheWay: 'redirect', mayHaveArrived: true, status: null },
  ],
  ['400 with errors', () => invalid.clone(), { kind: 'refused', problem: readInvalid }],
  [
    '403 in a word',
    () => plain('Missing permission', 403),
    { kind: 'refused', problem: { status: 403, detail: 'Missing permission' } },
  ],
  ['a status that the document does not show', () => plain('Blocked', 418), unread],
  ['the same as a problem', () => asProblem(422, { title: 'No' }), { kind: 'refused' }],
  ['503', () => plain('busy', 503), { ...late, retryAfterMs: null, traceId: null }],
  [
    'a lost connection',
    () => Promise.reject(new Error('net::ERR_CONNECTION_RESET')),
    { reason: 'connection-lost', mayHaveArrived: true },
  ],
];

test.each(calls)('%s: every answer is read as expected, and no request is sent twice', async (_name, call) => {
  for (const [what, script, expected] of answers) {
    const { vendor, sent } = client(script);
    expect(await call(vendor), what).toMatchObject(expected);
    expect(sent, what).toHaveLength(1);
  }
});

describe('a 2xx that differs from the document does not count as success', () => {
  test('an answer about another receipt than the requested one is not understood', async () => {
    const other = client(() => json({ type: 'url', url, billId: otherId })).vendor;
    for (const answer of [await other.addBill(bill), await other.markPrinted(billId)])
      expect(answer).toMatchObject({ reason: 'not-understood' });
    const loyalty = client(() => json({ transactionId: 'T-2', status: 'CANCELED' })).vendor;
    expect(await loyalty.cancelLoyalty('T-1')).toMatchObject({ reason: 'not-understood' });
  });

  // test/unit/shared/service-address.test.ts checks which addresses are shown.
  test.each([
    'javascript:alert(1)',
    // Few characters, but more bytes than a QR code can hold.
    `https://receipts.invalid/r/${'€'.repeat(800)}`,
    `https://receipts.invalid/${'x'.repeat(2048)}`,
    '',
    7,
  ])('the receipt address %j is not understood', async (bad) => {
    const { vendor } = client(() => json({ type: 'url', url: bad, billId }));
    expect(await vendor.registerReceipt({ storeId: 'shop-1' })).toMatchObject({ reason: 'not-understood' });
  });

  test('a receipt address of exactly 2,048 characters is accepted', async () => {
    const longest = `https://receipts.invalid/${'x'.repeat(2048 - 25)}`;
    const { vendor } = client(() => json({ type: 'url', url: longest, billId }));
    expect(await vendor.registerReceipt({ storeId: 'shop-1' })).toMatchObject({ kind: 'ok' });
  });

  test.each([{ transactionId: '' }, { transactionId: '..' }, { customerId: 'K-1' }])(
    'the loyalty start %j is not understood',
    async (body) => {
      expect(await client(() => json(body)).vendor.startLoyalty('C-1')).toMatchObject({ reason: 'not-understood' });
    },
  );
});

test.each(['PreGeneratedBill could not be found.', '"PreGeneratedBill could not be found."'])(
  'a 404 with the text %s means that the id is no longer valid',
  async (words) => {
    const { vendor } = client(() => plain(words, 404));
    expect(await vendor.addBill(bill)).toMatchObject({ kind: 'registrationExpired', problem: { status: 404 } });
  },
);

test('a 404 that contains one of our ids concerns this receipt, not the store', async () => {
  const known = { storeId: 'shop-1', userIdentification: { externalId: 'K-12' }, bill: { id: billId } };
  for (const words of [`Bill ${billId.toUpperCase()} is unknown`, 'No user K-12 here', 'Customer "k-12"']) {
    expect(await client(() => plain(words, 404)).vendor.addBill(known)).toMatchObject({ kind: 'refused' });
  }
  for (const words of ['Shop K-123 is unknown', 'shop-1']) {
    expect(await client(() => plain(words, 404)).vendor.addBill(known)).toMatchObject({ kind: 'storeUnknown' });
  }
  const request = { storeId: 'shop-1', buyerInformation: { userIdentification: { externalId: 'K-12' } } };
  const { vendor } = client(() => plain('User K-12 not found', 404));
  expect(await vendor.registerReceipt(request)).toMatchObject({ kind: 'refused' });
  const ofTill = { storeId: 'shop-1', buyerInformation: new JsonText('{"customer":{"number":"K-12"}}') };
  expect(await vendor.registerReceipt(ofTill)).toMatchObject({ kind: 'refused' });
  const numbered = { ...known, userIdentification: { externalId: '404' } };
  expect(await client(() => plain('Store not found', 404)).vendor.addBill(numbered)).toMatchObject({
    kind: 'storeUnknown',
  });
  // A shop with the name of a customer still counts as a shop.
  expect(await vendor.registerReceipt({ ...request, storeId: 'K-12' })).toMatchObject({ kind: 'storeUnknown' });
});

test('a loyalty cancel of an unknown transaction succeeds and is logged', async () => {
  const { vendor, log } = client(() => plain('Loyalty transaction not found', 404));
  const value = { transactionId: 'T-1', status: 'TRANSACTION_NOT_ACTIVE_ANYMORE' };
  expect(await vendor.cancelLoyalty('T-1')).toEqual({ kind: 'ok', value });
  expect(log.lines.map(({ event }) => event)).toContain('loyalty-transaction-not-found');
});

test('an unavailable loyalty provider does not make the service unavailable', async () => {
  const { vendor, service } = trackHealth(client(() => plain('', 503)).vendor, { list: () => [] });
  await vendor.startLoyalty('C-1');
  await vendor.cancelLoyalty('T-1');
  expect(service.state()).toBe('unknown');
  await vendor.cancelReceipt(billId);
  expect(service.state()).toBe('offline');
});

test('of the stores that a till invents, only the refusals of the newest twenty are kept', async () => {
  const { vendor } = client(() => asProblem(404, { title: 'Unknown store' }));
  const health = trackHealth(vendor, { list: () => [] });
  for (let number = 1; number <= 25; number += 1) await health.vendor.addBill({ ...bill, storeId: `store-${number}` });
  const stores = health.service.refusals().map(({ storeId }) => storeId);
  expect([stores.length, stores[0], stores.at(-1)]).toEqual([20, 'store-6', 'store-25']);
});
