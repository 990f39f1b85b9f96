import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { liveAccount } from '../../src-main/settings/credentials.ts';
import { memorySecrets } from '../../src-main/settings/secret-stores.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { connectedTo, noKeychain, refusedStart, startProgram } from './processes.ts';
import { openService, type Service, secondUser } from './service.ts';
import { openAgain, openShop, type Shop } from './shop.ts';
import { smallBill, unwrap } from './test-app.ts';

const save = async (shop: Shop, typed: Service['typed'], keepWaiting = false) =>
  unwrap(await shop.cashier['connection.save']({ ...typed, keepWaiting }));

const billIds = (service: Service) => service.simulator.ledger().bills.map(({ billId }) => billId);

async function waitingReceipt(shop: Shop, network: { down: boolean }): Promise<string> {
  await shop.until(() => shop.till.status().pool.available === 5);
  network.down = true;
  const sale = unwrap(await shop.till.openSale({ reference: 'r-1', amount: 19.9 }, 'till-1')).sale;
  unwrap(await shop.till.acceptBill(sale.id, { bill: smallBill() }));
  return sale.billId ?? '';
}

const shared = {
  password: 'a-password-of-a-test',
  clientId: 'client-1',
  scopeBase: 'https://scope.invalid',
  storeIds: ['store-1'],
} as const;

test.each(['address', 'user'] as const)(
  'an account that differs only in its %s is saved after a confirmation if receipts wait, has its own ids, queue and folder, and never gets these receipts',
  async (what) => {
    const account = (username: string) => ({ ...shared, username });
    const stateFile = join(tempFolder(), 'service.db');
    const a = await openService({ account: account('one@shop.invalid'), stateFile });
    const network = { down: false };
    const shop = await openShop({ network });
    expect((await save(shop, a.typed)).ok).toBe(true);
    const billId = await waitingReceipt(shop, network);
    network.down = false;
    a.simulator.faults.add({ route: 'bill', times: 1000, effect: { kind: 'status', status: 503 } });
    const before = a.simulator.ledger().registrations.map((registration) => registration.billId);

    const port = Number(new URL(a.baseUrl).port);
    if (what === 'user') await a.simulator.stop();
    const b = await openService(
      what === 'user' ? { account: account('two@shop.invalid'), port } : { account: account('one@shop.invalid') },
    );
    expect(await save(shop, b.typed)).toMatchObject({ ok: false, waiting: 1 });
    expect(unwrap(await shop.cashier['connection.get'](null)).connection.baseUrl).toBe(a.baseUrl);
    expect(await save(shop, b.typed, true)).toMatchObject({ ok: true, waiting: null });
    await shop.until(() => shop.till.status().pool.available === 5);
    expect(shop.till.status()).toMatchObject({ notices: ['otherConnectionWaits'], outbox: { queued: 0 } });
    expect(shop.view.status.otherConnections).toMatchObject([{ address: a.baseUrl, waiting: 1 }]);
    const fresh = unwrap(await shop.till.openSale({ reference: 'r-2', amount: 19.9 }, 'till-1')).sale;
    expect(before).not.toContain(fresh.billId);
    expect(fresh.url).toContain(b.baseUrl);
    unwrap(await shop.till.acceptBill(fresh.id, { bill: smallBill() }));
    await shop.until(() => shop.till.findSale(fresh.id)?.state === 'delivered');
    expect(billIds(b)).toEqual([fresh.billId]);
    expect(shop.notices()).toEqual(['otherConnectionWaits']);

    if (what === 'user') await b.simulator.stop();
    a.simulator.faults.clear();
    const again = what === 'user' ? await openService({ account: account('one@shop.invalid'), port, stateFile }) : a;
    expect((await save(shop, again.typed)).ok).toBe(true);
    await shop.until(() => billIds(again).length > 0);
    expect(billIds(again)).toEqual([billId]);
    expect(billIds(b)).toEqual([fresh.billId]);
    await shop.until(() => shop.till.status().outbox.queued === 0);
    expect(shop.notices()).toEqual([]);
    expect(readdirSync(shop.dataDir).filter((name) => name.startsWith('live'))).toHaveLength(2);
  },
);

test('a new password whose test ends late does not replace a connection that was saved meanwhile', async () => {
  const [a, b] = [await openService(), await openService()];
  const shop = await openShop();
  await save(shop, a.typed);
  await shop.until(() => shop.till.status().pool.available === 5);
  a.simulator.faults.add({ route: 'token', effect: { kind: 'none' }, delayMs: 1_000 });
  for (const saved of await Promise.all([save(shop, a.typed), save(shop, b.typed)])) expect(saved.ok).toBe(true);
  expect(unwrap(await shop.cashier['connection.get'](null)).connection.baseUrl).toBe(b.baseUrl);
  const { sale } = unwrap(await shop.till.openSale({ reference: 'r', amount: 19.9 }, 'till-1'));
  unwrap(await shop.till.acceptBill(sale.id, { bill: smallBill() }));
  await shop.until(() => shop.till.findSale(sale.id)?.state === 'delivered');
  expect([billIds(a).length, billIds(b).length]).toEqual([0, 1]);
});

