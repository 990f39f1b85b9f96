import { describe, expect, test } from 'vitest';
import type { Actor } from '../../src-main/actions/actor.ts';
import { tillScopes } from '../../src-main/kernel/scopes.ts';
import { liveAccount } from '../../src-main/settings/credentials.ts';
import { asTill, asWindow } from './asking.ts';
import { good, type House, smallBill } from './house.ts';
import { callTill, openPartnerHouse, type SmallAnswer } from './partner-house.ts';
import { openService, openShop, type Service } from './shop.ts';

const form = { vendorCustomer: { name: 'Shop', vendorCustomerId: 'from-the-form' }, invoicingDetails: { vat: 1.1 } };
const given = { registrationLink: 'https://p.example/register/1', vendorCustomerId: 'm-1' };
const account = { username: 'canary-username', password: 'canary-password' };
const started: SmallAnswer = { body: { ...given, ...account } };
const at = (type: string): SmallAnswer => ({ body: { type, customerId: 'c-1' } });

const open = (answers: Record<string, SmallAnswer>) => openPartnerHouse({ answers });
const begin = (house: House) => asWindow(house.app)['onboarding.start']({ at: 'shop', form }, 'cashier');
const current = async (house: House) => good(await asWindow(house.app)['onboarding.get'](null, 'cashier')).onboarding;
const onboardingEntries = async (house: House) =>
  Promise.all(['onboarding/username-at', 'onboarding/password-at'].map((name) => house.secrets.get(name)));

describe('from training to live', () => {
  const access = async (shop: Awaited<ReturnType<typeof openShop>>, { simulator, baseUrl }: Service) =>
    good(
      await asWindow(shop.app)['partner.saveAccess'](
        { partnerUrl: `${baseUrl}/partner`, key: simulator.account.partnerKey },
        'cashier',
      ),
    );

  test('a shop is onboarded at its own service, left, taken up after a restart, activated, tested, and sends receipts', async () => {
    const service = await openService();
    const first = await openShop();
    await access(first, service);
    const begun = good(await asWindow(first.app)['onboarding.start']({ at: 'shop', form }, 'cashier'));
    expect(begun).toMatchObject({ at: 'shop', stage: 'started', credentials: 'stored', form });
    await first.stop();

    const shop = await openShop({ dataDir: first.dataDir, secrets: first.secrets });
    expect(asTill(shop.app).status().mode).toBe('training');
    const window = asWindow(shop.app);
    const kept = good(await window['onboarding.get'](null, 'cashier')).onboarding;
    expect(kept).toMatchObject({ registrationLink: begun.registrationLink, vendorCustomerId: begun.vendorCustomerId });
    expect(kept?.nextCheckAt).toEqual(expect.any(Number));

    const connection = { ...service.typed.connection, partnerUrl: `${service.baseUrl}/partner` };
    expect(await window['onboarding.finish']({ connection }, 'cashier')).toMatchObject({
      ok: false,
      error: { code: 'wrongState' },
    });
    await fetch(begun.registrationLink ?? '', { method: 'POST', redirect: 'manual' });
    expect(good(await window['onboarding.finish']({ connection }, 'cashier'))).toMatchObject({ ok: true });
    expect(asTill(shop.app).status().mode).toBe('live');
    expect(good(await window['onboarding.get'](null, 'cashier')).onboarding).toBeNull();

    const sale = good(await asTill(shop.app).acceptReceipt({ reference: 'first', bill: smallBill() }));
    await shop.until(() => asTill(shop.app).findSale(sale.id)?.state === 'delivered');
    expect(service.simulator.ledger().bills).toHaveLength(1);
  });

  test('a live host without an account takes the credentials at once, and they outlive it', async () => {
    const service = await openService();
    const { partnerKey: key } = service.simulator.account;
    const { mode: _mode, ...connection } = service.typed.connection;
    const partnerUrl = `${service.baseUrl}/partner`;
    const overrides = { mode: 'live', service: { ...connection, partnerUrl } } as const;
    const shop = await openShop({ overrides });
    good(await asWindow(shop.app)['partner.saveAccess']({ partnerUrl, key }, 'cashier'));
    const till: Actor = { kind: 'till', till: 'till-1', scopes: tillScopes };
    const onboarded = await shop.app.dispatch(till, 'till.startOnboarding', form);
    const { registrationLink, ...rest } = good(onboarded);
    expect(rest).toEqual({ vendorCustomerId: expect.any(String), credentialsStored: true, answerPaths: [] });
    expect(JSON.stringify(onboarded)).not.toMatch(/username|password/);
    await fetch(registrationLink ?? '', { method: 'POST', redirect: 'manual' });
    const sale = good(await asTill(shop.app).acceptReceipt({ reference: 'first', bill: smallBill() }));
    await shop.until(() => asTill(shop.app).findSale(sale.id)?.state === 'delivered');
    expect(await liveAccount(shop.secrets).at(connection).stored()).toBe(true);
  });
});

