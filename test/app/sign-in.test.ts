import { describe, expect, test } from 'vitest';
import type { Connection } from '../../src-main/shared/connection.ts';
import { passTime } from './pass-time.ts';
import { good, openPooledSale, openTestApp, type TestApp } from './test-app.ts';

const day = 86_400_000;
const grants = (testApp: TestApp): readonly string[] =>
  testApp.simulator
    .ledger()
    .tokenRequests.map(({ grantType, error }) => (error === null ? grantType : `${grantType}!`));
const bills = (testApp: TestApp) => testApp.simulator.ledger().requests.filter(({ route }) => route === 'bill');

/** Opens `count` sales with ids from the pool. */
async function openSales(testApp: TestApp, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await openPooledSale(testApp, `sale-${index}`)).id);
  return ids;
}

async function pay(testApp: TestApp, ids: readonly string[]): Promise<void> {
  for (const id of ids) await testApp.pay(id);
}

const allDelivered = (testApp: TestApp, ids: readonly string[]): Promise<void> =>
  testApp.until(() => ids.every((id) => testApp.till.findSale(id)?.state === 'delivered'));

const fullPool = (testApp: TestApp, size: number): Promise<void> => testApp.poolHas(size);

describe('401', () => {
  test('many of them for 20 waiting requests lead to a single refresh', async () => {
    const testApp = await openTestApp({ settings: { delivery: { concurrent: 16 }, pool: { target: 4 } } });
    const ids = await openSales(testApp, 20);
    await fullPool(testApp, 4);
    testApp.simulator.revokeAccessTokens();
    await pay(testApp, ids);
    await allDelivered(testApp, ids);
    expect(grants(testApp)).toEqual(['password', 'refresh_token']);
    expect(bills(testApp).filter(({ status }) => status === 401).length).toBeGreaterThan(1);
    expect(testApp.simulator.ledger().bills).toHaveLength(20);
  });
});

describe('a password that is refused', () => {
  /** An app that is signed in with a full pool, whose password then changes at the service. */
  async function lockedOut(): Promise<{ readonly testApp: TestApp; readonly ids: readonly string[] }> {
    const testApp = await openTestApp();
    const ids = await openSales(testApp, 6);
    await fullPool(testApp, 5);
    testApp.simulator.setSwitches({ acceptsSignIn: false });
    testApp.simulator.revokeAccessTokens();
    return { testApp, ids };
  }

  test('pauses the queue with one change of the status, and counts no attempt', async () => {
    const { testApp, ids } = await lockedOut();
    const said: string[] = ['online'];
    testApp.app.onChange((change) => {
      if ('status' in change && change.status().service !== said.at(-1)) said.push(change.status().service);
    });
    await pay(testApp, ids);
    await testApp.until(() => testApp.till.status().service === 'signInNeeded');
    const requests = bills(testApp).length;
    expect(grants(testApp)).toEqual(['password', 'refresh_token!', 'password!']);
    // During one night the password is sent again automatically, but never so often that an account would be locked.
    await passTime(testApp, 8 * 3_600_000);
    const notDone = (): number => testApp.log.lines.filter(({ event }) => event === 'delivery-not-completed').length;
    const before = notDone();
    testApp.app.wake('resumed');
    await testApp.until(() => notDone() > before);
    expect(testApp.till.status().outbox.queued).toBe(6);
    expect(bills(testApp)).toHaveLength(requests);
    const passwords = grants(testApp).filter((grant) => grant === 'password!').length;
    expect(passwords).toBeGreaterThanOrEqual(8 * 4);
    expect(passwords).toBeLessThanOrEqual(8 * 6 + 4);
    expect(said).toEqual(['online', 'signInNeeded']);
    expect(ids.map((id) => testApp.till.findSale(id)).map((sale) => [sale?.state, sale?.attention])).toEqual(
      ids.map(() => ['queued', null]),
    );
    const tries = testApp.log.lines
      .filter(({ event }) => event === 'delivery-not-completed')
      .map(({ fields }) => fields);
    expect(new Set(tries.map(({ outcome }) => outcome))).toEqual(new Set(['signInNeeded']));
    expect(new Set(tries.map(({ attempts }) => attempts))).toEqual(new Set([1]));
  });

  test('sales continue meanwhile with the QR code from the pool and the bill on disk', async () => {
    const { testApp, ids } = await lockedOut();
    await pay(testApp, ids.slice(0, 1));
    await testApp.until(() => testApp.till.status().service === 'signInNeeded');
    const sale = await openPooledSale(testApp, 'next customer');
    expect(testApp.screen).toMatchObject({ kind: 'qr', url: sale.url });
    expect((await testApp.pay(sale.id)).state).toBe('queued');
    expect(testApp.view.status.service).toBe('signInNeeded');
    // No other request succeeds either, because this shop prints paper without the service.
    testApp.changeSettings({ delivery: { offlineRule: 'paper' } });
    expect(good(await testApp.till.openSale({ reference: 'on paper' })).sale.url).toBeNull();
    expect(testApp.screen).toMatchObject({ kind: 'paper' });
  });

  test('after good credentials have passed the test, the queue continues', async () => {
    const { testApp, ids } = await lockedOut();
    await pay(testApp, ids);
    await testApp.until(() => testApp.till.status().service === 'signInNeeded');
    const { connection } = good(await testApp.cashier['connection.get'](null));
    const { username, password } = testApp.simulator.account;
    const save = async (credentials: { username: string; password: string }, to: Connection = connection) =>
      good(await testApp.cashier['connection.save']({ connection: to, credentials }));

    // The password is still refused: the test reports it, nothing is stored, and the queue remains.
    expect((await save({ username, password: 'wrong-password' })).ok).toBe(false);
    expect(testApp.till.status().outbox.queued).toBe(6);
    testApp.simulator.setSwitches({ acceptsSignIn: true });
    expect((await save({ username, password })).ok).toBe(true);
    await allDelivered(testApp, ids);
    expect(testApp.till.status()).toMatchObject({ service: 'online', outbox: { queued: 0, attention: 0 } });
    expect(testApp.simulator.ledger().bills).toHaveLength(6);
  });
});

describe('time', () => {
  test('a clock turned back by a day: expired tokens are renewed, and waiting bills are sent', async () => {
    const testApp = await openTestApp();
    const ids = await openSales(testApp, 2);
    await fullPool(testApp, 5);
    testApp.network.down = true;
    await pay(testApp, ids);
    await testApp.until(() => testApp.log.lines.filter(({ event }) => event === 'delivery-not-completed').length === 2);
    testApp.clock.jumpTo(testApp.clock.now() - day);
    testApp.simulator.revokeAccessTokens();
    testApp.network.down = false;
    // The row is planned for tomorrow by the current clock. The next check, here for a print mark, detects that it is
    // due.
    good(testApp.till.markPrinted(ids[0] ?? ''));
    await allDelivered(testApp, ids);
    expect(grants(testApp)).toEqual(['password', 'refresh_token']);
    expect(testApp.simulator.ledger().bills).toHaveLength(2);
  });
});
