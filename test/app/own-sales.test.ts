import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describedRoutes } from '../../scripts/described-routes.ts';
import { actions } from '../../src-main/action-table.ts';
import { listen, type Stream } from './event-stream.ts';
import { pairTill, removeTill } from './paired-till.ts';
import { openTestApp, smallBill, type TestApp, unwrap } from './test-app.ts';

/** A sale belongs to the till that opened it. Other tills get the same answers as for a missing sale. */

const nobodys = '00000000-0000-4000-8000-000000000000';
const share = (testApp: TestApp, isShared: boolean) =>
  testApp.changeSettings({ posApi: { tillsShareSales: isShared } });

async function openTwo(settings: Parameters<typeof openTestApp>[0] = {}) {
  const testApp = await openTestApp(settings);
  const [one, two] = [await pairTill(testApp, 'Till 1'), await pairTill(testApp, 'Till 2')];
  await testApp.poolHas(1);
  return { testApp, one, two };
}

/** Returns the parts of an answer that could distinguish two sales. The request id and the date are left out. */
async function call({ port, token }: { port: number; token: string }, method: string, path: string, body: unknown) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { date: _date, 'x-request-id': requestId = '', ...headers } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, text: (await answer.text()).replaceAll(requestId, '<request>') };
}

/** Reads to the end of the stream. The clock does not advance, so no heartbeat is sent. */
async function ended(stream: Stream): Promise<void> {
  while ((await stream.next()) !== null);
}

const aboutSales = describedRoutes.filter(({ action }) => {
  const input: z.ZodType | null = action === undefined ? null : actions[action].input;
  return input instanceof z.ZodObject && 'saleId' in input.shape;
});

describe('a sale of another till', () => {
  test('does not exist for any route with its id, with a valid or invalid body', async () => {
    const { testApp, one, two } = await openTwo();
    const { id } = (await one.open('0001', { amount: 19.9, currency: 'EUR' })).sale;
    const before = testApp.till.findSale(id);
    expect(aboutSales).toHaveLength(9);
    for (const { method, path, body, example } of aboutSales) {
      for (const sent of body === undefined ? [undefined] : [example, { nothing: 'that fits' }]) {
        const [theirs, missing] = await Promise.all(
          [id, nobodys].map(async (which) => {
            const answer = await call(two, method, path.replace('{id}', which), sent);
            return { ...answer, text: answer.text.replaceAll(which, '<id>') };
          }),
        );
        expect(theirs, `${method} ${path}`).toEqual(missing);
        if (sent === undefined || sent === example) expect(theirs?.status, `${method} ${path}`).toBe(404);
      }
    }
    expect(testApp.till.findSale(id)).toEqual(before);
  });

  test('is in no list by state, day, reference or cursor', async () => {
    const { one, two } = await openTwo();
    const before = (await two.open('0002')).sale.id;
    const { id } = (await one.open('0001', { amount: 5 })).sale;
    const own = [(await two.open('0003')).sale.id, before];
    for (const query of ['', '?state=open', '?from=2020-01-01T00:00:00Z', '?limit=200']) {
      expect((await two.call('GET', `/sales${query}`)).items.map((sale) => sale.id)).toEqual(own);
    }
    expect(await two.list('0001')).toEqual([]);
    expect((await call(two, 'GET', `/v1/sales?cursor=${id}`, undefined)).text).toBe(
      (await call(two, 'GET', `/v1/sales?cursor=${nobodys}`, undefined)).text,
    );
    const paged = await call(two, 'GET', '/v1/sales?limit=1', undefined);
    expect(JSON.parse(paged.text)).toMatchObject({ next: own[0] });
    expect((await two.call('GET', `/sales?limit=1&cursor=${own[0]}`)).items.map((sale) => sale.id)).toEqual([own[1]]);
  });

  test('is not revealed when another till checks a bill with the id of its receipt', async () => {
    const { one, two } = await openTwo();
    const { billId } = (await one.open('0001')).sale;
    const check = (id: string | null) => call(two, 'POST', '/v1/receipts/check', { bill: { ...smallBill(), id } });
    expect((await check(billId)).text).toBe((await check(nobodys)).text);
    expect((await one.call('POST', '/receipts/check', { bill: { ...smallBill(), id: billId } })).sale).toMatchObject({
      errors: [],
    });
  });

  test('the status does not name another till’s sale on the customer display, it only reports that the display is in use', async () => {
    const { testApp, one, two } = await openTwo();
    const { sale } = await one.open('0001', { amount: 19.9, currency: 'EUR' });
    await testApp.paint();
    const display = async (till: typeof one) => ((await till.call('GET', '/status')).sale as never as Status).display;
    type Status = { readonly display: unknown };
    expect(await display(one)).toEqual({ connected: true, showing: 'qr', saleId: sale.id });
    expect(await display(two)).toEqual({ connected: true, showing: 'qr', saleId: null });
    expect(testApp.till.status().display.saleId).toBe(sale.id);
  });

  test('is in no event, and the event numbers do not reveal the activity of the other till', async () => {
    const { testApp, one, two } = await openTwo();
    const [ofOne, ofTwo] = [await listen(one), await listen(two)];
    const first = await ofTwo.next();
    expect(first?.name).toBe('status');
    await ofOne.next();
    const { sale } = await one.open('0001', { amount: 19.9, currency: 'EUR' });
    unwrap(await testApp.cashier['sale.new']({ amount: 33.3 }));
    await one.bill(sale.id, smallBill());
    await testApp.delivered(sale.id);
    const mine = (await two.open('0002', { amount: 7 })).sale;
    const received = [];
    for (let event = await ofTwo.next(); event !== null; event = await ofTwo.next()) {
      received.push(event);
      if (event.name === 'sale') break;
    }
    expect(received.at(-1)?.data).toEqual(mine);
    const text = JSON.stringify(received.slice(0, -1));
    for (const theirs of [sale.id, sale.billId ?? '?', '0001', '19.9', '33.3']) expect(text).not.toContain(theirs);
    const numbers = [first, ...received].map((event) => Number(event?.id.split('-').at(-1)));
    expect(numbers).toEqual(numbers.map((_number, index) => index));
  });

  test('is accessible while the shop allows it; afterwards not even the missed events of a stream contain it', async () => {
    const { testApp, one, two } = await openTwo();
    const { id } = (await one.open('0001', { amount: 5 })).sale;
    const stream = await listen(two);
    const started = await stream.next();
    share(testApp, true);
    expect((await two.call('GET', `/sales/${id}`)).status).toBe(200);
    expect((await two.call('GET', '/sales')).items.map((sale) => sale.id)).toEqual([id]);
    expect((await two.bill(id, smallBill(5))).status).toBe(202);
    for (let event = await stream.next(); event?.name !== 'sale'; ) event = await stream.next();
    share(testApp, false);
    expect((await two.call('GET', `/sales/${id}`)).status).toBe(404);
    const again = await listen(two, started?.id);
    const mine = (await two.open('0002')).sale;
    for (let event = await again.next(); event !== null; event = await again.next()) {
      expect(JSON.stringify(event)).not.toContain(id);
      if (event.name === 'sale') {
        expect(event.data).toEqual(mine);
        break;
      }
    }
  });
});

