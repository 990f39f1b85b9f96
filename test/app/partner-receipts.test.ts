import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { removeTill, sendCode } from './paired-till.ts';
import { openPartnerTestApp, type ReplyScript, receiptId, userId } from './partner-test-app.ts';
import { withClock } from './pass-time.ts';
import { codeOf, liveFolder, unwrap } from './test-app.ts';

const list = `GET /partner/api/v3/user/${userId}/receipts`;
const pdf = `GET /partner/api/v3/user/${userId}/receipts/${receiptId}/pdf`;
const add = `POST /partner/api/v3/user/${userId}/receipts`;
const item = {
  receiptId,
  storeId: 'store-1',
  amount: 19.9,
  currency: 'EUR',
  date: '2025-05-31T14:05:00+02:00',
  imageResource: null,
  vendorName: 'Shop',
  vendorAddress: { street: 'Market Street 1', city: 'Berlin', postalCode: '10115', countryCode: 'DE' },
};
const bytes = (size: number): Buffer => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size, 'x')]);
const asPdf = { 'content-type': 'application/pdf' };

describe('the list of receipts', () => {
  test('is a page with its total and the unchanged continuation of the next page', async () => {
    // Tokens of cloud databases have thousands of characters.
    const continuation = `next/2+=&${'x'.repeat(6_000)}`;
    const headers = { 'Total-Count': '250', ContinuationToken: continuation };
    const { testApp, partner, call } = await openPartnerTestApp({ answers: { [list]: { headers, body: [item] } } });
    expect(await call('GET', `/users/${userId}/receipts`)).toMatchObject({
      status: 200,
      body: { items: [item], totalCount: 250, continuation },
    });
    await call('GET', `/users/${userId}/receipts?take=7&continuation=${encodeURIComponent(continuation)}`);
    unwrap(await testApp.cashier['partner.receipts']({ userId, take: 7, continuation }));
    const queries = partner.requests.map(({ path }) => [...new URL(path, 'http://x').searchParams]);
    expect(queries.slice(0, 2)).toEqual([
      [['take', '50']],
      [
        ['take', '7'],
        ['continuation', continuation],
      ],
    ]);
    expect(queries[2]).toEqual(queries[1]);
  });

  test('has no continuation on its last page, and total null if the service sent none', async () => {
    const bare = { receiptId: 'r-1', imageResource: 'javascript:alert(1)', vendorAddress: {} };
    const { call } = await openPartnerTestApp({ answers: { [list]: { body: [bare] } } });
    const { body } = await call('GET', `/users/${userId}/receipts`);
    const none = { storeId: null, amount: null, currency: null, date: null, imageResource: null, vendorName: null };
    const vendorAddress = { street: null, city: null, postalCode: null, countryCode: null };
    expect(body).toEqual({
      items: [{ receiptId: 'r-1', ...none, vendorAddress }],
      totalCount: null,
      continuation: null,
    });
  });

  test('deviating receipts are listed, and each deviation is logged once without its value', async () => {
    const rows = [
      { ...item, amount: 'canary-amount', date: { canary: 1 } },
      { ...item, receiptId: 4711, amount: 'canary-amount', vendorAddress: { postalCode: 10115 } },
      { vendorName: 'Shop' },
      'canary-row',
      item,
    ];
    const { testApp, call } = await openPartnerTestApp({ answers: { [list]: { body: rows } } });
    const reply = await call('GET', `/users/${userId}/receipts`);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        items: [
          { ...item, amount: null, date: null },
          { receiptId: '4711', vendorAddress: { postalCode: '10115' } },
          { receiptId: null, vendorName: 'Shop' },
          { receiptId: null, vendorName: null, amount: null },
          item,
        ],
      },
    });
    const logged = testApp.log.lines
      .filter(({ event }) => event === 'answer-deviation-found')
      .map(({ fields }) => fields);
    expect(logged.map(({ pointer, found }) => [pointer, found])).toEqual([
      ['/*/amount', 'string'],
      ['/*/date', 'object'],
      ['/*/receiptId', 'number'],
      ['/*/receiptId', 'absent'],
      ['/*', 'string'],
    ]);
    expect(JSON.stringify(logged)).not.toContain('canary');
  });

  test('has its continuation in one of several headers, and is reported as incomplete if none came although more exist', async () => {
    const { testApp, partner, call } = await openPartnerTestApp();
    const read = async (headers: Readonly<Record<string, string>>) => {
      partner.answers[list] = { headers, body: [item] };
      return (await call('GET', `/users/${userId}/receipts`)).body;
    };
    for (const name of ['Continuation-Token', 'X-ContinuationToken', 'x-ms-continuation', 'Next-Continuation_Token'])
      expect(await read({ [name]: 'next', 'X-Total-Count': '9' })).toMatchObject({
        totalCount: 9,
        continuation: 'next',
      });
    expect(await read({ 'Total-Count': '2' })).toMatchObject({ totalCount: 2, continuation: null });
    expect(testApp.log.lines.filter(({ event }) => event === 'answer-deviation-found')).toMatchObject([
      { fields: { route: 'list of receipts', pointer: '', found: 'absent', expected: 'ContinuationToken' } },
    ]);
  });

  test('is reported as offline if the answer is not a list', async () => {
    const { testApp, call } = await openPartnerTestApp({ answers: { [list]: { body: { items: 'none' } } } });
    const reply = await withClock(testApp, call('GET', `/users/${userId}/receipts`), 100);
    expect(reply).toMatchObject({ status: 503, body: { type: 'offline' } });
  });
});

