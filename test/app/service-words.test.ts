import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import type { Result } from '../../src-main/shared/result.ts';
import type { SaleResource } from '../../src-main/shared/till-view.ts';
import type { FaultInput } from '../../src-main/simulator/faults.ts';
import { passTime, quiet } from './pass-time.ts';
import {
  codeOf,
  openPooledSale,
  openTestApp,
  openWithSale,
  refusal,
  smallBill,
  type TestApp,
  test,
  unwrap,
} from './test-app.ts';

const exists = {
  kind: 'status' as const,
  status: 409,
  body: 'Bill with id x already exists',
  headers: { 'content-type': 'text/plain' },
};

const pay = (testApp: TestApp, sale: SaleResource) => testApp.till.acceptBill(sale.id, { bill: smallBill() });
const idInUse = ({ attention }: SaleResource) => attention?.code === 'idInUse';

/** A paid sale whose bill met these answers, one after the other, until its id counts as in use. */
async function openTaken(...answers: FaultInput['effect'][]) {
  const { testApp, sale } = await openWithSale();
  for (const effect of answers) testApp.simulator.faults.add({ route: 'bill', effect });
  unwrap(await pay(testApp, sale));
  return { testApp, sale, taken: await testApp.sale(sale.id, idInUse) };
}

/** The corrections that make `smallBill(5)` of `smallBill()`. */
const asFive = { '/data/fullAmountInclVat': '5', '/data/paymentTypes/0/amount': '5' };

