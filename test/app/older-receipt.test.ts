import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CashierView, CustomerScreen } from '../../src-main/shared/views.ts';
import { openPooledSale, openTestApp, type TestApp, unwrap } from './test-app.ts';

const cashier = async (testApp: TestApp): Promise<CashierView> => {
  await nextTurn();
  return testApp.view;
};
const customer = async (testApp: TestApp): Promise<CustomerScreen> => {
  await nextTurn();
  const snapshot = testApp.app.snapshot('customer');
  if (snapshot === null) throw new Error('the customer sees nothing');
  await testApp.customer['screen.painted']({ rev: snapshot.rev });
  return snapshot.view.screen;
};

async function olderAndOpen(): Promise<{ testApp: TestApp; older: string; open: string }> {
  const testApp = await openTestApp();
  const older = await testApp.sold('older');
  unwrap(await testApp.cashier['sale.close']({ saleId: older.id }));
  const open = await openPooledSale(testApp, 'open');
  return { testApp, older: older.id, open: open.id };
}

test('the cashier stays at an older receipt while the open sale changes; afterwards both windows return to that sale', async () => {
  const { testApp, older, open } = await olderAndOpen();
  unwrap(await testApp.cashier['sale.select']({ saleId: older }));
  unwrap(await testApp.till.setBasket(open, { lines: [{ text: 'Tea', amount: 3 }], total: 3, currency: 'EUR' }));
  expect(await cashier(testApp)).toMatchObject({ sale: { id: older } });
  unwrap(await testApp.cashier['sale.show']({ saleId: older }));
  unwrap(await testApp.cashier['sale.close']({ saleId: older }));
  expect(await customer(testApp)).toMatchObject({ kind: 'qr', phase: 'before' });
  expect(await cashier(testApp)).toMatchObject({ sale: { id: open }, beneath: null });
  unwrap(await testApp.cashier['sale.select']({ saleId: older }));
  await testApp.pay(open);
  expect(await cashier(testApp)).toMatchObject({ sale: { id: open } });
});

test('a paid receipt leaves the display when the computer goes to sleep, and an open sale stays', async () => {
  const { testApp, older, open } = await olderAndOpen();
  unwrap(await testApp.cashier['sale.show']({ saleId: older }));
  testApp.app.sleep();
  expect(await cashier(testApp)).toMatchObject({ beneath: null });
  expect(await customer(testApp)).toMatchObject({ kind: 'qr', phase: 'before' });
  await testApp.pay(open);
  expect(await customer(testApp)).toMatchObject({ kind: 'qr' });
  testApp.app.sleep();
  expect(await customer(testApp)).toEqual({ kind: 'idle' });
});

test('the preview in the cashier window matches the customer display word for word', async () => {
  const { testApp, open } = await olderAndOpen();
  const painted = await customer(testApp);
  const { display } = (await cashier(testApp)).status;
  expect(display).toMatchObject({ screen: painted, current: true, saleId: open });
  await testApp.pay(open);
  await nextTurn();
  expect((await cashier(testApp)).status.display).toMatchObject({ screen: painted, current: false });
});

test('paper for a receipt that is not selected, and the cancel of a sale, can be undone during the next sale, and the next customer sees only their own code', async () => {
  const { testApp, older, open } = await olderAndOpen();
  unwrap(await testApp.cashier['sale.print']({ saleId: older }));
  expect(await cashier(testApp)).toMatchObject({ sale: { id: open }, undoOther: { id: older, action: 'printed' } });
  unwrap(await testApp.cashier['sale.cancel']({ saleId: open }));
  unwrap(await testApp.cashier['sale.consent']({ saleId: older }));
  const next = await openPooledSale(testApp, 'next');
  expect(await cashier(testApp)).toMatchObject({
    sale: { id: next.id },
    undoOther: { id: open, reference: 'open', action: 'cancel' },
  });
  unwrap(await testApp.cashier['sale.undo']({ saleId: open }));
  expect(await cashier(testApp)).toMatchObject({ sale: { id: next.id }, undoOther: null });
  expect(await customer(testApp)).toMatchObject({ kind: 'qr', url: next.url });
  expect(testApp.till.findSale(open)).toMatchObject({ state: 'open' });
  // The start screen after Next customer still belongs to the cancelled sale.
  for (const press of ['sale.cancel', 'sale.close', 'sale.undo'] as const)
    unwrap(await testApp.cashier[press]({ saleId: next.id }));
  expect(await customer(testApp)).toMatchObject({ kind: 'qr', url: next.url });
});
