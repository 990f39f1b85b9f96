import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { foldersWithReceipts, neededKeyMark, otherConnections } from '../../src-main/storage/connection-folders.ts';
import { systemClock } from '../../src-main/system-ports.ts';
import { drawnRandom, volume } from '../fakes/drawn.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { asTill } from './command-callers.ts';
import { type DiskImage, imageOf } from './disk-image.ts';
import { pairTill } from './paired-till.ts';
import { posClient } from './program.ts';
import { acceptedSale, computerOfFile, startedFolder, startOn } from './storage-app.ts';

/** A copy of a data folder, and the receipts that were accepted before the copy. */
interface Image extends DiskImage {
  readonly accepted: readonly string[];
  /** How many bytes of the journal each of these receipts needs. */
  readonly neededBytes: readonly number[];
}

const database = join(startedFolder, 'receipts.db');
const journal = join(startedFolder, 'receipts.db-wal');

/** `killed` has half of the sales in the file and half in the journal, `stopped` all in the file. */
async function makeImage(how: 'killed' | 'stopped', sales = 40): Promise<Image> {
  const dataDir = tempFolder();
  const accepted: string[] = [];
  const neededBytes: number[] = [];
  const accept = async (from: number, to: number): Promise<Awaited<ReturnType<typeof startOn>>> => {
    const started = await startOn({ dataDir });
    for (let count = from; count < to; count += 1) {
      accepted.push(await acceptedSale(started.app, `sale-${count}`));
      neededBytes.push(bytesOf(dataDir, journal));
    }
    return started;
  };
  await (await accept(0, sales / 2)).app.stop();
  neededBytes.fill(0);
  const second = await accept(sales / 2, sales);
  if (how === 'stopped') await second.app.stop();
  const image = imageOf(dataDir, computerOfFile);
  await second.app.stop();
  return { ...image, accepted, neededBytes };
}

const bytesOf = (folder: string, name: string): number => statSync(join(folder, name)).size;

/**
 * Starts twice on the folder. Either all accepted receipts are there, or a notice reports the loss both times and the
 * damaged file is kept. The bills of `kept` must be there in any case. Returns the notices.
 */
async function startsAndReports(
  dataDir: string,
  { accepted }: Image,
  kept: readonly string[] = [],
): Promise<readonly string[]> {
  const damagedFile = readFileSync(join(dataDir, database));
  const { app } = await startOn({ dataDir });
  const { notices, outbox } = asTill(app).status();
  const stateOf = (id: string) => asTill(app).findSale(id)?.state ?? 'open';
  expect(kept.filter((id) => stateOf(id) === 'open')).toEqual([]);
  const there = accepted.filter((id) => stateOf(id) === 'queued');
  if (notices.length === 0) {
    expect([there.length, outbox.queued]).toEqual([accepted.length, accepted.length]);
  }
  if (notices.includes('databaseDamaged')) {
    expect(outbox.queued).toBe(0);
    const aside = readdirSync(join(dataDir, startedFolder)).filter((name) => /^receipts\.damaged-.*\.db$/.test(name));
    expect(aside).toHaveLength(1);
    expect(readFileSync(join(dataDir, startedFolder, aside[0] ?? '')).equals(damagedFile)).toBe(true);
  }
  await acceptedSale(app, 'the till goes on');
  await app.stop();
  const again = await startOn({ dataDir });
  expect(asTill(again.app).status().notices).toEqual(notices);
  expect(asTill(again.app).listSales({ reference: 'the till goes on', limit: 1 }).items).toHaveLength(1);
  await again.app.stop();
  return notices;
}

describe('a database cut off at any length', () => {
  test.each(['stopped', 'killed'] as const)('is detected, preserved and reported after the app was %s', async (how) => {
    const image = await makeImage(how);
    const size = bytesOf(image.folder, database);
    const random = drawnRandom(how === 'killed' ? 11 : 12);
    const lengths = [0, 1, 99, 100, 511, 512, 4095, 4096, 4097, size - 4096, size - 1, size];
    for (let count = volume(100); count > 0; count -= 1) lengths.push(Math.floor(random.fraction() * size));
    for (const length of lengths) {
      const dataDir = image.putBack();
      truncateSync(join(dataDir, database), length);
      const notices = await startsAndReports(dataDir, image);
      if (length === size) expect([length, notices]).toEqual([length, []]);
      // After a kill the journal may restore what the cut removed. After a stop everything is in the main file.
      else if (how === 'stopped' || length === 0) expect([length, notices.length]).toEqual([length, 1]);
    }
  });

  test('is reported as damaged, not as empty, if zeros or other bytes replaced its content', async () => {
    const image = await makeImage('stopped');
    for (const filler of [0, 0xff, 0x20]) {
      const dataDir = image.putBack();
      writeFileSync(join(dataDir, database), Buffer.alloc(bytesOf(dataDir, database), filler));
      expect(await startsAndReports(dataDir, image)).toEqual(['databaseDamaged']);
    }
  });
});

