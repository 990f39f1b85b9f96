import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { done, failed } from '../../src-main/shared/result.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import { drawn } from '../fakes/drawn.ts';
import { receiptDetail } from '../fakes/sample-records.ts';
import { cashierView, sale, saleScenes } from '../fakes/sample-views.ts';
import { typeKeys } from './page-checks.ts';
import { cashiersOfFile } from './windows-of-file.ts';

const openCashier = cashiersOfFile();
const total = { amount: 12.34, currency: 'EUR' };
const byHand = { ...saleScenes['by-hand'], sale: { ...saleScenes['by-hand'].sale, total } };
const next = { ...byHand, sale: { ...byHand.sale, id: '5f0f3d1a-0000-4f0e-9f7e-000000000002' } };
const paid = { ...saleScenes['paid-by-hand'], sale: { ...saleScenes['paid-by-hand'].sale, total, warnings: [] } };

async function open(form: CashierView['form'] = 'full') {
  const opened = await openCashier(
    { form },
    {
      answers: { 'sale.new': done({ saleId: sale().id }), 'sale.pay': done(null) },
      size: form === 'full' ? { width: 1024, height: 560 } : { width: 360, height: 728 },
    },
  );
  const cdp = await opened.page.context().newCDPSession(opened.page);
  return {
    ...opened,
    type: (...keys: readonly string[]) => typeKeys(cdp, keys, 200),
    /** Waits until this VAT rate is chosen. */
    rate: (name: string) => opened.page.getByRole('radio', { name, exact: true, checked: true }).waitFor(),
  };
}

const hintsOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-hint]')].map((element) => getComputedStyle(element, '::after').content),
  );

test('Enter shows the code, a second Enter asks how the sale was paid, and 2 means card; the window shows these keys until a touch', async () => {
  const { page, type, showPart, sent, names, touch } = await open();
  await type('1', '2', '3', '4');
  expect(await hintsOn(page)).toEqual(['"↵"']);
  await type('Enter');
  await expect.poll(names).toEqual(['sale.new']);
  await showPart(byHand);
  // This 2 is no answer, because the question has not been asked yet.
  await type('2');
  await type('Enter');
  await expect.poll(() => hintsOn(page)).toEqual(['"1"', '"2"']);
  await typeKeys(await page.context().newCDPSession(page), [...'2211', 'Enter'], 30);
  await type('2');
  await expect.poll(names).toContain('sale.pay');
  expect((await sent()).filter(({ name }) => name === 'sale.pay')).toMatchObject([
    { input: { payment: 'CardPayment' } },
  ]);
  await showPart(paid);
  await touch('5');
  const ring = () =>
    page.getByRole('textbox', { name: 'Amount' }).evaluate((field) => getComputedStyle(field).outlineStyle);
  expect([await hintsOn(page), await ring()]).toEqual([['none'], 'none']);
  await type('7');
  expect(await ring()).toBe('solid');
});

test.each(drawn(['full', 'dock'] as const))(
  'after payment in cash, a touch on a banknote or a typed amount shows the change, in the %s form',
  async (form) => {
    const { page, showPart, touch, names } = await open(form);
    const change = (words: string) => page.getByText(words, { exact: true }).waitFor();
    await showPart(byHand);
    await touch('Paid cash');
    await showPart(paid);
    expect(await page.getByRole('group', { name: 'Amount given' }).getByRole('button').allTextContents()).toEqual([
      ...['15', '20', '50'],
      '',
    ]);
    await touch('20');
    await change('Change: €7.66');
    await touch('Amount given', '1', '2', '00');
    await change('Still due: €0.34');
    await touch('Delete the last digit', 'Delete the last digit', '5', '0');
    await change('Change: €0.16');
    await touch('Next customer');
    expect(await names()).toEqual(['sale.pay', 'sale.close']);
    await showPart({});
    await page.getByRole('radio', { name: '19%', exact: true }).waitFor();
    await touch('7', 'Show QR');
    expect((await names()).at(-1)).toBe('sale.new');
  },
);

