import { expect, test } from 'vitest';
import { drawn } from '../fakes/drawn.ts';
import { customerScreens, customerView } from '../fakes/sample-screens.ts';
import { cashierView, sale, saleScenes } from '../fakes/sample-views.ts';
import { cashiersOfFile, windowsOfFile } from './windows-of-file.ts';

const openWindow = windowsOfFile();
const openCashier = cashiersOfFile();
const settings = cashierView('en').settings;
const on = { settings: { ...settings, 'cashier.emailReceipts': { value: true } } };
const masked = 's*****n@example.com';
const saleId = sale().id;

test('as a cashier I type an address, the customer confirms it, and I can remove it; without the setting there is no button', async () => {
  const { field, button, showPart, sentOf, press, fill, sees } = await openCashier({ ...on, sale: sale() });
  await press('By e-mail');
  await fill('Customer’s e-mail address', 'simon.example.com');
  await press('Show to the customer');
  expect(await sentOf('sale.email')).toEqual([]);
  await fill('Customer’s e-mail address', 'simon@example.com');
  await press('Show to the customer');
  expect(await sentOf('sale.email')).toEqual([{ saleId, address: 'simon@example.com' }]);
  await showPart({ ...on, sale: sale({ email: { masked, isConfirmed: false } }) });
  await sees(`Is ${masked} right? Ask the customer.`);
  await press('Customer confirms');
  await showPart({ ...on, sale: sale({ email: { masked, isConfirmed: true } }) });
  await sees(`The receipt also goes to ${masked}.`);
  await press('Remove address');
  expect(await sentOf('sale.confirmEmail')).toEqual([{ saleId }]);
  expect((await sentOf('sale.email')).at(-1)).toEqual({ saleId, address: null });
  await showPart({ ...on, sale: sale({ id: '7d0c3b34-5a1c-4d0e-8f43-0f6a1b2c3d4f' }) });
  expect(await field('Customer’s e-mail address').count()).toBe(0);
  await showPart({ sale: sale() });
  // The setting is off by default.
  expect(await button('By e-mail').count()).toBe(0);
});

test.each(drawn(['1024x560', '853x493']))(
  'at %s I type an address by touch on the keyboard of the window',
  async (size) => {
    const [width = 0, height = 0] = size.split('x').map(Number);
    const { touch, sentOf } = await openCashier({ ...on, ...saleScenes['by-hand'] }, { size: { width, height } });
    await touch('By e-mail', 'a', '#+=', '@', 'abc', 'b', '.', 'e', 'u', 'Show to the customer');
    expect(await sentOf('sale.email')).toEqual([{ saleId, address: 'a@b.eu' }]);
  },
);

test('the keyboard of the window leaves with a real key, by its button, and with the sale whose address was being typed', async () => {
  const { page, finger, field, touch, button, showPart } = await openCashier({ ...on, ...saleScenes['by-hand'] });
  const leaves = () => expect.poll(() => button('Hide the keyboard').count()).toBe(0);
  const name = 'Customer’s e-mail address';
  await touch('By e-mail', 'a', 'Capital letters', 'B', 'c', 'Delete');
  expect(await field(name).inputValue()).toBe('aB');
  await page.keyboard.press('x', { delay: 200 });
  await leaves();
  await finger.tap('textbox', name);
  await touch('Hide the keyboard');
  await leaves();
  expect(await field(name).inputValue()).toBe('aBx');
  await finger.tap('textbox', name);
  await button('Hide the keyboard').waitFor();
  await showPart(on);
  await leaves();
});

test('the customer reads the masked address in their language', async () => {
  const email = { masked, isConfirmed: false };
  const view = customerView(customerScreens['qr-before'], 'fr', { email, paperNotice: true });
  const opened = await openWindow({ role: 'customer', view });
  expect(await opened.page.getByText(masked).innerText()).toBe(`E-mail\u00a0: ${masked}`);
});

test.each([
  ['1024x728', 'es'],
  ['1024x728', 'fr'],
  ['853x493', 'pt'],
] as const)('at %s in %s the masked address covers no part of the amount', async (size, language) => {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const view = customerView(customerScreens['qr-before'], language, { email: { masked, isConfirmed: false } });
  const { page } = await openWindow({ role: 'customer', view, context: { viewport: { width, height } } });
  const address = await page.getByText(masked).boundingBox();
  const amount = await page.getByRole('definition').boundingBox();
  // The first fifth of the amount's box is above its digits.
  const digitsTop = (amount?.y ?? 0) + (amount?.height ?? 0) / 5;
  expect((address?.y ?? Number.NaN) + (address?.height ?? 0)).toBeLessThanOrEqual(digitsTop);
});
