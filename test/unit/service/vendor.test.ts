import { describe, expect, test } from 'vitest';
import type { Answer, VendorClient } from '../../../src-main/service/answers.ts';
import { createVendorClient } from '../../../src-main/service/vendor.ts';
import { createKeptLog } from '../../fakes/kept-log.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { json, page, problem, type Script, scriptedFetch, text } from './scripted-fetch.ts';

const billId = '0c1f7f0e-5a52-4c5e-9f50-8a6d1b2c3d4e';
const otherId = '11111111-2222-4333-8444-555555555555';
const bill = { storeId: 'shop-1', bill: { id: billId } };
const url = 'https://receipts.invalid/r/1';

function client(script: Script, baseUrl = 'https://service.invalid') {
  const { fetch, sent } = scriptedFetch(script);
  const clock = createManualClock();
  const log = createKeptLog();
  const rejected: string[] = [];
  const tokens = {
    accessToken: async (): Promise<Answer<string>> => ({ kind: 'ok', value: `token-${rejected.length + 1}` }),
    rejected: (token: string) => rejected.push(token),
  };
  const settings = () => ({ baseUrl, connectTimeoutMs: 5_000, totalTimeoutMs: 15_000 });
  return { vendor: createVendorClient({ fetch, clock, log, tokens, settings }), sent, clock, log, rejected };
}

const calls: readonly (readonly [string, (vendor: VendorClient) => Promise<Answer<unknown>>])[] = [
  ['registerReceipt', (vendor) => vendor.registerReceipt({ storeId: 'shop-1' })],
  ['addBill', (vendor) => vendor.addBill(bill)],
  ['cancelReceipt', (vendor) => vendor.cancelReceipt(billId)],
  ['markPrinted', (vendor) => vendor.markPrinted(billId)],
  ['startLoyalty', (vendor) => vendor.startLoyalty('C-1')],
  ['cancelLoyalty', (vendor) => vendor.cancelLoyalty('T-1')],
];

describe('what is sent', () => {
  test.each([
    ['registerReceipt', 'POST', '/api/v3/bill/url', '{"storeId":"shop-1"}'],
    ['addBill', 'POST', '/api/v3/bill', JSON.stringify(bill)],
    ['cancelReceipt', 'DELETE', `/api/v3/bill/${billId}`, null],
    ['markPrinted', 'POST', `/api/v3/bill/${billId}/printed`, null],
    ['startLoyalty', 'PUT', '/api/v3/loyalty/transactions', '{"externalUserId":"C-1"}'],
    ['cancelLoyalty', 'DELETE', '/api/v3/loyalty/transactions/T-1', null],
  ])('%s is %s %s with the bearer token and follows no redirect', async (name, method, path, body) => {
    const { vendor, sent } = client(() => text('', 503));
    await calls.find(([call]) => call === name)?.[1](vendor);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ method, url: `https://service.invalid${path}`, body, redirect: 'manual' });
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1');
    expect(sent[0]?.headers.get('content-type')).toBe(body === null ? null : 'application/json');
  });

  test('the display target goes into the query, encoded, and only when there is one', async () => {
    const { vendor, sent } = client(() => text('', 503));
    await vendor.addBill(bill, { displayTarget: 'Screen & more' });
    await vendor.addBill(bill);
    expect(sent.map((request) => request.url.split('/api')[1])).toEqual([
      '/v3/bill?DisplayTarget=Screen+%26+more',
      '/v3/bill',
    ]);
  });

  test.each(['https://service.invalid/shop/', 'https://service.invalid/shop/api', 'https://service.invalid/shop/api/'])(
    'the base address %s leads to one /api',
    async (base) => {
      const { vendor, sent } = client(() => text('', 503), base);
      await vendor.cancelReceipt(billId);
      expect(sent[0]?.url).toBe(`https://service.invalid/shop/api/v3/bill/${billId}`);
    },
  );

  test.each(['', 'service.invalid', 'ftp://service.invalid', 'https://a:b@service.invalid'])(
    'the base address "%s" sends nothing and says so',
    async (base) => {
      const { vendor, sent } = client(() => text('', 503), base);
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

  test('a transaction id is one encoded segment', async () => {
    const { vendor, sent } = client(() => json({ transactionId: 'a/b?c', status: 'CANCELED' }));
    expect(await vendor.cancelLoyalty('a/b?c')).toMatchObject({ kind: 'ok' });
    expect(sent[0]?.url).toBe('https://service.invalid/api/v3/loyalty/transactions/a%2Fb%3Fc');
  });
});

