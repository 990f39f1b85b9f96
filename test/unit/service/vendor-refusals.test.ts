import { describe, expect, test } from 'vitest';
import { json, page, problem, text } from './scripted-fetch.ts';
import { bill, billId, calls, client, otherId, url } from './scripted-vendor.ts';

describe('a 2xx that differs from the document does not count as success', () => {
  test.each(calls)('%s: broken JSON, nothing, another shape', async (_name, call) => {
    const bodies = [text('{"type":"url","url":"http'), text(''), json({ hello: 1 }), json([]), json(null)];
    for (const body of bodies) {
      const answer = await call(client(() => body).vendor);
      expect(answer).toMatchObject({ kind: 'noAnswer', reason: 'not-understood', status: 200, mayHaveArrived: true });
    }
  });

  test.each(calls)('%s: a web page', async (_name, call) => {
    const answer = await call(client(() => page()).vendor);
    expect(answer).toMatchObject({ reason: 'not-the-service', inTheWay: 'webPage', mayHaveArrived: true });
  });

  test.each(calls)('%s: a redirect', async (_name, call) => {
    const { vendor, sent } = client(() => new Response(null, { status: 302, headers: { location: '/login' } }));
    expect(await call(vendor)).toMatchObject({ kind: 'noAnswer', reason: 'not-the-service', status: null });
    expect(sent).toHaveLength(1);
  });

  test('another receipt than the requested one', async () => {
    const bills = client(() => json({ type: 'url', url, billId: otherId }));
    expect(await bills.vendor.addBill(bill)).toMatchObject({ reason: 'not-understood' });
    expect(await client(() => json({ billId: otherId })).vendor.markPrinted(billId)).toMatchObject({
      reason: 'not-understood',
    });
    const loyalty = client(() => json({ transactionId: 'T-2', status: 'CANCELED' }));
    expect(await loyalty.vendor.cancelLoyalty('T-1')).toMatchObject({ reason: 'not-understood' });
  });

  test.each([
    'javascript:alert(1)',
    'ftp://receipts.invalid/r/1',
    'https://receipts.example@evil.invalid/r/1',
    'https://receipts.example:secret@evil.invalid/r/1',
    // Few characters, but more bytes than a QR code can contain.
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
    expect(await vendor.registerReceipt({ storeId: 'shop-1' })).toMatchObject({ reason: 'not-understood' });
  });

  test('an address of exactly 2,048 characters is taken', async () => {
    const longest = `https://receipts.invalid/${'x'.repeat(2048 - 25)}`;
    const { vendor } = client(() => json({ type: 'url', url: longest, billId }));
    expect(longest).toHaveLength(2048);
    expect(await vendor.registerReceipt({ storeId: 'shop-1' })).toMatchObject({ kind: 'ok' });
  });

  test.each([{ transactionId: '' }, { transactionId: '..' }, { customerId: 'K-1' }])(
    'the loyalty start %j',
    async (body) => {
      expect(await client(() => json(body)).vendor.startLoyalty('C-1')).toMatchObject({ reason: 'not-understood' });
    },
  );

  test('a 200 or a page where a cancel needs 204', async () => {
    expect(await client(() => text('')).vendor.cancelReceipt(billId)).toMatchObject({ reason: 'not-understood' });
    const done = client(() => new Response(null, { status: 204 }));
    expect(await done.vendor.cancelReceipt(billId)).toEqual({ kind: 'ok', value: null });
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

  test('409: the id is already in use; on other routes only a problem is a refusal, and a web page is not the service', async () => {
    const words = `Bill with id ${billId} already exists`;
    const conflict = () => text(words, 409);
    expect(await client(conflict).vendor.addBill(bill)).toMatchObject({
      kind: 'alreadyThere',
      problem: { status: 409, detail: words },
    });
    expect(await client(conflict).vendor.markPrinted(billId)).toMatchObject({ reason: 'not-understood' });
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
        expect(await call(client(() => text(body, 400)).vendor)).toMatchObject({ reason: 'not-understood' });
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
          reason: 'not-understood',
          status,
        });
      expect(await call(client(() => problem(422, { title: 'No' })).vendor)).toMatchObject({ kind: 'refused' });
    },
  );

  test.each(['pregeneratedbill-notfound', 'https://service.invalid/problems/pregeneratedbill-notfound'])(
    '404 %s: the id is dead',
    async (type) => {
      const gone = () => problem(404, { type, title: 'PreGeneratedBill could not be found.' });
      expect(await client(gone).vendor.addBill(bill)).toMatchObject({
        kind: 'registrationExpired',
        problem: { status: 404 },
      });
      expect(await client(gone).vendor.markPrinted(billId)).toMatchObject({ kind: 'refused' });
    },
  );

  test.each(['PreGeneratedBill could not be found.', '"PreGeneratedBill could not be found."'])(
    '404 with the text %s: the id is dead, too',
    async (words) => {
      const { vendor } = client(() => text(words, 404));
      expect(await vendor.addBill(bill)).toMatchObject({ kind: 'registrationExpired', problem: { status: 404 } });
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
    // A shop with the name of a customer still counts as a shop.
    const sameName = { ...asked, storeId: 'K-12' };
    expect(await vendor.registerReceipt(sameName)).toMatchObject({ kind: 'storeUnknown' });
  });

  test('404 on a loyalty start: the customer is unknown', async () => {
    const { vendor } = client(() => text('Loyalty user not found', 404));
    expect(await vendor.startLoyalty('C-1')).toMatchObject({ kind: 'refused', problem: { status: 404 } });
  });

  test('404 on a loyalty cancel: already cancelled, which is a success and is logged', async () => {
    const { vendor, log } = client(() => text('Loyalty transaction not found', 404));
    const value = { transactionId: 'T-1', status: 'TRANSACTION_NOT_ACTIVE_ANYMORE' };
    expect(await vendor.cancelLoyalty('T-1')).toEqual({ kind: 'ok', value });
    expect(log.lines.map(({ event }) => event)).toContain('loyalty-transaction-not-found');
    expect(await client(() => page(404)).vendor.cancelLoyalty('T-1')).toMatchObject({ reason: 'not-the-service' });
  });
});
