import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awayService, awaySettings, keyPrefix } from '../app/partner-away.ts';
import { tap } from '../electron/tap.ts';
import { handsOn } from './cashier-hands.ts';
import { type OpenDesk, openDesk } from './open-desk.ts';

/** The customer desk by touch where the settings file says everything otherwise than its defaults: the steps follow one another. */

let desk: OpenDesk;
const key = 'canary-desk-key-2342';
const number = 'customer-4711';

beforeAll(async () => {
  desk = await openDesk({
    account: { partnerKey: `${keyPrefix}${key}` },
    switches: awayService,
    partner: { ...awaySettings, keyPrefix },
    key,
  });
});
afterAll(() => desk.close());

const { press, openTab, fill, sees, saleIs } = handsOn(() => desk.app.cashier);
const rows = () => desk.app.cashier.getByRole('region', { name: 'Receipts of this customer' }).getByRole('listitem');

test('a customer is created and gets an access for the one app of two that the settings name', async () => {
  await openTab('Customer service');
  await fill('Customer number', number);
  await press('Open or create');
  await sees('Just created');
  await press('Access for the phone');
  await desk.app.cashier.getByRole('img', { name: 'QR code with access for the customer’s phone' }).waitFor();
  await press('Hide the code');
});

test('a receipt of the till is added by the route of the settings', async () => {
  await openTab('Sale');
  for (const key of '1234') await press(key);
  await press('Show QR');
  await press('Paid cash');
  await saleIs('Delivered');
  await openTab('Customer service');
  await fill('Customer number', number);
  await press('Open or create');
  await tap(desk.app.cashier.getByRole('button', { name: /^Add H-.*12\.34$/ }));
  await sees('The receipt now belongs to this customer.');
});

test('receipts come in pages as small as the settings say, and a PDF by its own route', async () => {
  const created = desk.simulator.ledger().partner.find((action) => action.kind === 'userCreated');
  desk.simulator.addReceipts(created?.userId ?? '', 4);
  await press('Load again');
  await sees('5 receipts');
  expect(await rows().count()).toBe(2);
  await press('Next page');
  await sees('5 receipts · Page 2');
  await press('Next page');
  await sees('5 receipts · Page 3');
  expect(await rows().count()).toBe(1);
  await tap(rows().getByRole('button'));
  const line = desk.app.cashier.getByText(/\.pdf/);
  await line.waitFor();
  const [path = ''] = /\/.*\.pdf/.exec((await line.textContent()) ?? '') ?? [];
  expect(execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })).toContain('12.34');
});

test('a merchant is registered below the prefix, and link, ID and account are found at their places', async () => {
  await openTab('Settings');
  await openTab('New merchant');
  await fill('Merchant: name of field 1', 'number');
  await fill('Merchant: value of field 1', 'merchant-17');
  await press('Register now');
  await sees('The account is in the password store of this computer.');
  await desk.app.cashier.getByRole('img', { name: 'QR code of the registration link' }).waitFor();
  await press('Ask now');
  await sees('Not activated yet: receipts cannot be sent so far.');
  const link = (await desk.app.cashier.getByText(/^http.*registration|^http.*register/).textContent()) ?? '';
  expect((await fetch(link, { method: 'POST', redirect: 'manual' })).status).toBeLessThan(400);
  await press('Ask now');
  await sees('Activated: receipts can be sent.');
});

test('a customer is deleted, and nothing of all this was asked the wrong way or told to a log', async () => {
  await openTab('Customer service');
  await fill('Customer number', number);
  await press('Open or create');
  await press('Delete this customer');
  await press('Delete for good');
  await sees('The customer was deleted.');
  expect(desk.simulator.ledger().complaints).toEqual([]);
  expect(desk.app.logs.join('\n')).not.toContain(key);
  expect(desk.app.logs.join('\n')).not.toContain(number);
});