describe('what the service answers when all is well', () => {
  test('a receipt address', async () => {
    const { vendor } = client(() => json({ type: 'url', url, billId, later: 'extra' }));
    const registered = { kind: 'ok', value: { type: 'url', billId, url } };
    expect(await vendor.registerReceipt({ storeId: 'shop-1' })).toEqual(registered);
    expect(await vendor.addBill(bill)).toEqual(registered);
  });

  test.each(['externalId', 'userId', 'bankCard'])('the type %s reads as assigned', async (type) => {
    const { vendor } = client(() => json({ type, isAssigned: true, billId }));
    expect(await vendor.addBill(bill)).toEqual({ kind: 'ok', value: { type: 'assigned', billId } });
  });

  test('a bill without an id takes the one that the service gives', async () => {
    const { vendor } = client(() => json({ type: 'url', url, billId }));
    expect(await vendor.addBill({ storeId: 'shop-1', bill: {} })).toMatchObject({ kind: 'ok', value: { billId } });
  });

  test.each([{ billId }, billId, { billId: billId.toUpperCase() }])('printed: %j', async (body) => {
    expect(await client(() => json(body)).vendor.markPrinted(billId)).toEqual({ kind: 'ok', value: null });
  });

  test('printed: the id as plain text', async () => {
    expect(await client(() => text(`${billId}\n`)).vendor.markPrinted(billId)).toEqual({ kind: 'ok', value: null });
  });

  test('a loyalty start without points; what the provider says is not touched', async () => {
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
    expect(await client(() => json({ transactionId: 'T-1' })).vendor.startLoyalty('C-1')).toEqual({
      kind: 'ok',
      value: {
        transactionId: 'T-1',
        customerId: null,
        providerType: null,
        points: null,
        activatedRewards: [],
        providerData: null,
      },
    });
  });

  test.each(['CANCELED', 'TRANSACTION_NOT_ACTIVE_ANYMORE'])('a loyalty cancel that ends in %s', async (status) => {
    const { vendor } = client(() => json({ transactionId: 'T-1', status }));
    expect(await vendor.cancelLoyalty('T-1')).toEqual({ kind: 'ok', value: { transactionId: 'T-1', status } });
  });
});

