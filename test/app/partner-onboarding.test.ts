import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../../src-main/dispatch/dispatch.ts';
import { liveAccount } from '../../src-main/settings/credentials.ts';
import { tillScopes } from '../../src-main/shared/till-names.ts';
import { asTill, asWindow } from './command-callers.ts';
import { afterLock, hold, otherProgram } from './other-program.ts';
import { callTill, type FakeReply, openPartnerTestApp, partnerToken, type ReplyScript } from './partner-test-app.ts';
import { openService, type Service } from './service.ts';
import { openShop } from './shop.ts';
import { codeOf, openTestApp, smallBill, type TestApp, unwrap } from './test-app.ts';

const form = { vendorCustomer: { name: 'Shop', vendorCustomerId: 'from-the-form' }, invoicingDetails: { vat: 1.1 } };
const given = { registrationLink: 'https://p.example/register/1', vendorCustomerId: 'm-1' };
const account = { username: 'canary-username', password: 'canary-password' };
const started: ReplyScript = { body: { ...given, ...account } };
const at = (type: string): ReplyScript => ({ body: { type, customerId: 'c-1' } });

const open = (answers: Record<string, ReplyScript>) => openPartnerTestApp({ answers });
const commandLine: Actor = { kind: 'commandLine', till: 'till-1', scopes: tillScopes };
const begin = ({ app }: Pick<TestApp, 'app'>, sent: object = form) =>
  app.dispatch(commandLine, 'till.startOnboarding', sent);
const look = ({ app }: Pick<TestApp, 'app'>) => app.dispatch(commandLine, 'till.getCurrentOnboarding', undefined);
const end = ({ app }: Pick<TestApp, 'app'>) => app.dispatch(commandLine, 'till.discardOnboarding', undefined);
const merchantWaits = ({ app }: Pick<TestApp, 'app'>) => app.snapshot('cashier')?.view.partner.merchantWaits;
const nothing = { ok: false, error: { code: 'notFound' } } as const;
const onboardingEntry = (testApp: TestApp) => testApp.secrets.get('onboarding/account');

describe('from training to live', () => {
  const access = async (shop: Awaited<ReturnType<typeof openShop>>, { simulator, baseUrl }: Service) =>
    unwrap(
      await asWindow(shop.app)['partner.saveAccess']({
        partnerUrl: `${baseUrl}/partner`,
        key: simulator.account.partnerKey,
      }),
    );

  test('a shop onboards at its own service, continues after a restart, is activated and tested, and sends receipts', async () => {
    const service = await openService();
    const first = await openShop();
    await access(first, service);
    const begun = unwrap(await begin(first));
    expect(begun).toMatchObject({ credentialsStored: true, answerPaths: [] });
    await first.stop();

    const shop = await openShop({ dataDir: first.dataDir, secrets: first.secrets });
    expect(asTill(shop.app).status().mode).toBe('training');
    const window = asWindow(shop.app);
    const { registrationLink, vendorCustomerId } = begun;
    const stored = { stage: 'started', training: false, registrationLink, vendorCustomerId, status: 'notActivated' };
    expect(unwrap(await look(shop))).toMatchObject(stored);
    expect(merchantWaits(shop)).toBe(false);
    const statusOf = shop.app.dispatch(commandLine, 'till.getOnboarding', { vendorCustomerId });
    expect(unwrap(await statusOf)).toMatchObject({ type: 'notActivated' });

    const connection = { ...service.typed.connection, partnerUrl: `${service.baseUrl}/partner` };
    expect(codeOf(await window['onboarding.finish']({ connection }))).toBe('wrongState');
    await fetch(begun.registrationLink ?? '', { method: 'POST', redirect: 'manual' });
    expect(unwrap(await look(shop))).toMatchObject({ status: 'activated', credentials: 'stored' });
    expect(merchantWaits(shop)).toBe(true);
    expect(unwrap(await window['onboarding.finish']({ connection }))).toMatchObject({ ok: true });
    expect(asTill(shop.app).status().mode).toBe('live');
    expect(merchantWaits(shop)).toBe(false);
    expect(await look(shop)).toMatchObject(nothing);

    const sale = unwrap(await asTill(shop.app).acceptReceipt({ reference: 'first', bill: smallBill() }));
    await shop.until(() => asTill(shop.app).findSale(sale.id)?.state === 'delivered');
    expect(service.simulator.ledger().bills).toHaveLength(1);
  });

  test('a live host without an account adopts the credentials at once and keeps them after a restart', async () => {
    const service = await openService();
    const { mode: _mode, ...connection } = service.typed.connection;
    const partnerUrl = `${service.baseUrl}/partner`;
    const overrides = { mode: 'live', service: { ...connection, partnerUrl } } as const;
    const shop = await openShop({ overrides });
    await access(shop, service);
    const onboarded = await begin(shop);
    const { registrationLink, ...rest } = unwrap(onboarded);
    expect(rest).toEqual({ vendorCustomerId: expect.any(String), credentialsStored: true, answerPaths: [] });
    expect(JSON.stringify(onboarded)).not.toMatch(/username|password/);
    await fetch(registrationLink ?? '', { method: 'POST', redirect: 'manual' });
    const sale = unwrap(await asTill(shop.app).acceptReceipt({ reference: 'first', bill: smallBill() }));
    await shop.until(() => asTill(shop.app).findSale(sale.id)?.state === 'delivered');
    expect(await liveAccount(shop.secrets).at(connection).stored()).toBe(true);
  });
});