describe('a 409, which means that a bill is stored under this id', () => {
  test('needs a person’s decision after the first try: both possibilities are named, and a restart changes nothing', async () => {
    const { testApp, sale, taken } = await openTaken(exists, exists);
    expect(taken).toMatchObject({ state: 'attention', attention: { status: 409 } });
    expect(taken.attention?.detail).toMatch(/sent before, from a copy.*another receipt.*already exists/is);
    await testApp.restart();
    expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'attention', attention: { code: 'idInUse' } });
    // An unchanged bill counts as the first attempt, because the earlier one was answered and stored nothing.
    unwrap(await testApp.cashier['attention.resend']({ saleId: sale.id }));
    await testApp.sale(sale.id, ({ state }) => state === 'queued');
    await testApp.sale(sale.id, idInUse);
    expect(testApp.simulator.ledger().bills).toEqual([]);
  });

  test('counts as delivered, and the bill is not sent again, if a person found the receipt at the service', async () => {
    const stored = { ...exists, processed: true };
    const { testApp, sale } = await openTaken(stored, stored);
    // A repetition by the till does not resolve the doubt.
    unwrap(await pay(testApp, sale));
    await testApp.sale(sale.id, ({ state }) => state === 'queued');
    await testApp.sale(sale.id, idInUse);
    unwrap(testApp.till.markPrinted(sale.id));
    const billsSent = (): number => testApp.simulator.ledger().requests.filter(({ route }) => route === 'bill').length;
    const sent = billsSent();
    unwrap(await testApp.cashier['attention.decide']({ saleId: sale.id, as: 'delivered' }));
    expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'delivered', attention: null, url: sale.url });
    await testApp.sale(sale.id, ({ printed }) => printed === 'done');
    expect(testApp.till.status().outbox).toMatchObject({ queued: 0, attention: 0 });
    expect(billsSent()).toBe(sent);
    const again = await testApp.cashier['attention.decide']({ saleId: sale.id, as: 'newId' });
    expect(codeOf(again)).toBe('wrongState');
  });

  test('lets a person send the bill under a new id if the service lacks the receipt: it is stored once, and the code is replaced', async () => {
    const { testApp, sale } = await openTaken(exists);
    unwrap(await testApp.cashier['attention.decide']({ saleId: sale.id, as: 'newId' }));
    const sent = await testApp.delivered(sale.id);
    expect(sent.qrReplaced).toBe(true);
    expect(sent.billId).not.toBe(sale.billId);
    expect(testApp.simulator.ledger().bills.map(({ billId }) => billId)).toEqual([sent.billId]);
  });

  test('does not let a cancel of the sale delete the receipt that has the id, nor an undone cancel send it under another id', async () => {
    const { testApp, sale } = await openTaken(exists, exists);
    unwrap(await testApp.cashier['sale.cancel']({ saleId: sale.id }));
    unwrap(await testApp.cashier['sale.undo']({ saleId: sale.id }));
    unwrap(await pay(testApp, sale));
    expect(await testApp.sale(sale.id, ({ state }) => state !== 'queued')).toMatchObject({ state: 'attention' });
    expect(testApp.simulator.ledger().bills).toEqual([]);
    unwrap(testApp.till.cancelSale(sale.id));
    await testApp.sale(sale.id, ({ cancelled }) => cancelled === 'done');
    expect(testApp.simulator.ledger().cancels).toEqual([]);
  });

  test('does not let a cancel that came before the answer delete the receipt that has the id', async () => {
    const { testApp, sale } = await openWithSale();
    testApp.simulator.faults.add({ route: 'bill', effect: exists, answerDelayMs: 1_000 });
    unwrap(await pay(testApp, sale));
    await testApp.until(() => testApp.simulator.ledger().requests.some(({ route }) => route === 'bill'));
    unwrap(testApp.till.cancelSale(sale.id));
    testApp.clock.advance(1_000);
    await testApp.sale(sale.id, ({ cancelled }) => cancelled === 'done');
    expect(testApp.simulator.ledger().cancels).toEqual([]);
  });

  test('does not let a cancel delete the receipt that has the id, after another try was refused for another reason', async () => {
    const { testApp, sale } = await openTaken(exists, refusal(403, { title: 'No' }));
    unwrap(await pay(testApp, sale));
    await testApp.sale(sale.id, ({ attention }) => attention?.status === 403);
    unwrap(testApp.till.cancelSale(sale.id));
    await testApp.sale(sale.id, ({ cancelled }) => cancelled === 'done');
    expect(testApp.simulator.ledger().cancels).toEqual([]);
  });

  test('does not count as delivered after a first 409 and a try without an answer', async () => {
    const { testApp, sale } = await openTaken(exists, { kind: 'resetBefore' }, exists);
    unwrap(await pay(testApp, sale));
    await passTime(testApp, 60_000, () => testApp.till.findSale(sale.id)?.state !== 'queued');
    expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'attention', attention: { code: 'idInUse' } });
  });

  test('a 409 after a 401 within the same try still counts as the first try', () =>
    openTaken({ kind: 'status', status: 401 }, exists));

  test('a 409 after tries that only reached the registration still counts as the first try', async () => {
    const testApp = await openTestApp({ settings: { pool: { target: 0 } } });
    testApp.network.down = true;
    const { sale } = unwrap(await testApp.till.openSale({ reference: 'r', amount: 19.9 }));
    unwrap(await pay(testApp, sale));
    await testApp.until(() => testApp.log.lines.some(({ event }) => event === 'delivery-not-completed'));
    testApp.simulator.faults.add({ route: 'bill', effect: exists });
    testApp.network.down = false;
    testApp.clock.advance(1_000);
    await testApp.sale(sale.id, idInUse);
  });

  test('a 409 after a refusal that was corrected still counts as the first try', async ({ testApp, sale }) => {
    testApp.simulator.faults.add({ route: 'bill', effect: refusal(400, { title: 'Wrong' }) });
    testApp.simulator.faults.add({ route: 'bill', effect: exists });
    unwrap(await pay(testApp, sale));
    await testApp.sale(sale.id, ({ state }) => state === 'attention');
    unwrap(await testApp.repair(sale.id, asFive));
    await testApp.sale(sale.id, idInUse);
  });

  test('counts as delivered after a try that a stop interrupted', async ({ testApp, sale }) => {
    testApp.simulator.faults.add({ route: 'bill', effect: { kind: 'hang', processed: true } });
    unwrap(await pay(testApp, sale));
    await testApp.until(() => testApp.simulator.ledger().bills.length === 1);
    await testApp.restart();
    testApp.clock.advance(1_000);
    await testApp.delivered(sale.id);
    expect(testApp.simulator.ledger().bills).toHaveLength(1);
  });
});

