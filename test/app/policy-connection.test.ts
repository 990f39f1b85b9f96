import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { SecretStore } from '../../src-main/ports.ts';
import { liveAccount } from '../../src-main/settings/credentials.ts';
import { memorySecrets } from '../../src-main/settings/secret-stores.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { liveAt, type PolicyFolder, policyFolder } from './policy-file.ts';
import { openService, type Service } from './service.ts';
import { openAgain, openShop, type Shop } from './shop.ts';
import { codeOf, smallBill, unwrap } from './test-app.ts';

const minute = 60_000;
const isLive = (shop: Shop) => (): boolean => shop.view.setupRequired === null && shop.till.status().mode === 'live';

async function sell(shop: Shop, reference: string): Promise<void> {
  const { sale } = unwrap(await shop.till.openSale({ reference, amount: 19.9 }, 'till-1'));
  unwrap(await shop.till.acceptBill(sale.id, { bill: smallBill(19.9) }));
  await shop.until(() => shop.till.findSale(sale.id)?.state === 'delivered');
}

/** The policy of many tills for this service, with an account file. */
function fleetPolicy(service: Service, account: { username: string; password: string } = service): PolicyFolder {
  const policy = policyFolder();
  policy.write({ locked: liveAt(service), account: { file: policy.account } });
  policy.handOver(account);
  return policy;
}

/** A fresh installation with the policy of many tills for a new service. */
async function openFleet(options: Parameters<typeof openShop>[0] = {}) {
  const service = await openService();
  const policy = fleetPolicy(service);
  return { service, policy, shop: await openShop({ policyFile: policy.file, ...options }) };
}

/** Refuses the first read of the account. */
function refusingOnce(secrets: SecretStore): SecretStore {
  let isSilent = true;
  return {
    ...secrets,
    get(name) {
      if (!isSilent || name !== 'live/account') return secrets.get(name);
      isSilent = false;
      return Promise.reject(new Error('the keychain is locked'));
    },
  };
}

test('a policy alone takes a fresh installation to its first delivered live sale, and moves the account of the policy to the keychain', async () => {
  const { service, policy, shop } = await openFleet();
  await shop.until(isLive(shop));
  await sell(shop, 'first');
  expect(service.simulator.ledger().bills).toHaveLength(1);
  expect(policy.isHandedOver()).toBe(true);
  expect(shop.notices()).toEqual([]);
  expect(existsSync(join(shop.dataDir, 'training'))).toBe(false);
  const { password } = service.simulator.account;
  const files = readdirSync(shop.dataDir, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(shop.dataDir, name),
  );
  for (const path of files.filter((name) => statSync(name).isFile()))
    expect(readFileSync(path).includes(password), path).toBe(false);
  expect(JSON.stringify([shop.log.lines, shop.shown])).not.toContain(password);
  const tests = service.simulator.ledger().tokenRequests.length;
  const again = await openAgain(shop, { policyFile: policy.file });
  expect(isLive(again)()).toBe(true);
  await sell(again, 'second');
  // The connection was tested earlier, so a start does not test it again.
  expect(service.simulator.ledger().tokenRequests.length - tests).toBeLessThanOrEqual(1);
});

test('if the account of a policy is wrong, the app accepts nothing, starts no training and does not repeat the sign-in until a person tries again', async () => {
  const service = await openService();
  const policy = fleetPolicy(service, { username: 'somebody', password: 'not-the-password' });
  const clock = createManualClock();
  const shop = await openShop({ policyFile: policy.file, clock });
  expect(shop.view.setupRequired).toBe('policyUntested');
  expect(shop.notices()).toContain('policyNotConnected');
  expect(readFileSync(join(shop.dataDir, 'NOTICE-policyNotConnected.txt'), 'utf8')).toContain('accountRefused');
  expect(codeOf(await shop.till.openSale({ reference: 'r', amount: 5 }, 'till-1'))).toBe('notConfigured');
  expect(policy.isHandedOver()).toBe(false);
  expect(codeOf(await shop.cashier['connection.settle']({ mode: 'training' }))).toBe('notAllowed');

  const requestCount = shop.requests.length;
  for (const _minute of Array.from({ length: 10 })) clock.advance(minute);
  expect(shop.requests).toHaveLength(requestCount);
  policy.handOver(service);
  expect(unwrap(await shop.cashier['connection.settle']({ mode: 'live' })).ok).toBe(true);
  expect(isLive(shop)()).toBe(true);
  expect(shop.notices()).toEqual([]);
  expect(policy.isHandedOver()).toBe(true);
  expect(existsSync(join(shop.dataDir, 'training'))).toBe(false);
});