describe('the credentials of an onboarding, which the service sends once', () => {
  test('are kept apart from the account in use, and a second onboarding is a conflict until the first one is discarded', async () => {
    const { testApp, partner } = await open({ '*': started });
    const before = await liveAccount(testApp.secrets).at(testApp.settings().service).get();
    expect(unwrap(await begin(testApp)).credentialsStored).toBe(true);
    expect(await liveAccount(testApp.secrets).at(testApp.settings().service).get()).toEqual(before);
    expect(codeOf(await begin(testApp))).toBe('conflict');
    expect((await callTill(testApp, 'POST', '/onboarding', form)).status).toBe(409);
    expect(partner.requests).toHaveLength(1);
    unwrap(await end(testApp));
    expect(await look(testApp)).toMatchObject(nothing);
    expect(await onboardingEntry(testApp)).toBeNull();
    expect(unwrap(await begin(testApp)).credentialsStored).toBe(true);
  });

  test('are stored as soon as a refusing keychain accepts them, even if another program then locks the database during the start', async () => {
    const { testApp } = await open({ 'POST /partner/onboarding': started, '*': at('notActivated') });
    const { set } = testApp.secrets;
    Object.assign(testApp.secrets, { set: () => Promise.reject(new Error('locked')) });
    await testApp.restart();
    expect(unwrap(await begin(testApp))).toMatchObject({ ...given, credentialsStored: false });
    expect(unwrap(await look(testApp))).toMatchObject({ ...given, credentials: 'unread', status: 'notActivated' });
    const other = otherProgram(join(testApp.dataDir, 'tills.db'));
    Object.assign(testApp.secrets, {
      async set(...entry: Parameters<typeof set>) {
        await set(...entry);
        if (entry[0].startsWith('onboarding/') && other.isOpen && !other.isTransaction) other.exec('begin exclusive');
      },
    });
    await testApp.restart();
    await testApp.until(() => testApp.log.lines.some(({ event }) => event === 'onboarding-not-stored'));
    other.close();
    expect(unwrap(await look(testApp)).credentials).toBe('stored');
    expect(await onboardingEntry(testApp)).toContain(` ${JSON.stringify(Object.values(account))}`);
  });

  test('are stored although another program locks the database when they arrive', async () => {
    let unlock = (): void => undefined;
    const { testApp } = await open({
      'POST /partner/onboarding'() {
        unlock = hold(join(testApp.dataDir, 'tills.db'));
        return started;
      },
      '*': at('notActivated'),
    });
    expect(unwrap(await afterLock(testApp, begin(testApp), () => unlock())).credentialsStored).toBe(true);
    expect(await onboardingEntry(testApp)).not.toBeNull();
  });

  test('are stored from unexpected fields once the settings name these fields; the answer to the till lists the fields', async () => {
    // The name of a field may be a card number, so the app must not report this name.
    const card = '4111111111111111';
    const odd = { body: { a: given, 'b/c': { d: [account] }, e: { [card]: 1 } } };
    for (const again of [
      (testApp: TestApp) => callTill(testApp, 'GET', '/onboarding/m-1'),
      (testApp: TestApp) => testApp.restart(),
    ]) {
      const { testApp } = await open({ 'POST /partner/onboarding': odd, '*': at('notActivated') });
      const { body } = await callTill(testApp, 'POST', '/onboarding', form);
      expect(body).toMatchObject({ credentialsStored: false, registrationLink: null });
      expect((body as { answerPaths: readonly string[] }).answerPaths).toEqual([
        ...['/a/registrationLink', '/a/vendorCustomerId', '/b~1c/d/0/username', '/b~1c/d/0/password'],
        expect.not.stringContaining(card),
      ]);
      expect(JSON.stringify(body)).not.toContain('canary');
      testApp.changeSettings({ partner: { usernamePlace: '/b~1c/d/0/username', passwordPlace: '/b~1c/d/0/password' } });
      await again(testApp);
      while ((await onboardingEntry(testApp)) === null) await new Promise((resolve) => setImmediate(resolve));
    }
  });
});

