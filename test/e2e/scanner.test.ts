import { describe, expect, test } from 'vitest';
import { done } from '../../src-main/shared/result.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import { drawn } from '../fakes/drawn.ts';
import { cashierView, sale, saleScenes } from '../fakes/sample-views.ts';
import { typeKeys } from './page-checks.ts';
import type { Answers } from './render-page.ts';
import { cashiersOfFile } from './windows-of-file.ts';

const openCashier = cashiersOfFile();
const card = [...'4711-CARD'];
const product = [...'4012345678901'];
const opened = done({ saleId: saleScenes.open.sale.id });

async function open(part: Partial<CashierView> = {}, answers: Answers = {}) {
  const till = await openCashier(part, { answers: { 'sale.new': opened, 'sale.pay': done(null), ...answers } });
  const { page } = till;
  const cdp = await page.context().newCDPSession(page);
  return {
    ...till,
    amount: () => till.field('Amount').inputValue(),
    type: (keys: readonly string[], gapMs: number | readonly number[]) => typeKeys(cdp, keys, gapMs),
    focused: () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80)),
  };
}

describe('the amount', () => {
  test('an amount begun by touch continues with hardware keys, and Enter opens its sale once', async () => {
    const till = await open();
    await till.touch('1', '2', '3');
    await till.type(['4', 'Backspace', '5'], 200);
    await expect.poll(till.amount).toBe('12.35');
    await till.type(['Enter'], 0);
    await expect.poll(till.sent).toEqual([{ name: 'sale.new', input: { amount: 12.35 } }]);
  });

  test('gets typed digits wherever the focus is, also on the button that was touched last', async () => {
    const till = await open(saleScenes.delivered);
    await till.touch('1', '2');
    await till.type(['3', 'Enter'], 200);
    await expect.poll(till.sent).toEqual([{ name: 'sale.new', input: { amount: 1.23 } }]);
    const paid = { ...saleScenes.delivered, sale: { ...saleScenes.delivered.sale, origin: 'hand' } } as const;
    const next = await open(paid);
    await next.type(product, 60);
    await next.type(['4', '5'], 90);
    await next.type(['6', 'Enter'], 200);
    await expect.poll(next.sent).toEqual([{ name: 'sale.new', input: { amount: 4.56 } }]);
    const other = await open();
    await other.button('Narrow panel').focus();
    await other.type(['7', '5', '0'], 200);
    await expect.poll(other.amount).toBe('7.50');
    expect(await other.sent()).toEqual([]);
  });

  test('does not come back if a scan begins while its sale is being opened, and the VAT rate stays with the sale', async () => {
    const till = await open();
    await till.finger.tap('radio', '7%');
    await till.answerLate('sale.new');
    await till.touch('1', '2', '3', 'Show QR');
    // The first key arrives before main's answer, the others after it.
    await till.page.evaluate(
      ([answer, view]) => {
        const show = () => window.fakeMain.show({ rev: window.fakeMain.nextRev(), view });
        const reply = () => Promise.resolve(Reflect.get(window, 'answerNow')(answer)).then(show);
        window.addEventListener('keyup', reply, { once: true });
      },
      [opened, cashierView('en', saleScenes['by-hand'])] as const,
    );
    await till.type([...product, 'Enter'], 90);
    await till.page.getByText('That is a product code, not a loyalty card.').waitFor();
    // The keypad would cover the sale and offer the old amount.
    await till.touch('Paid cash');
    await expect.poll(() => till.sentOf('sale.pay')).toMatchObject([{ vatPercent: 7 }]);
  });

  test('the cash that the customer gave gets no digit of a scan, also in the narrow panel', async () => {
    const till = await open({ ...saleScenes['by-hand'], form: 'dock' });
    await till.touch('Paid cash');
    await till.showPart({ ...saleScenes['paid-by-hand'], form: 'dock' });
    await till.touch('Amount given', '1', '5', '00', '00');
    const change = () => till.page.getByText(/^Change: /).textContent();
    await expect.poll(change).toBe('Change: €215.50');
    await till.type([...product, 'Enter'], 6);
    await till.page.getByText('That is a product code, not a loyalty card.').waitFor();
    expect(await change()).toBe('Change: €215.50');
  });

  test.each(drawn([6, 45, 60, 90], 4))('gets no digit of a scan with %i ms between its keys', async (gap) => {
    const till = await open();
    await till.type(['7', '5', '0'], 200);
    await till.type([...product, 'Enter'], gap);
    await till.page.getByText('That is a product code, not a loyalty card.').waitFor();
    expect(await till.amount()).toBe('7.50');
    await till.type([...card, 'Tab'], gap);
    await till.page.getByText(/^4711-CARD\s+waits for the sale\.$/).waitFor();
    expect(await till.amount()).toBe('7.50');
    expect(await till.sent()).toEqual([]);
  });

  test('refuses an invalid amount with a message', async () => {
    const till = await open();
    const refused = till.page.getByText('Digits only, 9,999,999.99 at most.');
    await till.type(['1', 'x'], 200);
    await refused.waitFor();
    expect(await till.amount()).toBe('0.01');
    await till.type([...'23456789'], 200);
    await refused.waitFor({ state: 'detached' });
    await till.touch('00');
    await refused.waitFor();
    expect(await till.amount()).toBe('1,234,567.89');
  });

  test('needs one confirmation if it is large, before a customer sees it', async () => {
    const till = await open();
    await till.type([...'123456', 'Enter'], 200);
    await till.page.getByRole('alert').getByText('Really €1,234.56?').waitFor();
    await till.type(['Backspace', '7', 'Enter'], 200);
    await till.page.getByText('Really €1,234.57?').waitFor();
    expect(await till.sent()).toEqual([]);
    await till.touch('Yes, €1,234.57');
    await expect.poll(till.sent).toEqual([{ name: 'sale.new', input: { amount: 1234.57 } }]);
    const paid = await open();
    await paid.type([...'200000'], 200);
    await paid.touch('Show QR', 'Yes, €2,000.00');
    await expect.poll(paid.names).toEqual(['sale.new']);
  });

  test('a question about a large amount ends with the entry of that amount', async () => {
    const till = await open();
    await till.field('Amount').fill('2000.00');
    await till.touch('Refund', 'Refunded in cash');
    await till.page.getByText('Really €2,000.00?').waitFor();
    await till.touch('Back');
    await expect.poll(till.amount).toBe('0.00');
    expect(await till.page.getByText(/^Really/).count()).toBe(0);
  });
});

