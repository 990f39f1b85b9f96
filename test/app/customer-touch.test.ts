import { expect, test } from 'vitest';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import { openPooledSale, openTestApp, type TestApp, type TestAppOptions, unwrap } from './test-app.ts';

const gone = { ok: false, error: { code: 'wrongState' } };
const refused = { ok: false, error: { code: 'notAllowed' } };

const customer = (testApp: TestApp) => {
  const snapshot = testApp.app.snapshot('customer');
  if (snapshot === null) throw new Error('the customer window has no snapshot');
  return snapshot;
};

const touch = (
  testApp: TestApp,
  what: 'agree' | 'scanned' | 'codeAgain' | 'paperPlease',
  rev = customer(testApp).rev,
) => testApp.customer[`receipt.${what}`]({ rev });

async function withSale(settings: SettingsPatch = {}, more: Pick<TestAppOptions, 'customerDisplayTouch'> = {}) {
  const testApp = await openTestApp({
    ...more,
    settings: { ...settings, screen: { touch: 'yes', ...settings.screen } },
  });
  const { id: saleId } = await openPooledSale(testApp, 'till-1');
  return { testApp, saleId };
}

const delivered = async (testApp: TestApp, saleId: string) => {
  await testApp.pay(saleId);
  await testApp.delivered(saleId);
};

const again = { agree: false, scanned: false, paper: true, again: true };

test('before payment the display confirms "I’ve scanned it", and after payment it thanks the customer, unless they opened the code again', async () => {
  const { testApp, saleId } = await withSale();
  unwrap(await touch(testApp, 'scanned'));
  expect(testApp.screen).toMatchObject({ kind: 'scanned', phase: 'before' });
  expect(testApp.view.sale).toMatchObject({ consented: true });
  await delivered(testApp, saleId);
  expect(testApp.screen.kind).toBe('thanks');
  expect(testApp.view).toMatchObject({ sale: { needsConsent: false } });

  const { id } = await openPooledSale(testApp, 'opened again');
  unwrap(await touch(testApp, 'scanned'));
  expect(customer(testApp).view.touch).toEqual(again);
  unwrap(await touch(testApp, 'codeAgain'));
  expect(customer(testApp).view).toMatchObject({ screen: { kind: 'qr' }, touch: { scanned: true, again: false } });
  await delivered(testApp, id);
  expect(testApp.screen.kind).toBe('qr');

  testApp.changeSettings({ consent: { counts: ['cashier'] } });
  await openPooledSale(testApp, 'touch does not count');
  unwrap(await touch(testApp, 'scanned'));
  expect(testApp.screen.kind).toBe('scanned');
  expect(testApp.view.sale).toMatchObject({ reference: 'touch does not count', consented: false });
});

test('after payment the display confirms "I’ve scanned it", shows the code again on request, and then the start screen; the status then names no sale', async () => {
  const { testApp, saleId } = await withSale();
  await delivered(testApp, saleId);
  unwrap(await touch(testApp, 'scanned'));
  expect(customer(testApp).view.touch).toEqual(again);
  unwrap(await touch(testApp, 'codeAgain'));
  expect(testApp.screen.kind).toBe('qr');
  unwrap(await touch(testApp, 'scanned'));
  expect(testApp.screen).toMatchObject({ kind: 'scanned', phase: 'ready' });
  testApp.clock.advance(8_000);
  await testApp.until(() => testApp.screen.kind === 'idle');
  unwrap(await testApp.customer['screen.painted']({ rev: customer(testApp).rev }));
  expect(testApp.till.status().display).toMatchObject({ showing: 'idle', saleId: null });
  expect(testApp.view.sale).toMatchObject({ id: saleId, consented: true });
  const day = unwrap(await testApp.cashier['day.get']({ day: '2026-01-05' }));
  expect(day.consents).toMatchObject([{ what: 'agreed', how: 'touch' }]);
});

