import { expect, test } from 'vitest';
import { customerScreens, customerView } from '../fakes/sample-screens.ts';
import { cashierView, saleScenes } from '../fakes/sample-views.ts';
import { typeKeys } from './page-checks.ts';
import { cashiersOfFile, windowsOfFile } from './windows-of-file.ts';

/** Checks for people who do not see the windows or do not use touch. */

const openWindow = windowsOfFile();
const openCashier = cashiersOfFile();

test('while Settings are open, a screen reader announces a delivered or refused receipt and the state of the service', async () => {
  const opened = await openCashier(saleScenes.open);
  const status = opened.page.getByRole('status', { name: 'Current sale', exact: true });
  const region = await status.elementHandle();
  expect(await status.innerText()).toBe('');
  await opened.openTab('Settings');
  await opened.showPart(saleScenes.delivered);
  expect(await status.innerText()).toBe('€1,284.50: Delivered');
  await opened.showPart(saleScenes.attention);
  expect(await status.innerText()).toBe('€1,284.50: Needs attention');
  const service = opened.page.getByRole('status', { name: 'Status', exact: true });
  for (const [view, words] of [
    [saleScenes.queued, /^Offline/],
    [{}, /^Online$/],
  ] as const) {
    await opened.showPart(view);
    expect(await service.innerText()).toMatch(words);
  }
  expect(await region?.evaluate((element) => element.isConnected)).toBe(true);
});

test('the customer window keeps one polite live region, so that a screen reader announces each screen', async () => {
  const opened = await openWindow({ role: 'customer', view: customerView({ kind: 'idle' }, 'en') });
  const region = await opened.page.getByRole('main').elementHandle();
  for (const screen of Object.values(customerScreens)) {
    await opened.show(customerView(screen, 'en'));
    expect(await region?.evaluate((element) => element.isConnected && element.ariaLive), screen.kind).toBe('polite');
  }
});

test('when the focused button disappears, the focus is not lost, and Enter sends no command', async () => {
  const opened = await openCashier(saleScenes.open);
  await opened.page.getByRole('button', { name: 'Digital', exact: true }).focus();
  await opened.page.keyboard.press('Enter');
  const dismiss = opened.page.getByRole('button', { name: 'Close this message', exact: true });
  await dismiss.focus();
  await opened.page.keyboard.press('Enter');
  await dismiss.waitFor({ state: 'detached' });
  await opened.page.waitForFunction(() => document.activeElement !== document.body);
  // The focus is on no control, so a late Enter presses nothing.
  const sent = (await opened.sent()).length;
  // The key is held like a person's, because the page waits until it knows that the key is no part of a scan.
  await opened.page.keyboard.press('Enter', { delay: 200 });
  expect((await opened.sent()).length).toBe(sent);
});

test('a second Enter on the button that removes a loyalty card does not remove the next card', async () => {
  const opened = await openCashier({ partner: { ...cashierView('en').partner, configured: true } });
  const { page } = opened;
  const codes = page.getByRole('textbox', { name: /^Number of loyalty card/ });
  await opened.openTab('Customer service');
  for (const at of [0, 1, 2]) {
    await opened.press('Add a loyalty card');
    await codes.nth(at).fill(`card-${at}`);
  }
  await opened.button('Remove loyalty card 2').focus();
  await page.keyboard.press('Enter', { delay: 200 });
  await expect.poll(() => codes.count()).toBe(2);
  await page.keyboard.press('Enter', { delay: 200 });
  const typed = await codes.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  expect(typed).toEqual(['card-0', 'card-2']);
});

test.each([
  { who: 'by Tab', isFramed: true },
  { who: 'by finger and scanner', isFramed: false },
])('when the focused button disappears, a cashier working $who sees a focus frame: $isFramed', async ({ isFramed }) => {
  const opened = await openCashier(saleScenes.open);
  const { page } = opened;
  const agreed = page.getByRole('button', { name: 'Digital', exact: true });
  await agreed.focus();
  // The test polls, because the page waits until it knows that a key is no part of a scan.
  for (const key of isFramed ? ['Tab', 'Shift+Tab'] : []) {
    await page.keyboard.press(key);
    await expect.poll(() => agreed.evaluate((button) => button === document.activeElement)).toBe(key !== 'Tab');
  }
  await opened.showPart(saleScenes.delivered);
  await agreed.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement !== document.body);
  const frame = await page.evaluate(() => {
    const { tagName } = document.activeElement ?? document.body;
    return { tagName, style: getComputedStyle(document.activeElement ?? document.body).outlineStyle };
  });
  expect(frame).toEqual({ tagName: expect.not.stringMatching('BUTTON'), style: isFramed ? 'solid' : 'none' });
});

test('the focus is in the amount field after a touch has deleted the last digit', async () => {
  const opened = await openCashier();
  await opened.touch('7', 'Delete the last digit');
  expect(await opened.page.evaluate(() => document.activeElement?.className)).toBe('amount-field__input');
});

test('the tabs of Settings are one stop for the Tab key, and arrow keys, Home and End choose between them', async () => {
  const opened = await openCashier();
  const { page } = opened;
  await opened.openTab('Settings');
  const cdp = await page.context().newCDPSession(page);
  await page.getByRole('tab', { name: 'Shop', exact: true }).focus();
  for (const [key, name] of [
    ['ArrowRight', 'Customer display'],
    ['ArrowLeft', 'Shop'],
    ['ArrowLeft', 'Expert'],
    ['ArrowRight', 'Shop'],
    ['End', 'Expert'],
    ['Home', 'Shop'],
  ] as const) {
    await typeKeys(cdp, [key], 0);
    await page.getByRole('tabpanel', { name, exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    const stops = await page
      .getByRole('tablist', { name: 'Settings' })
      .getByRole('tab')
      .evaluateAll((all) =>
        all
          .filter((one) => (one as HTMLElement).tabIndex === 0)
          .map((one) => [one.textContent, one === document.activeElement]),
      );
    expect(stops).toEqual([[name, true]]);
  }
});

test('the title of the customer window is in its language, and the title of the cashier window is the app’s name', async () => {
  const customer = await openWindow({ role: 'customer', view: customerView({ kind: 'idle' }, 'de') });
  expect(await customer.page.title()).toBe('Ihr Beleg, auf Ihrem Handy');
  await customer.close();
  const cashier = await openWindow({ role: 'cashier', view: cashierView('de') });
  expect(await cashier.page.title()).toBe('Receipt Companion');
  await cashier.close();
});

test('an undo shows its remaining time in words', async () => {
  const opened = await openCashier(saleScenes.undo);
  await opened.page.getByText(/^Paper receipt noted\..*Sending in \d+\ss/).waitFor();
});