test('after a touch on a banknote the next digit begins a new amount', async () => {
  const { page, showPart, touch } = await open();
  await showPart(byHand);
  await touch('Paid cash');
  await showPart(paid);
  await touch('15', '3');
  expect(await page.getByRole('textbox', { name: 'Amount', exact: true }).inputValue()).toBe('0.03');
});

test('without a current sale, one touch shows the code of the last receipt again, and another records that the customer got paper', async () => {
  const { page, touch, sent } = await open();
  await page.getByText('Last receipt €25.60').waitFor();
  await touch('Show QR again', 'Paper given');
  const [last] = cashierView('en').recent.filter(({ state }) => state === 'delivered');
  expect(await sent()).toEqual([
    { name: 'sale.show', input: { saleId: last?.id } },
    { name: 'sale.print', input: { saleId: last?.id } },
  ]);
  await touch('5');
  expect(await page.getByText(/^Last receipt/).count()).toBe(0);
});

test('an amount that is typed while the last receipt is being read is not replaced by its refund', async () => {
  const { answerLate, answerNow, touch, field } = await open();
  await answerLate('receipts.get');
  await touch('Refund', '5');
  await answerNow(done(receiptDetail));
  await touch('0');
  expect(await field('Amount').inputValue()).toBe('0.50');
});

test('a sale that arrives while the last receipt is being read is not covered by its refund', async () => {
  const { page, answerLate, answerNow, touch, button, showPart } = await open();
  await answerLate('receipts.get');
  await touch('Refund');
  await showPart(byHand);
  await answerNow(done(receiptDetail));
  await touch('5');
  await button('Show QR').waitFor();
  expect(await page.getByText('Refunded in cash').count()).toBe(0);
});

test('a cashier who opens another page while the last receipt is being read stays there', async () => {
  const { page, answerLate, answerNow, touch, finger } = await open();
  await answerLate('receipts.get');
  await touch('Refund');
  await finger.tap('tab', 'Day');
  await answerNow(done(receiptDetail));
  await finger.tap('tab', 'Sale');
  expect(await page.getByText('Refunded in cash').count()).toBe(0);
});

test('a refund names its VAT rate if the rates of the receipt do not add up to its total, and an earlier choice does not count', async () => {
  const { page, answer, touch, finger, sentOf, rate } = await open();
  const [vat] = receiptDetail.bill?.vat ?? [];
  const rounded = { percent: 19, net: 0.8, vat: 0.15, gross: 0.95 };
  const bill = { lines: [], payments: [], vat: vat === undefined ? [] : [vat, rounded, rounded] };
  await answer({ 'receipts.get': done({ ...receiptDetail, bill }), 'sale.refund': failed('offline', 'no answer') });
  await finger.tap('radio', '19%');
  await touch('Refund');
  await rate('7%');
  expect(await page.getByRole('radio').count()).toBe(2);
  await touch('Refunded in cash');
  await expect.poll(() => sentOf('sale.refund')).toMatchObject([{ amount: 12.8, vatPercent: 7 }]);
});

test('a refund needs its own confirmation, even if the same amount was confirmed for a sale', async () => {
  const { page, answer, fill, touch, sentOf } = await open();
  await answer({ 'sale.new': failed('offline', 'no answer') });
  await fill('Amount', '2000.00');
  await touch('Show QR', 'Yes, €2,000.00', 'Refund', 'Refunded in cash');
  await page.getByText('Really €2,000.00?').waitFor();
  expect(await sentOf('sale.refund')).toEqual([]);
});

test('the amount of a sale can be changed while this window shows its code', async () => {
  const { showPart, touch, field } = await open();
  const shownHere = saleScenes['no-display'];
  await showPart({ ...shownHere, sale: { ...shownHere.sale, total } });
  await touch('Show QR here', '€12.34 Change amount', '5');
  expect(await field('Amount').inputValue()).toBe('0.05');
});

