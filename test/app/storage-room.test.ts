import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { asTill, asWindow } from './command-callers.ts';
import { hostEnv, spawnProgram, training } from './program.ts';
import { acceptedSale, startedFolder, startOn } from './storage-app.ts';
import { codeOf, smallBill, unwrap } from './test-app.ts';

/** A disk of `bytes`; null if this user may not mount one. */
function smallDisk(bytes: number) {
  const folder = tempFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `mode=700,size=${bytes}`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    return null;
  }
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder]);
  });
  return {
    folder,
    /** The disk's error for a file that no database has written; null while there is space. */
    refusesWith(): unknown {
      const probe = join(folder, 'probe');
      try {
        writeFileSync(probe, Buffer.alloc(100_000));
        return null;
      } catch (error) {
        return (error as NodeJS.ErrnoException).code;
      } finally {
        rmSync(probe, { force: true });
      }
    },
  };
}

function fill(path: string, atMost: number): void {
  for (let bytes = atMost; bytes > 1_000; bytes = Math.floor(bytes / 2)) {
    try {
      writeFileSync(path, Buffer.alloc(bytes), { flag: 'a' });
    } catch {
      // The disk is full.
    }
  }
}

/** A disk quota cannot replace the small disk, because it fails at another place with another code. */
const notMounted = 'a small disk could not be mounted: run it as root';

const fullCodes = (lines: readonly { readonly event: string; readonly fields?: unknown }[]): ReadonlySet<unknown> =>
  new Set(
    lines
      .filter(({ event }) => event === 'storage-full')
      .map(({ fields }) => (fields as { readonly code?: unknown }).code),
  );

test('on a full disk new sales and bills are refused with storageFull, accepted ones stay, and the app recovers', async ({
  skip,
}) => {
  const disk = smallDisk(3_000_000) ?? skip(notMounted);
  const dataDir = join(disk.folder, 'data');
  mkdirSync(dataDir);
  const { app, log } = await startOn({ dataDir });
  const ballast = join(dataDir, 'ballast');
  writeFileSync(ballast, Buffer.alloc(400_000));
  const accepted: string[] = [];
  const opened: string[] = [];
  let refusals = 0;
  for (let count = 0; count < 3_000 && refusals < 20; count += 1) {
    const open = await asTill(app).openSale({ reference: `sale-${count}`, amount: 19.9 });
    if (!open.ok) {
      expect(open.error.code).toBe('storageFull');
      expect(asTill(app).listSales({ reference: `sale-${count}`, limit: 1 }).items).toEqual([]);
      refusals += 1;
      continue;
    }
    opened.push(open.value.sale.id);
    const bill = await asTill(app).acceptBill(open.value.sale.id, { bill: smallBill() });
    if (bill.ok) accepted.push(open.value.sale.id);
    else {
      expect(bill.error.code).toBe('storageFull');
      expect(asTill(app).findSale(open.value.sale.id)).toMatchObject({ state: 'open' });
      refusals += 1;
    }
  }
  expect(refusals).toBe(20);
  expect(disk.refusesWith()).toBe('ENOSPC');
  expect(fullCodes(log.lines)).toEqual(new Set(['SQLITE_FULL']));
  expect(accepted.length).toBeGreaterThan(20);
  // A last free page may have room for a small change, so each change may be done or refused.
  const saleId = accepted.shift() ?? '';
  for (const refused of [
    asTill(app).markPrinted(saleId),
    asTill(app).cancelSale(saleId),
    await asWindow(app)['sale.print']({ saleId }),
    await asTill(app).startLoyalty(opened.at(-1) ?? '', 'card'),
  ]) {
    expect(['ok', 'storageFull', 'wrongState', 'signInNeeded']).toContain(codeOf(refused));
  }
  expect(accepted.filter((id) => asTill(app).findSale(id)?.state !== 'queued')).toEqual([]);
  rmSync(ballast);
  expect(unwrap(asTill(app).markPrinted(accepted[0] ?? '')).printed).toBe('queued');
  accepted.push(await acceptedSale(app, 'there is room again'));
  await app.stop();
  const again = await startOn({ dataDir });
  expect(asTill(again.app).status().notices).toEqual([]);
  expect(accepted.filter((id) => asTill(again.app).findSale(id)?.state !== 'queued')).toEqual([]);
});

test('a start on a full disk reports it in a sentence and ends with 1', async ({ skip }) => {
  const disk = smallDisk(64_000) ?? skip(notMounted);
  fill(join(disk.folder, 'ballast'), 64_000);
  expect(disk.refusesWith()).toBe('ENOSPC');
  const program = spawnProgram('src-main/headless.ts', training(disk.folder), hostEnv);
  await expect(program.ready).rejects.toThrow(/ended with 1/);
  expect(program.stderr()).toMatch(/is full\. Free some space, then start again\.\n$/);
});

test('a restored backup starts and sells although the time of its restore cannot be stored yet', async () => {
  const dataDir = tempFolder();
  const before = await startOn({ dataDir });
  await acceptedSale(before.app, 'before');
  await before.app.stop();
  const restored = tempFolder();
  cpSync(dataDir, restored, { recursive: true });
  const database = new DatabaseSync(join(restored, startedFolder, 'receipts.db'));
  database.exec(`create trigger no_room before insert on stored when new.name = 'restored-at'
    begin select raise(abort, 'no room'); end`);
  database.close();
  const { app } = await startOn({ dataDir: restored });
  expect(asTill(app).status().notices).toContain('databaseMoved');
  await acceptedSale(app, 'after');
});

test('at the limit of waiting bills a new bill is refused as queue-full; repeated bills, prints and cancels are accepted', async () => {
  const { app } = await startOn({ dataDir: tempFolder(), settings: { delivery: { maxWaiting: 3 } } });
  const first = await acceptedSale(app, 'sale-1');
  await acceptedSale(app, 'sale-2');
  await acceptedSale(app, 'sale-3');
  const { sale } = unwrap(await asTill(app).openSale({ reference: 'sale-4' }));
  const refused = await asTill(app).acceptBill(sale.id, { bill: smallBill() });
  expect(refused).toMatchObject({ ok: false, error: { code: 'queueFull', message: expect.stringContaining('3 ') } });
  expect(asTill(app).findSale(sale.id)).toMatchObject({ state: 'open' });
  expect(await asTill(app).acceptReceipt({ reference: 'sale-5', bill: smallBill(5) })).toEqual(refused);
  expect(asTill(app).listSales({ reference: 'sale-5', limit: 1 }).items).toEqual([]);
  unwrap(await asTill(app).acceptBill(first, { bill: smallBill() }));
  unwrap(asTill(app).markPrinted(first));
  unwrap(asTill(app).cancelSale(first));
});