const acting = ['Tab', ' ', 'ArrowDown', 'Control+Enter'];
const others = [
  ...['Enter', 'Escape', 'ArrowLeft', 'Home', 'PageDown', 'Backspace', 'Delete', 'Insert', 'ContextMenu'],
  ...['F1', 'F5', 'F10', 'F12', 'Control+m', 'Control+a', 'Control+x', 'Control+ '],
];
const every = [...acting, ...drawn(others, 12)];

/** Places of the focus, of which each run draws one. */
const places = [
  { at: 'Cancel sale', role: 'button', part: saleScenes.open, isWhole: true },
  { at: 'Svenska', role: 'button', part: saleScenes['no-touch'], isWhole: false },
  { at: 'Day', role: 'tab', part: saleScenes.open, isWhole: false },
  { at: '7%', role: 'radio', part: {}, isWhole: false },
  { at: 'Amount', role: 'textbox', part: {}, isWhole: true },
] as const;

test('a card that is scanned in the narrow panel starts loyalty for the next sale, also if Customer service was open before', async () => {
  const partner = { ...cashierView('en').partner, configured: true };
  const till = await open({ partner });
  await till.openTab('Customer service');
  await till.field('Customer number').waitFor();
  await till.show(cashierView('en', { partner, form: 'dock' }));
  await till.button('Full screen').waitFor();
  await till.type([...card, 'Enter'], 6);
  await till.page.getByText(/^4711-CARD\s+waits for the sale\.$/).waitFor();
  await till.show(cashierView('en', { ...saleScenes.open, form: 'dock' }));
  const input = { saleId: saleScenes.open.sale.id, externalUserId: '4711-CARD' };
  await expect.poll(till.sent).toEqual([{ name: 'loyalty.start', input }]);
});

test('the question about an unclear code leaves with the sale of its customer, and with a person who was there', async () => {
  const till = await openCashier(saleScenes.open);
  const scan = async () => typeKeys(await till.page.context().newCDPSession(till.page), [...'9638507412', 'Enter'], 6);
  await scan();
  await till.button('It is a loyalty card').waitFor();
  const next = { ...saleScenes.open, sale: { ...saleScenes.open.sale, id: '5f0f3d1a-0000-4f0e-9f7e-000000000001' } };
  await till.showPart(next);
  expect(await till.button('It is a loyalty card').count()).toBe(0);
  await scan();
  await till.button('It is a loyalty card').waitFor();
  await till.showPart({ ...next, pin: { isSet: true, unlockedUntil: null, nextTryAt: null } });
  await expect.poll(() => till.button('It is a loyalty card').count()).toBe(0);
});

