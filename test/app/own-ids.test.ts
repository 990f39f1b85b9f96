import { describe, expect } from 'vitest';
import { openWithTill, pairTill } from './paired-till.ts';
import { openTestApp, smallBill, type TestApp, test, unwrap } from './test-app.ts';

/** A merchant whose tills create their own receipt ids (receipt-service.md 4.2 rule 3). */
const ownIds = {
  settings: { service: { selfGeneratedIds: true } },
  simulator: { switches: { selfGeneratedIds: true } },
} as const;

/** A GUID in capitals as .NET may write it, without the version and variant of RFC 9562. */
const odd = 'E1B2C3D4-1111-4C65-4F2A-ABCDEF012345';
const plain = '0b0c8f86-3a55-4b7e-9a1c-6e0a3f2b1d4c';

const idsAt = (testApp: TestApp) => testApp.simulator.ledger().bills.map(({ billId }) => billId.toLowerCase());

describe('a till that opens a sale with its own receipt id', () => {
  test.each([plain, odd])('gets its receipt delivered under that id: %s', async (billId) => {
    const { testApp, till } = await openWithTill(ownIds);
    const opened = await till.open('r', { amount: 19.9, billId });
    expect(opened).toMatchObject({ status: 201, sale: { billId, url: null } });
    expect(await till.open('r', { amount: 19.9, billId })).toMatchObject({ status: 200, sale: { id: opened.sale.id } });
    expect((await till.open('r', { amount: 19.9, billId: plain.replace('0b', '0c') })).status).toBe(409);
    expect((await till.bill(opened.sale.id, smallBill())).status).toBe(202);
    await testApp.delivered(opened.sale.id);
    expect(idsAt(testApp)).toEqual([billId.toLowerCase()]);
    expect(testApp.till.findSale(opened.sale.id)).toMatchObject({ billId, warnings: [] });
  });

  test('cannot open another sale with that id, in upper or lower case', async () => {
    const { testApp, till } = await openWithTill(ownIds);
    expect((await till.open('a', { billId: odd })).status).toBe(201);
    for (const billId of [odd, odd.toLowerCase()]) {
      expect(await till.open('b', { billId })).toMatchObject({ status: 409, sale: { type: 'conflict' } });
      expect((await till.receipt('c', smallBill(5, { id: billId }))).status).toBe(409);
    }
    expect(testApp.till.listSales({ limit: 9 }).items).toHaveLength(1);
  });

  test('cannot use an id that the service registered for another sale, for the pool or for a customer', async () => {
    const testApp = await openTestApp({
      settings: { service: { selfGeneratedIds: true }, pool: { target: 1 } },
      simulator: { switches: { selfGeneratedIds: true, knownExternalIds: ['c-1'] } },
    });
    // This service writes its ids in capital letters and without the version of RFC 9562.
    testApp.network.meets = async (url, init): Promise<Response> => {
      const answer = await fetch(url, init);
      if (!url.endsWith('/bill/url')) return answer;
      const capitals = (await answer.text()).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) =>
        id.toUpperCase().replace(/-.(.{3}-.{4}-.{12})$/, '-0$1'),
      );
      return new Response(capitals, { status: answer.status, headers: answer.headers });
    };
    const till = await pairTill(testApp, 'Till 1');
    const isFull = () => testApp.till.status().pool.available === 1;
    await testApp.until(isFull);
    await till.open('registered before', { amount: 19.9 });
    await testApp.until(isFull);
    const pooled = await till.open('a', { amount: 19.9 });
    const assigned = await till.open('b', { amount: 19.9, customer: { externalId: 'c-1' } });
    expect(assigned.sale.assigned).toBe(true);
    const given = [pooled.sale.billId ?? '', assigned.sale.billId ?? ''];
    expect(given).toEqual(given.map((id) => id.toUpperCase()));
    for (const billId of given.flatMap((id) => [id, id.toLowerCase()])) {
      expect(await till.open('c', { billId })).toMatchObject({ status: 409, sale: { type: 'conflict' } });
    }
  });

  test('gets one error if the merchant lacks the feature of own ids, and another error for an invalid id', async () => {
    const { testApp, till } = await openWithTill();
    expect(await till.open('r', { billId: plain })).toMatchObject({
      status: 422,
      sale: { errors: [{ path: '/billId', code: 'own-id', message: expect.stringContaining('self-generated ids') }] },
    });
    expect(await till.open('r', { billId: '4711' })).toMatchObject({
      status: 422,
      sale: { errors: [{ path: '/billId', code: 'format' }] },
    });
    expect(testApp.till.listSales({ limit: 1 }).items).toEqual([]);
  });
});