describe('the journal of an app that was killed', () => {
  test('cut off at any length is detected, and all entries before the cut remain', async () => {
    const image = await makeImage('killed');
    const size = bytesOf(image.folder, journal);
    const random = drawnRandom(13);
    const lengths = [0, 31, 32, 33, size - 1, size];
    for (let count = volume(60); count > 0; count -= 1) lengths.push(Math.floor(random.fraction() * size));
    let noticed = 0;
    for (const length of lengths) {
      const dataDir = image.putBack();
      truncateSync(join(dataDir, journal), length);
      const before = image.accepted.filter((_id, index) => (image.neededBytes[index] ?? 0) <= length);
      const notices = await startsAndReports(dataDir, image, before);
      if (notices.length > 0) noticed += 1;
      if (length === size) expect(notices).toEqual([]);
    }
    expect(noticed).toBeGreaterThan((lengths.length * 3) / 4);
  });

  test('causes the notice databaseOlder if it is deleted', async () => {
    const image = await makeImage('killed');
    const dataDir = image.putBack();
    rmSync(join(dataDir, journal));
    expect(await startsAndReports(dataDir, image)).toEqual(['databaseOlder']);
  });

  test('is preserved after the loss of its database', async () => {
    const image = await makeImage('killed');
    const dataDir = image.putBack();
    const before = readFileSync(join(dataDir, journal));
    writeFileSync(join(dataDir, database), '');
    // A start reads the mark of the key before it opens the database.
    expect([
      await neededKeyMark(dataDir, systemClock),
      foldersWithReceipts(dataDir),
      otherConnections(dataDir, null),
    ]).toEqual([null, [], []]);
    expect(await startsAndReports(dataDir, image)).toEqual(['databaseMissing']);
    const aside = readdirSync(join(dataDir, startedFolder)).filter((name) =>
      /^receipts\.journal-of-.*\.db-wal$/.test(name),
    );
    expect(aside).toHaveLength(1);
    expect(readFileSync(join(dataDir, startedFolder, aside[0] ?? '')).equals(before)).toBe(true);
  });
});

test('a deleted database is detected and reported until its notice is removed', async () => {
  const image = await makeImage('stopped');
  const dataDir = image.putBack();
  rmSync(join(dataDir, database));
  const first = await startOn({ dataDir });
  expect(asTill(first.app).status().notices).toEqual(['databaseMissing']);
  expect(first.app.snapshot('cashier')?.view.status.notices).toEqual(['databaseMissing']);
  expect(first.log.lines).toContainEqual(expect.objectContaining({ level: 'error', event: 'database-not-found' }));
  const note = join(dataDir, startedFolder, 'NOTICE-databaseMissing.txt');
  expect(readFileSync(note, 'utf8')).toMatch(/put it back/);
  rmSync(note);
  expect(asTill(first.app).status().notices).toEqual([]);
});

test('a lost or damaged receipts.seen is recreated without a notice', async () => {
  const image = await makeImage('stopped');
  const dataDir = image.putBack();
  for (const content of [null, 'no json', '{"id":1}']) {
    if (content === null) rmSync(join(dataDir, startedFolder, 'receipts.seen'));
    else writeFileSync(join(dataDir, startedFolder, 'receipts.seen'), content);
    const { app } = await startOn({ dataDir });
    expect(asTill(app).status().notices).toEqual([]);
    await app.stop();
    expect(existsSync(join(dataDir, startedFolder, 'receipts.seen'))).toBe(true);
  }
});

test('damaged pairing tokens do not prevent the start of the app: the tills have to pair again, and the receipts stay', async () => {
  const image = await makeImage('stopped');
  const dataDir = image.putBack();
  const before = await startOn({ dataDir });
  const { token } = await pairTill(before, 'Till 1');
  await before.app.stop();
  truncateSync(join(dataDir, 'tills.db'), 5_000);
  const { app, posApiUrl } = await startOn({ dataDir });
  const old = posClient(posApiUrl ?? '', token);
  expect((await old.call('GET', '/status')).status).toBe(401);
  expect((await (await pairTill({ app }, 'Till 1')).call('GET', '/status')).status).toBe(200);
  expect(asTill(app).status().notices).toEqual(['databaseDamaged']);
  expect(asTill(app).status().outbox.queued).toBe(image.accepted.length);
});