test.each(drawn(places, 5))(
  'a code with any content presses no button and keeps the focus on $at',
  async ({ at, role, part, isWhole }) => {
    const till = await open(part, { 'loyalty.start': done(null) });
    await till.page.getByRole(role, { name: at, exact: true }).focus();
    const [before, tab] = [await till.focused(), await till.page.getByRole('tab', { selected: true }).textContent()];
    const check = async (codeOf: string) => {
      await expect.poll(till.focused, { message: codeOf }).toBe(before);
      expect(await till.page.getByRole('tab', { selected: true }).textContent(), codeOf).toBe(tab);
      expect(
        (await till.names()).filter((name) => name !== 'loyalty.start'),
        codeOf,
      ).toEqual([]);
    };
    await till.type([...Array.from({ length: 14 }, () => 'Tab'), ' ', 'Enter'], 6);
    for (const key of isWhole ? every : acting) {
      await till.type([key, key, ...card, 'Enter'], 6);
      await till.type([...card.slice(0, 5), key, ...card.slice(5), 'Enter', key], 6);
      await check(key);
    }
    for (const key of acting) {
      await till.type([...card.slice(0, 5), key, key, ...card.slice(5), 'Enter', key], 60);
      await check(`${key}, slowly`);
    }
    await till.type(['Shift'], 0);
    await check('the last one');
  },
);

test('a person moves between buttons with Tab, presses with Space and Enter, and each press counts once', async () => {
  const till = await open(saleScenes.open);
  await till.button('Show QR again').focus();
  await till.type(['Enter', 'Tab', ' '], 200);
  await expect.poll(till.names).toEqual(['sale.show', 'sale.consent']);
  await till.page.getByRole('tab', { name: 'Sale', exact: true }).focus();
  await till.type(['ArrowRight'], 0);
  await till.page.getByRole('tab', { name: 'Receipts', selected: true }).waitFor();
});

test('the payment waits while loyalty starts with a card; if the card is refused, a message says so and the payment continues', async () => {
  const byHand = { sale: sale({ origin: 'hand', can: { ...saleScenes.open.sale.can, pay: true } }) };
  const till = await open(byHand);
  await till.answerLate('loyalty.start');
  await till.type([...card, 'Enter'], 6);
  await expect.poll(till.names).toEqual(['loyalty.start']);
  await till.touch('Paid cash');
  expect(await till.names()).toEqual(['loyalty.start']);
  const error = { code: 'refused', message: 'x', verbatim: 'Card blocked since Monday' };
  await till.answerNow({ ok: false, error });
  await expect.poll(till.names).toEqual(['loyalty.start', 'sale.pay']);
  await till.page.getByText(/The service says: Card blocked since Monday/).waitFor();
});

const typeFast = (till: Awaited<ReturnType<typeof open>>, text: string) => till.type([...text, 'Enter'], 6);

test('a text field keeps every letter of a text expander, a password manager or a typed paste, and their Enter neither tests nor saves the connection', async () => {
  const till = await open(saleScenes.open);
  const { sentOf, names, openTab, field } = till;
  for (const name of ['Settings', 'Customer display']) await openTab(name);
  const title = field('Thank you: headline');
  await title.focus();
  await typeFast(till, 'Merci vilmal');
  await expect.poll(() => title.inputValue()).toBe('Merci vilmal');
  await field('Thank you: sentence').focus();
  await expect
    .poll(() => sentOf('setting.set'))
    .toEqual([{ key: 'screen.texts', value: { de: { thanksTitle: 'Merci vilmal' } } }]);
  await openTab('Service');
  const clientId = field('Client ID');
  await clientId.fill('');
  await clientId.focus();
  await typeFast(till, 'client-4711');
  // This later key proves that the Enter was handled.
  await till.type(['Shift'], 0);
  expect(await clientId.inputValue()).toBe('client-4711');
  // The page must neither test nor save what a scanner types there.
  expect((await names()).filter((name) => name === 'connection.save' || name === 'connection.test')).toEqual([]);
});