test('the onboarding form of a till is sent byte for byte', async () => {
  const { testApp, partner } = await open({ '*': started });
  const body = '{"vendorCustomer":{"n":12345678901234567890,"m":1.10},"stores":[ 1.50 ],"invoicingDetails":{ }}';
  const reply = await fetch(`${testApp.posApiUrl}/onboarding`, {
    method: 'POST',
    headers: { authorization: 'Bearer a-pairing-token-that-is-only-a-test', 'content-type': 'application/json' },
    body,
  });
  expect(reply.status).toBe(201);
  expect(partner.requests[0]?.body).toBe(body);
});

test('an onboarding without an answer, because of a stop of the app or a 502, is reported as unknown, also after a restart, and is not repeated', async () => {
  const { testApp, partner } = await open({ '*': () => null });
  const pending = begin(testApp);
  await testApp.until(() => partner.requests.length === 1);
  expect(unwrap(await look(testApp)).stage).toBe('asking');
  await testApp.restart();
  await pending;
  testApp.clock.advance(3_600_000);
  expect(unwrap(await look(testApp)).stage).toBe('unknown');
  expect(codeOf(await begin(testApp))).toBe('conflict');
  expect(partner.requests).toHaveLength(1);
  unwrap(await end(testApp));
  partner.answers['*'] = { status: 502 };
  expect(codeOf(await begin(testApp))).toBe('outcomeUnknown');
  await testApp.restart();
  expect(unwrap(await look(testApp)).stage).toBe('unknown');
});

test('the status of an onboarding is requested automatically with growing pauses until it is activated', async () => {
  const held: (() => void)[] = [];
  let type = 'notActivated';
  const { testApp, partner } = await open({
    'POST /partner/onboarding': started,
    '*': () => new Promise((resolve) => held.push(() => resolve(at(type) as FakeReply))),
  });
  unwrap(await begin(testApp));
  await testApp.clock.untilTimerIn(5_000);
  const pauses = [5, 10, 20, 40, 80, 160, 300, 600, 600, 600, 600];
  for (const [index, seconds] of pauses.slice(1).entries()) {
    testApp.clock.advance((pauses[index] ?? 0) * 1_000);
    await testApp.until(() => held.length === index + 1);
    // This millisecond keeps the time-out of this request apart from the timer of the next request.
    testApp.clock.advance(1);
    held[index]?.();
    await testApp.clock.untilTimerIn(seconds * 1_000);
  }
  type = 'activated';
  testApp.clock.advance(600_000);
  await testApp.until(() => held.length === 11);
  held[10]?.();
  await testApp.until(() => merchantWaits(testApp) === true);
  testApp.clock.advance(3_600_000);
  expect(partner.requests).toHaveLength(12);
});