test('a chosen VAT rate belongs to its sale, also beside another open sale, and the next sale begins with the usual rate', async () => {
  const { rate, showPart, touch, finger } = await open();
  await finger.tap('radio', '7%');
  await touch('5', 'Show QR');
  await showPart(byHand);
  await rate('7%');
  await showPart(next);
  await rate('19%');
  await finger.tap('radio', '7%');
  await rate('7%');
  await showPart(byHand);
  await rate('7%');
  // The customers leave without paying.
  await showPart({});
  await rate('19%');
});

test('a payment that is answered late leaves the question about the payment of the next sale', async () => {
  const { page, answerLate, answerNow, showPart, touch, type, sentOf } = await open();
  await showPart(byHand);
  await answerLate('sale.pay');
  await touch('Paid cash');
  await showPart(next);
  await type('Enter');
  await expect.poll(() => hintsOn(page)).toEqual(['"1"', '"2"']);
  await answerNow(done(null));
  await type('2');
  await expect.poll(() => sentOf('sale.pay')).toMatchObject([{ payment: 'Cash' }, { payment: 'CardPayment' }]);
});

test('a payment that is answered late leaves the VAT rate that was chosen for the next sale', async () => {
  const opened = await open();
  const { rate, showPart, touch, sentOf } = opened;
  await showPart({ sale: { ...byHand.sale, can: { ...byHand.sale.can, startLoyalty: true } } });
  await opened.answerLate('loyalty.start');
  await opened.fill('Scan the card or type its number.', 'CARD-1');
  await touch('Paid cash', '5');
  await opened.finger.tap('radio', '7%');
  await opened.answerNow(done(null));
  await expect.poll(() => sentOf('sale.pay')).toMatchObject([{ vatPercent: 19 }]);
  await touch('0');
  await rate('7%');
});

test('a payment counts although that of another sale is not answered yet', async () => {
  const { answer, answerLate, answerNow, showPart, touch, sentOf } = await open();
  const paidSales = async () =>
    (await sentOf('sale.pay')).map((input) => (input as { readonly saleId: string }).saleId);
  await showPart(byHand);
  await answerLate('sale.pay');
  await touch('Paid cash');
  await showPart(next);
  await touch('Paid by card');
  await answer({ 'sale.pay': done(null) });
  await answerNow(done(null));
  await expect.poll(paidSales).toEqual([byHand.sale.id, next.sale.id]);
});

test('a payment that waits for loyalty is marked as under way from its touch on, and its amount stays', async () => {
  const opened = await open();
  const { showPart, touch, sentOf } = opened;
  await showPart({ sale: { ...byHand.sale, can: { ...byHand.sale.can, startLoyalty: true } } });
  await opened.answerLate('loyalty.start');
  await opened.fill('Scan the card or type its number.', 'CARD-1');
  const cash = opened.button('Paid cash');
  expect(await cash.getAttribute('data-busy')).toBe('false');
  await touch('Paid cash');
  await expect.poll(() => cash.getAttribute('data-busy')).toBe('true');
  // Another amount would be paid than the one that was read.
  expect(await opened.button('€12.34 Change amount').count()).toBe(0);
  expect(await sentOf('sale.pay')).toEqual([]);
  await opened.answerNow(done(null));
  await expect.poll(() => sentOf('sale.pay')).toMatchObject([{ payment: 'Cash' }]);
  await expect.poll(() => cash.getAttribute('data-busy')).toBe('false');
  await opened.button('€12.34 Change amount').waitFor();
});

test('an amount is typed in the currency of its sale, and one for a new sale ends with a change of the shop’s currency', async () => {
  const { page, showPart, touch, field } = await open();
  const { till } = cashierView('en');
  const inFrancs = { till: { ...till, currency: 'CHF' } };
  await touch('1', '2');
  await expect.poll(() => field('Amount').inputValue()).toBe('0.12');
  await showPart(inFrancs);
  await expect.poll(() => field('Amount').inputValue()).toBe('0.00');
  await showPart({ ...inFrancs, ...byHand });
  await touch('€12.34 Change amount', '9');
  await page.getByText('€0.09', { exact: true }).waitFor();
});