describe('what is given once', () => {
  test('waits beside the account in use, and a second start would lose it: a conflict until the first is ended', async () => {
    const { house, partner } = await open({ '*': started });
    const before = await liveAccount(house.secrets).at(house.settings().service).get();
    expect(good(await begin(house)).credentials).toBe('stored');
    expect(await liveAccount(house.secrets).at(house.settings().service).get()).toEqual(before);
    expect(await begin(house)).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect((await callTill(house, 'POST', '/onboarding', form)).status).toBe(409);
    expect(partner.asked).toHaveLength(1);
    good(await asWindow(house.app)['onboarding.end'](null, 'cashier'));
    expect(await current(house)).toBeNull();
    expect(await onboardingEntries(house)).toEqual([null, null]);
    expect(good(await begin(house)).stage).toBe('started');
  });

  test('is never the account while there is another one, whoever asks', async () => {
    const { house } = await open({ '*': started });
    const before = await liveAccount(house.secrets).at(house.settings().service).get();
    const reply = await callTill(house, 'POST', '/onboarding', form);
    expect(reply).toMatchObject({ status: 201, body: { credentialsStored: true } });
    expect(await liveAccount(house.secrets).at(house.settings().service).get()).toEqual(before);
    expect((await current(house))?.credentials).toBe('stored');
  });

  test('is not lost while the keychain takes nothing: it goes there as soon as it does', async () => {
    const { house } = await open({ 'POST /partner/onboarding': started, '*': at('notActivated') });
    const { set } = house.secrets;
    const locked = { set: () => Promise.reject(new Error('locked')) };
    Object.assign(house.secrets, locked);
    await house.restart();
    expect(good(await begin(house)).credentials).toBe('unread');
    Object.assign(house.secrets, { set });
    await house.restart();
    expect(good(await asWindow(house.app)['onboarding.check'](null, 'cashier')).credentials).toBe('stored');
    expect((await onboardingEntries(house)).map((entry) => entry?.split(' ')[1])).toEqual(Object.values(account));
  });

  test('is found by a till alone: where the answer has something is told, places are corrected, asked or started anew', async () => {
    // A name may be a card's number; it is told as no value is.
    const card = '4111111111111111';
    const odd = { body: { a: given, 'b/c': { d: [account] }, e: { [card]: 1 } } };
    for (const again of [
      (house: House) => callTill(house, 'GET', '/onboarding/m-1'),
      (house: House) => house.restart(),
    ]) {
      const { house } = await open({ 'POST /partner/onboarding': odd, '*': at('notActivated') });
      const { body } = await callTill(house, 'POST', '/onboarding', form);
      expect(body).toMatchObject({ credentialsStored: false, registrationLink: null });
      expect((body as { answerPaths: readonly string[] }).answerPaths).toEqual([
        ...['/a/registrationLink', '/a/vendorCustomerId', '/b~1c/d/0/username', '/b~1c/d/0/password'],
        expect.not.stringContaining(card),
      ]);
      expect(JSON.stringify(body)).not.toContain('canary');
      house.changeSettings({ partner: { usernamePlace: '/b~1c/d/0/username', passwordPlace: '/b~1c/d/0/password' } });
      await again(house);
      while ((await current(house))?.credentials !== 'stored') await new Promise((resolve) => setImmediate(resolve));
    }
  });

  test('is given up by a till that says so, and a new start is no conflict any more', async () => {
    const { house } = await open({ '*': started });
    expect((await callTill(house, 'POST', '/onboarding', form)).status).toBe(201);
    expect((await callTill(house, 'POST', '/onboarding', form)).status).toBe(409);
    expect((await callTill(house, 'DELETE', '/onboarding')).status).toBe(204);
    expect(await onboardingEntries(house)).toEqual([null, null]);
    expect((await callTill(house, 'DELETE', '/onboarding')).status).toBe(204);
    expect((await callTill(house, 'POST', '/onboarding', form)).status).toBe(201);
  });

  test('is kept sealed where the settings name wrong places, and found when they are right', async () => {
    const { house } = await open({
      'POST /partner/onboarding': { body: { a: given, b: { c: account } } },
      '*': at('notActivated'),
    });
    expect(good(await begin(house))).toMatchObject({ credentials: 'unread', registrationLink: null });
    expect((await current(house))?.vendorCustomerId).toBe('from-the-form');
    await house.restart();
    house.changeSettings({
      partner: {
        registrationLinkPlace: '/a/registrationLink',
        usernamePlace: '/b/c/username',
        passwordPlace: '/b/c/password',
      },
    });
    expect(good(await asWindow(house.app)['onboarding.check'](null, 'cashier'))).toMatchObject({
      credentials: 'stored',
      registrationLink: given.registrationLink,
    });
    expect((await onboardingEntries(house)).map((entry) => entry?.split(' ')[1])).toEqual(Object.values(account));
  });
});

