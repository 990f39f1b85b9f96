import { expect, test } from 'vitest';
import { businessDay, dayPlus } from '../../src-main/shared/local-time.ts';
import { done, failed } from '../../src-main/shared/result.ts';
import { tapLabel, untilSteady } from '../electron/tap.ts';
import { attentionView } from '../fakes/sample-records.ts';
import { cashierView, saleScenes } from '../fakes/sample-views.ts';
import { middleOf } from './finger.ts';
import { cashiersOfFile } from './windows-of-file.ts';

const openCashier = cashiersOfFile();
const { partner } = cashierView('en');

test.each([
  { name: 'Thank you: headline', place: 'Customer display', isSaved: true },
  { name: 'Name of the shop', place: 'Shop', isSaved: false },
])(
  'text typed into "$name" before main has answered stays and is saved next; main accepted the earlier text: $isSaved',
  async ({ name, place, isSaved }) => {
    const { answerLate, answerNow, sentOf, openTab, field } = await openCashier(saleScenes.open);
    for (const tab of ['Settings', place]) await openTab(tab);
    const input = field(name);
    const values = async () => (await sentOf('setting.set')).map((set) => JSON.stringify(set));
    await answerLate('setting.set');
    await input.fill('Merci');
    await input.press('Enter');
    await expect.poll(values).toHaveLength(1);
    // Typed at a person's speed, because fast keys with Enter would be a scan.
    await input.pressSequentially(' vilmal', { delay: 150 });
    await answerNow(isSaved ? done(null) : failed('invalid', 'does not fit'));
    await answerLate('setting.set');
    await input.press('Enter');
    await expect.poll(values).toHaveLength(2);
    expect((await values()).at(-1)).toContain('Merci vilmal');
    expect(await input.inputValue()).toBe('Merci vilmal');
  },
);

test('a field that is changed while the connection is tested is not marked as wrong', async () => {
  const { answerLate, answerNow, openTab, field, press, sees } = await openCashier();
  for (const tab of ['Settings', 'Service']) await openTab(tab);
  const address = field('Address of the service');
  await answerLate('connection.test');
  await press('Test connection');
  await address.fill('https://two.example');
  const steps = [{ name: 'address', ok: false, fault: 'baseUrlSilent', trouble: null }];
  await answerNow(done({ ok: false, deviations: [], steps }));
  await sees('The connection does not work yet.');
  expect(await address.getAttribute('aria-invalid')).toBeNull();
});

test.each(['sale.change', 'sale.refund'] as const)(
  'the amount of %s does not change until main has answered, and the keypad shows that',
  async (command) => {
    const isRefund = command === 'sale.refund';
    const opened = await openCashier(isRefund ? {} : saleScenes['by-hand']);
    const { page, answerLate, answerNow, touch, button, field, sentOf } = opened;
    await touch(...(isRefund ? ['5', '0', 'Refund'] : ['€1,284.50 Change amount', '5', '0']));
    await answerLate(command);
    await touch(isRefund ? 'Refunded in cash' : 'Change amount');
    await page.keyboard.press('7', { delay: 200 });
    expect(await field('Amount').inputValue()).toBe('0.50');
    expect(await button('7').isDisabled()).toBe(true);
    await answerNow(failed('offline', 'no answer'));
    await expect.poll(() => button('7').isDisabled()).toBe(false);
    expect(await sentOf(command)).toHaveLength(1);
  },
);

test('a receipt that is scanned while another one is being added to a customer stays', async () => {
  const opened = await openCashier({ partner: { ...partner, configured: true } });
  const { answerLate, answerNow, openTab, fill, press, field, button } = opened;
  await openTab('Customer service');
  await fill('Customer number', 'c-1');
  await press('Open or create');
  const receipt = field('ID or address of the receipt');
  await receipt.fill('one');
  await answerLate('partner.addReceipt');
  await press('Add to this customer');
  await receipt.fill('two');
  await answerNow(done({ receiptId: '1' }));
  await expect.poll(() => button('Add to this customer').getAttribute('data-busy')).toBe('false');
  expect(await receipt.inputValue()).toBe('two');
});

test('a typed search or state counts when a state or day is chosen, and the keyboard stays in the selection', async () => {
  const { page, openTab, press, sentOf } = await openCashier();
  await openTab('Receipts');
  const search = page.getByRole('search').getByRole('textbox');
  const selection = (name: string) => page.getByRole('combobox', { name, exact: true });
  await search.fill('12.50');
  await selection('State').focus();
  await selection('State').selectOption('Delivered');
  await expect
    .poll(async () => (await sentOf('receipts.list')).at(-1))
    .toMatchObject({ search: '12.50', state: 'delivered' });
  expect(await search.inputValue()).toBe('12.50');
  expect(await selection('State').evaluate((element) => element === document.activeElement)).toBe(true);
  await selection('Day').selectOption('Another day');
  await press('Show all');
  expect([await selection('Day').inputValue(), await search.inputValue()]).toEqual(['all', '']);
  await search.fill('open');
  await selection('Day').selectOption('Yesterday');
  await expect
    .poll(async () => (await sentOf('receipts.list')).at(-1))
    .toMatchObject({ search: '', state: 'open', day: dayPlus(businessDay(Date.now(), 4), -1) });
});