test('an account that another start of the program puts into the keychain gets no receipt of the open connection', async () => {
  const a = await openService({ account: { ...shared, username: 'one@shop.invalid' } });
  const network = { down: false };
  const shop = await openShop({ network });
  await save(shop, a.typed);
  await waitingReceipt(shop, network);
  await a.simulator.stop();
  const account = { ...shared, username: 'two@shop.invalid' };
  const b = await openService({ account, port: Number(new URL(a.baseUrl).port) });
  await liveAccount(shop.secrets).at(b.typed.connection).set({ username: b.username, password: b.password });
  network.down = false;
  shop.app.wake('network-back');
  const signedIn = () => b.simulator.ledger().tokenRequests.filter(({ error }) => error === null);
  await shop.until(() => signedIn().length > 0 || shop.till.status().service === 'signInNeeded');
  expect(signedIn()).toEqual([]);
  const again = await openAgain(shop);
  expect(again.view.status.otherConnections).toMatchObject([{ waiting: 1 }]);
});

test('while another user at the same address is saved, the open app still signs in with its own account', async () => {
  const service = await openService();
  const network = { down: false };
  const secrets = memorySecrets();
  let prepared: () => Promise<void> = async () => undefined;
  async function set(...entry: Parameters<typeof secrets.set>): Promise<void> {
    await secrets.set(...entry);
    if (entry[0] === 'live/next-account') await prepared();
  }
  const shop = await openShop({ network, secrets: { ...secrets, set } });
  await save(shop, service.typed);
  const billId = await waitingReceipt(shop, network);
  let sent: readonly string[] = [];
  prepared = async () => {
    service.simulator.faults.clear();
    service.simulator.revokeAccessTokens();
    service.simulator.revokeRefreshTokens();
    shop.app.wake('network-back');
    await shop.until(() => shop.till.status().service === 'signInNeeded' || billIds(service).length === 1);
    sent = billIds(service);
  };
  service.simulator.faults.add({ route: 'bill', times: 1000, effect: { kind: 'status', status: 503 } });
  network.down = false;
  await save(shop, { ...service.typed, credentials: await secondUser(service) }, true);
  expect(sent).toEqual([billId]);
});

describe('a secret from an environment variable', () => {
  const secrets = {
    RECEIPT_COMPANION_PARTNER_KEY: 'a-partner-key',
    RECEIPT_COMPANION_METRICS_AUTHORIZATION: 'Bearer a-collector',
  };
  const write = (dataDir: string, { url, authUrl, clientId, scopeBase }: Service, partnerUrl = url) => {
    const service = { baseUrl: url, authUrl, clientId, scopeBase, storeId: 'store-1', partnerUrl };
    const metrics = { url: `${url}/v1/metrics`, everySeconds: 3600 };
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ mode: 'live', service, metrics }));
  };
  const envOf = (service: Service, dataDir: string) => ({
    ...connectedTo(service, dataDir).env,
    ...noKeychain,
    ...secrets,
  });
  const start = (dataDir: string, env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    startProgram(['--data-dir', dataDir, '--pos-port=0', ...args], env);
  async function refused(dataDir: string, env: Readonly<Record<string, string>>): Promise<string> {
    const { code, stderr } = await refusedStart(['--data-dir', dataDir, '--pos-port=0'], env);
    expect(code).toBe(1);
    return stderr;
  }
  test('is sent only to addresses that were once given together with it at a start; others in the settings file are reported', async () => {
    const [service, evil] = [await openService(), await openService()];
    const dataDir = tempFolder();
    const env = envOf(service, dataDir);
    // An address that was given together with the secret is trusted: later starts may read it from the settings file.
    const first = await start(
      dataDir,
      env,
      ...connectedTo(service, dataDir).args.slice(4),
      `--partner-url=${service.url}`,
      `--metrics-url=${service.url}/v1/metrics`,
    );
    await first.pos.untilPoolHas(1);
    await first.end('SIGTERM');
    const noticesOf = async (partnerUrl: string | undefined) => {
      write(dataDir, service, partnerUrl);
      const app = await start(dataDir, env);
      const { notices } = await app.pos.json('GET', '/status');
      expect(app.stderr().includes('secret-not-given')).toBe(partnerUrl === evil.url);
      await app.end('SIGTERM');
      return notices;
    };
    expect(await noticesOf(evil.url)).toEqual(['secretNotGiven']);
    expect(await noticesOf(service.url)).toEqual([]);
    write(dataDir, evil);
    const message = await refused(dataDir, env);
    expect(message).toMatch(/RECEIPT_COMPANION_PASSWORD .*Expected --service-url and --auth-url/);
    for (const name of ['PASSWORD', 'PARTNER_KEY', 'METRICS_AUTHORIZATION'])
      expect(message).toMatch(new RegExp(`"name":"RECEIPT_COMPANION_${name}".*"event":"secret-not-given"`));
    const fresh = tempFolder();
    write(fresh, evil);
    expect(await refused(fresh, envOf(evil, fresh))).toContain('Expected --service-url and --auth-url');
    expect(evil.simulator.ledger().requests).toEqual([]);
  });
});
