import { describe, expect, test } from 'vitest';
import { trackHealth } from '../../../src-main/service/service-health.ts';
import { JsonText } from '../../../src-main/shared/json-text.ts';
import { asProblem, json, page, plain, type Script } from './scripted-fetch.ts';
import { bill, billId, calls, client, otherId, url } from './scripted-vendor.ts';

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

test('of the stores that a till invents, only the refusals of the newest twenty are kept', async () => {
  const { vendor } = client(() => asProblem(404, { title: 'Unknown store' }));
  const health = trackHealth(vendor, { list: () => [] });
  for (let number = 1; number <= 25; number += 1) await health.vendor.addBill({ ...bill, storeId: `store-${number}` });
  const stores = health.service.refusals().map(({ storeId }) => storeId);
  expect([stores.length, stores[0], stores.at(-1)]).toEqual([20, 'store-6', 'store-25']);
});