test('the form goes out byte for byte as a till wrote it', async () => {
  const { house, partner } = await open({ '*': started });
  const body = '{"vendorCustomer":{"n":12345678901234567890,"m":1.10},"stores":[ 1.50 ],"invoicingDetails":{ }}';
  const reply = await fetch(`${house.posApiUrl}/onboarding`, {
    method: 'POST',
    headers: { authorization: 'Bearer a-pairing-token-that-is-only-a-test', 'content-type': 'application/json' },
    body,
  });
  expect(reply.status).toBe(201);
  expect(partner.asked[0]?.body).toBe(body);
});

test('after silence nobody knows whether it was started; that is told, also after a restart, and it is not sent again', async () => {
  const { house, partner } = await open({ '*': { status: 502 } });
  expect(await begin(house)).toMatchObject({ ok: false, error: { code: 'outcomeUnknown' } });
  expect(await current(house)).toMatchObject({ stage: 'unknown', nextCheckAt: null });
  await house.restart();
  house.clock.advance(3_600_000);
  expect((await current(house))?.stage).toBe('unknown');
  expect(partner.asked).toHaveLength(1);
});

test('an end of the program while it was on its way reads as unknown', async () => {
  const { house } = await open({ '*': () => null });
  const asked = begin(house);
  await house.until(() => house.app.snapshot('cashier')?.view.partner.onboarding?.stage === 'asking');
  await house.restart();
  await asked;
  expect((await current(house))?.stage).toBe('unknown');
});

test('a refusal leaves nothing behind but the draft', async () => {
  const { house } = await open({ '*': { status: 400, body: { title: 'VAT id missing', status: 400 } } });
  good(await asWindow(house.app)['onboarding.keepDraft']({ form }, 'cashier'));
  const refused = await begin(house);
  expect(refused).toMatchObject({ ok: false, error: { code: 'refused', message: expect.stringContaining('VAT id') } });
  await house.restart();
  expect(good(await asWindow(house.app)['onboarding.get'](null, 'cashier'))).toEqual({ onboarding: null, draft: form });
});

test('its status is asked for by itself, with growing pauses, until it is activated', async () => {
  const { house, partner } = await open({ 'POST /partner/onboarding': started, '*': at('notActivated') });
  good(await begin(house));
  const shown = () => house.app.snapshot('cashier')?.view.partner.onboarding;
  const pauses: number[] = [];
  for (let nth = 1; nth <= 10; nth += 1) {
    await house.until(() => partner.asked.length === nth && (shown()?.nextCheckAt ?? 0) > house.clock.now());
    const pauseMs = (shown()?.nextCheckAt ?? 0) - house.clock.now();
    pauses.push(pauseMs / 1_000);
    house.clock.advance(pauseMs);
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 600, 600, 600]);
  await house.until(() => partner.asked.length === 11 && (shown()?.nextCheckAt ?? 0) > house.clock.now());
  partner.answers['*'] = at('activated');
  house.clock.advance(600_000);
  await house.until(() => shown()?.status === 'activated');
  expect(shown()).toEqual({ stage: 'started', status: 'activated', nextCheckAt: null });
  house.clock.advance(3_600_000);
  expect(partner.asked).toHaveLength(12);
});

test('a question for the status without an answer is asked again, and an id that is nowhere is said', async () => {
  const { house, partner } = await open({
    'POST /partner/onboarding': { body: account },
    '*': { status: 403, body: 'no' },
  });
  good(await begin(house));
  expect(await asWindow(house.app)['onboarding.check'](null, 'cashier')).toMatchObject({ error: { code: 'refused' } });
  expect(await current(house)).toMatchObject({ error: 'refused', nextCheckAt: expect.any(Number) });
  expect(partner.asked[1]?.path).toBe('/partner/onboarding/vendorCustomerId/from-the-form');
  good(await asWindow(house.app)['onboarding.end'](null, 'cashier'));
  const bare = { vendorCustomer: {}, invoicingDetails: {} };
  const again = good(await asWindow(house.app)['onboarding.start']({ at: 'open', form: bare }, 'cashier'));
  expect(again).toMatchObject({ vendorCustomerId: null, nextCheckAt: null });
  const checked = await asWindow(house.app)['onboarding.check'](null, 'cashier');
  expect(checked).toMatchObject({ ok: false, error: { code: 'notConfigured' } });
});

test('begun at one partner interface, it is asked for at no other', async () => {
  const { house, partner } = await open({ '*': started });
  good(await begin(house));
  house.changeSettings({ service: { partnerUrl: 'https://other.example' } });
  const checked = await asWindow(house.app)['onboarding.check'](null, 'cashier');
  // The command line lies over the file until a person has said otherwise; then the address is another one.
  expect(checked).toMatchObject({ ok: false, error: { code: 'wrongState' } });
  expect(partner.asked).toHaveLength(1);
});
