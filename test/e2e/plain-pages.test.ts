import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { languages } from '../../src-main/shared/languages.ts';
import { done, failed } from '../../src-main/shared/result.ts';
import { choose, tap } from '../electron/tap.ts';
import { inTurn } from '../fakes/drawn.ts';
import { attentionView } from '../fakes/sample-records.ts';
import { cashierView, dayFigures, sale, saleScenes, sampleRows } from '../fakes/sample-views.ts';
import { textIn } from '../fakes/texts.ts';
import { cashiersOfFile } from './windows-of-file.ts';

/** The pages beside the sale show a cashier what matters first, and details for support only on request. */

const openCashier = cashiersOfFile();
const size = { width: 1024, height: 728 };

test.each(inTurn(languages, 0, 6))(
  'the page Receipts in %s shows eight receipts at 1024 x 728, with its filters in one row',
  async (language) => {
    const t = textIn(language);
    const opened = await openCashier({}, { language, size });
    await opened.openTab(t('tabReceipts'));
    const rows = opened.page.getByRole('list', { name: t('tabReceipts'), exact: true }).getByRole('button');
    await expect.poll(() => rows.count()).toBeGreaterThan(8);
    const search = opened.page.getByRole('search');
    const controls = (['textbox', 'button', 'combobox'] as const).map((role) => search.getByRole(role));
    const boxesOf = async (found: Locator) => Promise.all((await found.all()).map((each) => each.boundingBox()));
    const measure = async () => {
      const status = await opened.page.getByRole('region', { name: t('status'), exact: true }).boundingBox();
      const filters = (await Promise.all(controls.map(boxesOf))).flat();
      const end = (box: Awaited<ReturnType<Locator['boundingBox']>>) => (box === null ? 0 : box.y + box.height);
      return {
        whole: (await boxesOf(rows)).filter((row) => end(row) <= (status?.y ?? 0)).length,
        bottoms: new Set(filters.map((each) => Math.round(end(each)))).size,
        filters: filters.length,
      };
    };
    const { whole, ...filters } = await measure();
    expect(whole).toBeGreaterThanOrEqual(8);
    expect(filters).toEqual({ bottoms: 1, filters: 4 });
    await opened.page.getByRole('combobox', { name: t('dayFilter'), exact: true }).selectOption(t('otherDay'));
    expect(await measure()).toMatchObject({ bottoms: 1, filters: 5 });
  },
);

test('a sale by hand is listed by its time, and its generated reference is not shown', async () => {
  const reference = 'H-20260303-143500-5ef1';
  const rows = sampleRows.slice(0, 1).map((row) => ({ ...row, reference, number: reference, till: null }));
  const opened = await openCashier({}, { answers: { 'receipts.list': done({ rows, next: null }) } });
  await opened.openTab('Receipts');
  const row = opened.page.getByRole('list', { name: 'Receipts', exact: true }).getByRole('button');
  await row.waitFor();
  expect(await row.innerText()).not.toContain('H-');
  expect(await row.innerText()).toMatch(/3 Mar 2026, 14:35/);
  const { sale } = saleScenes['by-hand'];
  const view = cashierView('en');
  const recent = view.recent.map((each) => ({ ...each, reference }));
  await opened.show({ ...view, sale: { ...sale, reference }, recent });
  await opened.openTab('Sale');
  expect(await opened.page.getByRole('main').innerText()).not.toContain('H-');
});

test('the status bar mentions QR codes only when none is left', async () => {
  const opened = await openCashier();
  const status = opened.page.getByRole('region', { name: 'Status', exact: true });
  await status.getByText('Online', { exact: true }).waitFor();
  expect(await status.getByText(/code/).count()).toBe(0);
  const view = cashierView('en');
  await opened.show({ ...view, status: { ...view.status, pool: { ...view.status.pool, available: 0 } } });
  await status.getByText('No QR code in stock', { exact: true }).waitFor();
});

test('a refused receipt shows the actions of a cashier first, and those of support under More', async () => {
  const opened = await openCashier(saleScenes.attention);
  await opened.press('Repair');
  for (const name of ['Send again', 'Paper given']) await opened.button(name).waitFor();
  const support = [opened.button('Export'), opened.page.getByText(/Trace ID/).filter({ visible: true })];
  expect(await Promise.all(support.map((each) => each.count()))).toEqual([0, 0]);
  await opened.press('More');
  for (const each of support) await each.waitFor();
});

test('the trace ID of the reason for refused receipts appears only after a tap on "Details"', async () => {
  const opened = await openCashier(saleScenes['receipts-refused']);
  await tap(opened.page.getByRole('tab', { name: /^Attention/ }));
  await opened.page.getByText(/Forbidden/).waitFor();
  const trace = opened.page.getByText(/Trace ID/).filter({ visible: true });
  expect(await trace.count()).toBe(0);
  await opened.press('Details');
  await trace.waitFor();
});