test('"Paper, please" reaches the cashier, does not hide an unscanned code, and marks nothing as printed, also after a restart', async () => {
  const { testApp, saleId } = await withSale();
  unwrap(await touch(testApp, 'paperPlease'));
  expect(customer(testApp).view).toMatchObject({
    screen: { kind: 'qr', paperRequested: true },
    touch: { agree: false, scanned: true, paper: false },
  });
  expect(testApp.view).toMatchObject({
    paperRequest: { id: saleId },
    sale: { asksForPaper: true, printed: null, consented: false },
  });
  await delivered(testApp, saleId);
  expect(testApp.screen.kind).toBe('qr');
  expect(testApp.till.findSale(saleId)?.printed).toBeNull();
  expect(testApp.simulator.ledger().printed).toEqual([]);
  await testApp.restart();
  unwrap(await testApp.cashier['sale.select']({ saleId }));
  expect(testApp.view).toMatchObject({ sale: { asksForPaper: true, needsConsent: false } });
  unwrap(await testApp.cashier['sale.print']({ saleId }));
  expect(testApp.view).toMatchObject({ paperRequest: null, sale: { asksForPaper: false, printed: 'queued' } });
});

test.each(['scanned', 'thanks', 'thanks after Next customer', 'idle', 'idle after a scan', 'idle after Next customer'])(
  'a request for paper on the screen "%s" is answered on the display until the next customer',
  async (when) => {
    const { testApp, saleId } = await withSale({ screen: { qrAfterSeconds: 20 } });
    if (when === 'scanned') unwrap(await touch(testApp, 'scanned'));
    else await delivered(testApp, saleId);
    if (when === 'idle after a scan') unwrap(await touch(testApp, 'scanned'));
    if (when.endsWith('Next customer')) unwrap(await testApp.cashier['sale.close']({ saleId }));
    if (when === 'thanks' || when === 'idle') testApp.clock.advance(20_000);
    if (when === 'thanks' || when === 'idle') await testApp.until(() => testApp.screen.kind === 'thanks');
    if (when.startsWith('idle')) testApp.clock.advance(8_000);
    const [kind = ''] = when.split(' ');
    await testApp.until(() => testApp.screen.kind === kind);
    expect(customer(testApp).view.touch).toMatchObject({ agree: false, paper: true });
    const current = testApp.view.sale?.id;
    unwrap(await touch(testApp, 'paperPlease'));
    // The next customer may already be in front of the start screen, so it shows no amount.
    const total = when.startsWith('idle') ? null : expect.anything();
    expect(customer(testApp).view).toMatchObject({ screen: { kind: 'paper', total }, touch: { paper: false } });
    expect(testApp.view).toMatchObject({ paperRequest: { id: saleId } });
    // The request must not replace the sale that the cashier is working on.
    expect(testApp.view.sale?.id).toBe(current);
    if (when.startsWith('idle')) {
      testApp.clock.advance(8_000);
      await testApp.until(() => testApp.screen.kind === 'idle');
      expect(customer(testApp).view.touch.paper).toBe(false);
      expect(testApp.view.status.display.saleId).toBeNull();
    }
    unwrap(await testApp.till.openSale({ reference: 'next', amount: 3 }));
    expect(customer(testApp).view).toMatchObject({
      screen: { kind: 'qr', paperRequested: false },
      touch: { paper: true },
    });
  },
);

test('a customer who touches the start screen long after the last sale cannot ask for its receipt', async () => {
  const { testApp, saleId } = await withSale();
  await delivered(testApp, saleId);
  unwrap(await testApp.cashier['sale.close']({ saleId }));
  testApp.clock.advance(8_000);
  await testApp.until(() => testApp.screen.kind === 'idle' && customer(testApp).view.touch.paper);
  testApp.clock.advance(15 * 60_000);
  await testApp.until(() => !customer(testApp).view.touch.paper);
});

test('the display of a shop in France says that receipts are printed on request, unless that setting is off', async () => {
  const testApp = await openTestApp({ settings: { cashier: { country: 'FR' } } });
  expect(customer(testApp).view.paperNotice).toBe(true);
  unwrap(await testApp.cashier['setting.set']({ key: 'screen.paperNotice', value: false }));
  expect(customer(testApp).view.paperNotice).toBe(false);
});

