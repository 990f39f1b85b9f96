import { describe, expect, test } from 'vitest';
import { scanMs } from '../../src-main/inbox/inbox.ts';
import { badBill, openWithTill } from './paired-till.ts';
import { type openTestApp, smallBill, type TestApp, unwrap } from './test-app.ts';

/** The fields around a bill (receipt-service.md 2.1) reach the service as the till sent them. */

const c1 = { externalId: 'c-1' };
const stores = { simulator: { account: { storeIds: ['store-1', 'store-2'] } } } as const;
const bodyAt = (testApp: TestApp, billId: string | null) =>
  testApp.simulator.ledger().bills.find((bill) => bill.billId === billId)?.body;

async function open(options: Parameters<typeof openTestApp>[0] = stores, pooled = 2) {
  const { testApp, till } = await openWithTill(options);
  await testApp.poolHas(pooled);
  const delivered = (id: string) => testApp.delivered(id);
  return { testApp, till, delivered, put: (id: string, body: object) => till.call('PUT', `/sales/${id}/bill`, body) };
}

test('a bill may name the store of its sale; another store is refused with 409 once the sale has a code', async () => {
  const { till, put, testApp, delivered } = await open();
  const { sale } = await till.open('r', { amount: 19.9 });
  const contradiction = await put(sale.id, { bill: smallBill(), storeId: 'store-2' });
  expect(contradiction).toMatchObject({
    status: 409,
    sale: { type: 'conflict', detail: expect.stringMatching(/"store-1".*"store-2"/) },
  });
  expect(testApp.till.findSale(sale.id)?.state).toBe('open');
  expect((await put(sale.id, { bill: smallBill(), storeId: 'store-1' })).status).toBe(202);
  expect(bodyAt(testApp, (await delivered(sale.id)).billId)).toMatchObject({ storeId: 'store-1' });
  expect(testApp.simulator.ledger().complaints).toEqual([]);
});

const c2 = { userIdentification: { externalId: 'c-2' } };

test.each([
  ['store', { storeId: 'store-2' }, { storeId: 'store-2' }],
  ['customer', c2, { buyerInformation: c2 }],
])(
  'a bill that names another %s while the id of its sale is being registered gets another id',
  async (_what, named, own) => {
    const { till, put, testApp } = await open({ ...stores, settings: { pool: { target: 0 } } }, 0);
    testApp.simulator.faults.add({ route: 'register', effect: { kind: 'none' }, answerDelayMs: 1_000, times: 1 });
    const opening = till.open('r', { amount: 19.9, buyerInformation: { userIdentification: c1 } });
    await testApp.until(() => testApp.simulator.ledger().registrations.length === 1);
    await testApp.clock.untilTimerIn(1_000);
    const id = testApp.till.listSales({ limit: 1 }).items[0]?.id ?? '';
    expect((await put(id, { bill: smallBill(), ...named })).status).toBe(202);
    testApp.clock.advance(1_000);
    await opening;
    const sent = await testApp.delivered(id);
    expect(bodyAt(testApp, sent.billId)).toMatchObject(named);
    const registered = testApp.simulator.ledger().registrations.find(({ billId }) => billId === sent.billId);
    expect(registered).toMatchObject(own);
  },
);

describe('a store that the service does not know', () => {
  const unknown = [{ path: '/storeId', code: 'store-unknown', message: expect.stringContaining('"store-9"') }];

  test('causes a warning at the opening of a sale, at its bill, and at a receipt in one call', async () => {
    const { till, put } = await open();
    const { status, sale } = await till.open('r', { amount: 19.9, storeId: 'store-9' });
    const noCode = { path: '/url', code: 'no-code' };
    expect({ status, ...sale }).toMatchObject({ status: 201, url: null, warnings: [...unknown, noCode] });
    expect(await put(sale.id, { bill: smallBill() })).toMatchObject({ status: 202, sale: { warnings: unknown } });
    const receipt = { reference: 'x', storeId: 'store-9', bill: smallBill(21) };
    expect(await till.call('POST', '/receipts', receipt)).toMatchObject({ status: 202, sale: { warnings: unknown } });
    const meant = await till.open('meant', { amount: 19.9, storeId: 'store-2' });
    expect(meant.sale).toMatchObject({ url: expect.any(String), warnings: [] });
  });

  test.each([
    ['without a code', 0, ['register', 'bill'], ['store-unknown', 'no-code']],
    ['with a code', 2, ['bill'], []],
  ] as const)(
    'causes one warning on a sale %s, which disappears once the service knows the store',
    async (_what, target, routes, atOpening) => {
      const { till, put, testApp, delivered } = await open({ settings: { pool: { target } } }, target);
      const away = { status: 404, body: 'Store not found', headers: { 'content-type': 'text/plain' } };
      for (const route of routes)
        testApp.simulator.faults.add({ route, effect: { kind: 'status', ...away }, times: 'forever' });
      const { sale } = await till.open('r', { amount: 19.9 });
      const warnings = () => testApp.till.findSale(sale.id)?.warnings.map(({ code }) => code);
      expect(warnings()).toEqual(atOpening);
      await put(sale.id, { bill: smallBill() });
      await testApp.until(() => testApp.till.status().outbox.storesUnknown !== undefined);
      expect(warnings()).toEqual(['store-unknown']);
      testApp.simulator.faults.clear();
      testApp.app.wake('network-back');
      expect((await delivered(sale.id)).warnings).toEqual([]);
    },
  );
});

