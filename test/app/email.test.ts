import { expect } from 'vitest';
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

/** test/app/canaries.test.ts shows that the address is in no other place in plain text. */

const address = 'cnry-postbox-7f3q@example.com';
const masked = 'c*****q@example.com';
const on = { cashier: { emailReceipts: true } };

const put = (testApp: TestApp, saleId: string, to: string | null = address) =>
  testApp.cashier['sale.email']({ saleId, address: to });
const confirm = (testApp: TestApp, saleId: string) => testApp.cashier['sale.confirmEmail']({ saleId });
const buyerOf = (testApp: TestApp, billId: string | null) => {
  const { body } = testApp.simulator.ledger().bills.find((sent) => sent.billId === billId) ?? {};
  return (body as { bill: { head: { buyer?: object } } }).bill.head.buyer;
};
const onDisplay = (testApp: TestApp) => testApp.app.snapshot('customer')?.view.email ?? null;
const day = { day: '2026-01-05' };

test('a confirmed e-mail address is shown masked, is sent with the bill of its sale, and counts as a separate form of delivery', async () => {
  const { testApp, sale } = await openWithSale({ settings: on }, 'first');
  unwrap(await put(testApp, sale.id));
  const unconfirmed = { masked, isConfirmed: false };
  expect([testApp.view.sale?.email, onDisplay(testApp)]).toEqual([unconfirmed, unconfirmed]);
  unwrap(await confirm(testApp, sale.id));
  expect(onDisplay(testApp)).toEqual({ masked, isConfirmed: true });
  await testApp.pay(sale.id);
  const { billId } = await testApp.delivered(sale.id);
  expect(buyerOf(testApp, billId)).toEqual({ eMailAddress: address, sendReceiptByMail: true });
  expect(testApp.simulator.ledger().complaints).toEqual([]);
  const figures = unwrap(await testApp.cashier['day.get'](day));
  expect(figures).toMatchObject({ emailed: 1, counts: { delivered: 1 } });
  expect(figures.issues.map(({ how }) => how)).toContain('email');
  expect(testApp.view.sale?.email).toBeNull();
});

test('a bill never has an e-mail address that was not confirmed, was removed, or belongs to another sale', async () => {
  const testApp = await openTestApp({ settings: on });
  const first = await openPooledSale(testApp, 'first');
  unwrap(await put(testApp, first.id));
  await testApp.pay(first.id);
  const second = await openPooledSale(testApp, 'second');
  expect([testApp.view.sale?.email, onDisplay(testApp)]).toEqual([null, null]);
  unwrap(await put(testApp, second.id));
  unwrap(await confirm(testApp, second.id));
  unwrap(await put(testApp, second.id, null));
  await testApp.pay(second.id);
  for (const { id } of [first, second]) {
    const { billId } = await testApp.delivered(id);
    expect(buyerOf(testApp, billId)).toBeUndefined();
  }
  expect(unwrap(await testApp.cashier['day.get'](day)).emailed).toBe(0);
});

test('an e-mail address is accepted for a paid receipt that has not left, also after attempts without a network', async () => {
  const testApp = await openTestApp({ settings: on });
  const { id } = await openPooledSale(testApp, 'offline');
  testApp.network.down = true;
  await testApp.pay(id);
  await testApp.until(() => testApp.log.lines.some(({ event }) => event === 'delivery-not-completed'));
  unwrap(await put(testApp, id));
  unwrap(await confirm(testApp, id));
  testApp.reconnect();
  const { billId } = await testApp.delivered(id);
  expect(buyerOf(testApp, billId)).toMatchObject({ eMailAddress: address });
});

test('a corrected typo needs another confirmation, and text that is no address is refused', async () => {
  const testApp = await openTestApp({ settings: on });
  const { id } = await openPooledSale(testApp, 'typo');
  expect(await put(testApp, id, 'anna.example.com')).toMatchObject({ ok: false });
  unwrap(await put(testApp, id, 'an@example.com'));
  expect(testApp.view.sale?.email?.masked).toBe('a*****@example.com');
  unwrap(await confirm(testApp, id));
  unwrap(await put(testApp, id, 'anna@example.com'));
  expect(testApp.view.sale?.email).toEqual({ masked: 'a*****a@example.com', isConfirmed: false });
  unwrap(await confirm(testApp, id));
  await testApp.pay(id);
  const { billId } = await testApp.delivered(id);
  expect(buyerOf(testApp, billId)).toMatchObject({ eMailAddress: 'anna@example.com' });
});

test('an e-mail address in the bill of the till, also in the corrected one after a refusal, replaces the address that the cashier entered, which is deleted', async () => {
  const testApp = await openTestApp({ settings: on });
  const buyer = { eMailAddress: 'till@example.com', sendReceiptByMail: false };
  const bill = smallBill(5) as { head: object };
  for (const reference of ['till', 'corrected']) {
    const { id } = await openPooledSale(testApp, reference);
    unwrap(await put(testApp, id));
    unwrap(await confirm(testApp, id));
    if (reference === 'corrected') {
      testApp.simulator.faults.add({ route: 'bill', effect: refusal(400, { title: 'Wrong' }) });
      await testApp.pay(id);
      await testApp.sale(id, ({ state }) => state === 'attention');
    }
    await testApp.pay(id, { ...bill, head: { ...bill.head, buyer } });
    expect(testApp.view.sale?.email ?? null).toBeNull();
    const { billId } = await testApp.delivered(id);
    expect(buyerOf(testApp, billId)).toEqual(buyer);
  }
  expect(unwrap(await testApp.cashier['day.get'](day)).emailed).toBe(0);
});

test('a confirmed e-mail address is neither shown nor sent after receipts by e-mail were switched off, and the sale says why', async () => {
  const testApp = await openTestApp({ settings: on });
  const { id } = await openPooledSale(testApp, 'off');
  unwrap(await put(testApp, id));
  unwrap(await confirm(testApp, id));
  unwrap(await testApp.cashier['setting.set']({ key: 'cashier.emailReceipts', value: false }));
  expect(onDisplay(testApp)).toBeNull();
  await testApp.pay(id);
  const sale = await testApp.delivered(id);
  expect(buyerOf(testApp, sale.billId)).toBeUndefined();
  expect(sale.warnings).toMatchObject([{ code: 'email-off' }]);
  expect(testApp.view.sale).toMatchObject({ email: null, warnings: ['emailOff'] });
  expect(unwrap(await testApp.cashier['day.get'](day)).emailed).toBe(0);
});

test('no e-mail address is accepted after delivery or while the setting is off, but it can be removed; a cancel of the sale removes the address from the display', async () => {
  const testApp = await openTestApp({ settings: on });
  const { id } = await openPooledSale(testApp, 'late');
  await testApp.pay(id);
  await testApp.delivered(id);
  expect(codeOf(await put(testApp, id))).toBe('wrongState');
  const open = await openPooledSale(testApp, 'cancelled');
  unwrap(await put(testApp, open.id));
  unwrap(testApp.till.cancelSale(open.id));
  expect(onDisplay(testApp)).toBeNull();
  const before = await openPooledSale(testApp, 'before');
  unwrap(await put(testApp, before.id));
  unwrap(await testApp.cashier['setting.set']({ key: 'cashier.emailReceipts', value: false }));
  unwrap(await put(testApp, before.id, null));
  const off = await openPooledSale(testApp, 'off');
  expect(codeOf(await put(testApp, off.id))).toBe('notAllowed');
});