test('a new password of a policy is not deleted with its file if the keychain did not answer when it was compared', async () => {
  const { service, policy, shop } = await openFleet();
  const account = liveAccount(shop.secrets).at(service);
  const { username, password } = service;
  await account.set({ username, password: 'the-previous-password' });
  policy.handOver({ username, password });
  await openAgain(shop, { policyFile: policy.file, secrets: refusingOnce(shop.secrets) });
  expect(await account.get()).toEqual({ username, password });
  expect(policy.isHandedOver()).toBe(true);
});

test('an account file that replaces another one during its test is not deleted, and the change is reported', async () => {
  const service = await openService();
  const policy = fleetPolicy(service);
  const next = { username: service.username, password: 'the-next-password' };
  const change = <Answer>(answer: Answer): Answer => {
    policy.handOver(next);
    return answer;
  };
  service.simulator.faults.add({ route: 'token', effect: { kind: 'changed', change } });
  const shop = await openShop({ policyFile: policy.file });
  expect([isLive(shop)(), policy.isHandedOver(), shop.notices()]).toEqual([true, false, ['policyChanged']]);
});

test('an account file that was removed before a person saved its account is no change that waits for a start', async () => {
  const clock = createManualClock();
  const network = { down: true };
  const { policy, shop } = await openFleet({ clock, network });
  rmSync(policy.account);
  network.down = false;
  const { connection } = unwrap(await shop.cashier['connection.get'](null));
  expect(unwrap(await shop.cashier['connection.save']({ connection, credentials: null })).ok).toBe(true);
  clock.advance(minute);
  expect([isLive(shop)(), shop.notices()]).toEqual([true, []]);
});

test('a person enters only the store if the policy leaves it open, and a later change of the store does not give the running till the account that the policy has brought meanwhile', async () => {
  const service = await openService({ account: { storeIds: ['store-1', 'store-2'] } });
  const policy = policyFolder();
  const { mode, service: place } = liveAt(service);
  const { storeId: _open, ...fixed } = place;
  policy.write({ locked: { mode, service: fixed }, account: { file: policy.account } });
  policy.handOver(service);
  const shop = await openShop({ policyFile: policy.file });
  expect(shop.notices()).toContain('policyNotConnected');
  const enter = async (storeId: string): Promise<void> => {
    const { connection } = unwrap(await shop.cashier['connection.get'](null));
    const typed = { connection: { ...connection, storeId }, credentials: null };
    expect(unwrap(await shop.cashier['connection.save'](typed))).toMatchObject({ ok: true });
    await sell(shop, `in ${storeId}`);
  };
  await enter('store-1');
  expect([isLive(shop)(), shop.notices(), policy.isHandedOver()]).toEqual([true, [], true]);
  const tests = service.simulator.ledger().tokenRequests.length;
  policy.handOver({ ...service, username: 'of-another-shop' });
  await enter('store-2');
  const refusals = service.simulator
    .ledger()
    .tokenRequests.slice(tests)
    .filter(({ error }) => error !== null);
  expect([refusals, policy.isHandedOver(), shop.notices()]).toEqual([[], false, []]);
});

test('a till that its policy has set live never switches to training if its keychain is missing', async () => {
  const { shop } = await openFleet({ keychain: 'missing' });
  expect(shop.view.setupRequired).toBe('keychainMissing');
  expect(codeOf(await shop.cashier['connection.settle']({ mode: 'training' }))).toBe('notAllowed');
  expect(shop.view.setupRequired).toBe('keychainMissing');
});