test('a refused status request is reported and repeated later; an onboarding without an id causes no status request', async () => {
  const { testApp, partner } = await open({
    'POST /partner/onboarding': { body: account },
    '*': { status: 403, body: 'no' },
  });
  unwrap(await begin(testApp));
  expect(unwrap(await look(testApp))).toMatchObject({ stage: 'started', status: null, error: 'refused' });
  await testApp.clock.untilTimerIn(5_000);
  expect(partner.requests[1]?.path).toBe('/partner/onboarding/vendorCustomerId/from-the-form');
  unwrap(await end(testApp));
  expect(unwrap(await begin(testApp, { vendorCustomer: {}, invoicingDetails: {} })).vendorCustomerId).toBeNull();
  expect(unwrap(await look(testApp))).toMatchObject({ vendorCustomerId: null, status: null });
  expect(partner.requests).toHaveLength(3);
});

test('an onboarding is continued only at the partner interface where it began', async () => {
  const { testApp, partner } = await open({ '*': started });
  unwrap(await begin(testApp));
  const other = { partnerUrl: 'https://other.example', key: 'another-key' };
  unwrap(await testApp.cashier['partner.saveAccess'](other));
  expect(unwrap(await look(testApp))).toMatchObject({ stage: 'started', error: 'wrongState' });
  expect(partner.requests).toHaveLength(1);
});

test('an onboarding that began live causes no request to the live service while the app is in training, and continues after the return', async () => {
  const { testApp, partner } = await open({ 'POST /partner/onboarding': started, '*': at('notActivated') });
  const { connection } = unwrap(await testApp.cashier['connection.get'](null));
  unwrap(await begin(testApp));
  const change = async (mode: 'training' | 'live') => {
    const saved = await testApp.cashier['connection.save']({ connection: { ...connection, mode }, credentials: null });
    expect(unwrap(saved).ok).toBe(true);
  };
  await change('training');
  const [before, requests] = [testApp.simulator.ledger().requests.length, partner.requests.length];
  const statusOf = () => testApp.app.dispatch(commandLine, 'till.getOnboarding', { vendorCustomerId: 'm-1' });
  expect(unwrap(await look(testApp))).toMatchObject({ stage: 'started', training: false, error: 'wrongState' });
  expect(codeOf(await statusOf())).toBe('wrongState');
  expect(codeOf(await testApp.cashier['onboarding.finish']({ connection }))).toBe('wrongState');
  testApp.clock.advance(3_600_000);
  // Requests run one after another, so the one of the timer has ended before this one.
  expect(unwrap(await look(testApp)).error).toBe('wrongState');
  expect([testApp.simulator.ledger().requests.length, partner.requests.length]).toEqual([before, requests]);
  await change('live');
  expect(unwrap(await look(testApp))).toMatchObject({ status: 'notActivated', error: null });
  expect(partner.requests.length).toBeGreaterThan(requests);
});

test('a merchant can be onboarded in training through the page behind the link, and nothing becomes live', async () => {
  const testApp = await openTestApp({ settings: { mode: 'training' }, posToken: partnerToken });
  const { status, body } = await callTill(testApp, 'POST', '/onboarding', form);
  expect([status, body]).toMatchObject([201, { credentialsStored: true }]);
  const look = async () => (await callTill(testApp, 'GET', '/onboarding')).body;
  expect(await look()).toMatchObject({ training: true, stage: 'started', status: 'notActivated' });
  const { registrationLink } = body as { registrationLink: string };
  expect((await fetch(registrationLink, { method: 'POST', redirect: 'manual' })).status).toBeLessThan(400);
  expect(await look()).toMatchObject({ training: true, status: 'activated', credentials: 'stored' });
  expect(testApp.view.partner.merchantWaits).toBe(false);
  const window = testApp.cashier;
  const { connection } = unwrap(await window['connection.get'](null));
  const finished = await window['onboarding.finish']({ connection });
  expect(codeOf(finished)).toBe('wrongState');
  expect(testApp.settings().mode).toBe('training');
  expect((await callTill(testApp, 'DELETE', '/onboarding')).status).toBe(204);
  expect((await callTill(testApp, 'GET', '/onboarding')).status).toBe(404);
});