test('every interface is a separate till: a token reads sales that the command line sent with it, and none of the watched folder or the cashier', async () => {
  const { testApp, one, two } = await openTwo();
  const { saleId: byHand } = unwrap(await testApp.cashier['sale.new']({ amount: 5 }));
  await testApp.drop('a.json', { reference: 'file/1', bill: smallBill(7) });
  const byFile = String((await testApp.resultOf('a')).id);
  const sent = await one.receipt('script/1', smallBill(6), { 'receipt-companion-client': 'command-line' });
  const reads = async (till: typeof one) => (await till.call('GET', '/sales')).items.map(({ id }) => id);
  expect(await reads(one)).toEqual([sent.sale.id]);
  expect(await reads(two)).toEqual([]);
  for (const id of [byHand, byFile]) expect((await one.call('GET', `/sales/${id}`)).status).toBe(404);
  share(testApp, true);
  expect((await reads(two)).toSorted()).toEqual([sent.sale.id, byHand, byFile].toSorted());
});

describe('a till that a person pairs again', () => {
  test('keeps its sales and references, and the event stream of its earlier token ends at once', async () => {
    const { testApp, one } = await openTwo();
    const { id } = (await one.open('0001', { amount: 5 })).sale;
    const stream = await listen(one);
    await stream.next();
    const again = await pairTill(testApp, 'Till 1');
    await ended(stream);
    expect((await one.call('GET', `/sales/${id}`)).status).toBe(401);
    expect((await again.call('GET', `/sales/${id}`)).status).toBe(200);
    expect(await again.open('0001', { amount: 5 })).toMatchObject({ status: 200, sale: { id } });
    const listed = unwrap(await testApp.cashier['pairing.list'](null));
    expect(listed.map(({ name }) => name).toSorted()).toEqual(['Till 1', 'Till 2']);
  });

  test('keeps its sales even after its removal, and a till with another name cannot read them', async () => {
    const { testApp, one } = await openTwo();
    const { id } = (await one.open('0001')).sale;
    const stream = await listen(one);
    await stream.next();
    await removeTill(testApp, 'Till 1');
    await ended(stream);
    const other = await pairTill(testApp, 'Till 3');
    expect((await other.call('GET', `/sales/${id}`)).status).toBe(404);
    await testApp.restart();
    const again = await pairTill(testApp, 'Till 1');
    expect((await again.call('GET', `/sales/${id}`)).status).toBe(200);
  });
});

test('at a limit of open sales a till may pay but open none until one is cancelled, and another till may open one', async () => {
  const { testApp, one, two } = await openTwo({ settings: { delivery: { maxOpen: 2 } } });
  const opened = [await one.open('a'), await one.open('b')];
  expect(opened.map(({ status }) => status)).toEqual([201, 201]);
  unwrap(await testApp.cashier['sale.new']({ amount: 5 }));
  const refused = await call(one, 'POST', '/v1/sales', { reference: 'c' });
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
  expect(refused.text).toContain('Found 2 open sales, expected fewer. Bill or cancel some of them.');
  // The answer to an opening may be lost, so its repetition does not count.
  expect((await one.open('b')).status).toBe(200);
  expect((await one.receipt('paid', smallBill())).status).toBe(202);
  const byCommandLine = { 'receipt-companion-client': 'command-line' };
  expect((await one.call('POST', '/sales', { reference: 'c' }, byCommandLine)).status).toBe(429);
  expect((await two.open('c')).status).toBe(201);
  await one.call('DELETE', `/sales/${opened[0]?.sale.id}`);
  expect((await one.open('c')).status).toBe(201);
});