test('an account is accepted for addresses in the policy, and not for addresses in the settings file alone', async () => {
  const [service, evil] = [await openService(), await openService()];
  const policy = policyFolder();
  policy.write({ account: { file: policy.account } });
  policy.handOver(service);
  const dataDir = tempFolder();
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(liveAt(evil)));
  const shop = await openShop({ policyFile: policy.file, dataDir });
  expect(shop.log.lines.map(({ event }) => event)).toContain('policy-account-rejected');
  expect(evil.simulator.ledger().tokenRequests).toEqual([]);
  expect(policy.isHandedOver()).toBe(false);
  policy.write({ locked: liveAt(service), account: { file: policy.account } });
  await openAgain(shop, { policyFile: policy.file });
  expect(policy.isHandedOver()).toBe(true);
  expect(evil.simulator.ledger().tokenRequests).toEqual([]);
});

test('a policy whose service is away at the start is tested again every minute until it answers, and then the till sells without a person', async () => {
  const clock = createManualClock();
  const network = { down: true };
  const { shop } = await openFleet({ clock, network });
  expect(shop.view.setupRequired).toBe('policyUntested');
  const requestCount = shop.requests.length;
  clock.advance(minute);
  await shop.until(() => shop.requests.length > requestCount);
  network.down = false;
  clock.advance(minute);
  await shop.until(isLive(shop));
  expect(shop.notices()).toEqual([]);
  expect(shop.log.lines.filter(({ event }) => event === 'policy-not-connected')).toHaveLength(1);
  await sell(shop, 'first');
});

test('a policy whose service answers during a slow start opens one app, and the start does not close it again', async () => {
  const clock = createManualClock();
  const network = { down: true };
  const service = await openService();
  const policy = fleetPolicy(service);
  const secrets = memorySecrets();
  const slow = Promise.withResolvers<void>();
  let isSlow = false;
  let looks = 0;
  const opening = openShop({
    ...{ policyFile: policy.file, clock, network },
    secrets: {
      ...secrets,
      async get(name) {
        // After the test of the connection the start asks once whether there is an account.
        const isAnswerLate = name === 'live/account' && ++looks === 2;
        if (isAnswerLate) {
          isSlow = true;
          await slow.promise;
        }
        return secrets.get(name);
      },
    },
  });
  while (!isSlow) await nextTurn();
  network.down = false;
  clock.advance(minute);
  while (policy.isHandedOver() === false) await nextTurn();
  for (let turns = 0; turns < 200; turns += 1) await nextTurn();
  slow.resolve();
  const shop = await opening;
  expect(isLive(shop)()).toBe(true);
  expect(shop.log.lines.filter(({ event }) => event === 'connection-opened')).toHaveLength(1);
  await sell(shop, 'first');
});

test('if the connection of a policy is tested twice at once, its app is opened once', async () => {
  const network = { down: true };
  const { shop } = await openFleet({ network });
  network.down = false;
  const settle = () => shop.cashier['connection.settle']({ mode: 'live' });
  const answers = await Promise.all([settle(), settle()]);
  expect(answers.map((answer) => (answer.ok ? 'opened' : answer.error.code)).toSorted()).toEqual([
    'opened',
    'wrongState',
  ]);
  expect(isLive(shop)()).toBe(true);
});