describe('a bill that the service stored although it answered 503, and refuses at the next try', () => {
  const mayBeThere = ({ attention }: SaleResource) => attention?.code === 'mayBeDelivered';
  const problem = { title: 'Rule 7', detail: 'No such tax rate', traceId: '00-78-01' };

  async function refusedLater(status = 400): Promise<TestApp & { readonly refused: SaleResource }> {
    const { testApp, sale } = await openWithSale();
    testApp.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 503, processed: true } });
    testApp.simulator.faults.add({ route: 'bill', effect: refusal(status, problem) });
    unwrap(await pay(testApp, sale));
    await testApp.until(() => testApp.log.lines.some(({ event }) => event === 'delivery-not-completed'));
    testApp.clock.advance(1_000);
    return Object.assign(testApp, { refused: await testApp.sale(sale.id, ({ state }) => state === 'attention') });
  }

  test.each([400, 403])(
    'refused with %i: a person reads that it may be stored already, and the message of the service, also after a restart and a second refusal',
    async (status) => {
      const testApp = await refusedLater(status);
      const { refused: sale } = testApp;
      expect(sale.attention).toMatchObject({ status, code: 'mayBeDelivered', ...problem });
      unwrap(await testApp.cashier['sale.select']({ saleId: sale.id }));
      expect(testApp.view.sale?.attention).toMatchObject({ code: 'mayBeDelivered', ...problem });
      await testApp.restart();
      testApp.simulator.faults.add({ route: 'bill', effect: refusal(status, problem) });
      unwrap(await testApp.cashier['attention.resend']({ saleId: sale.id }));
      await testApp.sale(sale.id, ({ state }) => state === 'queued');
      await testApp.sale(sale.id, mayBeThere);
    },
  );

  test.each<[string, (testApp: TestApp, saleId: string) => Promise<Result<unknown>>]>([
    ['sent again by a person', ({ cashier }, saleId) => cashier['attention.resend']({ saleId })],
    ['sent with the decision "newId"', ({ cashier }, saleId) => cashier['attention.decide']({ saleId, as: 'newId' })],
    ['sent again by its till', ({ till }, saleId) => till.acceptBill(saleId, { bill: smallBill() })],
    ['sent with all others', ({ cashier }) => cashier['attention.resendAll']({ status: 400 })],
  ])('%s: the bill keeps its id and is stored once', async (_how, act) => {
    const testApp = await refusedLater();
    unwrap(await act(testApp, testApp.refused.id));
    const { billId } = await testApp.delivered(testApp.refused.id);
    expect(billId).toBe(testApp.refused.billId);
    expect(testApp.simulator.ledger().bills.map((bill) => bill.billId)).toEqual([billId]);
  });

  /** The receipt of 19.90 may be stored, and a corrected one of 5.00 is sent under the same id. */
  async function corrected(how: 'cashier' | 'till') {
    const testApp = await refusedLater();
    const { id: saleId } = testApp.refused;
    if (how === 'till') unwrap(await testApp.till.acceptBill(saleId, { bill: smallBill(5) }));
    else unwrap(await testApp.repair(saleId, asFive));
    const isDoubt = ({ attention }: SaleResource) => attention?.code === 'mayBeDelivered' && attention.status === null;
    return { testApp, saleId, doubt: await testApp.sale(saleId, isDoubt) };
  }

  test.each(['cashier', 'till'] as const)(
    'a correction by the %s that gets a 409 is uncertain and not delivered, even when the till repeats it',
    async (how) => {
      const { testApp, saleId, doubt } = await corrected(how);
      expect(doubt).toMatchObject({ state: 'attention', billId: testApp.refused.billId });
      expect(doubt.attention?.detail).toMatch(/earlier version.*already exists/is);
      unwrap(await testApp.till.acceptBill(saleId, { bill: smallBill(5) }));
      expect(unwrap(await testApp.cashier['attention.resendAll']({ status: null }))).toEqual({ count: 0 });
      expect(testApp.till.findSale(saleId)).toEqual(doubt);
    },
  );

  test('an uncertain correction that a person sends under a new id is stored with the corrected content', async () => {
    const { testApp, saleId } = await corrected('cashier');
    unwrap(await testApp.cashier['attention.decide']({ saleId, as: 'newId' }));
    const { billId } = await testApp.delivered(saleId);
    expect(billId).not.toBe(testApp.refused.billId);
    const stored = testApp.simulator.ledger().bills.find((bill) => bill.billId === billId);
    expect(stored?.body).toMatchObject({ bill: { data: { fullAmountInclVat: 5 } } });
  });

  test('a 409 for a corrected bill whose first try got no answer needs a person, even after a restart', async () => {
    const testApp = await refusedLater();
    const { id: saleId } = testApp.refused;
    testApp.simulator.faults.add({ route: 'bill', effect: { kind: 'resetBefore' } });
    unwrap(await testApp.till.acceptBill(saleId, { bill: smallBill(5) }));
    await testApp.until(() => testApp.log.lines.filter(({ event }) => event === 'delivery-not-completed').length === 3);
    await testApp.restart();
    testApp.clock.advance(10_000);
    expect((await testApp.sale(saleId, mayBeThere)).attention?.status).toBeNull();
  });

  test('if the first version is sent again after its correction, it is delivered, because the service has it', async () => {
    const { testApp, saleId } = await corrected('till');
    unwrap(await testApp.till.acceptBill(saleId, { bill: smallBill() }));
    await testApp.delivered(saleId);
    expect(testApp.simulator.ledger().bills.map(({ billId }) => billId)).toEqual([testApp.refused.billId]);
  });
});

