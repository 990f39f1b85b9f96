import { expect } from 'vitest';
import { windowSettingsView } from '../../src-main/settings/window-settings.ts';
import { settingsSchema, type WindowSettingKey } from '../../src-main/shared/settings.ts';
import { otherSettings } from './other-settings.ts';
import { codeOf, openTestApp, type TestApp, test, unwrap } from './test-app.ts';

const posToken = 'a-pairing-token-that-is-only-a-test';
const hourMs = 3_600_000;
const origin = 'https://till.example';

/** Each setting differs from its default. The port is an option of these apps (pos-api-life changes it). */
const others: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.entries(
      windowSettingsView({
        current: () => settingsSchema.parse(otherSettings),
        overriddenAtNextStart: () => [],
      }),
    ).flatMap(([key, { value }]) => (key === 'posApi.port' ? [] : [[key, value]])),
  ),
  'printer.listen': '127.0.0.1:0',
  // A path, because the app opens no connection when a path is set.
  'printer.target': '/dev/usb/lp0',
};
const keys = Object.keys(others) as WindowSettingKey[];

const set = (testApp: TestApp, key: string, value: unknown, role: 'cashier' | 'customer' = 'cashier') =>
  testApp.cashier['setting.set']({ key, value }, role);

const shown = (testApp: TestApp) => testApp.view.settings;

test('every setting of a window can be changed, is shown, and survives a restart', async ({ testApp }) => {
  expect(Object.keys(shown(testApp) ?? {}).sort()).toEqual([...keys, 'posApi.port'].sort());
  for (const key of keys) {
    unwrap(await set(testApp, key, others[key]));
    expect(shown(testApp)?.[key], key).toEqual({ value: others[key] });
  }
  await testApp.restart();
  for (const key of keys) expect(shown(testApp)?.[key].value, key).toEqual(others[key]);
});

/** One value of each kind of rule. `docs/settings.md` has the rule of every setting (test/unit/settings/policy.test.ts). */
const unfit = [
  ['cashier.language', 'xx', /Found .*Expected one of de, en, fr, es, sv, pt\./],
  ['screen.shopName', 'x'.repeat(101), /Found text of 101 characters\. Expected text of at most 100 characters\./],
  ['screen.accent', 'red', /Expected a colour such as #26338f/],
  ['screen.texts', { de: { idleTitle: 'x'.repeat(41) } }, /Expected one line of plain text of at most 40 characters\./],
  ['screen.texts', { de: { idleTitle: 'one\ntwo' } }, /Expected one line of plain text/],
  ['screen.texts', { de: { idleTitle: 'turned \u202e around' } }, /Expected one line of plain text/],
  ['screen.texts', { de: { qrReadyTitle: 'Not true' } }, /./],
  ['screen.texts', { xx: {} }, /./],
  ['screen.languages', [], /Found an empty list\. Expected a list of at least one language\./],
  ['delivery.cashRoundingCents', 1.5, /Found a number\. Expected a whole number from 0 to 1000\./],
  ['retention.days', null, /Found null.*Expected a number of days above 0, at most 36500/],
  ['posApi.allowedOrigins', ['till.example/'], /Expected an origin such as https:\/\/till\.example\./],
  ['posApi.allowedOrigins', origin, /Expected a list of origins\./],
  ['delivery.eInvoiceBlocks', undefined, /The field is missing\. Expected true or false\./],
] as const;

test('an invalid value is refused with the found and the expected value, and changes nothing', async ({ testApp }) => {
  const before = testApp.settings();
  for (const [key, value, message] of unfit) {
    const refused = await set(testApp, key, value);
    expect(refused, key).toMatchObject({ ok: false, error: { code: 'invalid' } });
    const [field] = (refused.ok ? undefined : refused.error.fields) ?? [];
    expect(field?.path, key).toMatch(/^\/value/);
    expect(field?.message, key).toMatch(message);
  }
  expect(testApp.settings()).toEqual(before);
});

test('the cashier window cannot change settings that are not for windows, and the customer window can change none', async () => {
  const testApp = await openTestApp();
  const before = testApp.settings();
  for (const key of ['service.baseUrl', 'mode', 'posApi.tills', 'service', '', '__proto__', 'constructor', 'screen.'])
    expect(codeOf(await set(testApp, key, 'https://elsewhere.example')), key).toBe('notFound');
  for (const key of keys) expect(codeOf(await set(testApp, key, others[key], 'customer')), key).toBe('notAllowed');
  expect(testApp.settings()).toEqual(before);
});

test('a new name of the shop, a new time of the QR code and an allowed or removed web origin are used at once', async () => {
  const testApp = await openTestApp({ posToken });
  await testApp.poolHas(1);
  unwrap(await testApp.till.openSale({ reference: 'r-1', amount: 5 }));
  expect(testApp.app.snapshot('customer')?.view).toMatchObject({ brand: { shopName: '' }, screen: { kind: 'qr' } });
  unwrap(await set(testApp, 'screen.shopName', 'Boutique'));
  unwrap(await set(testApp, 'screen.qrTiming', 'after'));
  expect(testApp.app.snapshot('customer')?.view.brand.shopName).toBe('Boutique');
  expect(testApp.screen.kind).not.toBe('qr');
  const ask = async (): Promise<number> =>
    (await fetch(`${testApp.posApiUrl}/status`, { headers: { authorization: `Bearer ${posToken}`, origin } })).status;
  expect(await ask()).toBe(403);
  unwrap(await set(testApp, 'posApi.allowedOrigins', [origin]));
  expect(await ask()).toBe(200);
  unwrap(await set(testApp, 'posApi.allowedOrigins', []));
  expect(await ask()).toBe(403);
});

test('a changed start of the business day takes effect at once, also for open sales', async ({ testApp }) => {
  await testApp.poolHas(1);
  const evening = new Date(testApp.clock.now());
  evening.setHours(21, 0, 0, 0);
  const toHour = (hours: number): void =>
    testApp.clock.advance(evening.getTime() + hours * hourMs - testApp.clock.now());
  toHour(0);
  const { sale } = unwrap(await testApp.till.openSale({ reference: 'r-1', amount: 5 }));
  // The next check is planned for the old start of the day, so the change must plan an earlier one.
  toHour(2);
  unwrap(await set(testApp, 'delivery.dayStartsAtHour', 2));
  expect(testApp.till.findSale(sale.id)?.state).toBe('open');
  toHour(5.5);
  expect((await testApp.sale(sale.id, ({ state }) => state !== 'open')).state).toBe('cancelled');
});
