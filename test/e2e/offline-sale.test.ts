import { afterAll, beforeAll, expect, test } from 'vitest';
import { readQr } from '../electron/decode-qr.ts';
import { wakeUp } from '../electron/in-main.ts';
import { actionsIn } from './cashier-hands.ts';
import { createFinger, expectTaps } from './finger.ts';
import { openTillApp, type TillApp } from './open-till.ts';

/** A live till loses its service while customers wait, and gets it back. The steps follow one another. */

let till: TillApp;
const shown: string[] = [];

beforeAll(async () => {
  // Chromium repeats a POST if a reused connection loses its answer.
  till = await openTillApp({ settings: { pool: { target: 2 } }, network: 'chromium' });
});
afterAll(() => till.close());

const { press, openTab, sees, saleIs } = actionsIn(() => till.app.cashier);
async function storesCodes(): Promise<void> {
  await openTab('Settings');
  await openTab('Service');
  await sees('2 codes ready');
  await openTab('Sale');
}
const customerSees = (title: string) => till.app.customer.getByRole('heading', { name: title, exact: true }).waitFor();
const billsThere = () => till.simulator.ledger().bills.map(({ billId }) => billId);
/** Counts the touches for three customers without the service. */
const finger = createFinger(() => till.app.cashier);
async function sell(key: string): Promise<void> {
  for (const name of [key, '00', 'Show QR']) await finger.tap('button', name);
}

test('without the service a customer still gets a code, and no window claims that the receipt is delivered', async () => {
  expect(till.app.mode).toBe('live');
  await storesCodes();
  await till.simulator.stop();
  for (const [key, waiting] of [
    ['5', '1 waiting'],
    ['7', '2 waiting'],
  ] as const) {
    await sell(key);
    await sees(`Customer sees the QR code of €${key}.00.`);
    shown.push(await readQr(till.app.customer));
    await finger.tap('button', 'Paid cash');
    await saleIs('On its way');
    await till.app.cashier.getByRole('button', { name: 'Digital', exact: true }).waitFor();
    await sees('Offline');
    await sees(waiting);
    await customerSees('Paid. Scan your receipt');
    await till.app.customer.getByText('It appears as soon as it has been sent.').waitFor();
  }
  expect(new Set(shown).size).toBe(2);
});

test('without codes the customer display offers paper and nothing else', async () => {
  await sell('9');
  await sees('Customer sees: paper receipt.');
  await customerSees('Paper receipt');
  await finger.tap('button', 'Paid cash');
  await saleIs('On its way');
  await sees('3 waiting');
  expect(await till.app.cashier.getByRole('button', { name: 'Digital', exact: true }).count()).toBe(0);
  await finger.tap('button', 'Paper given');
  await saleIs('Paper receipt');
  expectTaps('Three sales offline, the third without a code', finger.taps());
  await press('Next customer');
});

test('when the service is back all receipts arrive, and each code that a customer saw opens its receipt', async () => {
  await till.simulator.start();
  await till.app.inMain(wakeUp, null);
  await sees('All sent');
  await storesCodes();
  expect(billsThere()).toHaveLength(3);
  for (const url of shown) expect(billsThere().filter((id) => url.includes(id))).toHaveLength(1);
  for (const url of shown) expect((await fetch(url)).status).toBe(200);
});
