import { expect } from 'vitest';
import { badBill, openWithTill, pairTill } from './paired-till.ts';
import { codeOf, openTestApp, refusal, smallBill, type TestApp, test, unwrap } from './test-app.ts';

/** The bill identifies a receipt: from any source and at any time, the same bill is the same receipt. */

const hour = 3_600_000;
const head = { number: '0417', date: '2026-01-05T10:00:00+01:00', seller: { name: 'Corner Shop' } };
/** Within one till a number and a date identify a receipt. */
const numbered = (amount = 19.9, number = head.number) => smallBill(amount, { head: { ...head, number } });
/** Across tills only a device's signature identifies a receipt. */
const signed = (amount = 19.9) =>
  smallBill(amount, { head, security: { fiscalization: { type: 'Tse', signature: 'MEUCIQ', transactionNumber: 7 } } });

const stored = (testApp: TestApp) => testApp.simulator.ledger().bills;
const quiet = (testApp: TestApp) =>
  testApp.until(() => testApp.till.status().outbox.queued === 0 && testApp.network.underWay === 0);
const customerSees = (testApp: TestApp): string => JSON.stringify(testApp.app.snapshot('customer'));

test('a receipt is delivered once under any reference, on any day, and after the removal of its body', async () => {
  const testApp = await openTestApp({ settings: { retention: { days: 30 } } });
  let till = await pairTill(testApp, 'Till 1');
  const first = await till.receipt('r-0', numbered());
  expect(first).toMatchObject({ status: 202, sale: { acceptedAs: null } });
  await testApp.delivered(first.sale.id);
  const begun = testApp.clock.now();
  for (const [after, reference] of [
    ...([0, 11, 13, 24, 62, 72].flatMap((hours) => [
      [hours, 'r-0'],
      [hours, `r-${hours}`],
    ]) as [number, string][]),
    [31 * 24, 'r-0'],
    [31 * 24, 'late'],
  ] as const) {
    testApp.clock.jumpTo(begun + after * hour);
    if (after === 31 * 24 && reference === 'r-0') {
      await testApp.restart();
      till = await pairTill(testApp, 'Till 1');
      // The app removes old bodies only after an answer of the service has confirmed the date.
      await till.open('another');
      await testApp.until(() => testApp.log.lines.some(({ event }) => event === 'receipt-bodies-removed'));
    }
    const { data, ...rest } = numbered() as { data: object };
    const again = await till.receipt(reference, { data, ...rest });
    expect([after, reference, again.status, again.sale.id, again.sale.acceptedAs]).toEqual([
      ...[after, reference, 202],
      ...[first.sale.id, first.sale.id],
    ]);
  }
  // A sale that was opened for the repeated bill is closed and loses its code.
  const opened = await till.open('opened', { amount: 19.9 });
  const paid = await till.bill(opened.sale.id, numbered());
  expect(paid).toMatchObject({ status: 202, sale: { id: first.sale.id, acceptedAs: first.sale.id } });
  const closed = await till.call('GET', `/sales/${opened.sale.id}`);
  expect(closed.sale).toMatchObject({ state: 'cancelled', acceptedAs: first.sale.id, url: null, billId: null });
  expect((await till.bill(opened.sale.id, numbered())).sale.acceptedAs).toBe(first.sale.id);
  await quiet(testApp);
  expect(stored(testApp)).toHaveLength(1);
  expect(testApp.simulator.ledger().complaints).toEqual([]);
});

test('a receipt sent by HTTP, as a file, by command and by another till is stored once; the other till learns only the id of the first sale', async () => {
  const testApp = await openTestApp();
  const [one, two] = [await pairTill(testApp, 'Till 1'), await pairTill(testApp, 'Till 2')];
  await testApp.poolHas(1);
  const first = await one.receipt('first-reference', signed());
  await testApp.delivered(first.sale.id);
  const asScript = await one.receipt('script', signed(), { 'receipt-companion-client': 'command-line' });
  expect(asScript.sale).toMatchObject({ id: first.sale.id, acceptedAs: first.sale.id });
  await testApp.drop('a.json', { reference: 'file', bill: signed() });
  const answers: object[] = [await testApp.resultOf('a')];
  for (const reference of ['two', 'two']) {
    const { status, sale } = await two.receipt(reference, signed());
    expect(status).toBe(202);
    answers.push(sale);
  }
  const opened = await two.open('opened at two');
  answers.push((await two.bill(opened.sale.id, signed())).sale);
  for (const [index, reference] of ['file', 'two', 'two', 'opened at two'].entries()) {
    expect(answers[index]).toMatchObject({ reference, acceptedAs: first.sale.id, state: 'cancelled', url: null });
    const { acceptedAs: _, ...rest } = answers[index] as { acceptedAs: string };
    const { id, reference: known, url, billId } = first.sale;
    for (const secret of [id, known, url, billId]) expect(JSON.stringify(rest)).not.toContain(secret);
  }
  expect(await two.list('two')).toHaveLength(1);
  await quiet(testApp);
  expect(stored(testApp)).toHaveLength(1);
});

