import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVirtualPrinter } from '../../src-main/simulator/virtual-printer.ts';
import { systemClock } from '../../src-main/system-ports.ts';
import { type Launched, launch } from '../electron/launch.ts';
import { tap, tapLabel } from '../electron/tap.ts';
import { codedReceipt, cut } from '../fakes/coded-receipt.ts';
import { printJob } from '../fakes/till-port.ts';
import { actionsIn } from './cashier-hands.ts';

/** Paper on request in both windows: a manager switches it on, then the cashier decides. */

const printer = createVirtualPrinter(systemClock);
let app: Launched;
let address = '';

beforeAll(async () => {
  const target = await printer.start();
  app = await launch({
    args: ['--pos-port', '0', '--training', '--printer-listen', '127.0.0.1:0', '--printer', target],
    env: {},
  });
});
afterAll(async () => {
  await app.close();
  await printer.stop();
});

const { openTab, sees } = actionsIn(() => app.cashier);
const question = () => app.cashier.getByRole('region', { name: /^Paper for €20\.\d\d\?$/ });
const papers = (): readonly (string | undefined)[] =>
  printer
    .jobs()
    .flatMap(({ bytes }) => [...bytes.toString('latin1').matchAll(/KASSE-1_(\d+)_/g)].map(([, number]) => number));

let number = 0;
/** Prints receipts until the app keeps one back. On a busy computer it may decide too late, and the paper comes out. */
async function keepOne(): Promise<string> {
  for (;;) {
    number += 1;
    // Each receipt has another total, so that the test finds it in the list.
    const receipt = codedReceipt(String(number), Date.now(), cut, 20.35 + number / 100);
    await printJob(address, Buffer.from(receipt, 'latin1'));
    const isDeferred = question()
      .waitFor({ timeout: 5_000 })
      .then(() => true)
      .catch(() => false);
    if (await isDeferred) return String(number);
    expect(papers()).toContain(String(number));
  }
}

test('a manager reads the warning and switches on "Paper on request"', async () => {
  await openTab('Settings');
  await openTab('Printer');
  await tap(app.cashier.getByRole('button', { name: 'Paper on request (experimental)', exact: true }));
  await sees('Laws differ and change. Let a person who knows your country’s rules check this setting.');
  const words = await app.cashier.getByText(/^The till prints to 127\.0\.0\.1:\d+\.$/).textContent();
  address = /[\d.]+:\d+/.exec(words ?? '')?.[0] ?? '';
  const time = app.cashier.getByRole('textbox', { name: 'Time to decide (seconds)', exact: true });
  await time.fill('60');
  await time.press('Tab');
  const name = 'Keep the paper back until somebody has decided';
  await tapLabel(app.cashier.getByRole('switch', { name, exact: true }));
  await app.cashier.getByRole('switch', { name, exact: true, checked: true }).waitFor();
  await openTab('Sale');
});

test('the cashier declines a paper with one tap, and the receipt can be printed after all', async () => {
  const paper = await keepOne();
  expect(papers()).not.toContain(paper);
  await tap(question().getByRole('button', { name: 'No paper', exact: true }));
  await question().waitFor({ state: 'detached' });
  expect(papers()).not.toContain(paper);
  await openTab('Receipts');
  await tap(
    app.cashier.getByRole('button', { name: new RegExp((20.35 + Number(paper) / 100).toFixed(2).replace('.', '\\.')) }),
  );
  await tap(app.cashier.getByRole('button', { name: 'Print after all', exact: true }));
  await expect.poll(papers).toContain(paper);
});

test('a tap on "Print everything" prints the paper that waits', async () => {
  await openTab('Sale');
  const paper = await keepOne();
  await tap(question().getByRole('button', { name: 'Print everything', exact: true }));
  await expect.poll(papers).toContain(paper);
});
