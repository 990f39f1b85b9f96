import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { constants, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished } from 'vitest';
import { businessDay, dayBounds } from '../../src-main/shared/local-time.ts';
import { findWords } from '../fakes/canary-search.ts';
import { cut, codedReceipt as receipt } from '../fakes/coded-receipt.ts';
import { startPrinter } from '../fakes/start-printer.ts';
import { systemLacks } from '../fakes/system-lacks.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { connectTill, printJob } from '../fakes/till-port.ts';
import { openTestApp, type TestApp, test, unwrap } from './test-app.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

async function openPrinting(settings: Parameters<typeof openTestApp>[0] = {}) {
  const { printer, target } = await startPrinter();
  const testApp = await openTestApp({
    ...settings,
    settings: { ...settings.settings, printer: { listen: '127.0.0.1:0', target } },
  });
  const address = async (): Promise<string> => (await testApp.app.printerAddress()) ?? '';
  async function print(...jobs: readonly string[]): Promise<void> {
    for (const job of jobs) expect((await printJob(await address(), bytes(job))).ended).toBe('closed');
  }
  return { printer, address, testApp, print };
}
const rows = async (testApp: TestApp) => unwrap(await testApp.cashier['printer.prints'](null));
const salesOf = async ({ app }: TestApp) =>
  unwrap(await app.dispatch({ kind: 'till', till: 'printer', scopes: ['sale'] }, 'till.listSales', {})).items;
async function untilPrints(testApp: TestApp, count: number) {
  await expect.poll(async () => (await rows(testApp)).length).toBe(count);
  return rows(testApp);
}

test('a receipt behind a kitchen slip becomes one sale, but the slip, copies of the receipt and an old receipt do not', async () => {
  const { testApp, printer, print } = await openPrinting();
  const now = testApp.clock.now();
  const jobs = [
    receipt('3', now - 20 * 60_000),
    `KUECHE\n2x Melange\n${cut}${receipt('184', now)}`,
    receipt('184', now),
  ];
  await print(...jobs.slice(0, 1));
  await untilPrints(testApp, 1);
  expect(testApp.screen).toEqual({ kind: 'idle' });
  await print(...jobs.slice(1));
  const [copy, first, slip, old] = await untilPrints(testApp, 4);
  expect([old, slip, first, copy].map((row) => row?.reason)).toEqual(['old', 'no-item', 'code', 'reprint']);
  expect(first).toMatchObject({ hasPicture: false, changedTo: null, text: expect.stringContaining('Melange 12,90') });
  expect([slip?.saleId, copy?.saleId, old?.saleId]).toEqual([null, first?.saleId, null]);
  expect(printer.jobs().map((one) => one.bytes)).toEqual(jobs.map(bytes));
  const today = { prints: 4, receipts: 1 };
  expect(testApp.view.printer).toMatchObject({ state: 'ready', today, lastReason: 'reprint' });
  expect(await salesOf(testApp)).toHaveLength(1);
  await testApp.restart();
  await print(receipt('184', now));
  expect(await untilPrints(testApp, 1)).toMatchObject([{ reason: 'reprint', saleId: first?.saleId }]);
  expect(await salesOf(testApp)).toHaveLength(1);
});

const textReceipt = 'Cafe\nMelange 12,90\nSumme 12,90\nBar 12,90\n\x1dV\x00';
const numbered = textReceipt.replace('Cafe', 'Cafe\nBon-Nr: 184');

test('the same text without a number is a second copy within 20 seconds, and a new receipt afterwards', async () => {
  const { testApp, print } = await openPrinting();
  await print(textReceipt, textReceipt);
  await untilPrints(testApp, 2);
  testApp.clock.advance(30_000);
  // A clock that is set back changes no elapsed time.
  testApp.clock.jumpTo(testApp.clock.now() - 3_600_000);
  await print(textReceipt);
  const [third, second, first] = await untilPrints(testApp, 3);
  expect([first, second, third].map((row) => row?.reason)).toEqual(['text', 'second-copy', 'again']);
  expect(second?.saleId).toBe(first?.saleId);
  expect(third?.saleId).not.toBe(first?.saleId);
  expect(testApp.view.printer.today).toEqual({ prints: 3, receipts: 2 });
  testApp.clock.advance(24 * 3_600_000);
  await print(textReceipt);
  await expect.poll(() => testApp.view.printer.today).toEqual({ prints: 1, receipts: 1 });
});

