import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src-main/storage/database.ts';
import { createEncryptedValues } from '../../src-main/storage/encrypted-values.ts';
import { createEncryption } from '../../src-main/storage/encryption.ts';
import { tillFormat } from '../../src-main/storage/schema.ts';
import { systemRandom } from '../../src-main/system-ports.ts';
import { seed, volume } from '../fakes/drawn.ts';
import { asWindow } from './asking.ts';
import { findIn, placesOf } from './canary-places.ts';
import { good, type House, openHouse } from './house.ts';
import { keyOfFolder } from './sealed-folder.ts';

/** The first start: the fields that the code of a provider fills in, and the draft that the app stores. */

const canary = 'canary-password-7719';

/** A set-up code for the service of this test app, as its provider would write it. */
function codeFor(house: House, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const { baseUrl, authUrl } = house.settings().service;
  const { clientId, scopeBase } = house.simulator.account;
  return { receiptCompanion: 1, baseUrl, authUrl, clientId, scopeBase, storeId: 'store-1', ...more };
}
const readCode = (house: House, code: unknown) =>
  house.cashier['setup.readCode']({ text: typeof code === 'string' ? code : JSON.stringify(code) });
const fieldsOf = async (house: House, code: unknown): Promise<readonly string[]> => {
  const answer = await readCode(house, code);
  expect(answer).toMatchObject({ ok: false, error: { code: 'invalid' } });
  return answer.ok ? [] : (answer.error.fields ?? []).map(({ path }) => path);
};

test('a code fills in the addresses, as JSON and as letters and digits for scanners; nothing changes before it is saved', async () => {
  const house = await openHouse();
  const code = codeFor(house, { shopName: 'Boutique', partnerUrl: 'https://partner.example' });
  const packed = `RC1.${Buffer.from(JSON.stringify(code)).toString('base64url')}`;
  for (const text of [code, packed, ` ${packed}\r\n`]) {
    const { connection, shopName, hasAccount } = good(await readCode(house, text));
    const { receiptCompanion: _version, shopName: _name, ...place } = code;
    expect(connection).toMatchObject({ mode: 'live', ...place });
    expect([shopName, hasAccount]).toEqual(['Boutique', false]);
  }
  const window = asWindow(house.app);
  const shown = () => house.app.snapshot('customer')?.view.brand.shopName;
  const before = { settings: house.settings(), shown: shown() };
  expect(good(await window['setup.get'](null, 'cashier')).connection).toBeNull();
  expect([before.settings.screen.shopName, before.shown]).not.toContain('Boutique');
  const { connection } = good(await readCode(house, { ...code, partnerUrl: undefined }));
  const { username, password } = house.simulator.account;
  const save = (of: typeof connection) =>
    window['connection.save']({ connection: of, credentials: { username, password } }, 'cashier');
  // A name is valid only for the addresses given with it.
  good(await save({ ...connection, mode: 'training', baseUrl: 'https://elsewhere.example' }));
  expect(shown()).toBe(before.shown);
  expect(good(await save(connection)).ok).toBe(true);
  expect([house.settings().screen.shopName, shown()]).toEqual(['Boutique', 'Boutique']);
});

test('what does not fit is named by its field, and nothing of the code is taken', async () => {
  const house = await openHouse();
  const before = house.settings();
  expect(await fieldsOf(house, { ...codeFor(house), baseUrl: 'http://elsewhere.example' })).toEqual(['/baseUrl']);
  expect(await fieldsOf(house, { ...codeFor(house), clientId: '' })).toEqual(['/clientId']);
  expect(await fieldsOf(house, { ...codeFor(house), stroeId: 'x' })).toEqual(['/stroeId']);
  expect(await fieldsOf(house, { ...codeFor(house), storeId: 'x'.repeat(37) })).toEqual(['/storeId']);
  expect(await fieldsOf(house, { ...codeFor(house), receiptCompanion: 2 })).toEqual(['/receiptCompanion']);
  expect(await fieldsOf(house, { ...codeFor(house), username: 'shop' })).toEqual(['/password']);
  expect(await fieldsOf(house, { ...codeFor(house), password: canary })).toEqual(['/username']);
  for (const none of ['', 'hello', '12', '[]', '{"a":1}', 'RC1.%%%', '4012345678901', 'x'.repeat(9_000)])
    expect(await fieldsOf(house, none), none.slice(0, 20)).toEqual(['']);
  expect(house.settings()).toEqual(before);
  expect(good(await house.cashier['setup.get'](null))).toEqual({ step: 0, connection: null });
});