test('the customer display shows the first code for a repeated bill, and none if the repetition names another customer', async () => {
  const testApp = await openTestApp({ settings: { pool: { target: 9 } } });
  testApp.simulator.setSwitches({ knownExternalIds: [] });
  const till = await pairTill(testApp, 'Till 1');
  await testApp.poolHas(6);
  const { sale: first } = await till.open('first');
  await till.bill(first.id, numbered());
  await testApp.delivered(first.id);
  const { sale: again } = await till.open('again');
  expect(customerSees(testApp)).not.toContain(first.url);
  await till.bill(again.id, numbered());
  expect(customerSees(testApp)).toContain(first.url);
  expect(customerSees(testApp)).not.toContain(again.url);
  // This sale names a customer. The receipt is the same, but its code was shown to somebody else.
  const { sale: theirs } = await till.open('theirs', { customer: { externalId: 'customer-1' } });
  const answer = await till.bill(theirs.id, numbered());
  expect(answer).toMatchObject({ status: 202, sale: { id: theirs.id, acceptedAs: first.id, url: null } });
  for (const url of [first.url, theirs.url ?? 'https://']) expect(customerSees(testApp)).not.toContain(url);
  await quiet(testApp);
  expect(stored(testApp)).toHaveLength(1);
});

test('a repeated receipt with another customer or store is a conflict that names the field', async () => {
  const { till } = await openWithTill({ simulator: { account: { storeIds: ['store-1', 'store-2'] } } });
  const send = (reference: string, more: object) =>
    till.receipt(reference, numbered(), { userIdentification: { externalId: 'customer-1' }, ...more });
  const first = await send('first', {});
  expect(first.status).toBe(202);
  const problem = (detail: RegExp) => ({
    status: 409,
    sale: { type: 'conflict', detail: expect.stringMatching(detail) },
  });
  const other = { userIdentification: { externalId: 'customer-2' } };
  expect(await send('b', other)).toMatchObject(problem(/customer/));
  expect(JSON.stringify(await send('b', other))).not.toContain('customer-1');
  expect(await send('c', { storeId: 'store-2' })).toMatchObject(problem(/"store-1".*"store-2"/));
  expect(await send('d', {})).toMatchObject({ status: 202, sale: { acceptedAs: first.sale.id } });
  const opened = await till.open('e', { customer: { externalId: 'customer-2' } });
  expect(await till.bill(opened.sale.id, numbered())).toMatchObject(problem(/customer/));
  expect((await till.call('GET', `/sales/${opened.sale.id}`)).sale.state).toBe('open');
  // A receipt of an unknown store has no address yet. The answer must not suggest that its store was corrected.
  const ofStore = (storeId: string) => till.receipt('f', numbered(5, '0006'), { storeId });
  expect((await ofStore('store-3')).sale).toMatchObject({ storeId: 'store-3', url: null });
  expect(await ofStore('store-2')).toMatchObject(problem(/"store-3".*"store-2"/));
});

test('a repeated receipt is new after a cancel, is sent again after a refusal, and is created once more with `again`', async () => {
  const { testApp, till } = await openWithTill();
  const again = (reference: string) => till.receipt(reference, numbered(), { again: true });
  const first = await till.receipt('first', numbered());
  await testApp.delivered(first.sale.id);
  await till.call('DELETE', `/sales/${first.sale.id}`);
  testApp.simulator.faults.add({ route: 'bill', effect: badBill });
  const second = await till.receipt('second', numbered());
  expect(second.sale).toMatchObject({ state: 'queued', acceptedAs: null });
  await testApp.sale(second.sale.id, ({ state }) => state === 'attention');
  const third = await till.receipt('third', numbered());
  expect(third).toMatchObject({ status: 202, sale: { id: second.sale.id, acceptedAs: second.sale.id } });
  await testApp.delivered(second.sale.id);
  expect(stored(testApp)).toHaveLength(2);

  const meant = await again('fourth');
  expect(meant.sale).toMatchObject({ reference: 'fourth', acceptedAs: null });
  testApp.clock.jumpTo(testApp.clock.now() + 48 * hour);
  expect((await again('fourth')).sale.id).toBe(meant.sale.id);
  expect((await till.receipt('fourth', numbered())).sale.id).toBe(meant.sale.id);
  expect((await till.receipt('fifth', numbered())).sale.acceptedAs).toBe(second.sale.id);
  // With `again`, even the bill of a sale that was closed as a repetition becomes a new receipt.
  const opened = await till.open('sixth');
  expect((await till.bill(opened.sale.id, numbered())).sale.acceptedAs).toBe(second.sale.id);
  const answer = await till.call('PUT', `/sales/${opened.sale.id}/bill`, { bill: numbered(), again: true });
  expect(answer).toMatchObject({ status: 202, sale: { id: opened.sale.id, state: 'queued', acceptedAs: null } });
  await testApp.delivered(opened.sale.id);
  await quiet(testApp);
  expect(stored(testApp)).toHaveLength(4);
});