test('the cashier ends a request for paper with "No paper", the code again, or the next customer', async () => {
  const { testApp, saleId } = await withSale();
  unwrap(await touch(testApp, 'paperPlease'));
  unwrap(await testApp.cashier['sale.undo']({ saleId }));
  expect(testApp.screen.kind).toBe('qr');
  expect(testApp.view).toMatchObject({ paperRequest: null, sale: { asksForPaper: false, printed: null } });
  expect(await testApp.cashier['sale.undo']({ saleId })).toMatchObject(gone);
  unwrap(await touch(testApp, 'paperPlease'));
  unwrap(await testApp.cashier['sale.show']({ saleId }));
  expect(testApp.screen.kind).toBe('qr');
  expect(testApp.view).toMatchObject({ paperRequest: null, sale: { asksForPaper: false } });
  unwrap(await touch(testApp, 'paperPlease'));
  unwrap(await testApp.cashier['sale.close']({ saleId }));
  expect(testApp.view.paperRequest).toBeNull();
});

test('a request for paper is reported also while the cashier works on another sale, and comes back after the request of the next customer', async () => {
  const { testApp, saleId } = await withSale();
  const { sale: other } = unwrap(await testApp.till.openSale({ reference: 'other', amount: 3, show: false }));
  unwrap(await testApp.cashier['sale.show']({ saleId }));
  const { rev } = customer(testApp);
  unwrap(await testApp.cashier['sale.select']({ saleId: other.id }));
  unwrap(await touch(testApp, 'paperPlease', rev));
  expect(testApp.view.paperRequest).toMatchObject({ id: saleId, reference: 'till-1' });
  const third = await openPooledSale(testApp, 'third');
  unwrap(await touch(testApp, 'paperPlease'));
  expect(testApp.view).toMatchObject({ paperRequest: { id: third.id } });
  unwrap(await testApp.cashier['sale.print']({ saleId: third.id }));
  expect(testApp.view).toMatchObject({ sale: { id: third.id }, paperRequest: { id: saleId } });
  unwrap(await testApp.cashier['sale.show']({ saleId: third.id }));
  unwrap(await testApp.cashier['sale.undo']({ saleId }));
  await testApp.until(() => testApp.view.paperRequest === null);
  expect(testApp.screen).toMatchObject({ kind: 'qr', url: third.url });
});

test('a touch counts once, for the screen that the customer sees and its changed sentences, not for a replaced screen or one without buttons', async () => {
  const { testApp, saleId } = await withSale();
  const stale = customer(testApp).rev;
  const next = await openPooledSale(testApp, 'next');
  await testApp.until(() => testApp.view.sale?.id === next.id);
  expect(await touch(testApp, 'scanned', stale)).toMatchObject(gone);
  expect(await touch(testApp, 'paperPlease', stale)).toMatchObject(gone);
  expect(await testApp.customer['language.set']({ rev: stale, language: 'sv' })).toMatchObject(gone);
  expect(await touch(testApp, 'scanned', 999_999)).toMatchObject(gone);
  expect(customer(testApp).view.language).toBe('de');
  for (const id of [saleId, next.id]) {
    unwrap(await testApp.cashier['sale.select']({ saleId: id }));
    expect(testApp.view.sale).toMatchObject({ consented: false, asksForPaper: false });
  }
  await testApp.pay(next.id);
  const { rev } = customer(testApp);
  await testApp.delivered(next.id);
  expect(customer(testApp).rev).toBeGreaterThan(rev);
  unwrap(await touch(testApp, 'scanned', rev));
  expect(testApp.view.sale).toMatchObject({ id: next.id, consented: true });
  for (const what of ['agree', 'scanned'] as const) expect(await touch(testApp, what, rev)).toMatchObject(gone);
  expect(await touch(testApp, 'agree')).toMatchObject(gone);
  unwrap(testApp.till.cancelSale(next.id));
  expect(customer(testApp).view).toMatchObject({
    screen: { kind: 'cancelled' },
    touch: { scanned: false, paper: false },
  });
  expect(await touch(testApp, 'paperPlease')).toMatchObject(gone);
});

test('more touches than a finger can make are refused for ten seconds', async () => {
  const { testApp } = await withSale();
  const set = () => testApp.customer['language.set']({ rev: customer(testApp).rev, language: 'sv' });
  const answers = [];
  for (let times = 0; times < 13; times += 1) answers.push(await set());
  expect(answers.filter(({ ok }) => ok)).toHaveLength(12);
  expect(answers.at(-1)).toMatchObject(refused);
  for (let times = 0; times < 5; times += 1) await touch(testApp, 'scanned', 0);
  expect(await touch(testApp, 'scanned')).toMatchObject(refused);
  testApp.clock.advance(10_000);
  unwrap(await touch(testApp, 'scanned'));
  unwrap(await set());
});

