import { expect, test } from 'vitest';
import type { SettingsPatch } from '../../src-main/lib/settings.ts';
import { good, type House, type HouseOptions, openHouse, openPooledSale } from './house.ts';

/** The actions of a customer on a touch display, and how main handles them. */

const gone = { ok: false, error: { code: 'wrongState' } };
const refused = { ok: false, error: { code: 'notAllowed' } };

const customer = (house: House) => {
  const snapshot = house.app.snapshot('customer');
  if (snapshot === null) throw new Error('the customer window has no snapshot');
  return snapshot;
};
const cashier = (house: House) => house.view;
const screen = (house: House) => customer(house).view.screen.kind;

/** The window sends a touch on its current screen. */
const touch = (house: House, what: 'agree' | 'scanned' | 'codeAgain' | 'paperPlease', rev = customer(house).rev) =>
  house.customer[`receipt.${what}`]({ rev });

async function withSale(settings: SettingsPatch = {}, more: Pick<HouseOptions, 'customerDisplayTouch'> = {}) {
  const house = await openHouse({ ...more, settings: { ...settings, screen: { touch: 'yes', ...settings.screen } } });
  const { id: saleId } = await openPooledSale(house, 'till-1');
  return { house, saleId };
}

const pay = async (house: House, saleId: string) => await house.pay(saleId);
const delivered = async (house: House, saleId: string) => {
  await pay(house, saleId);
  await house.delivered(saleId);
};

test('the code stays until its time after payment is over', async () => {
  const { house, saleId } = await withSale({ screen: { qrAfterSeconds: 20 } });
  expect(customer(house).view.touch).toEqual({ agree: false, scanned: true, paper: true, again: false });
  await delivered(house, saleId);
  expect(screen(house)).toBe('qr');
  house.clock.advance(20_000);
  await house.until(() => screen(house) === 'thanks');
});

test('"I’ve scanned it" before payment is answered until the sale is paid, then the customer is thanked', async () => {
  const { house, saleId } = await withSale();
  good(await touch(house, 'scanned'));
  expect(customer(house).view.screen).toMatchObject({ kind: 'scanned', phase: 'before' });
  expect(cashier(house)?.sale).toMatchObject({ consented: true });
  await delivered(house, saleId);
  expect(screen(house)).toBe('thanks');
  expect(cashier(house)).toMatchObject({ sale: { needsConsent: false } });
});

test('"I’ve scanned it" after payment is answered for the time of the thanks, then the display rests', async () => {
  const { house, saleId } = await withSale();
  await delivered(house, saleId);
  good(await touch(house, 'scanned'));
  expect(customer(house).view.screen).toMatchObject({ kind: 'scanned', phase: 'ready' });
  house.clock.advance(8_000);
  await house.until(() => screen(house) === 'idle');
  expect(cashier(house)?.sale).toMatchObject({ id: saleId, consented: true });
  const day = good(await house.cashier['day.get']({ day: '2026-01-05' }));
  expect(day.consents).toMatchObject([{ what: 'agreed', how: 'touch' }]);
});

test('where the shop does not count a touch, to have scanned is no agreement', async () => {
  const { house } = await withSale({ consent: { counts: ['cashier'] } });
  good(await touch(house, 'scanned'));
  expect(screen(house)).toBe('scanned');
  expect(cashier(house)?.sale).toMatchObject({ consented: false });
});

test.each(['before', 'after'] as const)('a customer can show a scanned code again %s payment', async (when) => {
  const { house, saleId } = await withSale();
  if (when === 'after') await delivered(house, saleId);
  good(await touch(house, 'scanned'));
  expect(customer(house).view.touch).toEqual({ agree: false, scanned: false, paper: false, again: true });
  good(await touch(house, 'codeAgain'));
  expect(customer(house).view).toMatchObject({ screen: { kind: 'qr' }, touch: { scanned: true, again: false } });
  // The payment must not replace a code that the customer has opened again with the thank-you screen.
  if (when === 'before') {
    await delivered(house, saleId);
    expect(screen(house)).toBe('qr');
  }
});