type Till = Awaited<ReturnType<typeof pairTill>>;
const arrivals: readonly (readonly [string, object, (testApp: TestApp, till: Till) => Promise<unknown>])[] = [
  ['with a number', numbered(5), async (_app, till) => (await till.receipt('again', numbered(5))).sale],
  ['without a number', smallBill(5), async (_app, till) => (await till.receipt('0001', smallBill(5))).sale],
  [
    'without a number as a file',
    smallBill(5),
    async (testApp) => {
      await testApp.drop('a.json', { reference: '0001', bill: smallBill(5) });
      return testApp.resultOf('a');
    },
  ],
];
test.each(arrivals)('a cancel cannot be undone after its receipt has arrived again %s', async (_how, bill, arrive) => {
  const { testApp, till } = await openWithTill();
  const { id: saleId } = (await till.receipt('0001', bill)).sale;
  await testApp.delivered(saleId);
  const cancel = () => testApp.cashier['sale.cancel']({ saleId });
  const undo = () => testApp.cashier['sale.undo']({ saleId });
  unwrap(await cancel());
  unwrap(await undo());
  unwrap(await cancel());
  const again = (await arrive(testApp, till)) as { readonly id: string };
  expect(again).toMatchObject({ acceptedAs: null, id: expect.not.stringContaining(saleId) });
  expect(codeOf(await undo())).toBe('wrongState');
  await testApp.delivered(again.id);
  expect((await till.receipt('0001', bill)).sale.id).toBe(again.id);
  testApp.clock.advance(60_000);
  await testApp.sale(saleId, ({ cancelled }) => cancelled === 'done');
});

test.each(['before', 'after'] as const)(
  'a receipt without a number that a till bills again under its reference, %s its first cancel is undone, is stored once',
  async (when) => {
    const { testApp, till } = await openWithTill();
    const first = await till.receipt('0001', smallBill(5));
    await testApp.delivered(first.sale.id);
    const undo = () => testApp.cashier['sale.undo']({ saleId: first.sale.id });
    unwrap(await testApp.cashier['sale.cancel']({ saleId: first.sale.id }));
    const opened = await till.open('0001', { amount: 5 });
    if (when === 'after') unwrap(await undo());
    expect(await till.bill(opened.sale.id, smallBill(5))).toMatchObject({
      status: 202,
      sale: { acceptedAs: when === 'after' ? first.sale.id : null },
    });
    if (when === 'before') expect(codeOf(await undo())).toBe('wrongState');
    testApp.clock.advance(60_000);
    await quiet(testApp);
    const gone = testApp.simulator.ledger().cancels.map(({ billId }) => billId);
    expect(stored(testApp).filter(({ billId }) => !gone.includes(billId))).toHaveLength(1);
  },
);

test('a receipt that a till sent for another sale by mistake is stored when it comes under its own reference', async () => {
  const { testApp, till } = await openWithTill();
  testApp.simulator.faults.add({ route: 'bill', effect: refusal(400, { title: 'Wrong' }) });
  const { sale } = await till.receipt('0001', numbered(5, '0418'));
  await testApp.sale(sale.id, ({ state }) => state === 'attention');
  expect(await till.bill(sale.id, numbered(4, '0417'))).toMatchObject({ status: 202, sale: { state: 'queued' } });
  await testApp.delivered(sale.id);
  const own = await till.receipt('0002', numbered(5, '0418'));
  expect(own).toMatchObject({ status: 202, sale: { acceptedAs: null } });
  await testApp.delivered(own.sale.id);
  expect(stored(testApp)).toHaveLength(2);
});

