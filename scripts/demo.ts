/**
 * `npm run demo`: one whole sale, printed step by step, as a till and a cashier would do it, against the embedded
 * service, with the real windows. `-- --printer`: the till can only print, and a virtual printer takes its job.
 * Screenshots go to artifacts/demo. Ends with 0 only when every step was seen.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import qrcode from 'qrcode';
import { createVirtualPrinter } from '../src-main/simulator/virtual-printer.ts';
import { systemClock } from '../src-main/system-ports.ts';
import { posClient, posToken } from '../test/app/program.ts';
import { decodeQr } from '../test/electron/decode-qr.ts';
import { launch } from '../test/electron/launch.ts';
import { codedReceipt } from '../test/fakes/coded-receipt.ts';
import { printJob } from '../test/fakes/till-port.ts';

const folder = join(import.meta.dirname, '../artifacts/demo');
let steps = 0;

function say(text: string): void {
  steps += 1;
  process.stdout.write(`${String(steps).padStart(2)}. ${text}\n`);
}

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not as promised: ${what}`);
}

async function run(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  process.stdout.write('Receipt Companion: one sale in training mode\n\n');
  if (process.argv.includes('--printer')) return runPrinter();
  const app = await launch({ env: { RECEIPT_COMPANION_POS_TOKEN: posToken } });
  try {
    await sell(app);
  } finally {
    await app.close();
  }
}

async function runPrinter(): Promise<void> {
  const printer = createVirtualPrinter(systemClock);
  const target = await printer.start();
  say(`A virtual printer is on at ${target}`);
  const port = ['--printer-listen', '127.0.0.1:0', '--printer', target];
  const app = await launch({ args: ['--training', '--pos-port', '0', ...port] });
  try {
    await sellByPrint(app, printer);
  } finally {
    await app.close();
    await printer.stop();
  }
}

async function sellByPrint(
  app: Awaited<ReturnType<typeof launch>>,
  printer: ReturnType<typeof createVirtualPrinter>,
): Promise<void> {
  const opened = await untilFound('the port for prints', () =>
    app.logs.find((line) => line.includes('"printer-port-opened"')),
  );
  const { address } = (JSON.parse(opened) as { fields: { address: string } }).fields;
  say(`The app is up, and the till can print to ${address}`);
  const job = Buffer.from(codedReceipt('1', Date.now()), 'latin1');
  const printed = performance.now();
  await printJob(address, job);
  await app.customer.getByRole('img', { name: /QR/ }).waitFor();
  say(`The customer sees the QR code ${(performance.now() - printed).toFixed(0)} ms after the till began to print`);
  expectThat(printer.jobs()[0]?.bytes.equals(job) === true, 'the printer got every byte of the job');
  say(`The printer got every byte: ${job.byteLength}`);
  const png = await app.customer.screenshot();
  writeFileSync(join(folder, 'customer-after-print.png'), png);
  const { jsqr: url } = await decodeQr(png);
  expectThat(url !== null, 'a decoder reads the address');
  await untilFound('the total on the page behind the QR code', async () => {
    const page = await (await fetch(url ?? '')).text();
    return page.includes('20.35') ? page : undefined;
  });
  say(`The page behind the QR code shows the receipt: ${url}`);
  await app.cashier
    .getByText(/20[.,]35/)
    .first()
    .waitFor();
  writeFileSync(join(folder, 'cashier-after-print.png'), await app.cashier.screenshot());
  process.stdout.write('\nDone: printed on paper, read from its fiscal code, delivered once.\n');
}

async function untilFound(what: string, look: () => string | undefined | Promise<string | undefined>): Promise<string> {
  for (const deadline = performance.now() + 10_000; performance.now() < deadline; await wait(20)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`not found within 10 seconds: ${what}`);
}

async function sell(app: Awaited<ReturnType<typeof launch>>): Promise<void> {
  const pos = posClient(app.posApiUrl ?? '');
  const shot = async (role: 'cashier' | 'customer', name: string): Promise<Buffer> => {
    const path = join(folder, `${name}.png`);
    const png = await app[role].screenshot();
    writeFileSync(path, png);
    say(`Screenshot of the ${role}'s window: ${relative(process.cwd(), path)}`);
    return png;
  };

  say(`The app is up: POS API at ${app.posApiUrl}, ${app.mode} mode`);
  await pos.untilPoolHas(1);
  say('Receipt ids are registered in advance');

  const opened = performance.now();
  const sale = await pos.json('POST', '/sales', { reference: `demo-${Date.now()}`, amount: 19.9, language: 'en' });
  const url = String(sale.url);
  say(`The till opens a sale over 19.90 EUR; answered in ${(performance.now() - opened).toFixed(1)} ms: ${url}`);
  process.stdout.write(`\n${await qrcode.toString(url, { type: 'utf8', errorCorrectionLevel: 'M' })}\n`);

  await app.customer.getByRole('img', { name: /QR/ }).waitFor();
  const seen = await decodeQr(await shot('customer', 'customer-before-payment'));
  expectThat(seen.jsqr === url && seen.zxing === url, `both decoders read ${url}, found ${JSON.stringify(seen)}`);
  say('The customer sees it before payment; two decoders read the address from the screenshot');

  await pos.json('PUT', `/sales/${sale.id}/loyalty`, { externalUserId: 'customer-assigned' });
  const { loyalty } = (await pos.json('GET', `/sales/${sale.id}`)) as { loyalty?: { state: string; points: number } };
  say(`A loyalty transaction is ${loyalty?.state}: ${loyalty?.points ?? 'no'} points`);

  const sent = performance.now();
  const bill = readFileSync(join(import.meta.dirname, '../docs/clients/bill.json'), 'utf8');
  await pos.json('PUT', `/sales/${sale.id}/bill`, JSON.parse(bill));
  say('The customer has paid: the bill is on disk');
  const delivered = await pos.sale(sale.id, ({ state }) => state === 'delivered');
  say(`Delivered under the same id after ${(performance.now() - sent).toFixed(0)} ms: ${delivered.billId}`);
  expectThat(delivered.billId === sale.billId, 'the receipt has the id that was shown');
  const page = await (await fetch(url)).text();
  expectThat(page.includes('Coffee beans'), 'the page behind the QR code shows the receipt');
  say('The page behind the QR code shows the receipt');

  await pos.json('POST', `/sales/${sale.id}/printed`);
  await pos.sale(sale.id, ({ printed }) => printed === 'done');
  say('Paper was wanted as well: the receipt is marked as printed at the service');
  await app.cashier
    .getByText(/19[.,]90/)
    .first()
    .waitFor();
  await shot('cashier', 'cashier-after-payment');
  process.stdout.write('\nDone: shown before payment, delivered once, printed.\n');
}

run().catch((error: unknown) => {
  process.stderr.write(`\nThe demo stopped: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