test('after three prints with a code, prints without a code become no receipts until a manager accepts them again', async () => {
  const { testApp, print } = await openPrinting();
  const now = testApp.clock.now();
  await print(receipt('1', now), receipt('2', now), receipt('3', now), textReceipt);
  expect((await untilPrints(testApp, 4))[0]).toMatchObject({ reason: 'no-code', saleId: null });
  expect(testApp.view.printer.codeOnly).toBe(true);
  unwrap(await testApp.cashier['printer.acceptAll'](null));
  await expect.poll(async () => (await rows(testApp))[0]?.changedTo).toBe('text');
  await print(textReceipt);
  expect((await untilPrints(testApp, 5))[0]).toMatchObject({ reason: 'text' });
});

test('after a changed setting, the list shows the first and the new result of each earlier print', async () => {
  const { testApp, print } = await openPrinting();
  await print(textReceipt);
  await untilPrints(testApp, 1);
  unwrap(await testApp.cashier['setting.set']({ key: 'printer.neverWords', value: ['Cafe'] }));
  expect(await rows(testApp)).toMatchObject([{ reason: 'text', changedTo: 'excluded-word' }]);
  unwrap(await testApp.cashier['setting.set']({ key: 'printer.codePage', value: 'cp437' }));
  await expect.poll(async () => (await rows(testApp))[0]?.changedTo).toBe('excluded-word');
});

test('a receipt that is printed again after the start of the business day is known', async () => {
  const { testApp, print } = await openPrinting();
  const { dayStartsAtHour } = testApp.settings().delivery;
  const { to } = dayBounds(businessDay(testApp.clock.now(), dayStartsAtHour), dayStartsAtHour);
  testApp.clock.jumpTo(to - 300_000);
  const first = receipt('184', testApp.clock.now());
  await print(first);
  await untilPrints(testApp, 1);
  testApp.clock.jumpTo(to + 300_000);
  await print(first.replace('Cafe', 'Cafe Central'));
  expect((await untilPrints(testApp, 2))[0]).toMatchObject({ reason: 'reprint' });
  expect(await salesOf(testApp)).toHaveLength(1);
});

const showCode = async (testApp: TestApp): Promise<string> => {
  await testApp.poolHas(1);
  return unwrap(await testApp.cashier['printer.showCode'](null)).saleId ?? '';
};

test('a shown code gets the next receipt, but no earlier print and no print without a receipt, and a restart does not forget it', async () => {
  const { testApp, address, printer, print } = await openPrinting();
  const begun = bytes(receipt('5', testApp.clock.now()));
  const till = await connectTill(await address());
  till.socket.write(begun.subarray(0, 20));
  await expect.poll(() => printer.jobs()[0]?.bytes.length).toBe(20);
  const saleId = await showCode(testApp);
  expect(testApp.screen).toMatchObject({ kind: 'qr', phase: 'before' });
  till.socket.end(begun.subarray(20));
  const [earlier] = await untilPrints(testApp, 1);
  expect(earlier?.reason).toBe('code');
  expect(earlier?.saleId).not.toBe(saleId);
  expect(testApp.view.printer.nextPrint).toMatchObject({ saleId });
  unwrap(await testApp.cashier['sale.cancel']({ saleId }));
  await expect.poll(() => testApp.view.printer.nextPrint).toBeNull();
  unwrap(await testApp.cashier['sale.undo']({ saleId }));
  await expect.poll(() => testApp.view.printer.nextPrint).toMatchObject({ saleId });
  await print(`KUECHE\n2x Melange\n${cut}`, numbered);
  expect((await untilPrints(testApp, 3))[0]).toMatchObject({ reason: 'text', saleId });
  expect(testApp.view.printer.nextPrint).toBeNull();
  await testApp.restart();
  await print(numbered);
  expect((await untilPrints(testApp, 1))[0]).toMatchObject({ reason: 'reprint', saleId });
});

