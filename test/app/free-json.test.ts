import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  openPooledSale,
  openTestApp,
  refusal,
  smallBill,
  type TestApp,
  type TestAppOptions,
  unwrap,
} from './test-app.ts';

/** Everything that JSON.parse and JSON.stringify would change: digits, zeros, exponents, escapes, order, spaces. */
const free = `{ "2":12345678901234567890,"1":1.10, "pi":3.14159265358979323846, "e":1E2,"z":-0,"u":"\\u00e4\\/","extension:service":{"k":[1.0, null]} }`;
const key = 'extension:acme';
const posToken = 'a-token-of-at-least-thirty-two-characters';

interface Sent {
  readonly url: string;
  readonly body: string;
}

/** Records the requests to the service. `answers` may replace the service's answers. */
function listen(testApp: TestApp, answers: (url: string) => string | null = () => null): Sent[] {
  const sent: Sent[] = [];
  testApp.network.meets = (url, init) => {
    sent.push({ url, body: String(init.body ?? '') });
    const text = answers(url);
    return text === null
      ? null
      : Promise.resolve(new Response(text, { headers: { 'content-type': 'application/json' } }));
  };
  return sent;
}

const bills = (sent: readonly Sent[]): string[] =>
  sent.filter(({ url }) => /\/v3\/bill(?:\?|$)/.test(url)).map(({ body }) => body);

