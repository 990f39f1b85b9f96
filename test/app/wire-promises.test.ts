import { describe, expect } from 'vitest';
import { goodBill } from '../fixtures/receipts/good.ts';
import { good, openPooledSale, openTestApp, smallBill, type TestApp, test } from './test-app.ts';

/** A request as the app sent it. */
interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
}

/** Records every request to the vendor interface; `answers` may answer in place of the service. */
function listen(testApp: TestApp, answers: (url: string) => Response | null = () => null): Sent[] {
  const sent: Sent[] = [];
  testApp.network.meets = (url, init) => {
    if (url.includes('/api/v3/')) {
      const headers = new Headers(init.headers);
      sent.push({ method: init.method ?? 'GET', url: new URL(url), headers, body: String(init.body ?? '') });
    }
    const answer = answers(url);
    return answer === null ? null : Promise.resolve(answer);
  };
  return sent;
}
const to = (sent: readonly Sent[], path: string): readonly Sent[] => sent.filter(({ url }) => url.pathname === path);

test('extensions anywhere in a bill are sent under the key of the settings', async () => {
  const extensionKey = 'extension:acme';
  const testApp = await openTestApp({
    settings: { service: { extensionKey } },
    simulator: { account: { storeIds: ['store-1'] }, extensionKey },
  });
  const sent = listen(testApp);
  const sale = await openPooledSale(testApp);
  const { id: _own, ...bill } = goodBill('every-field');
  await testApp.pay(sale.id, bill);
  await testApp.delivered(sale.id);
  const [{ body } = { body: '' }] = to(sent, '/api/v3/bill');
  expect(body).not.toContain('extension:service');
  expect(body.split(`"${extensionKey}":`).length).toBe(JSON.stringify(bill).split('"extension:service":').length);
});

test('a display target is sent in the query of its own bill only', async ({ testApp }) => {
  const sent = listen(testApp);
  for (const displayTarget of ['Till 2 & more', undefined]) {
    const sale = await openPooledSale(testApp, `sale-${displayTarget}`);
    good(await testApp.till.acceptBill(sale.id, { bill: smallBill(), displayTarget }));
    await testApp.delivered(sale.id);
  }
  const [withTarget, without] = to(sent, '/api/v3/bill');
  expect(withTarget?.url.searchParams.get('DisplayTarget')).toBe('Till 2 & more');
  expect(without?.url.search).toBe('');
});

test('a receipt is registered with the buyer information of its till', async ({ testApp }) => {
  await testApp.poolHas(1);
  const sent = listen(testApp);
  const buyerInformation = { own: { place: ['K-1', 2] } };
  good(await testApp.till.openSale({ reference: 'known', buyerInformation }));
  const bodies = to(sent, '/api/v3/bill/url').map(({ body }): unknown => JSON.parse(body));
  expect(bodies).toContainEqual({ storeId: 'store-1', buyerInformation });
});

test('every request has the header Accept for JSON', async ({ testApp }) => {
  const sent = listen(testApp);
  const sale = await openPooledSale(testApp);
  good(await testApp.till.startLoyalty(sale.id, 'card-1'));
  good(await testApp.till.cancelLoyalty(sale.id));
  await testApp.pay(sale.id);
  await testApp.delivered(sale.id);
  good(await testApp.till.markPrinted(sale.id));
  await testApp.sale(sale.id, ({ printed }) => printed === 'done');
  good(await testApp.till.cancelSale(sale.id));
  await testApp.sale(sale.id, ({ cancelled }) => cancelled === 'done');
  expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['POST', 'PUT', 'DELETE']));
  expect(sent.map(({ headers }) => headers.get('accept'))).toEqual(sent.map(() => 'application/json'));
});

describe('the id of the answer', () => {
  const other = '11111111-2222-4333-8444-555555555555';
  const url = `https://receipts.invalid/r/${other}`;

  test('the id of a registration is the id of the sale and of its bill', async () => {
    const testApp = await openTestApp({ settings: { pool: { target: 0 } } });
    const answer = (): Response => Response.json({ type: 'url', url, billId: other });
    const sent = listen(testApp, (address) => (/\/v3\/bill(\/url)?$/.test(address) ? answer() : null));
    const { sale } = good(await testApp.till.openSale({ reference: 'a', amount: 1 }));
    expect(sale).toMatchObject({ billId: other, url });
    await testApp.pay(sale.id);
    await testApp.delivered(sale.id);
    expect(JSON.parse(to(sent, '/api/v3/bill')[0]?.body ?? '{}')).toMatchObject({ bill: { id: other } });
  });
});
