import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { newSale } from '../../src-main/sales/sale.ts';
import { openDatabase } from '../../src-main/storage/database.ts';
import { createEncryption } from '../../src-main/storage/encryption.ts';
import { receiptMigrations } from '../../src-main/storage/migrations/receipts.ts';
import { systemRandom } from '../../src-main/system-ports.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { asTill } from './asking.ts';
import { good, liveFolder, smallBill } from './house.ts';
import { startOn } from './storage-app.ts';

const noon = new Date(2026, 0, 5, 12).getTime();
const minute = 60_000;

interface Old {
  readonly reference: string;
  readonly origin?: 'till' | 'file';
  readonly amount: number | null;
  readonly createdAt: number;
  readonly withBill?: boolean;
}

/** A data folder as the version before left it, in which a reference was unique for ever. */
function folderOfBefore(sales: readonly Old[]) {
  const dataDir = tempFolder();
  mkdirSync(join(dataDir, 'live'));
  const database = openDatabase(join(dataDir, 'live/receipts.db'), receiptMigrations.slice(0, 2));
  const encryption = createEncryption(new Uint8Array(32).fill(7), systemRandom);
  const ids = sales.map(({ reference, origin = 'till', amount, createdAt, withBill = false }) => {
    const id = systemRandom.uuid();
    const amountCents = amount === null ? null : amount * 100;
    const start = {
      ...{
        id,
        reference,
        till: '',
        businessDay: '',
        origin,
        storeId: 'store-1',
        amountCents,
        currency: 'EUR',
        openedCurrency: 'EUR',
      },
      ...{ storeFixedByTill: false, language: null, externalId: null, buyerInformation: null },
      openedWith: JSON.stringify([null, amount, null, null, null]),
    };
    const { till: _till, businessDay: _day, storeFixedByTill: _fixed, ...doc } = newSale(start, createdAt);
    const state = withBill ? 'queued' : 'open';
    const sale = { ...doc, state, billHash: withBill ? 'of another bill' : null };
    database
      .sql(
        `insert into sales (id, reference, state, store_id, amount_cents, created_at, updated_at, sealed)
         values (?, ?, ?, 'store-1', ?, ?, ?, ?)`,
      )
      .run(id, reference, state, amountCents, createdAt, createdAt, encryption.encrypt(id, JSON.stringify(sale)));
    if (withBill) {
      database.sql('insert into bills (sale_id, sealed) values (?, ?)').run(id, encryption.encrypt(`bill:${id}`, '{}'));
      database
        .sql(`insert into outbox (sale_id, kind, state, due_at, created_at) values (?, 'bill', 'due', 0, 0)`)
        .run(id);
    }
    return id;
  });
  database.close();
  return { dataDir, ids };
}

test('an update loses no sale, no bill and nothing that waits; what is there stays in its order', async () => {
  const { dataDir, ids } = folderOfBefore(
    Array.from({ length: 300 }, (_, index) => ({
      ...{ reference: `r-${index}`, amount: 5, createdAt: noon + index },
      withBill: index % 3 === 0,
    })),
  );
  const { app } = await startOn({ dataDir, clock: createManualClock(noon + minute) });
  const page = asTill(app).listSales({ limit: 200 }).items;
  expect(page.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 200));
  expect(asTill(app).status().outbox.queued).toBe(100);
  await app.stop();
  const file = new DatabaseSync(join(liveFolder(dataDir), 'receipts.db'), { readOnly: true });
  expect(file.prepare('select count(*) as count from bills').get()).toEqual({ count: 100 });
  expect(file.prepare('pragma foreign_key_check').all()).toEqual([]);
  expect(file.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  file.close();
});

test('a till that asks again right after the update finds its sale of today, and nobody else is given it', async () => {
  const { dataDir, ids } = folderOfBefore([{ reference: '0001', amount: 5, createdAt: noon - 60 * minute }]);
  const { app } = await startOn({ dataDir, clock: createManualClock(noon) });
  const again = good(await asTill(app).openSale({ reference: '0001', amount: 5 }, 'till-1'));
  expect(again).toMatchObject({ known: true, sale: { id: ids[0] } });
  expect(good(await asTill(app).openSale({ reference: '0001', amount: 5 }, 'till-1')).sale.id).toBe(ids[0]);
  expect(asTill(app).listSales({ reference: '0001', limit: 9 }, 'till-1').items).toHaveLength(1);
  const other = good(await asTill(app).openSale({ reference: '0001', amount: 5 }, 'till-2'));
  expect(other.known).toBe(false);
  expect(asTill(app).listSales({ reference: '0001', limit: 9 }, 'till-2').items).toHaveLength(1);
});

test('a receipt whose answer the update swallowed is not accepted a second time', async () => {
  const { dataDir, ids } = folderOfBefore([{ reference: '0001', amount: null, createdAt: noon - minute }]);
  const { app } = await startOn({ dataDir, clock: createManualClock(noon) });
  const again = good(await asTill(app).acceptReceipt({ reference: '0001', bill: smallBill(5) }, 'till-1'));
  expect(again.id).toBe(ids[0]);
});

test('a sale of another day, of other content or of another door from before the update belongs to nobody', async () => {
  const { dataDir, ids } = folderOfBefore([
    { reference: 'yesterday', amount: 5, createdAt: noon - 24 * 60 * minute },
    { reference: 'other', amount: 5, createdAt: noon - minute },
    { reference: 'file', amount: null, origin: 'file', createdAt: noon - minute },
  ]);
  const { app } = await startOn({ dataDir, clock: createManualClock(noon) });
  for (const [reference, amount] of [
    ['yesterday', 5],
    ['other', 6],
    ['file', undefined],
  ] as const) {
    const { known, sale } = good(await asTill(app).openSale({ reference, amount }, 'till-1'));
    expect([reference, known, ids.includes(sale.id)]).toEqual([reference, false, false]);
  }
});

test('a sale of which nobody knows the till is every till’s to read and to bill', async () => {
  const { dataDir, ids } = folderOfBefore([{ reference: '0001', amount: 5, createdAt: noon }]);
  const { app } = await startOn({ dataDir, clock: createManualClock(noon + minute) });
  const [id = ''] = ids;
  for (const till of ['till-1', 'till-2']) {
    expect(
      asTill(app)
        .listSales({ limit: 9 }, till)
        .items.map((sale) => sale.id),
    ).toEqual([id]);
  }
  good(await asTill(app).acceptBill(id, { bill: smallBill(5) }));
});