describe('a 2xx that is not what the document says is no success', () => {
  test.each(calls)('%s: a web page, broken JSON, nothing, another shape', async (_name, call) => {
    const bodies = [page(), text('{"type":"url","url":"http'), text(''), json({ hello: 1 }), json([]), json(null)];
    for (const body of bodies) {
      const answer = await call(client(() => body).vendor);
      expect(answer).toMatchObject({ kind: 'noAnswer', reason: 'not-the-service', status: 200, mayHaveArrived: true });
    }
  });

  test.each(calls)('%s: a redirect', async (_name, call) => {
    const { vendor, sent } = client(() => new Response(null, { status: 302, headers: { location: '/login' } }));
    expect(await call(vendor)).toMatchObject({ kind: 'noAnswer', reason: 'not-the-service', status: 302 });
    expect(sent).toHaveLength(1);
  });

  test('another receipt than the one that was asked for', async () => {
    const bills = client(() => json({ type: 'url', url, billId: otherId }));
    expect(await bills.vendor.addBill(bill)).toMatchObject({ reason: 'not-the-service' });
    expect(await client(() => json({ billId: otherId })).vendor.markPrinted(billId)).toMatchObject({
      reason: 'not-the-service',
    });
    const loyalty = client(() => json({ transactionId: 'T-2', status: 'CANCELED' }));
    expect(await loyalty.vendor.cancelLoyalty('T-1')).toMatchObject({ reason: 'not-the-service' });
  });

  test.each([
    'javascript:alert(1)',
    'ftp://receipts.invalid/r/1',
    'https://receipts.example@evil.invalid/r/1',
    'https://receipts.example:secret@evil.invalid/r/1',
    // Few characters, more bytes than a QR code holds.
    `https://receipts.invalid/r/${'€'.repeat(800)}`,
    'https://receipts.invalid/\u0000',
    'https://receipts.invalid/\n',
    'https://receipts.invalid/\u2028',
    `https://receipts.invalid/${'x'.repeat(2048)}`,
    'https://',
    '/r/1',
    '',
    7,
  ])('the receipt address %j', async (bad) => {
    const { vendor } = client(() => json({ type: 'url', url: bad, billId }));
    expect(await vendor.registerReceipt({ storeId: 'shop-1' })).toMatchObject({ reason: 'not-the-service' });
  });

  test('an address of exactly 2,048 characters is taken', async () => {
    const longest = `https://receipts.invalid/${'x'.repeat(2048 - 25)}`;
    const { vendor } = client(() => json({ type: 'url', url: longest, billId }));
    expect(longest).toHaveLength(2048);
    expect(await vendor.registerReceipt({ storeId: 'shop-1' })).toMatchObject({ kind: 'ok' });
  });

  test.each([
    { type: 'url', url, billId: 'not-a-uuid' },
    { type: 'url', url },
    { type: 'somethingNew', isAssigned: true, billId },
    { type: 'externalId', isAssigned: false, billId },
    { type: 'externalId', billId },
  ])('the registration %j', async (body) => {
    const { vendor } = client(() => json(body));
    expect(await vendor.registerReceipt({ storeId: 'shop-1' })).toMatchObject({ reason: 'not-the-service' });
  });

  test.each([
    { transactionId: '' },
    { transactionId: '..' },
    { transactionId: 'T', points: 'many' },
    { transactionId: 'T', activatedRewards: ['x'] },
    { transactionId: 'T', providerData: [] },
  ])('the loyalty start %j', async (body) => {
    expect(await client(() => json(body)).vendor.startLoyalty('C-1')).toMatchObject({ reason: 'not-the-service' });
  });

  test('a 200 or a page where a cancel says 204', async () => {
    expect(await client(() => text('')).vendor.cancelReceipt(billId)).toMatchObject({ reason: 'not-the-service' });
    const done = client(() => new Response(null, { status: 204 }));
    expect(await done.vendor.cancelReceipt(billId)).toEqual({ kind: 'ok', value: null });
  });
});

describe('401', () => {
  test.each(calls)('%s: a fresh token, once more, then sign-in is needed', async (_name, call) => {
    const { vendor, sent, rejected } = client(() => text('', 401));
    expect(await call(vendor)).toMatchObject({ kind: 'signInNeeded' });
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1', 'Bearer token-2']);
    expect(rejected).toEqual(['token-1', 'token-2']);
    expect(sent[0]?.body).toBe(sent[1]?.body);
  });

  test('the answer to the second try is the answer', async () => {
    const { vendor } = client((_request, count) => (count === 1 ? text('', 401) : json({ type: 'url', url, billId })));
    expect(await vendor.addBill(bill)).toMatchObject({ kind: 'ok' });
  });

  test('in a web page it is not the service: the token stays', async () => {
    const { vendor, sent, rejected } = client(() => page(401));
    expect(await vendor.addBill(bill)).toMatchObject({ kind: 'noAnswer', reason: 'not-the-service', status: 401 });
    expect([sent.length, rejected]).toEqual([1, []]);
  });
});