/** The form of the connection with a typed address, which main is saving until `answer` is called. */
async function savingAddress() {
  const cashier = await openCashier();
  const { answerLate, answerNow, openTab, field, press } = cashier;
  for (const tab of ['Settings', 'Service']) await openTab(tab);
  const address = field('Address of the service');
  await address.fill('https://one.example');
  await answerLate('connection.save');
  await press('Save');
  const answer = (waiting: number | null) =>
    answerNow(done({ ok: true, steps: [], deviations: [], waiting, overriddenBy: ['--service-url', '--store-id'] }));
  return { ...cashier, address, answer };
}

test('an address that is typed while the connection is being saved stays, and the window names the options that replace the saved one at the next start', async () => {
  const { address, answer, sees } = await savingAddress();
  await address.fill('https://two.example');
  await answer(null);
  await sees('Saved.');
  await sees(/^Only until the app closes: .*--service-url, --store-id/);
  expect(await address.inputValue()).toBe('https://two.example');
});

test('the answer to the question about waiting receipts saves the address that the form shows', async () => {
  const { address, answer, sees, press, sentOf } = await savingAddress();
  await answer(2);
  await sees(/^Not changed: 2 receipts/);
  await address.fill('https://two.example');
  await press('Keep and change');
  const saved = async () => JSON.stringify((await sentOf('connection.save')).at(-1));
  await expect.poll(saved).toMatch(/two\.example.*"keepWaiting":true/);
});

test('a number is raised from the typed one, and once for each tap, before main has shown the change', async () => {
  const name = 'Confirm refunds above';
  const { openTab, field, touch, sentOf } = await openCashier();
  await openTab('Settings');
  await field(name).fill('20');
  await touch(`More: ${name}`, `More: ${name}`);
  expect((await sentOf('setting.set')).map((set) => (set as { readonly value: unknown }).value)).toEqual([20, 21, 22]);
});

test('two languages, or two own texts, that are changed before main has shown the first change are both saved', async () => {
  const { page, openTab, field, sentOf } = await openCashier();
  for (const tab of ['Settings', 'Customer display']) await openTab(tab);
  const language = (name: string) => page.getByRole('checkbox', { name, exact: true });
  for (const name of ['Svenska', 'Português']) await tapLabel(language(name));
  await field('Thank you: headline').fill('Thanks');
  await field('Thank you: sentence').fill('Bye');
  await field('Thank you: headline').focus();
  await expect
    .poll(async () => (await sentOf('setting.set')).map((set) => Reflect.get(set as object, 'value')))
    .toEqual([
      ['de', 'en', 'fr', 'es', 'pt'],
      ['de', 'en', 'fr', 'es'],
      { de: { thanksTitle: 'Thanks' } },
      { de: { thanksTitle: 'Thanks', thanksText: 'Bye' } },
    ]);
});

test('a typed correction is not offered for another bill that the till has sent for the sale', async () => {
  const answers = { 'attention.get': done(attentionView) };
  const { page, press, openTab, answer } = await openCashier(saleScenes.attention, { answers });
  await press('Repair');
  const correction = page.getByRole('textbox', { name: /^New value/ }).first();
  await correction.fill('1.01');
  await openTab('Sale');
  await correction.waitFor({ state: 'detached' });
  await answer({ 'attention.get': done({ ...attentionView, version: 'another bill' }) });
  await press('Repair');
  expect(await correction.inputValue()).toBe('');
});

test('a digit counts when a finger touches its key: sliding or two quick thumbs neither lose nor double a digit', async () => {
  const { page, button, field } = await openCashier();
  const cdp = await page.context().newCDPSession(page);
  const at = async (name: string, x = 0) => {
    const middle = await middleOf(button(name));
    return { x: middle.x + x, y: middle.y, id: Number(name) };
  };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Awaited<ReturnType<typeof at>>[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  await untilSteady(button('1'));
  const amount = () => field('Amount').inputValue();
  await touch('touchStart', await at('1'));
  await expect.poll(amount).toBe('0.01');
  await touch('touchMove', await at('1', 20));
  await touch('touchEnd');
  await touch('touchStart', await at('2'));
  await touch('touchStart', await at('2'), await at('3'));
  await touch('touchEnd', await at('2'));
  await touch('touchStart', await at('3'), await at('4'));
  await touch('touchEnd');
  await expect.poll(amount).toBe('12.34');
});
