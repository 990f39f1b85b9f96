import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect } from 'vitest';
import type { CommandInput } from '../../src-main/shared/window-commands.ts';
import { lastService } from '../../src-main/storage/connection-folders.ts';
import { settled } from '../fakes/settled.ts';
import { listen } from './event-stream.ts';
import { hold } from './other-program.ts';
import { inTime, passTime, quiet, withClock } from './pass-time.ts';
import { secondUser } from './service.ts';
import {
  codeOf,
  liveFolder,
  openPooledSale,
  openTestApp,
  openWithSale,
  type TestApp,
  test,
  unwrap,
} from './test-app.ts';

/** A change of connection stops one app and opens another. A new password does not. */

const posToken = 'test-token-0123456789-0123456789-0123456789';

async function sameConnection(testApp: TestApp): Promise<CommandInput<'connection.save'>> {
  const { connection } = unwrap(await testApp.cashier['connection.get'](null));
  return { connection, credentials: null };
}

/** The input for a change to training, which has other receipts. */
async function toTraining(testApp: TestApp): Promise<CommandInput<'connection.save'>> {
  const { connection } = await sameConnection(testApp);
  return { connection: { ...connection, mode: 'training' }, credentials: null };
}

const isRestarting = async (testApp: TestApp): Promise<boolean> => {
  const shown = await testApp.cashier['sale.show']({ saleId: crypto.randomUUID() });
  return !shown.ok && shown.error.code === 'restarting';
};

const timesOpened = (testApp: TestApp): number =>
  testApp.log.lines.filter(({ event }) => event === 'connection-opened').length;

/** Starts a change whose stop waits for the answer to a bill. */
async function startSlowChange(testApp: TestApp, to?: CommandInput<'connection.save'>) {
  const sale = await openPooledSale(testApp);
  testApp.network.meets = (url, { signal }) =>
    url.endsWith('/bill')
      ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      : null;
  await testApp.pay(sale.id);
  await testApp.until(() => testApp.network.underWay > 0);
  const saving = testApp.cashier['connection.save']({ ...(to ?? (await toTraining(testApp))), keepWaiting: true });
  const isSaved = settled(saving);
  await testApp.until(() => testApp.screen.kind === 'idle');
  expect([await isRestarting(testApp), isSaved()]).toEqual([true, false]);
  return { sale, saving };
}

test('simultaneous changes of the connection run one after the other, although a notice cannot be deleted, and a stop ends the app completely', async () => {
  const testApp = await openTestApp();
  mkdirSync(join(testApp.dataDir, 'NOTICE-setupRequired.txt'));
  const [training, live] = [await toTraining(testApp), await sameConnection(testApp)];
  // A change that does not wait would save `live` in the app that is about to be replaced.
  const inputs = [training, live, training, live];
  for (const saved of await Promise.all(inputs.map((input) => testApp.cashier['connection.save'](input)))) {
    expect(unwrap(saved).ok).toBe(true);
  }
  expect([testApp.till.status().mode, timesOpened(testApp)]).toEqual(['live', 5]);
  await testApp.stop();
  expect(testApp.clock.pendingMs()).toEqual([]);
});

test('a new password for a queue that waits for it restarts nothing: the customer keeps the QR code, and no request is refused', async () => {
  const { testApp, sale } = await openWithSale();
  testApp.simulator.setSwitches({ acceptsSignIn: false });
  testApp.simulator.revokeAccessTokens();
  await testApp.pay(sale.id);
  await testApp.until(() => testApp.till.status().service === 'signInNeeded');
  const next = unwrap(await testApp.till.openSale({ reference: 'next' })).sale;
  testApp.simulator.setSwitches({ acceptsSignIn: true });
  let gaps = 0;
  const { username, password } = testApp.simulator.account;
  const shown = testApp.shown.customer.length;
  const saving = testApp.cashier['connection.save']({
    ...(await sameConnection(testApp)),
    credentials: { username, password },
  });
  const isSaved = settled(saving);
  await testApp.until(() => {
    gaps += testApp.till.findSale(next.id) === null ? 1 : 0;
    return isSaved();
  });
  expect(unwrap(await saving).ok).toBe(true);
  await testApp.delivered(sale.id);
  expect([gaps, timesOpened(testApp)]).toEqual([0, 1]);
  expect(testApp.shown.customer.slice(shown).map(({ view }) => view.screen.kind)).not.toContain('idle');
});

