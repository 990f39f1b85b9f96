import { expect, onTestFinished } from 'vitest';
import { createVirtualPrinter } from '../../src-main/simulator/virtual-printer.ts';
import { systemClock } from '../../src-main/system-ports.ts';
import { printJob } from '../fakes/till-port.ts';
import { good, openTestApp, type TestApp, test } from './test-app.ts';

/** The port for a till that prints, from the bytes of a job to the sale. */

const cut = '\x1dV\x00';
const rksv = (number: string, at: number, amounts = '12,90_7,45_0,00_0,00_0,00') => {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  return `_R1-AT1_KASSE-1_${number}_${local}_${amounts}_cb7dG1k=_3e1f9a_hJ8kQm0=_h1kPx2Q=`;
};
/** A native QR code: stored, then printed. */
function qrCode(text: string): string {
  const size = text.length + 3;
  const store = `\x1d(k${String.fromCharCode(size & 0xff, size >> 8)}1P0${text}`;
  return `${store}\x1d(k\x03\x001Q0\n`;
}
const receipt = (number: string, at: number): string =>
  `Cafe\nMelange 12,90\nKuchen 7,45\nSumme 20,35\nBar 20,35\n${qrCode(rksv(number, at))}${cut}`;
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

async function openPrinting(settings: Parameters<typeof openTestApp>[0] = {}) {
  const printer = createVirtualPrinter(systemClock);
  onTestFinished(printer.stop);
  const target = await printer.start();
  const testApp = await openTestApp({
    ...settings,
    settings: { ...settings.settings, printer: { listen: '127.0.0.1:0', target } },
  });
  const address = await testApp.app.printerAddress();
  if (address == null) throw new Error('the port did not open');
  return { printer, target, address, testApp, print: (...jobs: readonly string[]) => printAll(address, jobs) };
}
async function printAll(address: string, jobs: readonly string[]): Promise<void> {
  for (const job of jobs) expect((await printJob(address, bytes(job))).ended).toBe('closed');
}
const rows = async (testApp: TestApp) => good(await testApp.cashier['printer.prints'](null));
const untilPrints = (testApp: TestApp, count: number) =>
  expect.poll(async () => (await rows(testApp)).length).toBe(count);

test('a print with a fiscal code becomes a delivered receipt, and its paper is printed', async () => {
  const { testApp, printer, print } = await openPrinting();
  const job = receipt('184', testApp.clock.now());
  await print(job);
  await untilPrints(testApp, 1);
  const [row] = await rows(testApp);
  expect(row).toMatchObject({ reason: 'code', hasPicture: false, changedTo: null });
  expect(row?.text).toContain('Melange 12,90');
  expect(printer.jobs().map((one) => one.bytes)).toEqual([bytes(job)]);
  expect(testApp.view.printer).toMatchObject({ state: 'ready', today: { prints: 1, receipts: 1 }, lastReason: 'code' });
});
