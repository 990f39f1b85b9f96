import { expect, test } from 'vitest';
import { done } from '../../src-main/shared/result.ts';
import { tap } from '../electron/tap.ts';
import { receiptDetail } from '../fakes/sample-records.ts';
import { cashierView, pairing, sale, saleScenes } from '../fakes/sample-views.ts';
import { textIn } from '../fakes/texts.ts';
import { cashierPlaces } from '../gallery/cashier-places.ts';
import { cashiersOfFile } from './windows-of-file.ts';

const openCashier = cashiersOfFile();

test('while another sale is on the customer’s screen, the cashier reads which one, and one touch shows the cashier’s sale again', async () => {
  const opened = await openCashier(saleScenes['other-sale-shown']);
  const screen = opened.page.getByRole('region', { name: 'Customer display', exact: true });
  expect(await screen.innerText()).toContain('€15.00');
  expect(await screen.getByText('Customer sees the QR code').count()).toBe(0);
  await tap(screen.getByRole('button', { name: 'Shows another sale (€15.00): back to this one' }));
  expect(await opened.sent()).toEqual([{ name: 'sale.show', input: { saleId: saleScenes.open.sale.id } }]);
  await opened.showPart(saleScenes.open);
  await screen.getByText('Customer sees the QR code of €1,284.50.').waitFor();
  expect(await screen.getByRole('button').count()).toBe(0);
});

test('while an older receipt covers the open sale, one touch finishes the receipt, whichever of the two the cashier looks at', async () => {
  const { beneath, status } = { ...saleScenes['older-shown'], ...saleScenes['other-sale-shown'] };
  const { sale } = saleScenes.open;
  const { press, sentOf } = await openCashier({ sale, status, beneath: { ...beneath, id: sale.id } });
  await press('Older receipt shown. €1,284.50 is open: back to it');
  expect(await sentOf('sale.close')).toEqual([{ saleId: status.display.saleId }]);
});

test('the cashier reads both amounts if a bill has another amount than its sale', async () => {
  const openedTotal = { amount: 15, currency: 'EUR' };
  const total = { amount: 20, currency: 'CHF' };
  const opened = await openCashier({ sale: sale({ state: 'queued', total, openedTotal }) });
  await opened.page.getByText(/^Opened with €15\.00, the receipt says CHF\s20\.00\./).waitFor();
});

test('a cancelled sale shows the cancellation once while the service has not answered', async () => {
  const opened = await openCashier({ sale: sale({ state: 'cancelled', cancelled: 'queued' }) });
  const marks = opened.page
    .getByRole('region', { name: 'Current sale', exact: true })
    .getByRole('list', { name: 'State' });
  expect(await marks.getByRole('listitem').allInnerTexts()).toEqual(['Cancelled']);
});

test('a wrong pairing code is reported beside the code, and the list of tills is loaded again when the pairing ends', async () => {
  const opened = await openCashier(
    { pairing: { ...pairing, wrongCodes: 0 } },
    { answers: { 'pairing.list': done([]) } },
  );
  await opened.openTab('Settings');
  await opened.openTab('Tills');
  const message = opened.page.getByText('A wrong code was sent. Please check it at the till.');
  await opened.page.getByText('4071 6293').waitFor();
  expect(await message.count()).toBe(0);
  await opened.showPart({ pairing: { ...pairing, wrongCodes: 1 } });
  await message.waitFor();
  const requestCount = async () => (await opened.sentOf('pairing.list')).length;
  const before = await requestCount();
  // The number of tills stays the same if a known till is paired again.
  await opened.showPart({ pairing: null });
  await opened.page.getByRole('button', { name: 'Show a code' }).waitFor();
  await expect.poll(requestCount).toBe(before + 1);
});

test('a live till shows the old and the new server side by side before a changed connection is saved', async () => {
  const opened = await openCashier({ training: false });
  await opened.openTab('Settings');
  await opened.openTab('Service');
  const rows = () =>
    opened.page.getByRole('table', { name: 'This changes the server:' }).getByRole('row').allInnerTexts();
  const address = opened.field('Address for signing in');
  await address.fill('https://login.example/other');
  expect(await rows()).toEqual([]);
  await address.fill('https://login.evi1.example/token');
  expect(await rows()).toEqual([
    '\tUntil now\tFrom now on',
    'Address for signing in\tlogin.example\tlogin.evi1.example',
  ]);
  expect(await opened.sentOf('connection.save')).toEqual([]);
});