async function call(testApp: TestApp, method: string, path: string, body?: string): Promise<string> {
  const answer = await fetch(`${testApp.posApiUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${posToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text;
}

const openOwn = (testApp: TestApp) => openPooledSale(testApp, 'sale-1', 19.9, 'environment');

const openWithToken = (options: TestAppOptions = {}): Promise<TestApp> =>
  openTestApp({
    ...options,
    posToken,
    settings: { ...options.settings, service: { extensionKey: key } },
    simulator: { account: { storeIds: ['store-1'] }, extensionKey: key },
  });

/** A till's bill with a number in an unknown field that other JSON software would round. */
function billText(extra: string, ownKey = 'extension:service'): string {
  const bill = JSON.stringify(smallBill(19.9)).slice(0, -1).replaceAll('extension:service', ownKey);
  return `${bill.replace('19.9,', '19.90,')},"unknown":{"serial":12345678901234567890},"misc":{"${ownKey}":{${extra}}}}`;
}

const extras = `"couponingInformation":{"type":"Generic","providerData":${free}},"customSections":[{"position":1,"section":"a","data":${free}}]`;

test('free JSON in bills, over HTTP under either extension key and in a file, reaches the service byte for byte', async () => {
  const testApp = await openWithToken();
  const sent = listen(testApp);
  for (const [index, ownKey] of ['extension:service', key].entries()) {
    const { id } = JSON.parse(await call(testApp, 'POST', '/sales', `{"reference":"${index}","amount":19.90}`));
    await call(testApp, 'PUT', `/sales/${id}/bill`, `{"bill": ${billText(extras, ownKey)} }`);
    await testApp.delivered(id);
  }
  await testApp.drop('a.json', `{"reference":"a","bill":${billText(extras)}}`);
  await testApp.delivered(String((await testApp.resultOf('a')).id));
  expect(bills(sent)).toHaveLength(3);
  for (const body of bills(sent)) {
    expect(body).toContain(`"providerData":${free}`);
    expect(body).toContain(`"data":${free}`);
    expect(body).toContain('"unknown":{"serial":12345678901234567890}');
    expect(body).toContain('"fullAmountInclVat":19.90');
    expect(body.replaceAll(free, '')).not.toContain('extension:service');
  }
});

test('free JSON in buyer information reaches the service byte for byte, also after a restart and with an id in the pool', async () => {
  const testApp = await openWithToken({ settings: { pool: { target: 1 } } });
  await testApp.until(() => testApp.till.status().pool.available === 1);
  testApp.network.down = true;
  const { id } = JSON.parse(await call(testApp, 'POST', '/sales', `{"reference":"a","buyerInformation": ${free}}`));
  await call(testApp, 'PUT', `/sales/${id}/bill`, `{"bill":${billText('')}}`);
  await testApp.stop();
  testApp.network.down = false;
  const sent = listen(testApp);
  await testApp.start();
  testApp.app.wake('network-back');
  await testApp.delivered(id);
  const registered = sent.filter(({ url, body }) => url.endsWith('/v3/bill/url') && body?.includes('buyerInformation'));
  expect(registered.map(({ body }) => body)).toEqual([`{"storeId":"store-1","buyerInformation":${free}}`]);
});

test('the answer of the loyalty provider reaches the till byte for byte, also as an event and after a restart', async () => {
  const testApp = await openWithToken();
  const sale = await openOwn(testApp);
  const start = `{"transactionId":"T-1","activatedRewards":[{"identifier":"r","worth":12345678901234567890}],"providerData": ${free}}`;
  listen(testApp, (url) => (url.endsWith('/loyalty/transactions') ? start : null));
  const expected = `"providerData":${free}`;
  const stream = await fetch(`${testApp.posApiUrl}/events`, { headers: { authorization: `Bearer ${posToken}` } });
  const answer = await call(testApp, 'PUT', `/sales/${sale.id}/loyalty`, '{"externalUserId":"card-1"}');
  expect(answer).toContain(expected);
  expect(answer).toContain('"worth":12345678901234567890');
  let events = '';
  for await (const chunk of stream.body ?? []) {
    events += Buffer.from(chunk).toString();
    if (events.includes('"transactionId":"T-1"') && events.endsWith('\n\n')) break;
  }
  expect(events).toContain(expected);
  await testApp.restart();
  const read = await call(testApp, 'GET', `/sales/${sale.id}`);
  expect(read).toContain(expected);
  expect(read).toContain('"worth":12345678901234567890');
});

test('a bill repaired in the window keeps every digit of its unchanged fields', async () => {
  const testApp = await openWithToken();
  const sale = await openOwn(testApp);
  testApp.simulator.faults.add({ route: 'bill', effect: refusal(400, { title: 'Bad' }) });
  await call(testApp, 'PUT', `/sales/${sale.id}/bill`, `{"bill":${billText(extras)}}`);
  await testApp.sale(sale.id, ({ state }) => state === 'attention');
  const { path } = unwrap(await testApp.cashier['attention.export']({ saleId: sale.id }));
  expect(readFileSync(path, 'utf8')).toContain('12345678901234567890');
  const sent = listen(testApp);
  const values = { '/head/seller/name': 'Other Shop' };
  unwrap(await testApp.repair(sale.id, values));
  await testApp.delivered(sale.id);
  const [body] = bills(sent);
  expect(body).toContain('Other Shop');
  for (const digits of ['12345678901234567890', '3.14159265358979323846', ':1.10', ':1E2', ':-0', '19.90']) {
    expect(body).toContain(digits);
  }
});

test('a bill in another notation is the same bill; a difference in the twentieth digit makes it another bill', async () => {
  const testApp = await openWithToken();
  testApp.network.down = true;
  const { id } = JSON.parse(await call(testApp, 'POST', '/sales', '{"reference":"a"}'));
  const bill = billText(extras);
  await call(testApp, 'PUT', `/sales/${id}/bill`, `{"bill":${bill}}`);
  await call(testApp, 'PUT', `/sales/${id}/bill`, `{"bill":${bill.replace('19.90', ' 19.9')}}`);
  const other = `{"bill":${bill.replace('12345678901234567890', '12345678901234567891')}}`;
  await expect(call(testApp, 'PUT', `/sales/${id}/bill`, other)).rejects.toThrow('409');
});

test('a card number in buyer information is refused with its location, and nothing is stored', async () => {
  const testApp = await openWithToken();
  const body = '{"reference":"a","buyerInformation":{"payment":{"cardNumber":"4111 1111 1111 1111"}}}';
  await expect(call(testApp, 'POST', '/sales', body)).rejects.toThrow(/422.*\/buyerInformation\/payment\/cardNumber/);
  expect(testApp.till.listSales({ limit: 1 }).items).toEqual([]);
});
