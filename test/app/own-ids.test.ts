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
    // This service writes its ids in capital letters.
    testApp.network.meets = async (url, init): Promise<Response> => {
      const answer = await fetch(url, init);
      if (!url.endsWith('/bill/url')) return answer;
      const capitals = (await answer.text()).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) =>
        id.toUpperCase(),
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

describe('a check of a bill with an id', () => {
  const checkBy = async (till: Awaited<ReturnType<typeof pairTill>>, bill: unknown) =>
    (await till.call('POST', '/receipts/check', { bill })).sale as unknown;
  const check = async (testApp: TestApp, bill: unknown) => checkBy(await pairTill(testApp, 'Till 1'), bill);

  test('reports a refusal if the merchant may not use its own receipt ids', async ({ testApp }) => {
    const bill = smallBill(5, { id: plain });
    expect(await check(testApp, bill)).toMatchObject({ errors: [{ path: '/bill/id', code: 'own-id' }] });
    expect(await check(testApp, smallBill(5))).toEqual({ errors: [], warnings: [] });
    const till = await pairTill(testApp, 'Till 2');
    expect((await till.receipt('r', bill)).status).toBe(422);
  });

  test('reports nothing if the merchant may use its own receipt ids, or if the id belongs to a sale of this till', async () => {
    expect(await check(await openTestApp(ownIds), smallBill(5, { id: plain }))).toEqual({ errors: [], warnings: [] });
    const { testApp, till } = await openWithTill();
    const { sale } = await till.call('POST', '/sales', { reference: 'checked', amount: 19.9 });
    const bill = smallBill(19.9, { id: sale.billId?.toUpperCase() });
    expect(await checkBy(till, bill)).toEqual({ errors: [], warnings: [] });
    // A till must not learn whether another till's sale exists.
    const refused = { errors: [{ path: '/bill/id', code: 'own-id' }] };
    expect(await checkBy(await pairTill(testApp, 'Till 2'), bill)).toMatchObject(refused);
  });
});

describe('a bill that brings an id of its till, for a sale without a bill id', () => {
  async function paperSale(testApp: TestApp) {
    const till = await pairTill(testApp, 'Till 1');
    testApp.network.down = true;
    // With this sale the app notices that the service does not answer.
    await till.open('finds out', { customer: { externalId: 'c-0' } });
    const { sale } = await till.open('r', { amount: 19.9 });
    expect(sale.billId).toBeNull();
    return { till, sale };
  }
  const paper = { ...ownIds, settings: { ...ownIds.settings, delivery: { offlineRule: 'paper' } } } as const;

  test('is delivered under that id', async () => {
    const testApp = await openTestApp(paper);
    const { till, sale } = await paperSale(testApp);
    expect(await till.bill(sale.id, smallBill(19.9, { id: plain }))).toMatchObject({
      status: 202,
      sale: { billId: plain },
    });
    expect((await till.bill(sale.id, smallBill(19.9, { id: plain }))).status).toBe(202);
    testApp.reconnect();
    await testApp.delivered(sale.id);
    expect(idsAt(testApp)).toEqual([plain]);
  });

  test('is refused if another sale has that id, and is accepted with a different id', async () => {
    const testApp = await openTestApp(paper);
    const { till, sale } = await paperSale(testApp);
    expect((await till.receipt('other', smallBill(5, { id: plain }))).status).toBe(202);
    expect((await till.bill(sale.id, smallBill(19.9, { id: plain }))).status).toBe(409);
    expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'open', billId: null });
    expect((await till.bill(sale.id, smallBill(19.9, { id: odd }))).status).toBe(202);
  });
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

test('a bill whose own id is in use is sent under another id if a person decides so', async () => {
  const { testApp, till } = await openWithTill(ownIds);
  testApp.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 409, body: 'exists' } });
  const { sale } = await till.receipt('r', smallBill(5, { id: plain }));
  await testApp.sale(sale.id, ({ state }) => state === 'attention');
  unwrap(await testApp.cashier['attention.decide']({ saleId: sale.id, as: 'newId' }));
  const { billId } = await testApp.delivered(sale.id);
  expect(billId).not.toBe(plain);
});

test('a receipt with the own id of a sale that was cancelled overnight is the bill of that sale', async () => {
  const { testApp, till } = await openWithTill(ownIds);
  const { sale } = await till.open('1', { amount: 19.9, billId: plain });
  testApp.clock.advance(24 * 3_600_000);
  await testApp.sale(sale.id, ({ cancelled }) => cancelled === 'done');
  const late = await till.receipt('1', smallBill(19.9, { id: plain }));
  expect(late).toMatchObject({ status: 202, sale: { id: sale.id, billId: plain } });
  await testApp.delivered(sale.id);
});

/** GUIDs as .NET and databases may create them, with neither a version nor the variant of RFC 9562. */
const ofService = (index: number): string => `5c60f6ad-1c2f-0c65-4f2a-00000000000${index}`;

test('a sale whose receipt id is a GUID, but no UUID of RFC 9562, is found, also after a restart', async () => {
  const testApp = await openTestApp();
  let registered = 0;
  testApp.network.meets = (url) => {
    if (!url.endsWith('/v3/bill/url')) return null;
    registered += 1;
    const billId = ofService(registered % 10);
    return Promise.resolve(Response.json({ type: 'url', url: `https://r.invalid/${billId}`, billId }));
  };
  await testApp.till.openSale({ reference: 'first', amount: 1 });
  testApp.network.meets = () => null;
  const sale = unwrap(await testApp.till.openSale({ reference: 'first', amount: 1 })).sale;
  expect(sale.billId).toMatch(/^5c60f6ad-1c2f-0c65-4f2a-/);
  await testApp.restart();
  expect(testApp.till.findSale(sale.id)).toMatchObject({ billId: sale.billId, state: 'open' });
  expect(testApp.till.listSales({ limit: 10 })).toMatchObject({ items: [{ id: sale.id }] });
});