describe('the customer that a bill names', () => {
  test('is part of the registration if the sale has no receipt id yet', async () => {
    const { till, put, testApp, delivered } = await open({
      settings: { delivery: { offlineRule: 'paper' } },
      simulator: { switches: { knownExternalIds: ['c-1'] } },
    });
    testApp.network.down = true;
    testApp.clock.advance(1);
    await till.open('finds out', { amount: 1, customer: { externalId: 'c-0' } });
    const { sale } = await till.open('r', { amount: 19.9 });
    expect(sale.billId).toBeNull();
    expect((await put(sale.id, { bill: smallBill(), userIdentification: c1 })).status).toBe(202);
    testApp.reconnect();
    const sent = await delivered(sale.id);
    expect(sent.assigned).toBe(true);
    const { registrations } = testApp.simulator.ledger();
    expect(JSON.stringify(registrations.find(({ billId }) => billId === sent.billId))).toContain('c-1');
  });

  const nobody = { externalId: null, userId: null, loyaltyCardBarcode: null };
  test.each([
    ['the customer of the sale', { customer: c1 }, [{ externalId: 'c-2' }, null, nobody]],
    [
      'a customer in the buyer information of the sale',
      { buyerInformation: { userIdentification: c1 } },
      [{ externalId: 'c-2' }, null, nobody],
    ],
  ])(
    'must not contradict %s: a contradiction is refused, and the same customer is accepted',
    async (_what, opened, others) => {
      const { till, put, testApp, delivered } = await open({
        simulator: { switches: { knownExternalIds: ['c-1', 'c-2'] } },
      });
      const { sale } = await till.open('r', { amount: 19.9, ...opened });
      expect(sale.assigned).toBe(true);
      for (const userIdentification of others) {
        const refused = await put(sale.id, { bill: smallBill(), userIdentification });
        expect(refused).toMatchObject({ status: 409, sale: { type: 'conflict' } });
        expect(JSON.stringify(refused)).not.toMatch(/\bc-[12]\b/);
        expect(testApp.till.findSale(sale.id)?.state).toBe('open');
      }
      expect((await put(sale.id, { bill: smallBill(), userIdentification: c1 })).status).toBe(202);
      await delivered(sale.id);
    },
  );

  test('may be nobody or another one as long as the sale has no receipt id: the id is then registered accordingly', async () => {
    const { till, put, testApp, delivered } = await open(
      { settings: { pool: { target: 0 } }, simulator: { switches: { knownExternalIds: ['c-1', 'c-2'] } } },
      0,
    );
    testApp.network.down = true;
    const opened = { amount: 19.9, buyerInformation: { userIdentification: c1 } };
    const { sale } = await till.open('r', opened);
    const { sale: ofOther } = await till.open('s', opened);
    expect((await put(sale.id, { bill: smallBill(), userIdentification: null })).status).toBe(202);
    const otherBill = { bill: smallBill(20), userIdentification: { externalId: 'c-2' } };
    expect((await put(ofOther.id, otherBill)).status).toBe(202);
    testApp.reconnect();
    expect(await delivered(sale.id)).toMatchObject({ assigned: false, url: expect.any(String) });
    const { billId } = await delivered(ofOther.id);
    const registered = () => testApp.simulator.ledger().registrations;
    const registration = registered().find((one) => one.billId === billId);
    expect(registration?.buyerInformation).toEqual({ userIdentification: { externalId: 'c-2' } });
    const { buyerInformation } = opened;
    const receipt = () => till.receipt('x', smallBill(21), { userIdentification: nobody, buyerInformation });
    const taken = await receipt();
    expect(taken, 'beside buyer information in the same call, nobody means absent').toMatchObject({ status: 202 });
    expect((await delivered(taken.sale.id)).assigned).toBe(true);
    expect((await receipt()).sale.id).toBe(taken.sale.id);
    const mail = { userIdentification: c1, buyerInformation: { mail: 'a@b.test' } };
    await delivered((await till.receipt('y', smallBill(22), mail)).sale.id);
    expect(registered().at(-1)?.buyerInformation, 'one call names one customer').toEqual(mail.buyerInformation);
  });

  test('is sent unchanged, with a warning, if its fields are deprecated', async () => {
    const { till, put, testApp, delivered } = await open();
    const { sale } = await till.open('r', { amount: 19.9 });
    const userIdentification = { userId: 'u-1', loyaltyCardBarcode: 'b-1' };
    const taken = await put(sale.id, { bill: smallBill(), userIdentification });
    expect(taken.sale.warnings.map(({ path, code }) => `${path} ${code}`)).toEqual([
      '/userIdentification/userId deprecated',
      '/userIdentification/loyaltyCardBarcode deprecated',
    ]);
    const sent = await delivered(sale.id);
    expect(bodyAt(testApp, sent.billId)).toMatchObject({ userIdentification });
  });

  test('gets the receipt of a sale that was opened without a customer, also after a refusal, and is part of the identity of its bill: the same bill gets 202 again, with another customer 409', async () => {
    const { till, put, testApp, delivered } = await open({ simulator: { switches: { knownExternalIds: ['c-1'] } } });
    const { sale } = await till.open('r', { amount: 19.9 });
    testApp.simulator.faults.add({ route: 'bill', effect: badBill, times: 1 });
    const userIdentification = { externalId: 'c-1', userId: null, cardColour: 'red' };
    const named = { bill: smallBill(), userIdentification, storeId: 'store-1' };
    expect((await put(sale.id, named)).status).toBe(202);
    await testApp.sale(sale.id, ({ state }) => state === 'attention');
    await testApp.cashier['attention.resend']({ saleId: sale.id });
    const sent = await delivered(sale.id);
    expect(sent).toMatchObject({ assigned: true, billId: sale.billId });
    expect(bodyAt(testApp, sent.billId)).toMatchObject({ userIdentification });
    expect((await put(sale.id, named)).status).toBe(202);
    expect((await put(sale.id, { ...named, userIdentification: { externalId: 'c-2' } })).status).toBe(409);
    expect((await put(sale.id, { bill: smallBill() })).status).toBe(409);
  });
});

