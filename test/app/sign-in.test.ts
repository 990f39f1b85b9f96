import { describe, expect, test } from 'vitest';
import type { Connection } from '../../src-main/lib/connection.ts';
import { good, type House, openHouse, openPooledSale } from './house.ts';
import { passTime } from './pass-time.ts';

const day = 86_400_000;
const grants = (house: House): readonly string[] =>
  house.simulator.ledger().tokenRequests.map(({ grantType, error }) => (error === null ? grantType : `${grantType}!`));
const bills = (house: House) => house.simulator.ledger().requests.filter(({ route }) => route === 'bill');

/** Opens `count` sales with ids from the pool. */
async function openSales(house: House, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await openPooledSale(house, `sale-${index}`)).id);
  return ids;
}

async function pay(house: House, ids: readonly string[]): Promise<void> {
  for (const id of ids) await house.pay(id);
}

const allDelivered = (house: House, ids: readonly string[]): Promise<void> =>
  house.until(() => ids.every((id) => house.till.findSale(id)?.state === 'delivered'));

const fullPool = (house: House, size: number): Promise<void> => house.poolHas(size);

describe('401', () => {
  test('a storm of them with 20 waiting requests leads to a single refresh', async () => {
    const house = await openHouse({ settings: { delivery: { concurrent: 16 }, pool: { target: 4 } } });
    const ids = await openSales(house, 20);
    await fullPool(house, 4);
    house.simulator.revokeAccessTokens();
    await pay(house, ids);
    await allDelivered(house, ids);
    expect(grants(house)).toEqual(['password', 'refresh_token']);
    expect(bills(house).filter(({ status }) => status === 401).length).toBeGreaterThan(1);
    expect(house.simulator.ledger().bills).toHaveLength(20);
  });
});

describe('a password that is refused', () => {
  /** Signed in, a full pool, then the account's password changes at the service. */
  async function lockedOut(): Promise<{ readonly house: House; readonly ids: readonly string[] }> {
    const house = await openHouse();
    const ids = await openSales(house, 6);
    await fullPool(house, 5);
    house.simulator.setSwitches({ acceptsSignIn: false });
    house.simulator.revokeAccessTokens();
    return { house, ids };
  }

  test('pauses the queue, without a try that counts and with one change of the status', async () => {
    const { house, ids } = await lockedOut();
    const said: string[] = ['online'];
    house.app.onChange((change) => {
      if ('status' in change && change.status().service !== said.at(-1)) said.push(change.status().service);
    });
    await pay(house, ids);
    await house.until(() => house.till.status().service === 'signInNeeded');
    const requests = bills(house).length;
    expect(grants(house)).toEqual(['password', 'refresh_token!', 'password!']);
    // During one night the password is sent again automatically, but never so often that an account would be locked.
    await passTime(house, 8 * 3_600_000);
    const notDone = (): number => house.log.lines.filter(({ event }) => event === 'delivery-not-done').length;
    const before = notDone();
    house.app.wake('resumed');
    await house.until(() => notDone() > before);
    expect(house.till.status().outbox.queued).toBe(6);
    expect(bills(house)).toHaveLength(requests);
    const passwords = grants(house).filter((grant) => grant === 'password!').length;
    expect(passwords).toBeGreaterThanOrEqual(8 * 4);
    expect(passwords).toBeLessThanOrEqual(8 * 6 + 4);
    expect(said).toEqual(['online', 'signInNeeded']);
    expect(ids.map((id) => house.till.findSale(id)).map((sale) => [sale?.state, sale?.attention])).toEqual(
      ids.map(() => ['queued', null]),
    );
    const tries = house.log.lines.filter(({ event }) => event === 'delivery-not-done').map(({ fields }) => fields);
    expect(new Set(tries.map(({ outcome }) => outcome))).toEqual(new Set(['signInNeeded']));
    expect(new Set(tries.map(({ attempts }) => attempts))).toEqual(new Set([1]));
  });

  test('sales continue meanwhile with the QR code from the pool and the bill on disk', async () => {
    const { house, ids } = await lockedOut();
    await pay(house, ids.slice(0, 1));
    await house.until(() => house.till.status().service === 'signInNeeded');
    const sale = await openPooledSale(house, 'next customer');
    expect(house.screen).toMatchObject({ kind: 'qr', url: sale.url });
    expect((await house.pay(sale.id)).state).toBe('queued');
    expect(house.view.status.service).toBe('signInNeeded');
    // No other request succeeds either: a shop that prints without the service prints.
    house.changeSettings({ delivery: { offlineRule: 'paper' } });
    expect(good(await house.till.openSale({ reference: 'on paper' })).sale.url).toBeNull();
    expect(house.screen).toMatchObject({ kind: 'paper' });
  });

  test('good credentials that pass the test set everything going again', async () => {
    const { house, ids } = await lockedOut();
    await pay(house, ids);
    await house.until(() => house.till.status().service === 'signInNeeded');
    const { connection } = good(await house.cashier['connection.get'](null));
    const { username, password } = house.simulator.account;
    const save = async (credentials: { username: string; password: string }, to: Connection = connection) =>
      good(await house.cashier['connection.save']({ connection: to, credentials }));

    // The password is still refused: the test reports it, nothing is stored, and the queue remains.
    expect((await save({ username, password: 'wrong-password' })).ok).toBe(false);
    expect(house.till.status().outbox.queued).toBe(6);
    house.simulator.setSwitches({ acceptsSignIn: true });
    expect((await save({ username, password })).ok).toBe(true);
    await allDelivered(house, ids);
    expect(house.till.status()).toMatchObject({ service: 'online', outbox: { queued: 0, attention: 0 } });
    expect(house.simulator.ledger().bills).toHaveLength(6);
  });
});

describe('time', () => {
  test('a clock turned back by a day: expired tokens are renewed, and waiting bills are sent', async () => {
    const house = await openHouse();
    const ids = await openSales(house, 2);
    await fullPool(house, 5);
    house.network.down = true;
    await pay(house, ids);
    await house.until(() => house.log.lines.filter(({ event }) => event === 'delivery-not-done').length === 2);
    house.clock.jumpTo(house.clock.now() - day);
    house.simulator.revokeAccessTokens();
    house.network.down = false;
    // It was planned for tomorrow by the current clock. The next check, here for a print mark, detects that it is due.
    good(house.till.markPrinted(ids[0] ?? ''));
    await allDelivered(house, ids);
    expect(grants(house)).toEqual(['password', 'refresh_token']);
    expect(house.simulator.ledger().bills).toHaveLength(2);
  });
});