test('an account in a code is used for its addresses alone, and is stored in the keychain after a successful test', async () => {
  const house = await openHouse({ credentials: { username: 'of-before', password: 'of-before' } });
  const { username, password } = house.simulator.account;
  const window = asWindow(house.app);
  const { connection, hasAccount } = good(await readCode(house, codeFor(house, { username, password })));
  expect(hasAccount).toBe(true);
  const elsewhere = { ...connection, authUrl: `${connection.authUrl}/other` };
  const strange = good(await window['connection.test']({ connection: elsewhere, credentials: null }, 'cashier'));
  expect(strange.steps.find(({ ok }) => !ok)).toMatchObject({ name: 'signIn', fault: 'accountMissing' });
  expect(house.simulator.ledger().tokenRequests.filter(({ error }) => error === null)).toEqual([]);
  expect(good(await window['connection.save']({ connection, credentials: null }, 'cashier'))).toMatchObject({
    ok: true,
  });
  await house.restart();
  expect(good(await house.cashier['connection.get'](null)).credentialsStored).toBe(true);
  expect(good(await house.cashier['connection.test']({ connection, credentials: null })).ok).toBe(true);
});

test('a scanned or dropped code is checked by length first, and the answer contains only a few fields', async () => {
  const house = await openHouse();
  const before = house.settings();
  const members = fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 3 }), {
    minKeys: 1,
    maxKeys: 600,
  });
  const anything = fc.oneof(
    members.map((more) => JSON.stringify({ ...more, receiptCompanion: 1 })),
    fc
      .tuple(fc.constantFrom('[', '{"a":', '{"receiptCompanion":', 'RC1.', 'RC1.e30', '\u202e', '0'), fc.nat(10_000))
      .map(([piece, times]) => piece.repeat(times)),
  );
  const many = JSON.stringify(
    Object.fromEntries([['receiptCompanion', 1], ...Array.from({ length: 800 }, (_, at) => [`k${at}`, 1])]),
  );
  await fc.assert(
    fc.asyncProperty(anything, async (text) => {
      expect((await fieldsOf(house, text)).length).toBeLessThanOrEqual(101);
    }),
    { numRuns: volume(500), seed, examples: [[many]] },
  );
  expect(house.settings()).toEqual(before);
});

test('a password in a code is in no file, no line of the log, no view and no answer', async () => {
  const house = await openHouse();
  const answer = await readCode(house, codeFor(house, { username: 'shop', password: canary }));
  await readCode(house, codeFor(house, { username: 'shop', password: canary, stroeId: 'x' }));
  expect(JSON.stringify(answer)).not.toContain(canary);
  expect(JSON.stringify(house.settings())).not.toContain(canary);
  expect(findIn(placesOf(house), [canary])).toEqual([]);
});

test('a draft of the set-up survives a kill, also with half an address, and is deleted after the set-up', async () => {
  const house = await openHouse();
  const { connection } = good(await readCode(house, codeFor(house)));
  const typed = { step: 3, connection: { ...connection, baseUrl: 'https://rec', storeId: '' } };
  good(await house.cashier['setup.keep'](typed));
  expect(house.settings().setup.stage).toBe('begun');
  expect(house.view.setupOffered).toBe(true);
  await house.restart();
  expect(good(await house.cashier['setup.get'](null))).toEqual(typed);
  good(await house.cashier['setup.end'](null));
  expect(good(await house.cashier['setup.get'](null))).toEqual({ step: 0, connection: null });
  expect(house.view.setupOffered).toBe(false);
});

test('a field of a draft with an unknown format loses only that field', async () => {
  const house = await openHouse();
  const { connection } = good(await readCode(house, codeFor(house)));
  await house.stop();
  const database = openDatabase(join(house.dataDir, 'tills.db'), tillFormat);
  const kept = { step: 'three', connection: { ...connection, clientId: 7, ofLater: true }, ofLater: 1 };
  createEncryptedValues(database, createEncryption(keyOfFolder, systemRandom), () => undefined).set(
    'setup-draft',
    JSON.stringify(kept),
  );
  database.close();
  await house.start();
  const { clientId } = house.settings().service;
  expect(good(await house.cashier['setup.get'](null))).toEqual({
    step: 0,
    connection: { ...connection, clientId },
  });
});