test('the cashier window offers no refund if sales are not typed by hand', async () => {
  const { settings } = cashierView('en');
  const typedSales = { ...settings['cashier.typedSales'], value: false };
  const opened = await openCashier({ training: false, settings: { ...settings, 'cashier.typedSales': typedSales } });
  await opened.button('Paper given').waitFor();
  expect(await opened.button('Refund').count()).toBe(0);
  await opened.show(cashierView('en'));
  await opened.button('Refund').waitFor();
});

test('a receipt that the service may have shows a cashier paper first, and the decision under More; its cancel can be sent again', async () => {
  const { attention, row } = attentionView;
  const inDoubt = attention && { ...attention, status: null, code: 'mayBeDelivered' as const };
  const doubt = done({ ...attentionView, attention: inDoubt });
  const opened = await openCashier(saleScenes.attention, { answers: { 'attention.get': doubt } });
  await opened.press('Repair');
  await opened.button('Paper given').waitFor();
  expect(await opened.button('The service has it').count()).toBe(0);
  await opened.press('More');
  await opened.button('The service has it').waitFor();
  expect(await opened.button('Send again').count()).toBe(0);
  const cancelled = done({ ...attentionView, attention: inDoubt, row: { ...row, state: 'cancelled' as const } });
  const ofCancel = await openCashier(saleScenes.attention, { answers: { 'attention.get': cancelled } });
  await ofCancel.press('Repair');
  await ofCancel.button('Send again').waitFor();
});

test('a refused receipt is not shown in place of another one that was opened and not answered yet', async () => {
  const opened = await openCashier();
  await tap(opened.page.getByRole('tab', { name: /^Attention/ }));
  const receipt = opened.page.getByRole('region', { name: 'Attention', exact: true });
  await receipt.waitFor();
  await opened.answerLate('attention.get');
  const others = opened.page.getByRole('list', { name: 'Needs attention' }).getByRole('button');
  await tap(others.nth(1));
  await receipt.waitFor({ state: 'detached' });
});

test('a customer who was opened during the deletion of another one stays open', async () => {
  const opened = await openCashier({ partner: { ...cashierView('en').partner, configured: true } });
  const { fill, openTab, press, sees } = opened;
  const openCustomer = async (number: string): Promise<void> => {
    await fill('Customer number', number);
    await press('Open or create');
    await opened.page.getByRole('heading', { name: number, exact: true }).waitFor();
  };
  await openTab('Customer service');
  await openCustomer('customer-1');
  await opened.answerLate('partner.deleteUser');
  await press('Delete this customer');
  await press('Delete customer-1 for good? This cannot be taken back.');
  await press('Close and clear the screen');
  await openCustomer('customer-2');
  await opened.answerNow(done(null));
  await sees('The customer was deleted.');
  expect(await opened.page.getByRole('heading', { name: 'customer-2', exact: true }).count()).toBe(1);
});

/** A shop that has entered nothing yet. */
const stillTraining = done({
  connection: {
    ...{ mode: 'training', baseUrl: '', authUrl: '', partnerUrl: '', clientId: '', scopeBase: '', storeId: '' },
    ...{ extensionKey: 'extension:service', selfGeneratedIds: false },
  },
  credentialsStored: false,
});

test('the last page of the welcome shows the fields of the connection, saves them as live, and then offers a code to try; hiding the code cancels its sale', async () => {
  const saved = done({ ok: true, steps: [], deviations: [], waiting: null, overriddenBy: [] });
  const opened = await openCashier(
    { setupOffered: true },
    {
      answers: {
        'connection.get': stillTraining,
        'connection.save': saved,
        'sale.new': done({ saleId: saleScenes.open.sale.id }),
      },
    },
  );
  const { page, press, sentOf } = opened;
  for (const name of ['English', 'Next', 'Next', 'Next']) await press(name);
  await page.getByRole('textbox', { name: 'Code', exact: true }).waitFor();
  expect(await page.getByRole('radio', { name: 'Live', exact: true }).count()).toBe(0);
  expect(await page.getByRole('textbox').count()).toBe(1);
  await choose(page.getByRole('radio', { name: 'Addresses and a password', exact: true }));
  for (const name of ['Address of the service', 'Client ID', 'Store ID', 'User name', 'Scope base'])
    await page.getByRole('textbox', { name, exact: true }).waitFor();
  await press('Save');
  expect((await sentOf('connection.save')).at(-1)).toMatchObject({ connection: { mode: 'live' } });
  await opened.show(cashierView('en', { setupOffered: true, training: false }));
  await opened.page.getByRole('heading', { name: 'You are live', exact: true }).waitFor();
  await opened.press('Show a code to try');
  await opened.show(
    cashierView('en', { sale: { ...saleScenes.open.sale, origin: 'hand' }, setupOffered: true, training: false }),
  );
  await opened.page.getByRole('img', { name: 'QR code that opens the receipt' }).waitFor();
  await opened.press('Hide the QR code');
  const sent = (await opened.sent()).filter(({ name }) => name.startsWith('sale.'));
  expect(sent).toEqual([
    { name: 'sale.new', input: { amount: null } },
    { name: 'sale.cancel', input: { saleId: saleScenes.open.sale.id } },
  ]);
});