test('no window and no set-up code changes a part of the connection that the policy locks', async () => {
  const other = await openService();
  const { service, shop } = await openFleet();
  await shop.until(isLive(shop));
  const window = shop.cashier;
  const { connection, credentials } = other.typed;
  const fields = ['/connection/baseUrl', '/connection/authUrl', '/connection/clientId', '/credentials'];
  for (const command of ['connection.save', 'connection.test'] as const) {
    expect(await window[command]({ connection, credentials })).toMatchObject({
      error: { code: 'notAllowed', fields: fields.map((path) => ({ path, code: 'locked' })) },
    });
  }
  const ownPlace = { ...service.typed.connection, mode: 'training' as const };
  expect(await window['connection.save']({ connection: ownPlace, credentials: null })).toMatchObject({
    error: { code: 'notAllowed', fields: [{ path: '/connection/mode' }] },
  });
  const code = { receiptCompanion: 1, ...credentials, baseUrl: other.baseUrl, authUrl: service.authUrl };
  const { clientId, scopeBase } = service.typed.connection;
  const text = JSON.stringify({ ...code, clientId, scopeBase });
  expect(await window['setup.readCode']({ text })).toMatchObject({
    error: { fields: [{ path: '/baseUrl' }, { path: '/username' }] },
  });
  expect(other.simulator.ledger().requests).toEqual([]);
});

test('a changed address in the policy changes nothing while the till runs; the next start uses the new address after a successful test, and the old address until then', async () => {
  const other = await openService();
  const clock = createManualClock();
  const { service, policy, shop } = await openFleet({ clock });
  const stored = () => [service, other].map(({ simulator }) => simulator.ledger().bills.length);

  policy.write({ locked: liveAt(other), account: { file: policy.account } });
  clock.advance(minute);
  await shop.until(() => shop.notices().includes('policyChanged'));
  await sell(shop, 'meanwhile');
  expect(other.simulator.ledger().requests).toEqual([]);

  const untested = await openAgain(shop, { policyFile: policy.file, clock });
  expect(untested.notices()).toContain('policyNotConnected');
  expect(isLive(untested)()).toBe(true);
  await sell(untested, 'without a test');
  expect(stored()).toEqual([2, 0]);

  policy.handOver(other);
  clock.advance(minute);
  await untested.until(() => untested.notices().includes('policyChanged'));
  const tested = await openAgain(untested, { policyFile: policy.file, clock });
  expect(tested.notices()).toEqual([]);
  await sell(tested, 'at the new address');
  expect(stored()).toEqual([2, 1]);
});

test('if the keychain does not answer during the test of a changed policy, the till sells at the old connection', async () => {
  const { service, policy, shop } = await openFleet();
  await sell(shop, 'before');
  const locked = liveAt(service);
  policy.write({ locked: { ...locked, service: { ...locked.service, scopeBase: 'https://changed.invalid' } } });
  const again = await openAgain(shop, { policyFile: policy.file, secrets: refusingOnce(shop.secrets) });
  expect(again.notices()).toContain('policyNotConnected');
  await sell(again, 'after');
});

test('a removed policy applies until the next start, and then the till stays live and its settings can be edited', async () => {
  const clock = createManualClock();
  const { service, policy, shop } = await openFleet({ clock });
  rmSync(policy.file);
  clock.advance(minute);
  await shop.until(() => shop.notices().includes('policyChanged'));
  expect(shop.view.policy?.locked).toContain('mode');
  const again = await openAgain(shop, { policyFile: policy.file, clock });
  expect(again.view.policy).toBeNull();
  expect(isLive(again)()).toBe(true);
  const training = { ...service.typed.connection, mode: 'training' as const };
  unwrap(await again.cashier['connection.save']({ connection: training, credentials: null }));
  expect(again.till.status().mode).toBe('training');
});

test('a first policy with a mistake makes a new till wait instead of training; the corrected one goes live at the next start', async () => {
  const service = await openService();
  const policy = fleetPolicy(service);
  const right = readFileSync(policy.file, 'utf8');
  policy.write(right.replace('"live"', '"liev"'));
  const shop = await openShop({ policyFile: policy.file });
  expect([shop.view.setupRequired, shop.notices()]).toEqual(['policyUnread', ['setupRequired', 'policyRefused']]);
  expect(codeOf(await shop.till.openSale({ reference: 'r', amount: 5 }, 'till-1'))).toBe('notConfigured');
  policy.write(right);
  const again = await openAgain(shop, { policyFile: policy.file });
  expect(isLive(again)()).toBe(true);
  expect(again.notices()).toEqual([]);
});