describe('refusals', () => {
  test.each(calls)('%s: 400 and 403 are refused in the words of the service', async (_name, call) => {
    const invalid = () => problem(400, { title: 'Invalid', errors: { 'Bill.Data': ['wrong'] }, traceId: 't-1' });
    expect(await call(client(invalid).vendor)).toMatchObject({
      kind: 'refused',
      problem: { status: 400, title: 'Invalid', errors: [{ path: '/bill/data', message: 'wrong' }], traceId: 't-1' },
    });
    expect(await call(client(() => text('Missing permission', 403)).vendor)).toMatchObject({
      kind: 'refused',
      problem: { status: 403, detail: 'Missing permission' },
    });
  });

  test('409: something is stored under the id; on other routes only a problem is a refusal, and a web page is nobody', async () => {
    const words = `Bill with id ${billId} already exists`;
    const conflict = () => text(words, 409);
    expect(await client(conflict).vendor.addBill(bill)).toMatchObject({
      kind: 'alreadyThere',
      problem: { status: 409, detail: words },
    });
    expect(await client(conflict).vendor.markPrinted(billId)).toMatchObject({ reason: 'not-the-service' });
    const conflictProblem = () => problem(409, { title: 'Conflict' });
    expect(await client(conflictProblem).vendor.markPrinted(billId)).toMatchObject({ kind: 'refused' });
    expect(await client(() => page(409)).vendor.addBill(bill)).toMatchObject({ reason: 'not-the-service' });
  });

  test.each(['registerReceipt', 'addBill', 'cancelReceipt', 'markPrinted'])(
    '%s: a 400 without a problem comes from something in between; a sentence in JSON is a problem',
    async (name) => {
      const call = calls.find(([known]) => known === name)?.[1];
      if (call === undefined) throw new Error('no such call');
      for (const body of ['Bad Request', '', '7'])
        expect(await call(client(() => text(body, 400)).vendor)).toMatchObject({ reason: 'not-the-service' });
      expect(await call(client(() => json('wrong date', 400)).vendor)).toMatchObject({
        kind: 'refused',
        problem: { status: 400, detail: 'wrong date' },
      });
    },
  );

  test.each(calls)(
    '%s: a status that the document does not show is a gateway, unless it is a problem',
    async (_name, call) => {
      for (const status of [402, 405, 410, 418, 451])
        expect(await call(client(() => text('Blocked', status)).vendor)).toMatchObject({
          reason: 'not-the-service',
          status,
        });
      expect(await call(client(() => problem(422, { title: 'No' })).vendor)).toMatchObject({ kind: 'refused' });
    },
  );

  test.each(['pregeneratedbill-notfound', 'https://service.invalid/problems/pregeneratedbill-notfound'])(
    '404 %s: the id is gone',
    async (type) => {
      const gone = () => problem(404, { type, title: 'PreGeneratedBill could not be found.' });
      expect(await client(gone).vendor.addBill(bill)).toMatchObject({
        kind: 'registrationExpired',
        problem: { status: 404 },
      });
      expect(await client(gone).vendor.markPrinted(billId)).toMatchObject({ kind: 'refused' });
    },
  );

  test.each(['Store not found', 'Filiale unbekannt', '"El local no existe"', 'User not found', ''])(
    '404 %s: a setting is wrong',
    async (words) => {
      const { vendor } = client(() => text(words, 404));
      expect(await vendor.addBill(bill)).toMatchObject({ kind: 'storeUnknown', problem: { status: 404 } });
      expect(await vendor.registerReceipt({ storeId: 'x' })).toMatchObject({ kind: 'storeUnknown' });
    },
  );

  test('404 that names an id of ours is about this receipt, not about the store', async () => {
    const known = { storeId: 'shop-1', userIdentification: { externalId: 'K-12' }, bill: { id: billId } };
    for (const words of [`Bill ${billId.toUpperCase()} is unknown`, 'No user K-12 here', 'Customer "k-12"']) {
      expect(await client(() => text(words, 404)).vendor.addBill(known)).toMatchObject({ kind: 'refused' });
    }
    for (const words of ['Shop K-123 is unknown', 'shop-1']) {
      expect(await client(() => text(words, 404)).vendor.addBill(known)).toMatchObject({ kind: 'storeUnknown' });
    }
    const asked = { storeId: 'shop-1', buyerInformation: { userIdentification: { externalId: 'K-12' } } };
    const { vendor } = client(() => text('User K-12 not found', 404));
    expect(await vendor.registerReceipt(asked)).toMatchObject({ kind: 'refused' });
    // A shop that is called like a customer is a shop.
    const sameName = { ...asked, storeId: 'K-12' };
    expect(await vendor.registerReceipt(sameName)).toMatchObject({ kind: 'storeUnknown' });
  });

  test('404 on a loyalty start: the customer is not known', async () => {
    const { vendor } = client(() => text('Loyalty user not found', 404));
    expect(await vendor.startLoyalty('C-1')).toMatchObject({ kind: 'refused', problem: { status: 404 } });
  });

  test('404 on a loyalty cancel: already gone, a success that is noted', async () => {
    const { vendor, log } = client(() => text('Loyalty transaction not found', 404));
    const value = { transactionId: 'T-1', status: 'TRANSACTION_NOT_ACTIVE_ANYMORE' };
    expect(await vendor.cancelLoyalty('T-1')).toEqual({ kind: 'ok', value });
    expect(log.lines.map(({ event }) => event)).toContain('loyalty-transaction-already-gone');
    expect(await client(() => page(404)).vendor.cancelLoyalty('T-1')).toMatchObject({ reason: 'not-the-service' });
  });
});