const asService = { partner: { ...cashierView('en').partner, configured: true } };

test('a customer who was created elsewhere is refused with that reason, and an access code is given up by "Stop waiting" or when its customer is closed', async () => {
  const { answer, answerLate, fill, openTab, press, sees, sentOf, showPart } = await openCashier(asService);
  await openTab('Customer service');
  await fill('Customer number', 'customer-1');
  await answer({ 'partner.findOrCreate': failed('conflict', 'externalId exists') });
  await press('Open or create');
  await sees('This number belongs to a customer who was created elsewhere.');
  await answer({ 'partner.findOrCreate': done({ userId: 'a', known: true }) });
  await press('Open or create');
  await answerLate('partner.token');
  await press('Access for the phone');
  const wait = { until: Date.now() + 120_000, nextTryAt: Date.now() + 10_000 };
  await showPart({ partner: { ...asService.partner, wait } });
  await sees(/The service is still setting up this customer/);
  await press('Stop waiting');
  await expect.poll(() => sentOf('partner.leaveToken')).toHaveLength(1);
  await press('Close and clear the screen');
  await expect.poll(() => sentOf('partner.leaveToken')).toHaveLength(2);
});

/** The currencies of ISO 4217 (2024-06-25) without exactly two decimals. Chromium has its own list. */
const others: Readonly<Record<string, number>> = {
  ...{ BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, UYI: 0, VND: 0 },
  ...{ VUV: 0, XAF: 0, XOF: 0, XPF: 0, BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3, CLF: 4, UYW: 4 },
};

test.each(inTurn(languages, 0, 6))(
  'the cashier reads every decimal of an amount in any currency (%s)',
  async (language) => {
    const opened = await openCashier({}, { language });
    const known = await opened.page.evaluate(() => Intl.supportedValuesOf('currency'));
    const currencies = [...new Set([...known, ...Object.keys(others)])].sort();
    const recent = currencies.map((currency, index) => {
      const { id, reference, state, createdAt, number } = sale({ id: `sale-${index}`, reference: currency });
      const total = { amount: 1299.5, currency };
      return { id, reference, state, createdAt, number, till: null, total, printed: null };
    });
    await opened.showPart({ recent });
    const list = opened.page.getByRole('region', { name: textIn(language)('recent'), exact: true });
    await list.waitFor();
    const shown = await list.getByRole('button').allInnerTexts();
    const digits = shown.map((text, index) => [currencies[index], text.split('\n')[0]?.replace(/[^0-9]/g, '')]);
    expect(digits).toEqual(currencies.map((code) => [code, `1299${'5'.padEnd(others[code] ?? 2, '0')}`]));
  },
);

/** The visible width of this text in a recent line, in CSS pixels. */
const visibleWidth = (list: Locator, words: string | RegExp) =>
  list.getByText(words).evaluate((part) => {
    // Text from outside has its own element, which is as wide as its line.
    const isInline = getComputedStyle(part).display === 'inline';
    return ((isInline ? part.parentElement : part) ?? part).clientWidth;
  });

test('with several paired tills, the name of the till is beside the reference, however long both are', async () => {
  const longName = 'The till at the back, beside the bakery and the flowers';
  const longReference = `0001-${'9'.repeat(100)}`;
  const rows = sampleRows.slice(0, 2).map((row, at) => ({
    ...row,
    ...(at === 0 ? { reference: '0001', till: 'Till 1' } : { reference: longReference, till: longName }),
  }));
  const consents = rows.map(({ reference, till, createdAt }) => ({
    ...{ reference, till, at: createdAt },
    ...({ what: 'agreed', how: 'cashier' } as const),
  }));
  const { page, openTab } = await openCashier(
    { recent: rows },
    { answers: { 'receipts.list': done({ rows, next: null }), 'day.get': done({ ...dayFigures, consents }) } },
  );
  const areNamed = async (list: Locator) => {
    const [first, second] = await list.getByRole('listitem').allInnerTexts();
    expect(first).toMatch(/0001.*Till 1$/ms);
    expect(second).toContain(longName);
  };
  const today = page.getByRole('region', { name: 'Today', exact: true });
  await areNamed(today);
  for (const words of [/· 0001$/, longReference, 'Till 1', longName])
    expect(await visibleWidth(today, words), String(words)).toBeGreaterThan(30);
  await openTab('Receipts');
  const found = page.getByRole('list', { name: 'Receipts', exact: true });
  await found.getByRole('button', { name: longReference }).waitFor();
  await areNamed(found);
  await openTab('Day');
  const agreed = page.getByRole('region', { name: 'Customers who agreed', exact: true });
  await agreed.getByText(longReference).waitFor();
  await areNamed(agreed);
});