describe('the PDF', () => {
  test('is passed to a till unchanged, with its length', async () => {
    const { call } = await openPartnerTestApp({
      answers: { [pdf]: { headers: { ...asPdf, 'content-length': '3009' }, body: bytes(3_000) } },
    });
    const reply = await call('GET', `/users/${userId}/receipts/${receiptId}/pdf`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/pdf');
    expect(reply.headers.get('content-length')).toBe('3009');
    expect(reply.text).toBe(bytes(3_000).toString());
  });

  /** Sends less than the announced length, then ends the connection. */
  const breaksOff: ReplyScript = (_request, response) => {
    response.writeHead(200, { ...asPdf, 'content-length': '100000' });
    response.write(bytes(10_000), () => setImmediate(() => response.destroy()));
    return null;
  };

  /** Sends 17 MiB. */
  const tooLong: ReplyScript = () => ({ headers: asPdf, body: bytes(17 * 1024 * 1024) });

  test.each<[string, ReplyScript, string, number]>([
    ['the service refuses', { status: 403, body: 'not yours' }, 'refused', 502],
    ['does not exist', { status: 404 }, 'notFound', 404],
    ['is replaced by a page of a proxy', { headers: { 'content-type': 'text/html' }, body: '<html>' }, 'offline', 503],
    ['breaks off', breaksOff, 'offline', 503],
    ['is longer than 16 MiB', tooLong, 'tooLarge', 502],
  ])(
    'a PDF that %s is refused with a reason at till and cashier, and leaves no file',
    async (_what, answer, code, status) => {
      const { testApp, call } = await openPartnerTestApp({ answers: { [pdf]: answer } });
      expect(await call('GET', `/users/${userId}/receipts/${receiptId}/pdf`)).toMatchObject({ status });
      const saved = await testApp.cashier['partner.savePdf']({ userId, receiptId });
      expect(saved).toMatchObject({ ok: false, error: { code } });
      expect(existsSync(join(liveFolder(testApp.dataDir), 'exports'))).toBe(false);
    },
  );

  test.each([true, false, null])(
    'is saved completely under the name of its receipt, and the window shows whether it was opened: %s',
    async (hasProgram) => {
      const handedOver: string[] = [];
      const openFile = async (file: string): Promise<boolean> => {
        handedOver.push(file);
        return hasProgram === true;
      };
      const { testApp } = await openPartnerTestApp({
        answers: { [pdf]: { headers: asPdf, body: bytes(600_000) } },
        ...(hasProgram !== null && { desktop: { openFile } }),
      });
      const { path, opened } = unwrap(await testApp.cashier['partner.savePdf']({ userId, receiptId }));
      expect(path).toBe(join(liveFolder(testApp.dataDir), 'exports', `receipt-${receiptId}.pdf`));
      expect(readFileSync(path).equals(bytes(600_000))).toBe(true);
      expect([opened, handedOver]).toEqual([hasProgram === true, hasProgram === null ? [] : [path]]);
    },
  );

  test('is discarded completely if no more data arrives, or if the app stops during the transfer', async () => {
    const stalls: ReplyScript = (_request, response) => {
      response.writeHead(200, { ...asPdf, 'content-length': '9000000' });
      response.write(bytes(500_000));
      return null;
    };
    const { testApp, partner } = await openPartnerTestApp({ answers: { [pdf]: stalls } });
    const save = () => testApp.cashier['partner.savePdf']({ userId, receiptId });
    expect(codeOf(await withClock(testApp, save(), 1_000))).toBe('offline');
    const saving = save();
    await testApp.until(() => partner.requests.length === 2);
    await testApp.restart();
    expect((await saving).ok).toBe(false);
    expect(existsSync(join(liveFolder(testApp.dataDir), 'exports'))).toBe(false);
  });
});

describe('an anonymous receipt', () => {
  test('after a lost answer the receipt is looked up among the newest receipts, and is not sent again', async () => {
    const { partner, call } = await openPartnerTestApp({
      answers: { [add]: { status: 504 }, [list]: { body: [item] } },
    });
    expect((await call('POST', `/users/${userId}/receipts`, { receiptId })).status).toBe(200);
    partner.answers[list] = { body: [] };
    expect(await call('POST', `/users/${userId}/receipts`, { receiptId })).toMatchObject({
      status: 502,
      body: { type: 'outcome-unknown', outcome: 'unknown' },
    });
    expect(partner.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'GET']);
  });

  test('is added from a scanned code with exactly one receipt id', async () => {
    const { testApp, partner } = await openPartnerTestApp({
      answers: { [add]: ({ body }) => ({ body: JSON.stringify(JSON.parse(body).receiptId) }) },
    });
    const window = testApp.cashier;
    const scan = (scanned: string) => window['partner.addReceipt']({ userId, scanned });
    expect(unwrap(await scan(`https://receipts.example/r/${receiptId}?x=1`))).toEqual({ receiptId });
    expect(unwrap(await scan(receiptId))).toEqual({ receiptId });
    const both = `https://receipts.example/${userId}/${receiptId}`;
    for (const text of ['https://receipts.example/', both]) {
      expect(codeOf(await scan(text))).toBe('invalid');
    }
    expect(partner.requests).toHaveLength(2);
  });
});

test.each([
  ['a PDF', pdf, { headers: asPdf, body: '%PDF-1.7\n' }],
  ['a page of receipts', list, { body: [item] }],
])('%s that arrives after the removal of the till that asked for it is not passed on', async (_what, route, answer) => {
  const go = Promise.withResolvers<void>();
  const { testApp, partner } = await openPartnerTestApp({ answers: { [route]: () => go.promise.then(() => answer) } });
  const { code } = unwrap(await testApp.cashier['pairing.start']({ partner: true }));
  const { token } = await (await sendCode(testApp, code, 'Customer service')).json();
  const path = route.replace(/.*\/user/, '/users');
  const asked = fetch(testApp.posApiUrl + path, { headers: { authorization: `Bearer ${token}` } });
  await testApp.until(() => partner.requests.length === 1);
  await removeTill(testApp, 'Customer service');
  go.resolve();
  const reply = await asked;
  expect([reply.status, (await reply.text()).includes('%PDF')]).toEqual([401, false]);
});
