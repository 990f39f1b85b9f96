import { expect, test } from 'vitest';
import { noPictures } from '../../../src-main/settings/shop-pictures.ts';
import { settingsSchema } from '../../../src-main/shared/settings.ts';
import { createSplashView } from '../../../src-main/shell/splash-view.ts';

const settings = settingsSchema.parse({ screen: { shopName: 'Corner', language: 'fr' }, cashier: { language: 'sv' } });

test('before the app is open, the customer sees the start screen, and the cashier sees what the program waits for', () => {
  const first = createSplashView({ current: () => settings }, noPictures);
  expect(first.snapshot('customer')).toMatchObject({
    rev: 0,
    view: { language: 'fr', brand: { shopName: 'Corner' }, screen: { kind: 'idle' } },
  });
  expect(first.snapshot('cashier')).toBeNull();
  expect(first.starting()).toEqual({ language: 'sv', waitsFor: 'keychain' });
  first.unlocked();
  expect(first.starting()).toEqual({ language: 'sv', waitsFor: 'files' });
});
