import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { drawn } from '../fakes/drawn.ts';
import { systemLacks } from '../fakes/system-lacks.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { imageOf } from './disk-image.ts';
import { copyOf, openShops, type ShopComputer, type Shops } from './moved-data.ts';
import { pairTill, sendCode, showCode } from './paired-till.ts';
import { liveFolder, openTestApp, unwrap } from './test-app.ts';

/** Changes a file of the data folder from outside; `older` is the same file in an older backup. */
const touches = {
  'overwritten with an older copy': (path: string, older: string) => copyFileSync(older, path),
  'renamed away': (path: string) => renameSync(path, `${path}-away`),
  deleted: (path: string) => rmSync(path),
  'cut to its first half': (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  'cut to nothing': (path: string) => truncateSync(path, 0),
  'filled with zeros in its second half': (path: string) => {
    const bytes = statSync(path).size;
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(bytes - Math.floor(bytes / 2)), 0, undefined, Math.floor(bytes / 2));
    closeSync(file);
  },
} as const;
type Touch = keyof typeof touches;

/** The path of a file in a data folder. Files of receipts are in the live folder. */
const placeOf = (dataDir: string, file: string): string =>
  file.startsWith('receipts') || file === 'connection.json' ? join(liveFolder(dataDir), file) : join(dataDir, file);

interface Till {
  readonly shop: Shops;
  readonly dataDir: string;
  older: string;
  place: ShopComputer;
  /** The addresses that were shown, by the reference of their sale. */
  readonly shown: Map<string, unknown>;
}

/** Repeats temporarily refused requests, like a real till, until the receipt is accepted. */
async function sell(till: Till, reference: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const opened = await till.place.pos.call('POST', '/sales', { reference, amount: 19.9 });
    if (opened.ok) {
      const sale = (await opened.json()) as { readonly id: string; readonly billId: unknown };
      if (sale.billId !== null) till.shown.set(reference, sale.billId);
      await till.place.bill(sale, reference);
      return;
    }
    expect(opened.status).toBe(503);
    await wait(20);
  }
  throw new Error(`the sale ${reference} was refused a hundred times`);
}

/** A till with receipts in database and journal, and an older backup of both. */
async function openTill(): Promise<Till> {
  const shop = await openShops();
  const dataDir = tempFolder();
  const till: Till = { shop, dataDir, older: '', place: await shop.start(dataDir), shown: new Map() };
  const again = async (): Promise<void> => {
    await till.place.settled();
    await till.place.stop();
    till.place = await shop.start(dataDir);
    await till.place.pos.untilPoolHas(5);
  };
  await till.place.pos.untilPoolHas(5);
  await sell(till, 'before-1');
  await again();
  await sell(till, 'before-2');
  await till.place.pos.untilPoolHas(5);
  till.older = copyOf(dataDir);
  for (const reference of ['before-3', 'before-4']) await sell(till, reference);
  await again();
  return till;
}

/** The accepted receipts that neither the service nor the app has. */
async function missing(till: Till, references: readonly string[]): Promise<readonly string[]> {
  const stored = till.shop.stored();
  const known = new Set((await till.place.sales()).map(({ reference }) => reference));
  return references.filter((reference) => !stored.has(reference) && !known.has(reference));
}

const waiting = ['waiting-1', 'waiting-2'];
const after = ['after-1', 'after-2', 'after-3', 'after-4'];

/** Continues to sell after the change, restarts the app, and returns losses and notices. */
async function sellOn(till: Till, serviceUp: () => void) {
  await sell(till, 'after-1');
  serviceUp();
  for (const reference of after.slice(1)) await sell(till, reference);
  await till.place.settled();
  const notices = (await till.place.status()).notices;
  await till.place.stop();
  till.place = await till.shop.start(till.dataDir);
  const lost = await missing(till, [...waiting, ...after]);
  const noticesAtNextStart = (await till.place.status()).notices;
  expect(noticesAtNextStart).toEqual(expect.arrayContaining([...notices]));
  const codes = [...till.shown.values()];
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  expect([...till.shop.stored()].filter(([, count]) => count > 1)).toEqual([]);
  return { lost, notices: noticesAtNextStart };
}

type Row = readonly [file: string, touch: Touch, lost: readonly string[], notices: readonly string[]];

const nothing: readonly string[] = [];
const lastWaiting = waiting.slice(1);

/** After a kill only the files have the receipts: one is lost if it was only in a file that was lost, overwritten or cut. */
const afterKill: readonly Row[] = [
  ['receipts.db', 'overwritten with an older copy', waiting, ['databaseOlder']],
  ['receipts.db', 'renamed away', waiting, ['databaseMissing']],
  ['receipts.db', 'deleted', waiting, ['databaseMissing']],
  ['receipts.db', 'cut to its first half', waiting, ['databaseDamaged']],
  ['receipts.db', 'cut to nothing', waiting, ['databaseMissing']],
  ['receipts.db', 'filled with zeros in its second half', waiting, ['databaseDamaged']],
  ['receipts.db-wal', 'overwritten with an older copy', waiting, ['databaseDamaged']],
  ['receipts.db-wal', 'renamed away', waiting, ['databaseOlder']],
  ['receipts.db-wal', 'deleted', waiting, ['databaseOlder']],
  ['receipts.db-wal', 'cut to its first half', lastWaiting, ['databaseOlder']],
  ['receipts.db-wal', 'cut to nothing', waiting, ['databaseOlder']],
  ['receipts.db-wal', 'filled with zeros in its second half', lastWaiting, ['databaseOlder']],
  ['tills.db', 'overwritten with an older copy', nothing, ['databaseOlder']],
  ['tills.db', 'deleted', nothing, ['databaseMissing']],
  ['tills.db', 'cut to nothing', nothing, ['databaseMissing']],
  ['tills.db-wal', 'deleted', nothing, ['databaseOlder']],
];

