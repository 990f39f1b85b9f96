import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { liveAccount } from '../../src-main/settings/credentials.ts';
import { memorySecrets } from '../../src-main/settings/secret-stores.ts';
import { createSimulator } from '../../src-main/simulator/server.ts';
import { createKeptLog } from '../fakes/kept-log.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createSeededRandom } from '../fakes/seeded-random.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { asTill, asWindow } from './asking.ts';
import { good } from './house.ts';
import { startOn } from './storage-app.ts';

const fixtures = join(import.meta.dirname, '../fixtures');

interface KnownSale {
  readonly id: string;
  readonly state: string;
  readonly billId: string | null;
}

/** The folder as it was left, ready to be opened, and what a till knew of its sales. */
function olderFolder(name: string): { readonly dataDir: string; readonly sales: Readonly<Record<string, KnownSale>> } {
  const fixture = join(fixtures, name);
  const dataDir = tempFolder();
  for (const entry of readdirSync(fixture, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(dataDir, relative(fixture, from));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to.replace(/\.gz$/, ''), to.endsWith('.gz') ? gunzipSync(readFileSync(from)) : readFileSync(from));
  }
  return { dataDir, sales: JSON.parse(readFileSync(join(fixture, 'sales.json'), 'utf8')) };
}

/** Its service has this address on every computer: a folder belongs to an address and an account. */
const place = { baseUrl: 'http://127.0.0.1:9', authUrl: 'http://127.0.0.1:9/token' };

test.each([
  // As the first version kept its secrets.
  { name: 'data-folder-1', userAt: 'live/username', passwordAt: 'live/password', isMoved: false },
  // Its marks outside the folder stayed on its computer: what was shown there may be in two hands, so no open sale keeps its code.
  { name: 'data-folder-2', userAt: null, passwordAt: null, isMoved: true },
])(
  '$name opens: every sale is shown as it was, what waits is delivered, and no receipt twice',
  async ({ name, userAt, passwordAt, isMoved }) => {
    const { dataDir, sales } = olderFolder(name);
    // Ten minutes after it was left: whatever waits for a retry is due.
    const clock = createManualClock(Date.UTC(2026, 0, 5, 9, 10, 0));
    const simulator = createSimulator(
      { account: { storeIds: ['store-1'] }, stateFile: join(dataDir, 'service.db') },
      { clock, random: createSeededRandom(9), log: createKeptLog() },
    );
    onTestFinished(() => simulator.stop());
    const { baseUrl, authUrl } = await simulator.start();
    const { username, password, clientId, scopeBase } = simulator.account;
    const secrets = memorySecrets();
    if (userAt === null) await liveAccount(secrets).at(place).set({ username, password });
    else {
      await secrets.set(userAt, username);
      await secrets.set(passwordAt, password);
    }
    const deliveredBefore = simulator.ledger().bills.map(({ billId }) => billId);
    const { app, log } = await startOn({
      dataDir,
      secrets,
      clock,
      fetch: (url, init) => fetch(url.replace(place.authUrl, authUrl).replace(place.baseUrl, baseUrl), init),
      settings: { pool: { target: 3 }, service: { ...place, clientId, scopeBase } },
    });
    const now = (reference: string) => asTill(app).findSale(sales[reference]?.id ?? '');
    const until = async (holds: () => boolean): Promise<void> => {
      while (!holds()) await nextTurn();
    };

    for (const [reference, { id, state, billId }] of Object.entries(sales)) {
      const keptId = isMoved && state === 'open' ? null : billId;
      expect(asTill(app).findSale(id)).toMatchObject({ reference, ...(billId === null ? {} : { billId: keptId }) });
    }
    expect(log.lines.filter(({ event }) => event.includes('unreadable'))).toEqual([]);
    expect(app.snapshot('cashier')?.view.status.posApi.pairedTills).toBe(1);

    await until(() => asTill(app).status().outbox.queued === 0);
    // Under which id the other computer may have sent it nobody knows.
    const doubtful = isMoved ? ['queued-without-id'] : [];
    const sent = ['queued', 'queued-printed', 'queued-without-id'].filter((reference) => !doubtful.includes(reference));
    for (const reference of [...sent, 'delivered', 'delivered-printed']) {
      expect([reference, now(reference)?.state]).toEqual([reference, 'delivered']);
    }
    for (const reference of doubtful) {
      expect(now(reference)).toMatchObject({ state: 'attention', attention: { code: 'mayBeDelivered' } });
    }
    await until(() => now('queued-printed')?.printed === 'done' && now('cancel-waits')?.cancelled === 'done');
    expect(now('cancel-waits')?.state).toBe('cancelled');
    expect(now('attention')).toMatchObject({ state: 'attention', attention: { status: 403 } });
    expect(now('open-loyalty')).toMatchObject({ state: 'open', loyalty: { state: 'active' } });
    const delivered = simulator.ledger().bills.filter(({ billId }) => !deliveredBefore.includes(billId));
    expect(delivered.map(({ billId }) => billId).sort()).toEqual(
      sent.map((reference) => now(reference)?.billId).sort(),
    );

    // A person sends again what was refused, and the till pays what was open.
    const refused = sales.attention?.id ?? '';
    good(await asWindow(app)['attention.resend']({ saleId: refused, billText: null }, 'cashier'));
    await until(() => now('attention')?.state === 'delivered');
    expect(now('attention')?.billId).toBe(sales.attention?.billId);
    const page = good(
      await asWindow(app)['receipts.list']({ search: '', state: null, day: null, cursor: null }, 'cashier'),
    );
    expect(page.rows).toHaveLength(Object.keys(sales).length);
  },
);