test('a refused bill that comes again, after another bill was sent for its sale by mistake, is delivered', async ({
  testApp,
}) => {
  const till = await pairTill(testApp, 'Till 1');
  testApp.simulator.faults.add({ route: 'bill', effect: badBill });
  const { sale } = await till.receipt('0001', numbered(5, '0417'));
  await testApp.sale(sale.id, ({ state }) => state === 'attention');
  const other = await till.receipt('0002', numbered(4, '0418'));
  expect((await till.bill(sale.id, numbered(4, '0418'))).sale.acceptedAs).toBe(other.sale.id);
  await testApp.sale(sale.id, ({ cancelled }) => cancelled === 'done');
  expect(await till.bill(sale.id, numbered(5, '0417'))).toMatchObject({ status: 202, sale: { state: 'queued' } });
  await testApp.delivered(sale.id);
});

test('two tills that send the same signed receipt create one receipt, even if the store was corrected in between', async () => {
  const testApp = await openTestApp({ storedStoreId: 'mistyped', settings: { pool: { target: 0 } } });
  const [one, two] = [await pairTill(testApp, 'Till 1'), await pairTill(testApp, 'Till 2')];
  testApp.network.down = true;
  const first = await one.receipt('one', signed());
  testApp.changeSettings({ service: { storeId: 'store-1' } });
  expect((await two.receipt('two', signed())).sale.acceptedAs).toBe(first.sale.id);
  testApp.reconnect();
  await testApp.delivered(first.sale.id);
  await quiet(testApp);
  expect(stored(testApp)).toHaveLength(1);
});

test('a different bill with the number, date and total of an earlier one of the same till is accepted with a warning', async () => {
  const testApp = await openTestApp({ settings: { retention: { days: 30 } } });
  const [till, other] = [await pairTill(testApp, 'Till 1'), await pairTill(testApp, 'Till 2')];
  const changed = (text: string, date = head.date) =>
    smallBill(19.9, { head: { ...head, date }, extension: { [text]: true } });
  const codes = async (receipt: ReturnType<typeof till.receipt>) => {
    const { status, sale } = await receipt;
    return [status, ...sale.warnings.map(({ code }) => code)];
  };
  const first = await till.receipt('first', numbered());
  expect(first.sale.warnings).toEqual([]);
  await testApp.delivered(first.sale.id);
  const warned = [202, 'looks-sent-before'];
  const second = await till.receipt('second', changed('printed twice'));
  expect(second).toMatchObject({
    status: 202,
    sale: {
      acceptedAs: null,
      warnings: [{ path: '/bill/head/number', code: 'looks-sent-before', message: expect.stringContaining('"first"') }],
    },
  });
  expect(testApp.view.sale?.warnings ?? ['sentBefore']).toEqual(['sentBefore']);
  // The same time in another notation is the same date.
  expect(await codes(till.receipt('third', changed('utc', '2026-01-05T09:00:00Z')))).toEqual(warned);
  const { sale } = await till.open('opened');
  expect(await codes(till.bill(sale.id, changed('opened')))).toEqual(warned);
  expect(await codes(till.receipt('meant', changed('x'), { again: true }))).toEqual([202]);
  // A strict shop refuses it and opens no sale. Under a used reference the contradiction is the reason.
  testApp.changeSettings({ delivery: { warningsBlock: true } });
  expect(await till.receipt('strict', changed('strict'))).toMatchObject({ status: 422, sale: { errors: [{}] } });
  expect(testApp.till.listSales({ state: 'open', limit: 1 }).items).toEqual([]);
  expect((await till.receipt('first', changed('strict'), { storeId: 'other' })).status).toBe(409);
  testApp.changeSettings({ delivery: { warningsBlock: false } });
  for (const bill of [numbered(21), numbered(19.9, '0418'), changed('next day', '2026-01-06T10:00:00+01:00')])
    expect(await codes(till.receipt(`other-${JSON.stringify(bill).length}`, bill))).toEqual([202]);
  expect(await codes(other.receipt('other till', changed('other till')))).toEqual([202]);
  // No warning: the corrected bill of a refused sale, and the bill of a cancelled sale that is sent as a new receipt.
  await quiet(testApp);
  testApp.simulator.faults.add({ route: 'bill', effect: badBill, times: 1 });
  const refused = await till.receipt('refused', numbered(7));
  await testApp.sale(refused.sale.id, ({ state }) => state === 'attention');
  const corrected = smallBill(7, { head, extension: { corrected: true } });
  expect(await codes(till.bill(refused.sale.id, corrected))).toEqual([202]);
  const cancelled = await till.receipt('cancelled', numbered(8));
  await till.call('DELETE', `/sales/${cancelled.sale.id}`);
  expect(await codes(till.receipt('0008', smallBill(8, { head, extension: { custom: true } })))).toEqual([202]);
});