/** A printer and a till in another thread. `print` blocks this thread until the bytes have reached the printer. */
async function openElsewhere() {
  const reached = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    const { connect, createServer } = require('node:net');
    const server = createServer((socket) => {
      socket.once('data', () => {
        Atomics.store(workerData, 0, 1);
        Atomics.notify(workerData, 0);
      });
    }).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
    parentPort.on('message', ({ port, job }) => connect(port, '127.0.0.1').end(job));`,
    { eval: true, workerData: reached },
  );
  onTestFinished(async () => void (await worker.terminate()));
  const [port] = await once(worker, 'message');
  return {
    target: `127.0.0.1:${port}`,
    print(address: string, job: Uint8Array): void {
      worker.postMessage({ port: Number(address.split(':')[1]), job });
      Atomics.wait(reached, 0, 0);
    },
  };
}

test('a print that ended while the app was busy does not get the code that is shown afterwards', async () => {
  const { target, print } = await openElsewhere();
  const testApp = await openTestApp({ settings: { printer: { listen: '127.0.0.1:0', target } } });
  await testApp.poolHas(1);
  print((await testApp.app.printerAddress()) ?? '', bytes(receipt('5', testApp.clock.now())));
  const { saleId } = unwrap(await testApp.cashier['printer.showCode'](null));
  // The app takes notice of the print a little later.
  testApp.clock.advance(100);
  const [row] = await untilPrints(testApp, 1);
  expect(row?.reason).toBe('code');
  expect(row?.saleId).not.toBe(saleId);
});

test('a print is accepted and counted while the settings cannot be written', async () => {
  const { testApp, print } = await openPrinting();
  const file = join(testApp.dataDir, 'settings.json');
  rmSync(file, { force: true });
  // A folder in the place of the settings file prevents writing.
  mkdirSync(join(file, 'full'), { recursive: true });
  await print(receipt('7', testApp.clock.now()));
  await untilPrints(testApp, 1);
  await expect.poll(() => testApp.view.printer.today).toEqual({ prints: 1, receipts: 1 });
  expect(testApp.view.printer.codeOnly).toBe(false);
});

/** What ends the wait of a shown code for a print. */
const ends: Readonly<Record<string, (testApp: TestApp, saleId: string) => unknown>> = {
  'the end of its time': ({ clock }) => clock.advance(121_000),
  'the sleep of the computer': ({ clock }) => clock.jumpTo(clock.now() + 121_000),
  'a second tap': ({ cashier }) => cashier['printer.showCode'](null),
  '"Not this one"': ({ cashier }) => cashier['printer.endCode'](null),
  'a cancellation of the sale': ({ cashier }, saleId) => cashier['sale.cancel']({ saleId }),
};

test('a shown code whose wait ended is not given to the next customer, and its sale is cancelled', async () => {
  const { testApp, print } = await openPrinting({ settings: { cashier: { undoSeconds: 0 } } });
  for (const [index, [by, end]] of Object.entries(ends).entries()) {
    const saleId = await showCode(testApp);
    await end(testApp, saleId);
    await print(receipt(String(index), testApp.clock.now()));
    const [row] = await untilPrints(testApp, index + 1);
    expect(row?.reason, by).toBe('code');
    expect(row?.saleId, by).not.toBe(saleId);
    expect(testApp.view.printer.nextPrint, by).toBeNull();
    expect(await salesOf(testApp), by).toContainEqual(expect.objectContaining({ id: saleId, state: 'cancelled' }));
  }
});

test('five unrecognised prints cause a notice even with an explained one between them, and the next receipt ends it', async () => {
  const { testApp, print } = await openPrinting();
  const unknown = [0, 1, 2, 3, 4].map((at) => `Hello ${at}\n${cut}`);
  await print(...unknown.slice(1), `STORNO\n2x Melange\n${cut}`);
  expect((await untilPrints(testApp, 5))[0]).toMatchObject({ reason: 'excluded-word' });
  expect(testApp.till.status().notices).toEqual([]);
  await print(...unknown.slice(0, 1));
  await untilPrints(testApp, 6);
  expect(testApp.till.status().notices).toEqual(['printsNotRecognised']);
  await print(textReceipt);
  await untilPrints(testApp, 7);
  expect(testApp.till.status().notices).toEqual([]);
});

test('a receipt that cannot be queued is printed without a sale, and the sale of the shown code is cancelled', async () => {
  const { testApp, print, printer } = await openPrinting({ settings: { delivery: { maxWaiting: 1 } } });
  await testApp.poolHas(1);
  testApp.network.down = true;
  await print(textReceipt);
  await untilPrints(testApp, 1);
  const { saleId } = unwrap(await testApp.cashier['printer.showCode'](null));
  await print(textReceipt.replaceAll('12,90', '13,90'));
  expect(await untilPrints(testApp, 2)).toMatchObject([{ reason: 'refused', saleId: null }, { reason: 'text' }]);
  expect(printer.jobs()).toHaveLength(2);
  expect(testApp.view.printer.nextPrint).toBeNull();
  expect(await salesOf(testApp)).toContainEqual(expect.objectContaining({ id: saleId, state: 'cancelled' }));
});

test('a print that arrives before the app is set up reaches the printer and opens no sale', async () => {
  const { testApp, print, printer } = await openPrinting({ settings: { service: { storeId: '' } } });
  await print(textReceipt);
  expect((await untilPrints(testApp, 1))[0]).toMatchObject({ reason: 'not-ready', saleId: null });
  expect(printer.jobs()).toHaveLength(1);
});

test('a job above 4 MiB is printed completely but not read', async () => {
  const { testApp, print, printer } = await openPrinting();
  const job = `${'Kaffee 2,50\n'.repeat(400_000)}${textReceipt}`;
  await print(job);
  expect((await untilPrints(testApp, 1))[0]).toMatchObject({ reason: 'too-long', saleId: null });
  expect(printer.jobs()[0]?.bytes.equals(bytes(job))).toBe(true);
});

test('no log line, notice or unencrypted file contains a part of a print', async () => {
  const { testApp, print } = await openPrinting();
  const marker = 'Zuckerwattekanarie';
  const now = testApp.clock.now();
  await print(textReceipt.replace('Melange', marker), `${marker}\n${cut}`, receipt('4', now).replace('Cafe', marker));
  await untilPrints(testApp, 3);
  testApp.clock.advance(3_600_000);
  expect(testApp.log.lines.map(({ event }) => event)).toContain('prints-counted');
  expect(findWords(JSON.stringify(testApp.log.lines), [marker])).toEqual([]);
  await testApp.restart();
  const files = readdirSync(testApp.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const { parentPath, name } of files)
    expect(findWords(readFileSync(join(parentPath, name)), [marker]), name).toEqual([]);
});

test('lines of the manager reach the printer once for a double tap, and again for a later tap', async () => {
  const { testApp, printer } = await openPrinting();
  const tap = async () => unwrap(await testApp.cashier['printer.printLines']({ lines: ['A test'] }));
  expect(await Promise.all([tap(), tap()])).toEqual([{ reached: true }, { reached: true }]);
  await tap();
  testApp.clock.advance(2_001);
  await tap();
  await expect.poll(() => printer.jobs().map(({ isWhole }) => isWhole)).toEqual([true, true]);
  expect(printer.jobs()[0]?.bytes.toString('latin1')).toContain('A test');
});

test.skipIf(systemLacks('pipes'))('printed lines do not reach a device that accepts no bytes', async () => {
  const path = join(tempFolder(), 'printer');
  execFileSync('mkfifo', [path]);
  const device = await open(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => device.close());
  const fill = async (): Promise<void> => {
    for (;;) await device.write(Buffer.alloc(4_096));
  };
  await expect(fill()).rejects.toThrow('EAGAIN');
  const testApp = await openTestApp({ settings: { printer: { target: path } } });
  const answer = testApp.cashier['printer.printLines']({ lines: ['A test'] });
  await testApp.clock.passTimerIn(5_000);
  expect(unwrap(await answer)).toEqual({ reached: false });
});
