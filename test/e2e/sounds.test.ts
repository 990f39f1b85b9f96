import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { smallBill } from '../app/small-bill.ts';
import { endWindow } from '../electron/in-main.ts';
import { handsOn } from './cashier-hands.ts';
import { type OpenTill, openTill } from './open-till.ts';

/** The sounds of a till. The page is marked when a sound has ended. The steps follow one another. */

let till: OpenTill;
let cashier: Page;
const { sees } = handsOn(() => cashier);

beforeAll(async () => {
  till = await openTill({ sounds: { attention: true } });
  cashier = till.app.cashier;
  // Events before the window opened play no sound.
  await cashier.getByRole('tab', { name: 'Sale', exact: true }).waitFor();
});
afterAll(() => till.close());

const heardIn = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('mark')
      .map(({ name }) => name)
      .filter((name) => name.startsWith('heard ')),
  );
const heard = () => expect.poll(() => heardIn(cashier));

test('a refused receipt causes one sound at an untouched till, and none at the customer display', async () => {
  till.refuseNext({ bill: ['wrong'] });
  await till.sell('r-1', smallBill());
  await sees('1 needs attention');
  await heard().toEqual(['heard attention']);
  expect(await heardIn(till.app.customer)).toEqual([]);
});

test('a new window does not repeat the sound', async () => {
  await till.app.inMain(endWindow, { role: 'cashier', by: 'destroy' });
  const before = cashier;
  await vi.waitFor(async () => {
    cashier = await till.app.windowOf('cashier');
    expect(cashier).not.toBe(before);
    await cashier.getByRole('tab', { name: 'Sale', exact: true }).waitFor();
  }, 60_000);
  till.refuseNext({ bill: ['wrong'] });
  await till.sell('r-2', smallBill());
  await sees('2 need attention');
  // Only the second refusal has a sound.
  await heard().toEqual(['heard attention']);
});