describe('an id that the service does not know after a try that may have stored the bill', () => {
  async function lostId() {
    const { testApp, sale } = await openWithSale();
    testApp.simulator.faults.add({ route: 'bill', effect: { kind: 'resetAfter' } });
    const gone = { type: 'pregeneratedbill-notfound', title: 'PreGeneratedBill could not be found.' };
    testApp.simulator.faults.add({ route: 'bill', effect: refusal(404, gone) });
    unwrap(await pay(testApp, sale));
    await testApp.until(() => testApp.log.lines.some(({ event }) => event === 'delivery-not-completed'));
    testApp.clock.advance(1_000);
    const doubt = await testApp.sale(sale.id, ({ state }) => state === 'attention');
    return { testApp, sale, doubt, stored: () => testApp.simulator.ledger().bills.map(({ billId }) => billId) };
  }

  test('makes the receipt uncertain: it keeps its id, and no second copy is stored', async () => {
    const { testApp, sale, doubt, stored } = await lostId();
    expect(doubt).toMatchObject({ billId: sale.billId, url: sale.url, qrReplaced: false });
    expect(doubt.attention).toMatchObject({ status: null, code: 'mayBeDelivered' });
    expect(doubt.attention?.detail).toContain('PreGeneratedBill could not be found.');
    unwrap(await pay(testApp, sale));
    await quiet();
    expect(stored()).toEqual([sale.billId]);
    unwrap(await testApp.cashier['attention.decide']({ saleId: sale.id, as: 'delivered' }));
    expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'delivered', billId: sale.billId });
  });

  test('is replaced by a new id if a person decides so', async () => {
    const { testApp, sale, stored } = await lostId();
    unwrap(await testApp.cashier['attention.decide']({ saleId: sale.id, as: 'newId' }));
    const { billId, qrReplaced } = await testApp.delivered(sale.id);
    expect(qrReplaced).toBe(true);
    expect(stored()).toEqual([sale.billId, billId]);
  });
});

test.each([400, 403, 404])(
  'a registration refused with %i is shown with its reason in the status, in a notice and in the window',
  async (status) => {
    const testApp = await openTestApp();
    await testApp.poolHas(5);
    const body = { title: 'Not in this plan', detail: 'Contract 7 has ended', traceId: '00-77-01' };
    const errors = { 'BuyerInformation.Contract': ['has ended'] };
    testApp.simulator.faults.add({ route: 'register', effect: refusal(status, { ...body, errors }), times: 'forever' });
    for (let count = 0; count < 5; count += 1) await openPooledSale(testApp, `s-${count}`);
    await testApp.until(() => testApp.till.status().notices.includes('registrationRefused'));
    const fields = [{ path: '/buyerInformation/contract', message: 'has ended' }];
    const reported = { what: 'registration', storeId: 'store-1', status, ...body, errors: fields };
    expect(testApp.till.status()).toMatchObject({ service: 'online', pool: { available: 0 } });
    expect(testApp.till.status().refusals).toContainEqual(reported);
    expect(testApp.view.status).toMatchObject({ notices: ['registrationRefused'] });
    expect(testApp.view.status.refusals).toContainEqual(reported);
    const lines = testApp.log.lines.filter(
      ({ event, fields }) => event === 'service-answered' && fields.status === status,
    );
    expect(lines.map(({ fields }) => fields.path)).toContain('/buyerInformation/contract');
    testApp.simulator.faults.clear();
    testApp.app.wake('network-back');
    await testApp.poolHas(5);
    expect(testApp.till.status().notices).toEqual([]);
    expect(testApp.till.status().refusals).toBeUndefined();
  },
);

test('the till of a sale with a refused registration gets the fields as warnings', async ({ testApp }) => {
  await testApp.poolHas(5);
  const errors = { 'BuyerInformation.Email': ['is no address'] };
  testApp.simulator.faults.add({
    route: 'register',
    effect: refusal(400, { title: 'Wrong', errors }),
    times: 'forever',
  });
  const { sale } = unwrap(await testApp.till.openSale({ reference: 'k', amount: 1, customer: { externalId: 'K-12' } }));
  expect(sale.warnings).toEqual([
    { path: '/buyerInformation/email', code: 'registration-refused', message: 'is no address' },
  ]);
  expect(sale.url).not.toBeNull();
});