/** A running program still has a file that was only renamed or deleted. It always notices the change. */
const whileRunning = afterKill.map(([file, touch, lost, notices]): Row => {
  const isStillOpen = touch === 'renamed away' || touch === 'deleted';
  return [file, touch, isStillOpen ? nothing : lost, [...(isStillOpen ? [] : notices), 'databaseMoved']];
});

const harmless: readonly Row[] = [
  ['receipts.db-shm', 'renamed away', nothing, []],
  ['receipts.db-shm', 'deleted', nothing, []],
  ['receipts.seen', 'overwritten with an older copy', nothing, []],
  ['receipts.seen', 'deleted', nothing, []],
  ['receipts.seen', 'cut to nothing', nothing, []],
  ['connection.json', 'deleted', nothing, []],
  ['connection.json', 'cut to nothing', nothing, []],
  ['tills.seen', 'deleted', nothing, []],
];
const lockTouched: readonly Row[] = [
  ['instance.lock', 'deleted', nothing, []],
  ['instance.lock', 'cut to nothing', nothing, []],
];

test.each(drawn([...whileRunning, ...lockTouched, ...harmless], 3))(
  'while the program runs: %s is %s',
  async (file, touch, lost, notices) => {
    const till = await openTill();
    const serviceUp = till.shop.serviceDown();
    for (const reference of waiting) await sell(till, reference);
    touches[touch](placeOf(till.dataDir, file), placeOf(till.older, file));
    expect(await sellOn(till, serviceUp)).toEqual({ lost, notices });
  },
);

test('while the program runs: a backup copied over all files of the database loses only the waiting receipts', async () => {
  const till = await openTill();
  const serviceUp = till.shop.serviceDown();
  for (const reference of waiting) await sell(till, reference);
  for (const file of ['receipts.db', 'receipts.db-wal', 'receipts.seen'])
    copyFileSync(placeOf(till.older, file), placeOf(till.dataDir, file));
  // This file is mapped into memory: cutting it would end the process that uses it, which is this one.
  const index = openSync(placeOf(till.dataDir, 'receipts.db-shm'), 'r+');
  writeSync(index, readFileSync(placeOf(till.older, 'receipts.db-shm')));
  closeSync(index);
  expect(await sellOn(till, serviceUp)).toEqual({ lost: waiting, notices: ['databaseOlder', 'databaseMoved'] });
});

test.skipIf(systemLacks('linuxTools'))(
  'while the program runs: receipts.db-shm is cut to nothing, which ends the program and loses no receipt',
  async () => {
    const shop = await openShops();
    const dataDir = tempFolder();
    const first = await shop.startProcess(dataDir);
    await first.pos.untilPoolHas(5);
    await first.sell('accepted-1');
    truncateSync(placeOf(dataDir, 'receipts.db-shm'), 0);
    const accepted = await first.sell('accepted-2').then(
      () => ['accepted-1', 'accepted-2'],
      () => ['accepted-1'],
    );
    await first.program.end('SIGKILL');
    const second = await shop.startProcess(dataDir);
    await second.settled();
    expect(accepted.filter((reference) => shop.stored().get(reference) !== 1)).toEqual([]);
    expect((await second.status()).notices).toEqual([]);
  },
);

test('if tills.db is deleted while the app runs, no new till can be paired, and existing tills stay paired', async () => {
  const testApp = await openTestApp();
  await pairTill(testApp, 'Till 1');
  rmSync(join(testApp.dataDir, 'tills.db'));
  expect((await sendCode(testApp, await showCode(testApp, 'Till 2'), 'Till 2')).status).toBe(503);
  expect(testApp.till.status().notices).toEqual(['databaseMoved']);
  await testApp.restart();
  expect(unwrap(await testApp.cashier['pairing.list'](null))).toMatchObject([{ name: 'Till 1' }]);
  await pairTill(testApp, 'Till 2');
});

test.each(drawn([...afterKill, ...harmless], 3))(
  'after the program was killed: %s is %s',
  async (file, touch, lost, notices) => {
    const till = await openTill();
    const serviceUp = till.shop.serviceDown();
    for (const reference of waiting) await sell(till, reference);
    const image = imageOf(till.dataDir, { id: '', stateDir: `${till.shop.stateHome}/receipt-companion` });
    await till.place.stop();
    image.putBack();
    const path = placeOf(till.dataDir, file);
    expect(existsSync(path)).toBe(true);
    touches[touch](path, placeOf(till.older, file));
    till.place = await till.shop.start(till.dataDir);
    expect(await sellOn(till, serviceUp)).toEqual({ lost, notices });
  },
);
