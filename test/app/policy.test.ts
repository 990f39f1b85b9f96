import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashPin } from '../../src-main/settings/pin-file.ts';
import { systemRandom } from '../../src-main/system-ports.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { policyFolder } from './policy-file.ts';
import { openAgain, openShop, type Shop } from './shop.ts';
import { codeOf, unwrap } from './test-app.ts';

/** Settings and a PIN from a policy, which is read only at a start. */

const shopName = (shop: Shop) => ({
  ...shop.view.settings['screen.shopName'],
  isLocked: shop.view.policy?.locked.includes('screen.shopName') ?? false,
});
const minute = 60_000;

test('a locked setting names the policy, and no window, code or file changes it; other settings can be edited', async () => {
  const policy = policyFolder();
  policy.write({
    administrator: 'IT, 030 1234',
    locked: { screen: { shopName: 'Example', logo: null, idlePictures: [] }, display: { customerDisplayId: null } },
  });
  const shop = await openShop({ policyFile: policy.file });
  const window = shop.cashier;
  expect(shop.view.policy).toEqual({
    by: 'IT, 030 1234',
    locked: ['screen.shopName', 'screen.logo', 'screen.idlePictures', 'display.customerDisplayId'],
  });
  expect(shopName(shop)).toEqual({ value: 'Example', isLocked: true });

  expect(codeOf(await window['setting.set']({ key: 'screen.shopName', value: 'Mine' }))).toBe('notAllowed');
  const code = { receiptCompanion: 1, baseUrl: 'https://a.example', authUrl: 'https://b.example', clientId: 'c' };
  const text = JSON.stringify({ ...code, scopeBase: 's', shopName: 'Mine' });
  expect(await window['setup.readCode']({ text })).toMatchObject({
    error: { code: 'invalid', fields: [{ path: '/shopName', code: 'locked' }] },
  });
  unwrap(await window['setting.set']({ key: 'screen.accent', value: '#112233' }));
  await shop.stop();

  const path = join(shop.dataDir, 'settings.json');
  const stored = JSON.parse(readFileSync(path, 'utf8'));
  expect(stored.screen).toEqual({ accent: '#112233' });
  writeFileSync(path, JSON.stringify({ ...stored, screen: { ...stored.screen, shopName: 'Mine' } }));
  const again = await openAgain(shop, { policyFile: policy.file, overrides: { screen: { shopName: 'Mine' } } });
  expect(shopName(again).value).toBe('Example');
  expect(again.view.settings['screen.accent'].value).toBe('#112233');
});

test('a preset applies until the shop chooses another value, and the command line overrides it', async () => {
  const policy = policyFolder();
  policy.write({ preset: { screen: { shopName: 'Example' }, retention: { days: 30 } } });
  const shop = await openShop({ policyFile: policy.file, overrides: { retention: { days: 7 } } });
  expect(shopName(shop)).toEqual({ value: 'Example', isLocked: false });
  expect(shop.view.settings['retention.days'].value).toBe(7);
  unwrap(await shop.cashier['setting.set']({ key: 'screen.shopName', value: 'Mine' }));
  const again = await openAgain(shop, { policyFile: policy.file });
  expect(shopName(again).value).toBe('Mine');
  expect(again.view.settings['retention.days'].value).toBe(30);
});

test('a change of the policy while the till runs causes a notice within a minute and applies at the next start', async () => {
  const policy = policyFolder();
  const clock = createManualClock();
  policy.write({ locked: { screen: { shopName: 'One' } } });
  let shop = await openShop({ policyFile: policy.file, clock });
  const { dataDir } = shop;
  const notices = () => shop.notices();
  const aMinuteLater = async (expected: readonly string[]): Promise<void> => {
    clock.advance(minute);
    await shop.until(() => JSON.stringify(notices()) === JSON.stringify(expected));
  };
  const startAgain = async (): Promise<void> => {
    shop = await openAgain(shop, { policyFile: policy.file, clock });
  };
  policy.write({ locked: { screen: { shopName: 'Two' } } });
  await aMinuteLater(['policyChanged']);
  expect(readFileSync(join(dataDir, 'NOTICE-policyChanged.txt'), 'utf8')).toContain('takes effect at the next start');
  expect(shopName(shop)).toEqual({ value: 'One', isLocked: true });
  await startAgain();
  expect([shopName(shop).value, notices()]).toEqual(['Two', []]);

  policy.write('{"receiptCompanionPolicy": 1, "locked": {"screen": {"shopNme": "Three"}}}');
  await startAgain();
  expect([shopName(shop), notices()]).toEqual([{ value: 'Two', isLocked: true }, ['policyRefused']]);
  const note = readFileSync(join(dataDir, 'NOTICE-policyRefused.txt'), 'utf8');
  expect(note).toContain('/locked/screen/shopNme: found a field that is not known here');
  expect(shop.log.lines.find(({ event }) => event === 'policy-refused')?.level).toBe('error');
  policy.write({ locked: { screen: { shopName: 'Three' } } });
  await startAgain();
  expect([shopName(shop).value, notices()]).toEqual(['Three', []]);

  rmSync(policy.file);
  await aMinuteLater(['policyChanged']);
  await startAgain();
  expect([shop.view.policy, shopName(shop), notices()]).toEqual([null, { value: '', isLocked: false }, []]);
});

test('a PIN of the policy is required and cannot be changed at the till, and a restart does not shorten its lock-out', async () => {
  const policy = policyFolder();
  const own = await openShop();
  unwrap(await own.cashier['pin.change']({ current: null, next: '9999' }));
  policy.write({ pin: await hashPin('1234', systemRandom) });
  const shop = await openAgain(own, { policyFile: policy.file });
  const window = shop.cashier;
  expect(shop.view.policy?.locked).toEqual(['pin']);
  expect(codeOf(await window['pin.unlock']({ pin: '9999' }))).toBe('pinWrong');
  unwrap(await window['pin.unlock']({ pin: '1234' }));
  for (const next of ['5555', null]) {
    expect(codeOf(await window['pin.change']({ current: '1234', next }))).toBe('notAllowed');
  }
  for (const pin of ['1111', '2222', '3333']) await window['pin.unlock']({ pin });
  const again = await openAgain(shop, { policyFile: policy.file, resetPin: true });
  expect(again.view.pin).toMatchObject({ isSet: true, unlockedUntil: null });
  expect(codeOf(await again.cashier['pin.unlock']({ pin: '1234' }))).toBe('pinPaused');
  rmSync(policy.file);
  const after = await openAgain(again, { policyFile: policy.file });
  expect(after.view.pin).toMatchObject({ isSet: true, unlockedUntil: null });
  unwrap(await after.cashier['pin.unlock']({ pin: '9999' }));
});

test('the owner of the account on this computer removes a forgotten PIN with --reset-pin', async () => {
  const before = await openShop();
  unwrap(await before.cashier['pin.change']({ current: null, next: '739155' }));
  const locked = await openAgain(before);
  expect(locked.view.pin).toMatchObject({ isSet: true });
  const after = await openAgain(locked, { resetPin: true });
  expect(after.view.pin).toMatchObject({ isSet: false });
  expect(existsSync(join(after.dataDir, 'pin.json'))).toBe(false);
});
