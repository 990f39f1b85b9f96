import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { findIn, placesOf } from './canary-places.ts';
import { openShop } from './shop.ts';
import { test, unwrap } from './test-app.ts';

const pin = '739155';

test('a PIN that was set, tried and mistyped is in no file, no view and no line of the log', async ({ testApp }) => {
  const window = testApp.cashier;
  unwrap(await window['pin.change']({ current: null, next: pin }));
  unwrap(await window['pin.lock'](null));
  expect(await window['pin.unlock']({ pin: '1234' })).toMatchObject({ error: { code: 'pinWrong' } });
  unwrap(await window['pin.unlock']({ pin }));
  expect(existsSync(join(testApp.dataDir, 'pin.json'))).toBe(true);
  expect(findIn(placesOf(testApp), [pin])).toEqual([]);
});

test('the owner of the account on this computer removes a forgotten PIN with --reset-pin', async () => {
  const before = await openShop();
  unwrap(await before.cashier['pin.change']({ current: null, next: pin }));
  await before.stop();
  const { dataDir, secrets } = before;
  const locked = await openShop({ dataDir, secrets });
  expect(locked.view.pin).toMatchObject({ isSet: true });
  await locked.stop();
  const after = await openShop({ dataDir, secrets, resetPin: true });
  expect(after.view.pin).toMatchObject({ isSet: false });
  expect(existsSync(join(dataDir, 'pin.json'))).toBe(false);
});