test('"Paper, please" reaches the cashier, does not hide an unscanned code, and marks nothing as printed, also after a restart', async () => {
  const { house, saleId } = await withSale();
  good(await touch(house, 'paperPlease'));
  expect(customer(house).view).toMatchObject({
    screen: { kind: 'qr', paperAsked: true },
    touch: { agree: false, scanned: true, paper: false },
  });
  expect(cashier(house)).toMatchObject({
    paperAsk: { id: saleId },
    sale: { asksForPaper: true, printed: null, consented: false },
  });
  await delivered(house, saleId);
  expect(screen(house)).toBe('qr');
  expect(house.till.findSale(saleId)?.printed).toBeNull();
  expect(house.simulator.ledger().printed).toEqual([]);
  await house.restart();
  good(await house.cashier['sale.select']({ saleId }));
  expect(cashier(house)).toMatchObject({ sale: { asksForPaper: true, needsConsent: false } });
  good(await house.cashier['sale.print']({ saleId }));
  expect(cashier(house)).toMatchObject({ paperAsk: null, sale: { asksForPaper: false, printed: 'queued' } });
});

test('the cashier ends a request for paper with no paper, the code again, or done with the customer', async () => {
  const { house, saleId } = await withSale();
  good(await touch(house, 'paperPlease'));
  good(await house.cashier['sale.undo']({ saleId }));
  expect(screen(house)).toBe('qr');
  expect(cashier(house)).toMatchObject({ paperAsk: null, sale: { asksForPaper: false, printed: null } });
  expect(await house.cashier['sale.undo']({ saleId })).toMatchObject(gone);
  good(await touch(house, 'paperPlease'));
  good(await house.cashier['sale.show']({ saleId }));
  expect(screen(house)).toBe('qr');
  expect(cashier(house)).toMatchObject({ paperAsk: null, sale: { asksForPaper: false } });
  good(await touch(house, 'paperPlease'));
  good(await house.cashier['sale.close']({ saleId }));
  expect(cashier(house)?.paperAsk).toBeNull();
});

test('a request for paper is reported also while the cashier works on another sale', async () => {
  const { house, saleId } = await withSale();
  const { sale: other } = good(await house.till.openSale({ reference: 'other', amount: 3, show: false }));
  good(await house.cashier['sale.show']({ saleId }));
  const { rev } = customer(house);
  good(await house.cashier['sale.select']({ saleId: other.id }));
  good(await touch(house, 'paperPlease', rev));
  expect(cashier(house)?.paperAsk).toMatchObject({ id: saleId, reference: 'till-1' });
  const { sale: third } = good(await house.till.openSale({ reference: 'third', amount: 3 }));
  good(await house.cashier['sale.undo']({ saleId }));
  await house.until(() => cashier(house)?.paperAsk === null);
  expect(customer(house).view.screen).toMatchObject({ kind: 'qr', url: house.till.findSale(third.id)?.url });
});

test('a touch on a screen that has been replaced changes neither the previous nor the next sale', async () => {
  const { house, saleId } = await withSale();
  const stale = customer(house).rev;
  const { sale: next } = good(await house.till.openSale({ reference: 'next', amount: 3 }));
  await house.until(() => cashier(house)?.sale?.id === next.id);
  expect(await touch(house, 'scanned', stale)).toMatchObject(gone);
  expect(await touch(house, 'paperPlease', stale)).toMatchObject(gone);
  expect(await house.customer['language.set']({ rev: stale, language: 'sv' })).toMatchObject(gone);
  expect(await touch(house, 'scanned', 999_999)).toMatchObject(gone);
  expect(customer(house).view.language).toBe('de');
  for (const id of [saleId, next.id]) {
    good(await house.cashier['sale.select']({ saleId: id }));
    expect(cashier(house)?.sale).toMatchObject({ consented: false, asksForPaper: false });
  }
});

test('a second touch has no effect, and a screen without buttons accepts none', async () => {
  const { house, saleId } = await withSale();
  const { rev } = customer(house);
  good(await touch(house, 'scanned', rev));
  for (const what of ['agree', 'scanned'] as const) expect(await touch(house, what, rev)).toMatchObject(gone);
  expect(await touch(house, 'paperPlease')).toMatchObject(gone);
  good(house.till.cancelSale(saleId));
  expect(customer(house).view).toMatchObject({
    screen: { kind: 'cancelled' },
    touch: { scanned: false, paper: false },
  });
  expect(await touch(house, 'paperPlease')).toMatchObject(gone);
});

test('a changed sentence on the same screen does not make a touch outdated', async () => {
  const { house, saleId } = await withSale();
  await pay(house, saleId);
  const { rev } = customer(house);
  await house.delivered(saleId);
  expect(customer(house).rev).toBeGreaterThan(rev);
  good(await touch(house, 'scanned', rev));
  expect(cashier(house)?.sale).toMatchObject({ consented: true });
});