test('a sale that a till opens while a change is prepared ends the change, and its training service is stopped; a change is refused until the end of the sale', async () => {
  const testApp = await openTestApp();
  const [live, training] = [await sameConnection(testApp), await toTraining(testApp)];
  unwrap(await testApp.cashier['connection.save'](training));
  unwrap(await testApp.cashier['connection.save'](live));
  await testApp.poolHas(5);
  const servers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
  const before = servers();
  // The change waits for the database until the sale is open.
  const release = hold(join(testApp.dataDir, 'training/receipts.db'));
  const saving = testApp.cashier['connection.save'](training);
  await testApp.until(() => servers() > before);
  const { sale } = unwrap(await testApp.till.openSale({ reference: 'r', amount: 5 }));
  release();
  expect(codeOf(await inTime(testApp, saving))).toBe('customerServed');
  await quiet();
  expect([servers(), timesOpened(testApp)]).toEqual([before, 3]);
  expect(testApp.screen).toMatchObject({ kind: 'qr', url: sale.url });
  expect(codeOf(await testApp.cashier['connection.save'](training))).toBe('customerServed');
  expect([testApp.till.status().mode, timesOpened(testApp)]).toEqual(['live', 3]);
  unwrap(testApp.till.cancelSale(sale.id));
  expect(unwrap(await testApp.cashier['connection.save']({ ...training, keepWaiting: true })).ok).toBe(true);
  expect(testApp.till.status().mode).toBe('training');
});

test('during a change of the connection a till gets 503 with Retry-After, its open stream then asks it to read again, and the windows get views with later revisions', async () => {
  const testApp = await openTestApp({ posToken });
  const port = Number(new URL(testApp.posApiUrl ?? '').port);
  const stream = await listen({ port, token: posToken });
  expect(await stream.next()).toMatchObject({ name: 'status', data: { mode: 'live' } });
  const { saving } = await startSlowChange(testApp);
  const headers = { authorization: `Bearer ${posToken}`, 'content-type': 'application/json' };
  const till = (path: string, init: RequestInit = {}) => fetch(`${testApp.posApiUrl}${path}`, { headers, ...init });

  const refused = await till('/sales', { method: 'POST', body: JSON.stringify({ reference: 'r' }) });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toMatchObject({ type: 'restarting' });
  expect(await (await till('/status')).json()).toMatchObject({ type: 'restarting' });
  expect((await till('/health')).status).toBe(200);
  expect(testApp.view.setupRequired).toBeNull();
  testApp.clock.advance(500);
  expect(testApp.view.setupRequired).toBe('restarting');

  const rev = testApp.app.snapshot('customer')?.rev ?? 0;
  unwrap(await withClock(testApp, saving, 100));
  for (let event = await stream.next(); event?.name !== 'reset'; event = await stream.next()) {
    expect(event).not.toBeNull();
  }
  expect(await stream.next()).toMatchObject({ name: 'status', data: { mode: 'training' } });
  expect(testApp.view.setupRequired).toBeNull();
  const { sale } = unwrap(await inTime(testApp, testApp.till.openSale({ reference: 'next' })));
  unwrap(await testApp.cashier['sale.show']({ saleId: sale.id }));
  expect(testApp.app.snapshot('customer')?.rev).toBeGreaterThan(rev);
  await testApp.paint();
  await testApp.until(() => testApp.view.status.display.current);
});

test('a stop while the connection is changed leaves no timer running', async ({ testApp }) => {
  const { saving } = await startSlowChange(testApp);
  await testApp.stop();
  await saving;
  expect(testApp.clock.pendingMs()).toEqual([]);
  await testApp.start();
});

