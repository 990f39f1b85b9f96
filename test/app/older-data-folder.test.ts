import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { memorySecrets } from '../../src-main/settings/secret-stores.ts';
import { createSimulator } from '../../src-main/simulator/server.ts';
import { createKeptLog } from '../fakes/kept-log.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createSeededRandom } from '../fakes/seeded-random.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { asTill, asWindow } from './asking.ts';
import { good } from './house.ts';
import { startOn } from './storage-app.ts';

const fixture = join(import.meta.dirname, '../fixtures/data-folder-1');

interface KnownSale {
  readonly id: string;
  readonly state: string;
  readonly billId: string | null;
}

/** The folder as it was left, ready to be opened, and what a till knew of its sales. */
function olderFolder(): { readonly dataDir: string; readonly sales: Readonly<Record<string, KnownSale>> } {
  const dataDir = tempFolder();
  const live = join(dataDir, 'live');
  mkdirSync(live);
  const unpack = (name: string, folder: string): void =>
    writeFileSync(join(folder, name), gunzipSync(readFileSync(join(fixture, `${name}.gz`))));
  unpack('receipts.db', live);
  unpack('tills.db', dataDir);
  unpack('service.db', dataDir);
  copyFileSync(join(fixture, 'receipts.seen'), join(live, 'receipts.seen'));
  copyFileSync(join(fixture, 'tills.seen'), join(dataDir, 'tills.seen'));
  return { dataDir, sales: JSON.parse(readFileSync(join(fixture, 'sales.json'), 'utf8')) };
}

test('a data folder of the first version opens: every sale is shown as it was, what waits is delivered, and no receipt twice', async () => {
  const { dataDir, sales } = olderFolder();
  // Ten minutes after it was left: whatever waits for a retry is due.
  const clock = createManualClock(Date.UTC(2026, 0, 5, 9, 10, 0));
  const simulator = createSimulator(
    { account: { storeIds: ['store-1'] }, stateFile: join(dataDir, 'service.db') },
    { clock, random: createSeededRandom(8), log: createKeptLog() },
  );
  onTestFinished(() => simulator.stop());
  const { baseUrl, authUrl } = await simulator.start();
  const { username, password, clientId, scopeBase } = simulator.account;
  const secrets = memorySecrets();
  // As the first version kept them.
  await secrets.set('live/username', username);
  await secrets.set('live/password', password);
  const connect = { baseUrl, authUrl, clientId, scopeBase };
  const { app, log } = await startOn({
    dataDir,
    secrets,
    clock,
    fetch,
    settings: { pool: { target: 3 }, service: connect },
  });
  const now = (reference: string) => asTill(app).findSale(sales[reference]?.id ?? '');
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await nextTurn();
  };

  for (const [reference, { id, billId }] of Object.entries(sales)) {
    expect(asTill(app).findSale(id)).toMatchObject({ reference, ...(billId === null ? {} : { billId }) });
  }
  expect(log.lines.filter(({ event }) => event.includes('unreadable'))).toEqual([]);
  expect(app.snapshot('cashier')?.view.status.posApi.pairedTills).toBe(1);

  await until(() => asTill(app).status().outbox.queued === 0);
  for (const reference of ['queued', 'queued-printed', 'queued-without-id', 'delivered', 'delivered-printed']) {
    expect([reference, now(reference)?.state]).toEqual([reference, 'delivered']);
  }
  expect(now('queued-printed')?.printed).toBe('done');
  expect(now('cancel-waits')).toMatchObject({ state: 'cancelled', cancelled: 'done' });
  expect(now('attention')).toMatchObject({ state: 'attention', attention: { status: 403 } });
  expect(now('open-loyalty')).toMatchObject({ state: 'open', loyalty: { state: 'active' } });
  const { bills } = simulator.ledger();
  expect(new Set(bills.map(({ billId }) => billId))).toEqual(
    new Set(['queued', 'queued-printed', 'queued-without-id'].map((reference) => now(reference)?.billId)),
  );
  expect(bills).toHaveLength(3);

  // A person sends again what was refused, and the till pays what was open.
  const refused = sales.attention?.id ?? '';
  good(await asWindow(app)['attention.resend']({ saleId: refused, billText: null }, 'cashier'));
  await until(() => now('attention')?.state === 'delivered');
  expect(now('attention')?.billId).toBe(sales.attention?.billId);
  const page = good(
    await asWindow(app)['receipts.list']({ search: '', state: null, day: null, cursor: null }, 'cashier'),
  );
  expect(page.rows).toHaveLength(Object.keys(sales).length);
});
