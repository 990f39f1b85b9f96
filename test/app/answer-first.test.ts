import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTestApp, unwrap } from './test-app.ts';

test('the till gets its answer and the customer display shows the code before the cashier window updates', async () => {
  const testApp = await openTestApp();
  const till = testApp.till;
  await testApp.until(() => till.status().pool.available > 3);
  const endFrame = testApp.clock.holdFrame();
  // A snapshot that is already being sent must not count below.
  await nextTurn();
  await nextTurn();
  const before = testApp.shown.cashier.length;
  const open = async (reference: string) => unwrap(await till.openSale({ reference, amount: 19.9 })).sale;
  const first = await open('sale-1');
  expect(testApp.shown.customer.at(-1)?.view.screen).toMatchObject({ kind: 'qr', url: first.url });
  const second = await open('sale-2');
  expect(testApp.shown.customer.at(-1)?.view.screen).toMatchObject({ kind: 'qr', url: second.url });
  await nextTurn();
  expect(testApp.shown.cashier).toHaveLength(before);
  endFrame();
  await testApp.until(() => testApp.shown.cashier.length > before);
  const { sale, recent } = testApp.shown.cashier[before]?.view ?? {};
  expect(sale).toMatchObject({ id: second.id });
  expect(recent?.map(({ id }) => id)).toEqual([second.id, first.id]);
});

test('a new sale does not rebuild the parts of the view that it does not change', async () => {
  const testApp = await openTestApp();
  const till = testApp.till;
  await testApp.until(() => till.status().pool.available > 0);
  await nextTurn();
  const before = testApp.shown.cashier.at(-1)?.view;
  unwrap(await till.openSale({ reference: 'sale-1', amount: 19.9 }));
  await nextTurn();
  const now = testApp.shown.cashier.at(-1)?.view;
  expect(now).not.toBe(before);
  expect(now?.sale?.reference).toBe('sale-1');
  for (const part of ['partner', 'pin', 'displays', 'brand', 'settings', 'till'] as const)
    expect(now?.[part], part).toBe(before?.[part]);
});
