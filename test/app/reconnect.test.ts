import { expect, test } from 'vitest';
import type { CommandInput } from '../../src-main/contract/commands.ts';
import { asTill, asWindow } from './asking.ts';
import { good, type House, openHouse, openPooledSale, smallBill } from './house.ts';

/** What the settings say now, to be saved once more. */
async function sameConnection(house: House): Promise<CommandInput<'connection.save'>> {
  const { connection } = good(await asWindow(house.app)['connection.get'](null, 'cashier'));
  return { connection, credentials: null };
}

test('two changes of the connection at once follow each other: one session is left, and a stop ends it whole', async () => {
  const house = await openHouse();
  const same = await sameConnection(house);
  const save = () => asWindow(house.app)['connection.save'](same, 'cashier');
  for (const saved of await Promise.all([save(), save()])) expect(good(saved).ok).toBe(true);
  const sale = await openPooledSale(house);
  good(await asTill(house.app).acceptBill(sale.id, { bill: smallBill() }));
  await house.sale(sale.id, ({ state }) => state === 'delivered');
  await house.stop();
  expect(house.clock.pendingMs()).toEqual([]);
});

test('while the connection is changed, a window is told to try again and a wake is no fault', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  const saving = asWindow(house.app)['connection.save'](await sameConnection(house), 'cashier');
  await house.until(() => house.app.snapshot('cashier') === null);
  house.app.wake('resumed');
  expect(await asWindow(house.app)['sale.show']({ saleId: sale.id }, 'cashier')).toMatchObject({
    ok: false,
    error: { code: 'shuttingDown' },
  });
  good(await saving);
  good(await asWindow(house.app)['sale.show']({ saleId: sale.id }, 'cashier'));
});

test('a stop while the connection is changed leaves no session behind', async () => {
  const house = await openHouse();
  await openPooledSale(house);
  const saving = asWindow(house.app)['connection.save'](await sameConnection(house), 'cashier');
  await house.until(() => house.app.snapshot('cashier') === null);
  await house.stop();
  await saving;
  expect(house.clock.pendingMs()).toEqual([]);
  await house.start();
});