describe('no answer', () => {
  test.each(calls)('%s: 500, 502, 503, 504 and 429 are for later, and sent once', async (_name, call) => {
    for (const status of [500, 502, 503, 504, 429]) {
      const { vendor, sent } = client(() => text('busy', status));
      expect(await call(vendor)).toEqual({
        kind: 'noAnswer',
        reason: 'server-error',
        detail: `HTTP ${status}`,
        status,
        mayHaveArrived: true,
        retryAfterMs: null,
        traceId: null,
      });
      expect(sent).toHaveLength(1);
    }
  });

  test.each(calls)('%s: a lost connection is not sent again', async (_name, call) => {
    const { vendor, sent } = client(() => Promise.reject(new Error('net::ERR_CONNECTION_RESET')));
    expect(await call(vendor)).toMatchObject({ reason: 'connection-lost', mayHaveArrived: true });
    expect(sent).toHaveLength(1);
  });

  test('one deadline covers sign-in, sending and resending', async () => {
    const { vendor, sent, clock } = client((_request, count) => (count === 1 ? text('', 401) : new Promise(() => {})));
    const answer = vendor.startLoyalty('C-1', { timeoutMs: 4_000 });
    await expect.poll(() => sent.length).toBe(2);
    clock.advance(4_000);
    expect(await answer).toMatchObject({ kind: 'noAnswer', reason: 'time-out', mayHaveArrived: true });
    expect(clock.pendingMs()).toEqual([]);
  });

  test('a sign-in that does not end in time leaves the call unsent', async () => {
    const { fetch, sent } = scriptedFetch(() => text(''));
    const clock = createManualClock();
    const tokens = { accessToken: () => new Promise<never>(() => {}), rejected: () => {} };
    const settings = () => ({ baseUrl: 'https://service.invalid', connectTimeoutMs: 5_000, totalTimeoutMs: 15_000 });
    const vendor = createVendorClient({ fetch, clock, log: createKeptLog(), tokens, settings });
    const answer = vendor.startLoyalty('C-1');
    clock.advance(15_000);
    expect(await answer).toMatchObject({ kind: 'noAnswer', reason: 'time-out', mayHaveArrived: false });
    expect(sent).toEqual([]);
  });
});

test('the log has the name that the service gave to a problem', async () => {
  const { vendor, log } = client((_request, count) =>
    problem(count === 1 ? 400 : 503, { title: 'No', traceId: '00-abc-01' }),
  );
  await vendor.addBill(bill);
  await vendor.addBill(bill);
  expect(log.lines.map(({ fields }) => fields.traceId)).toEqual(['00-abc-01', '00-abc-01']);
});

test('the log speaks of routes and statuses, never of tokens, ids or customers', async () => {
  const { vendor, log } = client((_request, count) => (count % 2 === 1 ? text('', 401) : text('canary-words', 400)));
  for (const [, call] of calls) await call(vendor);
  await vendor.startLoyalty('canary-customer');
  const written = JSON.stringify(log.lines);
  expect(log.lines.length).toBeGreaterThan(5);
  for (const secret of ['token-', billId, 'canary', 'C-1', 'T-1']) expect(written).not.toContain(secret);
});