test('a connection whose test fails is not saved, the field is named, and another address needs the account again', async () => {
  const refused = { name: 'signIn', ok: false, fault: 'accountRefused', trouble: null };
  const saved = done({ ok: false, deviations: [], steps: [refused], waiting: null, overriddenBy: [] });
  const { page, openTab, fill, press, sees } = await openCashier({}, { answers: { 'connection.save': saved } });
  for (const name of ['Settings', 'Service']) await openTab(name);
  await sees('Stored in the password store. Leave both empty to keep them.');
  await fill('Address for signing in', 'https://other.example/token');
  await sees('For another address the user name and password are needed again.');
  await press('Save');
  await sees('Not saved: the test did not succeed.');
  await page.getByRole('textbox', { description: 'User name or password is not accepted.' }).first().waitFor();
});

test('if another program has the address for tills, the cashier reads this address', async () => {
  const { status } = cashierView('en');
  const posApi = { ...status.posApi, url: null, takenAddress: '127.0.0.1:17351' };
  const { press, sees } = await openCashier({ status: { ...status, posApi, notices: ['portTaken'] } });
  await press('Please show this to your administrator');
  await sees(/^Another program has the address where tills reach this app/);
  await sees('The address is 127.0.0.1:17351. The app tries again every 30 seconds.');
});

test('while receipts wait for a later try, the cashier reads the time of the try, and one touch sends them', async () => {
  const { status } = cashierView('en');
  const opened = await openCashier({ status: { ...status, waiting: 7, nextTryAt: Date.now() + 60_000 } });
  await opened.page.getByText(/^Next try at /).waitFor();
  await opened.press('Send now');
  expect(await opened.sent()).toEqual([{ name: 'outbox.sendNow', input: null }]);
  await opened.showPart({ status: { ...status, waiting: 1, nextTryAt: Date.now() + 5_000 } });
  await opened.page.getByRole('button', { name: 'Send now', exact: true }).waitFor({ state: 'detached' });
});

test('a till without settings reports that it accepts nothing, and one touch continues live', async () => {
  const opened = await openCashier(saleScenes['setup-required-lost']);
  const { sees, training, press } = opened;
  await opened.page.getByRole('heading', { name: 'Live or training? Nothing is accepted until you choose' }).waitFor();
  await sees('This till was live, but the settings of its connection are missing.');
  await sees('Nothing is accepted yet');
  expect(await training().count()).toBe(0);
  await press('Continue live');
  expect(await opened.sent()).toContainEqual({ name: 'connection.settle', input: { mode: 'live' } });
});

test('under a policy a failed connection offers only to try again, and no training', async () => {
  const { status } = cashierView('en', saleScenes['setup-required-policy']);
  const notices = ['policyNotConnected'] as const;
  const opened = await openCashier({ ...saleScenes['setup-required-policy'], status: { ...status, notices } });
  const closed = opened.page.getByRole('alert', { name: 'Nothing is accepted yet' });
  await opened.sees('The connection that your administrator has fixed does not work yet.');
  expect(await closed.getByRole('button').allTextContents()).toEqual(['Try again']);
  await tap(closed.getByRole('button'));
  expect(await opened.sent()).toContainEqual({ name: 'connection.settle', input: { mode: 'live' } });
});

test('a setting locked by a policy cannot be changed, and names the administrator', async () => {
  const opened = await openCashier(cashierPlaces['connection-fixed']?.part ?? {});
  const { openTab, press, sees } = opened;
  const field = (name: string) => opened.page.getByLabel(name, { exact: true });
  await openTab('Settings');
  await sees('Set by: IT 555 0100');
  expect(await opened.page.getByRole('radio', { name: 'Paper receipt', exact: true }).isDisabled()).toBe(true);
  expect(await field('Name of the shop').isDisabled()).toBe(false);
  await openTab('Service');
  await field('Store ID').waitFor();
  for (const label of ['Address of the service', 'Store ID', 'User name', 'Password', 'Training', 'Live'])
    expect(await field(label).isDisabled(), label).toBe(true);
  await sees('Set by: IT 555 0100');
  await press('More connection settings');
  expect(await field('Extension key').isDisabled()).toBe(false);
});

test('a second refund of the last receipt is refused with a message', async () => {
  const opened = await openCashier({}, { answers: { 'receipts.get': done({ ...receiptDetail, refundLeft: 0 }) } });
  await opened.press('Refund');
  await opened.page.getByText('This is no longer possible for this sale.').waitFor();
});

test('after a change of language the receipts of a customer are searched again, in the new one', async () => {
  const partner = { ...cashierView('en').partner, configured: true };
  const { openTab, fill, press, sees, page, show } = await openCashier({ partner });
  await openTab('Customer service');
  await fill('Customer number', '4711');
  await press('Open or create');
  await fill('Time, day, amount or shop', '3 Mar 2026');
  await press('Search');
  await sees(textIn('en')('customerReceiptsCount', { count: 1 }));
  await show(cashierView('de', { partner }));
  await sees(textIn('de')('receiptsNone'));
  await expect.poll(() => page.getByText('Obst & Gemüse Muster').count()).toBe(0);
});