test.each([
  [400, ''],
  [422, 'The VAT id is missing'],
  [418, 'Blocked by policy'],
])(
  'a bill refused without problem details, with %i "%s", shows the message, and needs attention after five equal answers in a row, also with a restart between them',
  async (status, body) => {
    const { testApp, sale } = await openWithSale();
    const effect = { kind: 'status', status, body, headers: { 'content-type': 'text/plain' } } as const;
    testApp.simulator.faults.add({ route: 'bill', effect, times: 4 });
    testApp.simulator.faults.add({ route: 'bill', effect: { ...effect, body: 'Another answer' } });
    testApp.simulator.faults.add({ route: 'bill', effect, times: 'forever' });
    const attempts = () => testApp.simulator.ledger().requests.filter(({ route }) => route === 'bill').length;
    unwrap(await pay(testApp, sale));
    await testApp.until(() => testApp.till.status().notices.includes('notUnderstood'));
    const words = { status, title: `HTTP ${status}`, detail: body };
    expect(testApp.till.status().refusals).toMatchObject([{ what: 'unclear', storeId: 'store-1', ...words }]);
    await passTime(testApp, 3_600_000, () => attempts() === 7);
    await testApp.restart();
    await passTime(testApp, 3_600_000, () => testApp.till.findSale(sale.id)?.state === 'attention');
    expect(testApp.till.findSale(sale.id)?.attention).toMatchObject(words);
    expect(attempts()).toBe(10);
    testApp.simulator.faults.clear();
    unwrap(await testApp.cashier['attention.resend']({ saleId: sale.id }));
    await testApp.delivered(sale.id);
    expect(testApp.till.status().refusals).toBeUndefined();
  },
);

test('the trace id of a refusal reaches the till, the cashier, the export and the log', async ({ testApp, sale }) => {
  const problem = { title: 'Wrong', detail: 'Card 4111 1111 1111 1111', traceId: '00-abc-01', instance: '/b/7' };
  testApp.simulator.faults.add({ route: 'bill', effect: refusal(400, problem) });
  unwrap(await pay(testApp, sale));
  const refused = await testApp.sale(sale.id, ({ state }) => state === 'attention');
  expect(refused.attention).toMatchObject({ traceId: '00-abc-01', code: null });
  // The app removes the card number and stores the other members of the problem details.
  expect(refused.attention).toMatchObject({ detail: 'Card [removed]', extensions: '{"instance":"/b/7"}' });
  unwrap(await testApp.cashier['sale.select']({ saleId: sale.id }));
  await testApp.until(() => testApp.view.sale?.attention?.traceId === '00-abc-01');
  const { path } = unwrap(await testApp.cashier['attention.export']({ saleId: sale.id }));
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ attention: { traceId: '00-abc-01' } });
  expect(testApp.log.lines.some(({ fields }) => fields.traceId === '00-abc-01')).toBe(true);
});

test('a 403 at the sign-in that is no refused password is reported, and the app recovers automatically', async ({
  testApp,
}) => {
  await testApp.poolHas(5);
  testApp.network.down = true;
  // Yesterday's token has expired.
  testApp.clock.advance(86_400_000);
  const sale = await openPooledSale(testApp);
  unwrap(await pay(testApp, sale));
  for (const [body, type, notice] of [
    ['<html>Access denied</html>', 'text/html', 'notTheService'],
    ['Forbidden', 'text/plain', 'notUnderstood'],
  ] as const) {
    testApp.simulator.faults.clear();
    const effect = { kind: 'status', status: 403, body, headers: { 'content-type': type } } as const;
    testApp.simulator.faults.add({ route: 'token', effect, times: 'forever' });
    testApp.network.down = false;
    await passTime(testApp, 300_000, () => testApp.till.status().notices.includes(notice));
    expect(testApp.till.status()).toMatchObject({ service: 'offline', outbox: { queued: 1 } });
    expect(testApp.till.status().notices).toContain(notice);
  }
  testApp.simulator.faults.clear();
  await passTime(testApp, 300_000, () => testApp.till.findSale(sale.id)?.state === 'delivered');
  expect(testApp.till.findSale(sale.id)?.state).toBe('delivered');
  expect(testApp.till.status()).toMatchObject({ service: 'online', notices: [] });
});
