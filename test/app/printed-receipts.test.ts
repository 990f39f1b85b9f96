import { expect } from 'vitest';
import { seed } from '../fakes/drawn.ts';
import { startPrinter } from '../fakes/start-printer.ts';
import { printJob } from '../fakes/till-port.ts';
import { type MadeReceipt, madeReceipt } from '../unit/printer/made-receipts.ts';
import { openTestApp, test, unwrap } from './test-app.ts';

/** One picture for each country, and one German code, Austrian code and text by each encoder. */
function receiptsOfEachKind(now: number): readonly MadeReceipt[] {
  const made = (index: number): MadeReceipt => madeReceipt(index, seed, now);
  const texts = [30, 32, 36, 38, 31, 33, 37, 39].map(made).filter(({ currency }) => currency === 'EUR');
  // Receipts without a code come first: after three receipts with a code, the app refuses those without one.
  return [...texts, ...[0, 120, 60, 61, 180, 181].map(made)];
}

test('print jobs of two encoders are stored by the service with their total and the print itself', async () => {
  const { printer, target } = await startPrinter();
  const settings = { printer: { listen: '127.0.0.1:0', target } };
  const testApp = await openTestApp({ settings });
  const address = await testApp.app.printerAddress();
  const all = receiptsOfEachKind(testApp.clock.now());
  for (const [index, { job }] of all.entries()) {
    await printJob(address ?? '', Buffer.from(job));
    await expect.poll(async () => unwrap(await testApp.cashier['printer.prints'](null)).length).toBe(index + 1);
  }
  const prints = unwrap(await testApp.cashier['printer.prints'](null));
  expect(prints.map(({ reason }) => reason).toReversed()).toEqual(
    all.map(({ code }) => (code === null ? 'text' : 'code')),
  );
  await expect.poll(() => testApp.simulator.ledger().bills.length).toBe(all.length);
  const { bills, complaints } = testApp.simulator.ledger();
  expect(complaints).toEqual([]);
  for (const [index, made] of all.entries()) {
    expect(bills[index]?.body, `receipt ${index} of seed ${seed}`).toMatchObject({
      bill: {
        data: { currency: 'EUR', fullAmountInclVat: made.totalCents / 100 },
        misc: {
          additionalReceipts: [
            { contentType: made.isPicture ? 'image/png' : 'text/plain', isPrimaryReceipt: true, type: 'BasicReceipt' },
          ],
        },
      },
    });
  }
  expect(printer.jobs().map(({ bytes }) => bytes)).toEqual(all.map(({ job }) => Buffer.from(job)));
});