test('no script at the customer’s window is quicker than fingers', async () => {
  const { house } = await withSale();
  const set = () => house.customer['language.set']({ rev: customer(house).rev, language: 'sv' });
  const answers = [];
  for (let times = 0; times < 13; times += 1) answers.push(await set());
  expect(answers.filter(({ ok }) => ok)).toHaveLength(12);
  expect(answers.at(-1)).toMatchObject(refused);
  for (let times = 0; times < 5; times += 1) await touch(house, 'scanned', 0);
  expect(await touch(house, 'scanned')).toMatchObject(refused);
  house.clock.advance(10_000);
  good(await touch(house, 'scanned'));
  good(await set());
});

test('without touch there are no buttons and no languages to choose, and a touch command is refused', async () => {
  const { house } = await withSale({ screen: { touch: 'no' } });
  good(await house.customer['screen.canTouch']({ touch: true }));
  const { rev, view } = customer(house);
  expect(view).toMatchObject({ touch: { scanned: false, paper: false }, languages: [] });
  expect(await touch(house, 'scanned')).toMatchObject(refused);
  expect(await touch(house, 'paperPlease')).toMatchObject(refused);
  expect(await house.customer['language.set']({ rev, language: 'sv' })).toMatchObject(refused);
});

test('without touch the cashier chooses the language for the current sale, and the next sale is in the language of the shop', async () => {
  const { house, saleId } = await withSale({ screen: { touch: 'auto' } });
  expect(cashier(house)?.customerLanguages).toEqual(['de', 'en', 'fr', 'es', 'sv', 'pt']);
  good(await house.cashier['sale.language']({ saleId, language: 'sv' }));
  expect(customer(house).view.language).toBe('sv');
  await delivered(house, saleId);
  expect(customer(house).view.language).toBe('sv');
  const { sale: next } = good(await house.till.openSale({ reference: 'next', amount: 3 }));
  await house.until(() => cashier(house)?.sale?.id === next.id);
  expect(customer(house).view.language).toBe('de');
  const late = await house.cashier['sale.language']({ saleId, language: 'fr' });
  expect(late).toMatchObject(gone);
  expect(customer(house).view.language).toBe('de');
});

test('"detect" follows the result of the customer display, also without an open sale', async () => {
  const { house } = await withSale({ screen: { touch: 'auto' } });
  expect(customer(house).view.touch.scanned).toBe(false);
  good(await house.customer['screen.canTouch']({ touch: true }));
  await house.until(() => customer(house).view.touch.scanned);
  expect(cashier(house)?.customerLanguages).toEqual([]);
  expect(customer(house).view.languages).toHaveLength(6);
});

test('a display without touch according to the system offers no buttons, even if the computer has a touch screen', async () => {
  let display: boolean | null = false;
  const { house, saleId } = await withSale({ screen: { touch: 'auto' } }, { customerDisplayTouch: () => display });
  good(await house.customer['screen.canTouch']({ touch: true }));
  expect(customer(house).view.touch).toEqual({ agree: false, scanned: false, paper: false, again: false });
  expect(cashier(house)?.customerLanguages).toHaveLength(6);
  expect(await touch(house, 'scanned')).toMatchObject(refused);
  display = null;
  good(await house.cashier['sale.show']({ saleId }));
  good(await touch(house, 'scanned'));
});

test('paper that is wanted before payment can be taken back for as long as nothing is paid; afterwards it is printed', async () => {
  const { house, saleId } = await withSale();
  good(await house.cashier['sale.print']({ saleId }));
  house.clock.advance(60_000);
  await house.until(() => cashier(house)?.sale?.undo === null);
  expect(cashier(house)?.sale).toMatchObject({ printed: 'queued', can: { print: false, takeBackPaper: true } });
  good(await house.cashier['sale.undo']({ saleId }));
  expect(cashier(house)?.sale).toMatchObject({ printed: null, can: { print: true, takeBackPaper: false } });
  expect(screen(house)).toBe('qr');
  good(await house.cashier['sale.print']({ saleId }));
  house.clock.advance(60_000);
  await delivered(house, saleId);
  await house.sale(saleId, ({ printed }) => printed === 'done');
  expect(await house.cashier['sale.undo']({ saleId })).toMatchObject(gone);
  expect(house.simulator.ledger().printed).toHaveLength(1);
});

test('with the code after payment only, "Show QR" still shows it before payment, and repeatedly', async () => {
  const { house, saleId } = await withSale({ screen: { qrTiming: 'after' } });
  expect(screen(house)).toBe('basket');
  for (let times = 0; times < 2; times += 1) {
    good(await house.cashier['sale.show']({ saleId }));
    expect(screen(house)).toBe('qr');
  }
});
