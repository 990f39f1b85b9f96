import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tap } from '../electron/tap.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { textIn } from '../fakes/texts.ts';
import { handsOn } from './cashier-hands.ts';
import { openApp } from './open-app.ts';

test('the cashier sees the holder of the port, and another port in Settings is used at once', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const dataDir = tempFolder();
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ posApi: { port } }));
  const app = await openApp({ dataDir, args: ['--training'] });
  const { cashier } = app;
  expect(app.posApiUrl).toBe('');
  const hands = handsOn(() => cashier);
  const t = textIn('en');
  await hands.press(t('noticesTitle'));
  await cashier.getByText(t('noticePortTaken')).waitFor();
  if (process.platform === 'linux') {
    await cashier.getByText(new RegExp(`${userInfo().username}\\S? has \\S?127.0.0.1:${port}`)).waitFor();
  }
  if (process.env.PICTURES !== undefined) await cashier.screenshot({ path: `${process.env.PICTURES}/notice.png` });
  await hands.openTab('Settings');
  await tap(cashier.getByRole('tab', { name: t('settingsTills'), exact: true }));
  await cashier.getByLabel(t('posApi.port'), { exact: true }).fill('0');
  await cashier.keyboard.press('Enter');
  await cashier.getByText(t('pairIdle')).waitFor();
  if (process.env.PICTURES !== undefined) await cashier.screenshot({ path: `${process.env.PICTURES}/tills.png` });
  await hands.openTab('Sale');
  await expect.poll(() => cashier.getByText(t('noticesTitle')).count()).toBe(0);
});