test('a repeated receipt whose id differs in upper and lower case is the same receipt, in one call and as the bill of a sale', async () => {
  const { testApp, till } = await openWithTill(ownIds);
  const first = await till.receipt('r', smallBill(5, { id: plain }));
  for (const id of [plain.toUpperCase(), plain]) {
    expect(await till.receipt('r', smallBill(5, { id }))).toMatchObject({ status: 202, sale: { id: first.sale.id } });
    expect((await till.bill(first.sale.id, smallBill(5, { id }))).status).toBe(202);
  }
  // The same applies after the delivery, and to a till that used capitals first.
  await testApp.delivered(first.sale.id);
  expect((await till.receipt('r', smallBill(5, { id: plain.toUpperCase() }))).status).toBe(202);
  const capitals = await till.receipt('q', smallBill(6, { id: odd }));
  expect(await till.receipt('q', smallBill(6, { id: odd.toLowerCase() }))).toMatchObject({
    status: 202,
    sale: { id: capitals.sale.id, billId: odd },
  });
  // Another amount is still a conflict, whatever the case of the id is.
  expect((await till.receipt('q', smallBill(7, { id: odd.toLowerCase() }))).status).toBe(409);
  await testApp.delivered(capitals.sale.id);
  expect(idsAt(testApp)).toEqual([plain, odd.toLowerCase()]);
});

test('a check of a bill refuses an id of the till, unless the merchant may use such ids or a sale of this till has it', async () => {
  const check = async (till: Awaited<ReturnType<typeof pairTill>>, bill: unknown) =>
    (await till.call('POST', '/receipts/check', { bill })).sale as unknown;
  const own = smallBill(5, { id: plain });
  const nothing = { errors: [], warnings: [] };
  expect(await check((await openWithTill(ownIds)).till, own)).toEqual(nothing);
  const { till } = await openWithTill();
  expect(await check(till, own)).toMatchObject({ errors: [{ path: '/bill/id', code: 'own-id' }] });
  expect((await till.receipt('r', own)).status).toBe(422);
  const { sale } = await till.open('checked', { amount: 19.9 });
  expect(await check(till, smallBill(19.9, { id: sale.billId?.toUpperCase() }))).toEqual(nothing);
});

test('a bill gives a sale without an id the id of its till and is delivered under it, unless another sale has that id', async () => {
  const settings = { ...ownIds.settings, delivery: { offlineRule: 'paper' } } as const;
  const { testApp, till } = await openWithTill({ ...ownIds, settings });
  testApp.network.down = true;
  // With this sale the app notices that the service does not answer.
  await till.open('finds out', { customer: { externalId: 'c-0' } });
  const { sale } = await till.open('r', { amount: 19.9 });
  expect(sale.billId).toBeNull();
  expect((await till.receipt('other', smallBill(5, { id: plain }))).status).toBe(202);
  expect((await till.bill(sale.id, smallBill(19.9, { id: plain }))).status).toBe(409);
  expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'open', billId: null });
  for (let sent = 0; sent < 2; sent += 1) {
    const accepted = await till.bill(sale.id, smallBill(19.9, { id: odd }));
    expect(accepted).toMatchObject({ status: 202, sale: { billId: odd } });
  }
  testApp.reconnect();
  await testApp.delivered(sale.id);
  expect(idsAt(testApp)).toContain(odd.toLowerCase());
});

test('if the service refuses a till’s own id, the app replaces it, warns, and answers the till with the new id', async () => {
  const { testApp, till } = await openWithTill({ settings: { service: { selfGeneratedIds: true } } });
  const bill = smallBill(5, { id: plain });
  const { sale } = await till.receipt('r', bill);
  const sent = await testApp.delivered(sale.id);
  expect(sent.billId).not.toBe(plain);
  expect(sent.warnings).toMatchObject([{ path: '/bill/id', code: 'id-replaced' }]);
  expect(JSON.stringify(unwrap(await testApp.cashier['sale.select']({ saleId: sale.id })))).toBe('null');
  expect(testApp.view.sale?.warnings).toEqual(['idReplaced']);
  expect(await till.bill(sale.id, bill)).toMatchObject({ status: 202, sale: { billId: sent.billId } });
});

test.each(['the till', 'the app'])(
  'a bill whose id, made by %s, was replaced is sent again by a person after a refusal',
  async (maker) => {
    const settings = { service: { selfGeneratedIds: true }, pool: { target: 0 } };
    const { testApp, till } = await openWithTill({ settings });
    testApp.network.down = maker === 'the app';
    const opened = maker === 'the app' ? await till.open('r', { amount: 5 }) : null;
    const id = opened?.sale.billId ?? plain;
    testApp.reconnect();
    testApp.network.meets = (url, { body }) => {
      if (!url.endsWith('/v3/bill') || String(body).includes(id)) return null;
      testApp.network.meets = () => null;
      return Promise.resolve(Response.json({ title: 'No' }, { status: 403 }));
    };
    const { sale } = await till.receipt('r', smallBill(5, { id }));
    expect(sale.billId).toBe(id);
    await testApp.sale(sale.id, ({ state }) => state === 'attention');
    unwrap(await testApp.cashier['attention.resend']({ saleId: sale.id }));
    await testApp.delivered(sale.id);
  },
);

test('a receipt with the own id of a sale that was cancelled overnight is the bill of that sale', async () => {
  const { testApp, till } = await openWithTill(ownIds);
  const { sale } = await till.open('1', { amount: 19.9, billId: plain });
  testApp.clock.advance(24 * 3_600_000);
  await testApp.sale(sale.id, ({ cancelled }) => cancelled === 'done');
  const late = await till.receipt('1', smallBill(19.9, { id: plain }));
  expect(late).toMatchObject({ status: 202, sale: { id: sale.id, billId: plain } });
  await testApp.delivered(sale.id);
});