/** Creates a database with nothing but the value that proves the key. */
function makeHollow(folder: string, live: string): void {
  const source = new DatabaseSync(join(live, 'receipts.db'), { readOnly: true });
  const version = Number(source.prepare('pragma user_version').get()?.user_version);
  const sharedSql = source.prepare(`select sql from sqlite_schema where name = 'stored'`).get()?.sql;
  source.close();
  const hollow = new DatabaseSync(join(folder, 'receipts.db'));
  hollow.exec(`${sharedSql}; pragma application_id = ${0x52637043}; pragma user_version = ${version}`);
  hollow.close();
}

interface Obstacle {
  /** Whether the change fails before the stop, so that the old app keeps running. */
  readonly isBeforeStop: boolean;
  readonly put: (testApp: TestApp) => () => void;
}

/** Faults that prevent the start of training, with their repair. */
const obstacles: Readonly<Record<string, Obstacle>> = {
  'a file where its folder should be': {
    isBeforeStop: true,
    put({ dataDir }) {
      writeFileSync(join(dataDir, 'training'), '');
      return () => rmSync(join(dataDir, 'training'));
    },
  },
  'a database of another version': {
    isBeforeStop: true,
    put({ dataDir }) {
      mkdirSync(join(dataDir, 'training'));
      const newer = new DatabaseSync(join(dataDir, 'training', 'receipts.db'));
      newer.exec(
        `create table later (one text) strict; pragma application_id = ${0x52637043}; pragma user_version = 999`,
      );
      newer.close();
      return () => rmSync(join(dataDir, 'training'), { recursive: true });
    },
  },
  'a disk that does not take the settings': {
    isBeforeStop: false,
    put({ dataDir }) {
      const file = join(dataDir, 'settings.json');
      mkdirSync(file, { recursive: true });
      return () => rmSync(file, { recursive: true });
    },
  },
  'a database without its tables': {
    isBeforeStop: false,
    put({ dataDir }) {
      mkdirSync(join(dataDir, 'training'));
      makeHollow(join(dataDir, 'training'), liveFolder(dataDir));
      return () => renameSync(join(dataDir, 'training'), join(dataDir, 'hollow'));
    },
  },
};

