import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVirtualPrinter } from '../../src-main/simulator/virtual-printer.ts';
import { systemClock } from '../../src-main/system-ports.ts';
import { decodeQr } from '../electron/decode-qr.ts';
import { type Launched, launch } from '../electron/launch.ts';
import { codedReceipt } from '../fakes/coded-receipt.ts';
import { printJob } from '../fakes/till-port.ts';
import { actionsIn } from './cashier-hands.ts';
import { createFinger } from './finger.ts';

/** A shop whose till can only print: the set-up, then its customers. Each test continues where the last one ended. */

const printer = createVirtualPrinter(systemClock);
let app: Launched;
let target: string;
let address = '';

beforeAll(async () => {
  target = await printer.start();
  app = await launch({ args: ['--pos-port', '0'], env: {} });
});
afterAll(async () => {
  await app.close();
  await printer.stop();
});

const { press, openTab, fill, sees } = actionsIn(() => app.cashier);

const print = async (number: string): Promise<void> => {
  expect((await printJob(address, Buffer.from(codedReceipt(number, Date.now()), 'latin1'))).ended).toBe('closed');
};
/** Waits until the QR code on the customer display has changed. Returns its address. */
async function nextCode(before: string): Promise<string> {
  let url = before;
  const read = async (): Promise<boolean> => {
    url = (await decodeQr(await app.customer.screenshot())).jsqr ?? before;
    return url !== before;
  };
  await expect.poll(read).toBe(true);
  return url;
}
const pageOf = async (url: string): Promise<string> => (await fetch(url)).text();
let last = '';

test('a manager sets the port up by touch, prints a test and reads that the first receipt was recognized', async () => {
  const finger = createFinger(() => app.cashier);
  await press('Later');
  await finger.tap('tab', 'Settings');
  await finger.tap('tab', 'Printer');
  await sees('The printer port is off.');
  await fill('Printer', target);
  await fill('Address that the till had', target);
  await fill('Listen at', '127.0.0.1:0');
  await finger.tap('button', 'Print a test');
  await sees('Sent. Look at the printer.');
  await fill('Printer', '127.0.0.1:1');
  await app.cashier.getByRole('textbox', { name: 'Printer', exact: true }).press('Tab');
  await expect.poll(() => app.cashier.getByText('Sent. Look at the printer.').count()).toBe(0);
  await fill('Printer', target);
  await finger.tap('button', 'Back to the printer');
  await sees(`2. Enter ${target} as the printer.`);
  await sees('No print has arrived yet.');
  const line = app.cashier.getByText(/^The till prints to 127\.0\.0\.1:\d+\.$/);
  address = /[\d.]+:\d+/.exec((await line.textContent()) ?? '')?.[0] ?? '';
  await print('184');
  await sees('Receipt read from its fiscal code.');
  await sees('Melange 12,90');
  expect(printer.jobs().map(({ bytes }) => bytes.toString('latin1').includes('Melange'))).toEqual([false, true]);
  last = await nextCode(last);
  expect(await pageOf(last)).toMatch(/20[.,]35/);
  await finger.tap('button', 'Open the receipt');
  await app.cashier.getByRole('heading', { name: '€20.35', exact: true }).waitFor();
  expect(finger.taps()).toBe(5);
});

test('the cashier reads one line about the printer, and a tap on the line opens the list of prints', async () => {
  await openTab('Sale');
  const line = app.cashier.getByRole('region', { name: 'Printer', exact: true });
  await line.getByRole('button', { name: /^Printer ready\. 1 print today, 1 receipt\..*fiscal code\.$/ }).waitFor();
  await press('Printer ready. 1 print today, 1 receipt. Receipt read from its fiscal code.');
  await sees('Last prints');
  await press('Back to the list');
  await openTab('Sale');
});

test('the second customer does not get a code that was shown to the first one without a print', async () => {
  await press('Show code');
  await sees('The next receipt from the printer gets this code.');
  const first = await nextCode(last);
  await press('Not this one');
  await app.cashier.getByRole('button', { name: 'Show code', exact: true }).waitFor();
  await print('185');
  last = await nextCode(first);
  expect(await pageOf(last)).toMatch(/20[.,]35/);
  expect(await pageOf(first)).not.toMatch(/20[.,]35/);
});

test('the receipt of the customer who scanned before payment is at the scanned address', async () => {
  await press('Show code');
  const shown = await nextCode(last);
  await print('186');
  await expect.poll(() => pageOf(shown)).toMatch(/20[.,]35/);
});

test('a wrong address in the field "Printer" is marked as invalid, and the port stays open', async () => {
  await openTab('Settings');
  await openTab('Printer');
  await fill('Printer', 'the printer');
  await app.cashier.keyboard.press('Tab');
  const field = app.cashier.getByRole('textbox', { name: 'Printer', exact: true });
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  await sees(`The till prints to ${address}.`);
});