test('without touch the cashier chooses the language for the current sale, and the next sale is in the language of the shop', async () => {
  const { testApp, saleId } = await withSale({ screen: { touch: 'auto' } });
  expect(testApp.view.customerLanguages).toEqual(['de', 'en', 'fr', 'es', 'sv', 'pt']);
  unwrap(await testApp.cashier['sale.language']({ saleId, language: 'sv' }));
  expect(customer(testApp).view.language).toBe('sv');
  await delivered(testApp, saleId);
  expect(customer(testApp).view.language).toBe('sv');
  const next = await openPooledSale(testApp, 'next');
  await testApp.until(() => testApp.view.sale?.id === next.id);
  expect(customer(testApp).view.language).toBe('de');
  const late = await testApp.cashier['sale.language']({ saleId, language: 'fr' });
  expect(late).toMatchObject(gone);
  expect(customer(testApp).view.language).toBe('de');
});

test('buttons and languages follow the setting, the system’s report of touch and the report of the display; without them touch commands are refused', async () => {
  let display: boolean | null = null;
  const { testApp, saleId } = await withSale({ screen: { touch: 'auto' } }, { customerDisplayTouch: () => display });
  const expectNoTouch = async (cashierLanguages: number) => {
    const { rev, view } = customer(testApp);
    expect(view.touch).toEqual({ agree: false, scanned: false, paper: false, again: false });
    expect([view.languages, testApp.view.customerLanguages.length]).toEqual([[], cashierLanguages]);
    for (const what of ['scanned', 'paperPlease'] as const) expect(await touch(testApp, what)).toMatchObject(refused);
    expect(await testApp.customer['language.set']({ rev, language: 'sv' })).toMatchObject(refused);
  };
  await expectNoTouch(6);
  // The report of the display takes effect at once, the answer of the system when the next screen is shown.
  unwrap(await testApp.customer['screen.canTouch']({ touch: true }));
  await testApp.until(() => customer(testApp).view.touch.scanned);
  expect([customer(testApp).view.languages.length, testApp.view.customerLanguages]).toEqual([6, []]);
  display = false;
  unwrap(await testApp.cashier['sale.show']({ saleId }));
  await expectNoTouch(6);
  display = null;
  testApp.changeSettings({ screen: { touch: 'no' } });
  await expectNoTouch(6);
  testApp.changeSettings({ screen: { touch: 'auto' } });
  unwrap(await touch(testApp, 'scanned'));
});

test('paper that the cashier chose before payment can be taken back until the payment; afterwards it is reported as printed', async () => {
  const { testApp, saleId } = await withSale();
  unwrap(await testApp.cashier['sale.print']({ saleId }));
  testApp.clock.advance(60_000);
  await testApp.until(() => testApp.view.sale?.undo === null);
  expect(testApp.view.sale).toMatchObject({ printed: 'queued', can: { print: false, takeBackPaper: true } });
  unwrap(await testApp.cashier['sale.undo']({ saleId }));
  expect(testApp.view.sale).toMatchObject({ printed: null, can: { print: true, takeBackPaper: false } });
  expect(testApp.screen.kind).toBe('qr');
  unwrap(await testApp.cashier['sale.print']({ saleId }));
  unwrap(await testApp.cashier['sale.close']({ saleId }));
  testApp.clock.advance(60_000);
  unwrap(await testApp.cashier['sale.undo']({ saleId }));
  // The next customer may be at the empty display.
  expect(testApp.screen.kind).toBe('idle');
  unwrap(await testApp.cashier['sale.print']({ saleId }));
  testApp.clock.advance(60_000);
  await delivered(testApp, saleId);
  await testApp.sale(saleId, ({ printed }) => printed === 'done');
  expect(await testApp.cashier['sale.undo']({ saleId })).toMatchObject(gone);
  expect(testApp.simulator.ledger().printed).toHaveLength(1);
});

test('"Show QR" also works before payment, and repeatedly, if the shop shows codes after payment', async () => {
  const { testApp, saleId } = await withSale({ screen: { qrTiming: 'after' } });
  expect(testApp.screen.kind).toBe('basket');
  for (let times = 0; times < 2; times += 1) {
    unwrap(await testApp.cashier['sale.show']({ saleId }));
    expect(testApp.screen.kind).toBe('qr');
  }
});