describe('a change of connection that meets an obstacle', () => {
  test('keeps the store that was saved before in the note for lost settings', async () => {
    const simulator = { account: { storeIds: ['store-1', 'store-2'] } } as const;
    const testApp = await openTestApp({ storedStoreId: 'store-1', simulator });
    const { connection } = await sameConnection(testApp);
    const other = { connection: { ...connection, storeId: 'store-2' }, credentials: null };
    expect(unwrap(await testApp.cashier['connection.save'](other)).ok).toBe(true);
    obstacles['a database without its tables']?.put(testApp);
    const refused = await inTime(testApp, testApp.cashier['connection.save'](await toTraining(testApp)));
    expect([refused.ok, timesOpened(testApp)]).toEqual([false, 2]);
    expect(lastService(testApp.dataDir)?.storeId).toBe('store-2');
  });

  test.each(Object.keys(obstacles))(
    'leaves the old connection in use, reports the reason, and succeeds once the obstacle is removed: %s',
    async (name) => {
      const testApp = await openTestApp();
      await testApp.sold('before');
      const training = await toTraining(testApp);
      const obstacle = obstacles[name];
      const remove = obstacle?.put(testApp) ?? (() => undefined);
      const refused = await inTime(testApp, testApp.cashier['connection.save'](training));
      expect(refused).toMatchObject({ ok: false, error: { code: 'notOpened', verbatim: expect.any(String) } });
      expect(timesOpened(testApp)).toBe(obstacle?.isBeforeStop ? 1 : 2);
      await testApp.sold('after');
      if (name !== 'a disk that does not take the settings') await testApp.restart();
      expect(testApp.till.status().mode).toBe('live');
      await testApp.sold('next');
      remove();
      expect(unwrap(await testApp.cashier['connection.save'](training)).ok).toBe(true);
      expect(testApp.till.status().mode).toBe('training');
    },
  );

  test('a database locked by another process leaves the old connection running without a gap', async ({ testApp }) => {
    await testApp.sold('before');
    const [live, training] = [await sameConnection(testApp), await toTraining(testApp)];
    unwrap(await testApp.cashier['connection.save'](training));
    unwrap(await testApp.cashier['connection.save'](live));
    const release = hold(join(testApp.dataDir, 'training/receipts.db'));
    expect(codeOf(await inTime(testApp, testApp.cashier['connection.save'](training)))).toBe('notOpened');
    expect(timesOpened(testApp)).toBe(3);
    await testApp.sold('meanwhile');
    release();
    expect(unwrap(await testApp.cashier['connection.save'](training)).ok).toBe(true);
  });

  test('a lock of both databases by another process reports the reason, and the old app opens after the release and delivers the interrupted receipt', async () => {
    const testApp = await openTestApp({ posToken });
    await testApp.sold('before');
    const [live, training] = [await sameConnection(testApp), await toTraining(testApp)];
    unwrap(await testApp.cashier['connection.save'](training));
    unwrap(await testApp.cashier['connection.save'](live));
    const { sale, saving } = await startSlowChange(testApp);
    const holds = [hold(join(testApp.dataDir, 'training/receipts.db'))];
    // The old app has ended, and the new one waits for its database.
    await passTime(testApp, 5_000);
    holds.push(hold(join(liveFolder(testApp.dataDir), 'receipts.db')));
    expect(await inTime(testApp, saving, 10 * 60_000)).toMatchObject({ ok: false });
    expect(testApp.till.status().service).toBe('unknown');
    const headers = { authorization: `Bearer ${posToken}` };
    const answer = await fetch(`${testApp.posApiUrl}/sales`, { headers });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      type: 'restarting',
      detail: expect.stringMatching(/Another program .* then start again\. Nothing was stored\.$/),
    });
    expect(testApp.view.setupRequired).toBe('notOpened');
    for (const release of holds) release();
    testApp.network.meets = () => null;
    await passTime(testApp, 60_000, () => testApp.till.findSale(sale.id) !== null);
    await passTime(testApp, 600_000, () => testApp.till.findSale(sale.id)?.state === 'delivered');
    expect(testApp.simulator.ledger().bills.filter(({ billId }) => billId === sale.billId)).toHaveLength(1);
    expect(testApp.view.setupRequired).toBeNull();
  });

  test('a disk that does not take back the settings keeps the old app closed until it does, so that no sale is stored for the other service', async () => {
    const simulator = { account: { storeIds: ['store-1', 'store-2'] } } as const;
    const testApp = await openTestApp({ storedStoreId: 'store-1', simulator });
    await testApp.sold('before');
    const { connection } = await sameConnection(testApp);
    const otherUser = await secondUser({ simulator: testApp.simulator, baseUrl: connection.baseUrl });
    const other = { connection: { ...connection, storeId: 'store-2' }, credentials: otherUser };
    const folder = liveFolder(testApp.dataDir);
    const { username, password } = testApp.simulator.account;
    const here = { connection, credentials: { username, password } };
    unwrap(await testApp.cashier['connection.save'](other));
    const [otherFolder = ''] = readdirSync(testApp.dataDir).filter(
      (name) => name.startsWith('live-') && name !== basename(folder),
    );
    unwrap(await testApp.cashier['connection.save'](here));
    const { sale, saving } = await startSlowChange(testApp, other);
    const release = hold(join(testApp.dataDir, otherFolder, 'receipts.db'));
    await passTime(testApp, 5_000, () => testApp.settings().service.storeId === 'store-2');
    const file = join(testApp.dataDir, 'settings.json');
    renameSync(file, `${file}.away`);
    mkdirSync(join(file, 'full'), { recursive: true });
    expect(await inTime(testApp, saving, 10 * 60_000)).toMatchObject({ ok: false });
    release();
    testApp.network.meets = () => null;
    expect(codeOf(await testApp.till.openSale({ reference: 'meanwhile' }))).toBe('restarting');
    rmSync(file, { recursive: true });
    renameSync(`${file}.away`, file);
    await passTime(testApp, 600_000, () => testApp.till.findSale(sale.id)?.state === 'delivered');
    // The next start uses the old account, too.
    await testApp.restart();
    expect(testApp.settings().service.storeId).toBe('store-1');
    expect(testApp.till.findSale(sale.id)).not.toBeNull();
    await testApp.sold('after');
    expect(testApp.simulator.ledger().bills.map(({ storeId }) => storeId)).not.toContain('store-2');
  });
});
