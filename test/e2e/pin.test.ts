import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CashierBridge } from '../../src-main/lib/bridge.ts';
import { type Launched, launch } from '../electron/launch.ts';
import { tap, tapLabel } from '../electron/tap.ts';
import { handsOn } from './cashier-hands.ts';

/** A manager locks Settings by touch, and a cashier meets the lock; the steps follow one another. */

const dataDir = mkdtempSync(join(tmpdir(), 'companion-'));
const pin = '739155';
let app: Launched;
let taps = 0;

beforeAll(async () => {
  app = await launch({ dataDir });
});
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

const { sees } = handsOn(() => app.cashier);
const press = async (name: string): Promise<void> => {
  taps += 1;
  await tap(app.cashier.getByRole('button', { name, exact: true }));
};
const openTab = async (name: string): Promise<void> => {
  taps += 1;
  await tap(app.cashier.getByRole('tab', { name, exact: true }));
};
const type = async (digits: string): Promise<void> => {
  for (const digit of digits) await press(digit);
};
/** As a page would that somebody has taken over. */
const command = (name: string, input: unknown) =>
  app.cashier.evaluate(
    ([asked, sent]) => (Reflect.get(window, 'bridge') as CashierBridge).command(asked as never, sent as never),
    [name, input] as const,
  );
const locked = () => app.cashier.getByRole('region', { name: 'Settings are locked' });

test('without a PIN Settings are open, and take one by 15 touches', async () => {
  await openTab('Settings');
  taps = 0;
  await press('Set a PIN');
  await type(pin);
  await press('Next');
  await type(pin);
  await press('Next');
  await sees('The PIN is set.');
  expect(taps).toBe(15);
});

test('two different entries are told and none is kept', async () => {
  await press('Change the PIN');
  await type(pin);
  await press('Next');
  await app.cashier.getByLabel('New PIN', { exact: true }).waitFor();
  await type('1111');
  await press('Next');
  await type('1112');
  await press('Next');
  await sees('The two were different. Please start again.');
  await press('Back');
});

test('a tap locks again: then Settings are a pad, and whoever has no PIN still chooses the language', async () => {
  await press('Lock');
  await locked().waitFor();
  expect(await app.cashier.getByRole('button', { name: 'Test connection' }).count()).toBe(0);
  await tapLabel(app.cashier.getByRole('radio', { name: 'Deutsch', exact: true }));
  await sees('Die Einstellungen sind gesperrt');
  await tapLabel(app.cashier.getByRole('radio', { name: 'English', exact: true }));
  await locked().waitFor();
});

test('a window that was taken over changes nothing while it is locked', async () => {
  for (const [name, input] of [
    ['connection.get', null],
    ['connection.settle', { mode: 'training' }],
    ['pairing.start', { desk: true }],
    ['setting.set', { key: 'posApi.allowedOrigins', value: ['https://evil.example'] }],
    ['pin.change', { current: null, next: null }],
  ] as const)
    expect(await command(name, input), name).toMatchObject({ ok: false, error: { code: 'pinNeeded' } });
});

test('sales go on while Settings are locked', async () => {
  await openTab('Sale');
  for (const key of ['5', '00']) await press(key);
  await press('Paid cash');
  await app.cashier.getByRole('region', { name: 'Current sale' }).waitFor();
  await openTab('Settings');
  await locked().waitFor();
});

test('a wrong PIN is said at the pad, and a second tap on the button is no second try', async () => {
  await type('1234');
  const unlock = app.cashier.getByRole('button', { name: 'Unlock', exact: true });
  await unlock.dblclick({ delay: 20 });
  await locked().getByText('That is not the PIN.').waitFor();
  expect(JSON.parse(readFileSync(join(dataDir, 'pin.json'), 'utf8')).wrongTries).toBe(1);
});

test('the right one opens the page', async () => {
  await type(pin);
  await press('Unlock');
  await app.cashier.getByRole('button', { name: 'Change the PIN' }).waitFor();
});

test('the PIN is nowhere in the data folder, and in no line of the log', async () => {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^(?:chromium|keychain)/.test(name))
    .map((name) => join(dataDir, name))
    .filter((path) => statSync(path).isFile());
  expect(files.some((path) => path.endsWith('pin.json'))).toBe(true);
  for (const path of files) expect(readFileSync(path).includes(pin), path).toBe(false);
  expect(app.logs.join('\n')).not.toContain(pin);
});

test('who owns this computer’s account takes a forgotten PIN away with --reset-pin', async () => {
  await app.close();
  app = await launch({ dataDir, args: ['--training', '--pos-port', '0', '--reset-pin'] });
  await openTab('Settings');
  await app.cashier.getByRole('button', { name: 'Set a PIN' }).waitFor();
  expect(readdirSync(dataDir)).not.toContain('pin.json');
});
