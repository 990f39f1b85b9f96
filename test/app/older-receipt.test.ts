import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CashierView, CustomerScreen } from '../../src-main/lib/views.ts';
import { good, type House, openHouse, openPooledSale } from './house.ts';

/** The older receipt of one customer during the sale of another, and an undo for a sale that is no longer current. */

const cashier = async (house: House): Promise<CashierView> => {
  await nextTurn();
  return house.view;
};
const customer = async (house: House): Promise<CustomerScreen> => {
  await nextTurn();
  const snapshot = house.app.snapshot('customer');
  if (snapshot === null) throw new Error('the customer sees nothing');
  await house.customer['screen.painted']({ rev: snapshot.rev });
  return snapshot.view.screen;
};

async function olderAndOpen(): Promise<{ house: House; older: string; open: string }> {
  const house = await openHouse();
  const older = await house.sold('older');
  good(await house.cashier['sale.close']({ saleId: older.id }));
  const open = await openPooledSale(house, 'open');
  return { house, older: older.id, open: open.id };
}

test('the cashier sees which older receipt covers the open sale; the open sale returns automatically', async () => {
  const { house, older, open } = await olderAndOpen();
  good(await house.cashier['sale.show']({ saleId: older }));
  expect(await customer(house)).toMatchObject({ kind: 'qr', phase: 'ready' });
  expect(await cashier(house)).toMatchObject({ sale: { id: older }, beneath: { id: open, reference: 'open' } });
  house.clock.advance(60_000);
  expect(await customer(house)).toMatchObject({ kind: 'qr', phase: 'before' });
  expect(await cashier(house)).toMatchObject({ sale: { id: open }, beneath: null });
});

test('done with the older receipt, both windows are back at the open sale', async () => {
  const { house, older, open } = await olderAndOpen();
  good(await house.cashier['sale.show']({ saleId: older }));
  good(await house.cashier['sale.close']({ saleId: older }));
  expect(await customer(house)).toMatchObject({ kind: 'qr', phase: 'before' });
  expect(await cashier(house)).toMatchObject({ sale: { id: open }, beneath: null });
});

test('the preview in the cashier window matches the customer display word for word', async () => {
  const { house, open } = await olderAndOpen();
  const painted = await customer(house);
  const { display } = (await cashier(house)).status;
  expect(display).toMatchObject({ screen: painted, current: true, saleId: open });
  await house.pay(open);
  await nextTurn();
  expect((await cashier(house)).status.display).toMatchObject({ screen: painted, current: false });
});

test('the next sale of the till leaves the undo of the previous one available', async () => {
  const { house, open } = await olderAndOpen();
  good(await house.cashier['sale.cancel']({ saleId: open }));
  const next = await openPooledSale(house, 'next');
  expect(await cashier(house)).toMatchObject({
    sale: { id: next.id },
    undoOther: { id: open, reference: 'open', action: 'cancel' },
  });
  good(await house.cashier['sale.undo']({ saleId: open }));
  expect(await cashier(house)).toMatchObject({ sale: { id: next.id }, undoOther: null });
  expect(house.till.findSale(open)).toMatchObject({ state: 'open' });
});
