import { expect } from 'vitest';
import { codeOf, openTestApp, type TestApp, test, unwrap } from './test-app.ts';

function codeFor(testApp: TestApp, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const { baseUrl, authUrl } = testApp.settings().service;
  const { clientId, scopeBase } = testApp.simulator.account;
  return { receiptCompanion: 1, baseUrl, authUrl, clientId, scopeBase, storeId: 'store-1', ...more };
}
const readCode = (testApp: TestApp, code: unknown) =>
  testApp.cashier['setup.readCode']({ text: typeof code === 'string' ? code : JSON.stringify(code) });
const fieldsOf = async (testApp: TestApp, code: unknown): Promise<readonly string[]> => {
  const answer = await readCode(testApp, code);
  expect(codeOf(answer)).toBe('invalid');
  return answer.ok ? [] : (answer.error.fields ?? []).map(({ path }) => path);
};

test('a set-up code fills in the addresses, as JSON or in the form for scanners, and changes nothing before it is saved', async () => {
  const testApp = await openTestApp();
  const code = codeFor(testApp, { shopName: 'Boutique', partnerUrl: 'https://partner.example' });
  const packed = `RC1.${Buffer.from(JSON.stringify(code)).toString('base64url')}`;
  for (const text of [code, packed, ` ${packed}\r\n`]) {
    const { connection, shopName, hasAccount } = unwrap(await readCode(testApp, text));
    const { receiptCompanion: _version, shopName: _name, ...place } = code;
    expect(connection).toMatchObject({ mode: 'live', ...place });
    expect([shopName, hasAccount]).toEqual(['Boutique', false]);
  }
  const window = testApp.cashier;
  const shown = () => testApp.app.snapshot('customer')?.view.brand.shopName;
  const before = { settings: testApp.settings(), shown: shown() };
  expect([before.settings.screen.shopName, before.shown]).not.toContain('Boutique');
  const { connection } = unwrap(await readCode(testApp, { ...code, partnerUrl: undefined }));
  const { username, password } = testApp.simulator.account;
  const save = (of: typeof connection) =>
    window['connection.save']({ connection: of, credentials: { username, password } });
  // The name is valid only for the addresses in the same code.
  unwrap(await save({ ...connection, mode: 'training', baseUrl: 'https://elsewhere.example' }));
  expect(shown()).toBe(before.shown);
  expect(unwrap(await save(connection)).ok).toBe(true);
  expect([testApp.settings().screen.shopName, shown()]).toEqual(['Boutique', 'Boutique']);
});

test('an invalid set-up code is reported by its field, and no part of it is used', async ({ testApp }) => {
  const before = testApp.settings();
  for (const [path, more] of [
    ['/baseUrl', { baseUrl: 'http://elsewhere.example' }],
    ['/clientId', { clientId: '' }],
    ['/stroeId', { stroeId: 'x' }],
    ['/storeId', { storeId: 'x'.repeat(37) }],
    ['/receiptCompanion', { receiptCompanion: 2 }],
    ['/password', { username: 'shop' }],
    ['/username', { password: 'a-password' }],
  ] as const) {
    expect(await fieldsOf(testApp, codeFor(testApp, more))).toEqual([path]);
  }
  const pieces = ['[', '{"a":', '{"receiptCompanion":', 'RC1.', 'RC1.e30', '\u202e'];
  const nested = pieces.map((piece) => piece.repeat(9_000).slice(0, 9_000));
  for (const none of ['', 'hello', '12', '[]', '{"a":1}', 'RC1.%%%', '4012345678901', 'x'.repeat(9_000), ...nested])
    expect(await fieldsOf(testApp, none), none.slice(0, 20)).toEqual(['']);
  // The refusal lists at most 100 fields and one entry for the rest.
  const many = Object.fromEntries(Array.from({ length: 800 }, (_, at) => [`k${at}`, 1]));
  expect(await fieldsOf(testApp, codeFor(testApp, many))).toHaveLength(101);
  expect(testApp.settings()).toEqual(before);
});

test('an account in a set-up code is used only for the addresses in it, and enters the keychain after a successful test; the set-up is offered at each start until a person has ended it', async () => {
  const testApp = await openTestApp({ credentials: { username: 'of-before', password: 'of-before' } });
  const { username, password } = testApp.simulator.account;
  const window = testApp.cashier;
  const { connection, hasAccount } = unwrap(await readCode(testApp, codeFor(testApp, { username, password })));
  expect(hasAccount).toBe(true);
  const elsewhere = { ...connection, authUrl: `${connection.authUrl}/other` };
  const strange = unwrap(await window['connection.test']({ connection: elsewhere, credentials: null }));
  expect(strange.steps.find(({ ok }) => !ok)).toMatchObject({ name: 'signIn', fault: 'accountMissing' });
  expect(testApp.simulator.ledger().tokenRequests.filter(({ error }) => error === null)).toEqual([]);
  expect(unwrap(await window['connection.save']({ connection, credentials: null }))).toMatchObject({
    ok: true,
  });
  await testApp.restart();
  expect(testApp.settings().setup.stage).toBe('new');
  unwrap(await testApp.cashier['setup.end'](null));
  await testApp.restart();
  expect(testApp.settings().setup.stage).toBe('done');
  expect(unwrap(await testApp.cashier['connection.get'](null)).credentialsStored).toBe(true);
  expect(unwrap(await testApp.cashier['connection.test']({ connection, credentials: null })).ok).toBe(true);
});
