import { describe, expect, test } from 'vitest';
import { type CashierView, touchOff } from '../../src-main/shared/views.ts';
import { drawn } from '../fakes/drawn.ts';
import { customerScreens, customerView } from '../fakes/sample-screens.ts';
import { saleScenes } from '../fakes/sample-views.ts';
import { createFinger, expectTaps } from './finger.ts';
import { cashiersOfFile, windowsOfFile } from './windows-of-file.ts';

const openWindow = windowsOfFile();
const openCashier = cashiersOfFile();

const before = customerScreens['qr-before'];
const asCustomer = (viewport = { width: 1024, height: 768 }) =>
  openWindow({ role: 'customer', view: customerView(before, 'en'), context: { hasTouch: true, viewport } });

/** The commands of a touch, without the window's reports. */
const touched = (sent: readonly { readonly name: string; readonly input: unknown }[]) =>
  sent.filter(({ name }) => !name.startsWith('screen.'));

test('a customer confirms the scan with one touch, and asks for paper with one touch', async () => {
  const opened = await asCustomer();
  const finger = createFinger(() => opened.page);
  for (const name of ['I’ve scanned it', 'Paper, please']) await finger.tap('button', name);
  expect(touched(await opened.sent())).toEqual([
    { name: 'receipt.scanned', input: { rev: 1 } },
    { name: 'receipt.paperPlease', input: { rev: 1 } },
  ]);
});

test('as a customer without a touch display I see no buttons', async () => {
  const opened = await asCustomer();
  await opened.show(customerView(before, 'en', touchOff));
  expect(await opened.page.getByRole('button').count()).toBe(0);
});

test('only the idle, basket, welcome, QR and account screens show the notice of printing on request, in the customer’s language', async () => {
  const opened = await asCustomer();
  const seen: string[] = [];
  for (const [name, screen] of Object.entries(customerScreens)) {
    await opened.show(customerView(screen, 'fr', { paperNotice: true }));
    if (await opened.page.getByText('Les tickets sont imprimés à la demande.', { exact: true }).isVisible())
      seen.push(name);
  }
  expect(new Set(seen.map((name) => customerScreens[name as keyof typeof customerScreens].kind))).toEqual(
    new Set(['idle', 'basket', 'welcome', 'qr', 'account']),
  );
});

test('the customer window reports whether its display is a touch screen', async () => {
  const reportedBy = async (hasTouch: boolean) => {
    const opened = await openWindow({ role: 'customer', view: customerView(before, 'en'), context: { hasTouch } });
    const reported = (await opened.sent()).filter(({ name }) => name === 'screen.canTouch').map(({ input }) => input);
    await opened.close();
    return reported;
  };
  expect(await reportedBy(true)).toEqual([{ touch: true }]);
  expect(await reportedBy(false)).toEqual([{ touch: false }]);
});

describe.each(drawn(['full', 'dock'] as const))('at the cashier, in the %s form', (form) => {
  const asCashier = (part: Partial<CashierView>) => openCashier({ ...part, form });

  test('as a cashier I see that a customer asks for paper, and give it with one touch', async () => {
    const opened = await asCashier(saleScenes.open);
    await opened.showPart(saleScenes['asks-for-paper']);
    await opened.page
      .getByRole('status')
      .filter({ hasText: 'Customer asks for a paper receipt: €1,284.50.' })
      .waitFor();
    await opened.touch('Paper given');
    const { id: saleId } = saleScenes['asks-for-paper'].sale;
    expect(await opened.sent()).toEqual([{ name: 'sale.print', input: { saleId } }]);
  });

  test('as a cashier busy with another sale I open the sale whose customer asks for paper with one touch', async () => {
    const opened = await asCashier(saleScenes['asks-for-paper-elsewhere']);
    await opened.touch('Show the sale', 'No paper');
    expect(await opened.sent()).toEqual([
      { name: 'sale.select', input: { saleId: 'another' } },
      { name: 'sale.undo', input: { saleId: 'another' } },
    ]);
  });

  test('as a cashier I set the language for one customer with one touch if the display has no touch', async () => {
    const opened = await asCashier(saleScenes['no-touch']);
    await opened.touch('Svenska');
    expectTaps('Another language for this customer', opened.finger.taps());
    const { id: saleId } = saleScenes['no-touch'].sale;
    expect(await opened.sent()).toEqual([{ name: 'sale.language', input: { saleId, language: 'sv' } }]);
    await opened.showPart(saleScenes.open);
    expect(await opened.page.getByRole('button', { name: 'Svenska' }).count()).toBe(0);
  });

  test('as a cashier I take back the customer’s consent with one touch', async () => {
    const opened = await asCashier(saleScenes.loyalty);
    await opened.touch('Not digital');
    const { id: saleId } = saleScenes.loyalty.sale;
    expect(await opened.sent()).toEqual([{ name: 'sale.takeBackConsent', input: { saleId } }]);
  });
});
