import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asTill, asWindow } from './asking.ts';
import { good, type House, smallBill } from './house.ts';
import { callTill, key, openPartnerHouse, receiptId, userId } from './partner-house.ts';

/** Words that must be found nowhere but where they belong. */
const canaries = {
  externalId: 'canary-external-id',
  card: 'canary-card-code',
  access: 'canary-access-token',
  refresh: 'canary-refresh-token',
  username: 'canary-service-user',
  password: 'canary-service-password',
  mail: 'canary@merchant.example',
  key,
};

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

const everyWord = [...Object.values(canaries), userId];

function foundOnDisk(house: House): readonly string[] {
  return filesBelow(house.dataDir).flatMap((path) => {
    const bytes = readFileSync(path);
    return everyWord.filter((word) => bytes.includes(word)).map((word) => `${path}: ${word}`);
  });
}

test('token, credentials, mail address, card, key and both ids are in no log, no view and no file', async () => {
  const { house } = await openPartnerHouse({
    answers: {
      'POST /partner/api/v3/user': { body: { id: userId } },
      [`GET /partner/api/v3/user/${userId}/token`]: {
        body: { id: userId, accessToken: canaries.access, refreshToken: canaries.refresh, expiresIn: '3600' },
      },
      [`GET /partner/api/v3/user/${userId}/receipts`]: {
        status: 400,
        body: { title: 'No', detail: canaries.externalId },
      },
      'POST /partner/onboarding': {
        body: { registrationLink: 'https://p.example/1', username: canaries.username, password: canaries.password },
      },
      [`GET /partner/api/v3/user/${userId}/receipts/${receiptId}/pdf`]: { status: 500 },
      '*': { status: 409, body: { title: `${canaries.externalId} exists`, status: 409 } },
    },
  });
  const window = asWindow(house.app);
  const user = { externalId: canaries.externalId, loyaltyCards: [{ code: canaries.card }] };
  good(await window['partner.findOrCreate'](user, 'cashier'));
  good(await window['partner.token']({ userId, applicationClientId: null }, 'cashier'));
  expect((await callTill(house, 'GET', `/users/${userId}/token`)).text).toContain(canaries.access);
  await callTill(house, 'GET', `/users/${userId}/receipts`);
  await callTill(house, 'POST', '/users', user);
  await callTill(house, 'POST', `/users/${userId}/receipts`, { receiptId });
  await window['partner.savePdf']({ userId, receiptId }, 'cashier');
  const form = { vendorCustomer: { mail: canaries.mail, vendorCustomerId: 'm-1' }, invoicingDetails: {} };
  good(await window['onboarding.keepDraft']({ form }, 'cashier'));
  good(await window['onboarding.start']({ at: 'shop', form }, 'cashier'));
  await window['onboarding.check'](null, 'cashier');
  const sale = good(await asTill(house.app).acceptReceipt({ reference: 'sale-1', bill: smallBill() }));
  await house.sale(sale.id, ({ state }) => state === 'delivered');
  const day = new Date(house.clock.now()).toISOString().slice(0, 10);
  for (const format of ['csv', 'json'] as const) good(await window['day.export']({ day, format }, 'cashier'));
  good(await window['waiting.export'](null, 'cashier'));

  const logged = JSON.stringify(house.log.lines);
  const shown = JSON.stringify(house.shown);
  const running = { disk: foundOnDisk(house), ...wordsIn({ logged, shown }) };
  expect(running).toEqual({ disk: [], logged: [], shown: [] });
  await house.stop();
  expect(foundOnDisk(house)).toEqual([]);
  // The search finds what is there: the keychain holds them, and the log names the routes.
  expect(await house.secrets.get('onboarding/password-at')).toContain(canaries.password);
  expect(logged).toContain('GET /api/v3/user/{userId}/token');
});

const wordsIn = (texts: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, everyWord.filter((word) => text.includes(word))]),
  );