describe('a receipt in one call', () => {
  test('is sent for the store, the customer and the display target that it names, over HTTP and as a file', async () => {
    const { till, testApp } = await open({
      simulator: { account: { storeIds: ['store-1', 'store-2'] }, switches: { knownExternalIds: ['c-1'] } },
    });
    const named = { bill: smallBill(), storeId: 'store-2', userIdentification: c1 };
    const target = { displayTarget: 'Till 2 & more' };
    const taken = await till.call('POST', '/receipts', { reference: 'http', ...named, ...target });
    expect(taken).toMatchObject({ status: 202, sale: { storeId: 'store-2' } });
    await testApp.drop('a.json', { reference: 'file', ...named });
    for (const id of [taken.sale.id, String((await testApp.resultOf('a')).id)]) {
      const sent = await testApp.delivered(id);
      expect(sent).toMatchObject({ assigned: true, storeId: 'store-2' });
      expect(bodyAt(testApp, sent.billId)).toMatchObject({ storeId: 'store-2', userIdentification: c1 });
    }
    const { bills, complaints } = testApp.simulator.ledger();
    expect(bills.map(({ displayTarget }) => displayTarget)).toEqual(['Till 2 & more', null]);
    expect(complaints).toEqual([]);
  });

  test('a single call that names two customers, or a customer and no customer, is refused, and nothing is stored', async () => {
    const { till, testApp } = await open();
    for (const userIdentification of [{ externalId: 'c-2' }, null]) {
      const refused = await till.receipt('r', smallBill(), { customer: c1, userIdentification });
      expect(refused).toMatchObject({ status: 422, sale: { errors: [{ path: '/userIdentification' }] } });
    }
    expect(testApp.till.listSales({ limit: 1 }).items).toEqual([]);
  });
});

describe('a bill that comes while the cashier can still undo the cancel of its sale', () => {
  test('is to be sent again: it is accepted after the undo, and refused when the cancel is final', async () => {
    const { testApp, till, delivered } = await open();
    const [{ sale }, { sale: other }] = [await till.open('undone'), await till.open('cancelled')];
    for (const { id: saleId } of [sale, other]) {
      unwrap(await testApp.cashier['sale.cancel']({ saleId }));
      expect(await till.bill(saleId, smallBill())).toMatchObject({ status: 503, sale: { type: 'cancel-undoable' } });
    }
    unwrap(await testApp.cashier['sale.undo']({ saleId: sale.id }));
    expect(await till.bill(sale.id, smallBill())).toMatchObject({ status: 202, sale: { url: sale.url } });
    await delivered(sale.id);
    testApp.clock.advance(5_000);
    expect(await till.bill(other.id, smallBill())).toMatchObject({ status: 409, sale: { type: 'wrong-state' } });
  });

  test('waits in its file', async () => {
    const { testApp, delivered } = await open();
    await testApp.drop('open.json', { do: 'open', reference: '0001', amount: 19.9 });
    const saleId = String((await testApp.resultOf('open')).id);
    unwrap(await testApp.cashier['sale.cancel']({ saleId }));
    await testApp.drop('bill.json', { do: 'bill', id: saleId, bill: smallBill() });
    await testApp.until(() => testApp.log.lines.some(({ event }) => event === 'inbox-file-postponed'));
    unwrap(await testApp.cashier['sale.undo']({ saleId }));
    testApp.clock.advance(scanMs);
    expect(await testApp.resultOf('bill')).toMatchObject({ id: saleId });
    await delivered(saleId);
  });
});
