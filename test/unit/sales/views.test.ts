import { describe, expect, test } from 'vitest';
import { saleView } from '../../../src-main/sales/sale/cashier-view.ts';
import { customerScreen, type DisplayState, emptyDisplay } from '../../../src-main/sales/sale/customer-view.ts';
import { noLoyalty, type Sale } from '../../../src-main/sales/sale/sale.ts';
import { billAccepted, idTaken, saleAfter, sampleNow, sampleSale, sampleUrl } from '../../fakes/sample-sale.ts';

const open = saleAfter(sampleSale(), idTaken);
const display = (change: Partial<DisplayState> = {}): DisplayState => ({
  ...emptyDisplay,
  saleId: open.id,
  moment: 'qr',
  ...change,
});
const before = { qrTiming: 'before', willArrive: true } as const;
const after = { ...before, qrTiming: 'after' } as const;
const total = { amount: 19.9, currency: 'EUR' };

describe('the customer display', () => {
  test('shows the QR before payment and the same QR after it', () => {
    const qr = { kind: 'qr', soon: true, url: sampleUrl, total, lines: [], replaced: false, paperRequested: false };
    expect(customerScreen(display(), open, before)).toEqual({ ...qr, phase: 'before' });
    expect(customerScreen(display(), saleAfter(open, billAccepted), before)).toEqual({ ...qr, phase: 'after' });
  });

  test('shows the requested QR code, also if the shop shows it after payment', () => {
    expect(customerScreen(display(), open, after).kind).toBe('basket');
    expect(customerScreen(display({ requested: true }), open, after).kind).toBe('qr');
  });

  test('shows the basket of the till with the amount of the sale', () => {
    const lines = [{ text: 'Bread', quantity: 1, amount: 19.9 }];
    expect(customerScreen(display({ lines }), open, before)).toMatchObject({ kind: 'qr', total, lines });
    const quiet = customerScreen(display({ lines, moment: 'quiet' }), open, before);
    expect(quiet).toEqual({ kind: 'basket', total, lines });
  });

  test('shows nothing of a sale that is not on the display', () => {
    expect(customerScreen(emptyDisplay, open, before)).toEqual({ kind: 'idle' });
    expect(customerScreen(display({ saleId: 'another' }), open, before)).toEqual({ kind: 'idle' });
  });

  test('shows points and names of rewards, and nothing that identifies the customer', () => {
    const secret = 'canary-4711';
    const loyalty: Sale['loyalty'] = {
      ...{ state: 'active', transactionId: secret, customerId: secret, providerType: secret, points: 120 },
      activatedRewards: [{ identifier: secret, name: 'Free coffee', description: secret }],
      providerData: JSON.stringify({ owner: secret }),
    };
    const buyerInformation = JSON.stringify({ mail: secret });
    const sale = saleAfter(sampleSale({ externalId: secret, buyerInformation, loyalty }), idTaken);
    expect(customerScreen(display({ moment: 'welcome' }), sale, before)).toEqual({
      kind: 'welcome',
      points: 120,
      rewards: ['Free coffee'],
    });
    for (const moment of ['quiet', 'qr', 'welcome', 'thanks', 'cancelled'] as const) {
      expect(JSON.stringify(customerScreen(display({ moment }), sale, before))).not.toContain(secret);
    }
  });
});

const consent = { needed: false, counts: ['cashier'] } as const;
const viewOf = (sale: Sale, more: Partial<Parameters<typeof saleView>[1]> = {}) =>
  saleView(sale, { now: sampleNow, display: emptyDisplay, willArrive: true, consent, ...more });

describe('the cashier', () => {
  test('is asked for paper first if nothing else reaches the customer', () => {
    const paid = saleAfter(sampleSale(), billAccepted);
    expect(viewOf(paid, { display: display(), willArrive: false }).needsPaper).toBe(true);
    expect(viewOf(paid, { display: display() }).needsPaper).toBe(false);
    expect(viewOf(paid, { display: display({ withoutId: true }) }).needsPaper).toBe(true);
    expect(viewOf(saleAfter(open, billAccepted)).needsPaper).toBe(false);
  });

  test('is asked for the agreement only after payment and where the law requires it, unless the customer agreed or has paper', () => {
    const needsConsent = (sale: Sale, needed = true, on = emptyDisplay): boolean =>
      viewOf(sale, { display: on, consent: { ...consent, needed } }).needsConsent;
    const paid = saleAfter(open, billAccepted);
    expect(needsConsent(paid)).toBe(true);
    expect(needsConsent(open)).toBe(false);
    expect(needsConsent(paid, false)).toBe(false);
    expect(needsConsent(paid, true, display({ moment: 'paper' }))).toBe(false);
    expect(needsConsent(saleAfter(paid, { type: 'consentGiven', how: 'touch' }))).toBe(false);
    expect(needsConsent(saleAfter(paid, { type: 'printRequested', undoUntil: null }))).toBe(false);
  });

  test('may tap "Digital" only where the shop accepts agreements by the cashier, and can take back any agreement', () => {
    const canOf = (sale: Sale, counts: readonly ('cashier' | 'touch')[]) =>
      viewOf(sale, { consent: { needed: true, counts } }).can;
    expect(canOf(open, ['cashier'])).toMatchObject({ consent: true, takeBackConsent: false });
    expect(canOf(open, ['touch'])).toMatchObject({ consent: false, takeBackConsent: false });
    const agreed = saleAfter(open, { type: 'consentGiven', how: 'touch' });
    expect(canOf(agreed, ['touch'])).toMatchObject({ consent: false, takeBackConsent: true });
  });

  test('is offered no QR of a receipt that went to the account', () => {
    const assigned = saleAfter(open, billAccepted, { type: 'billDelivered', assigned: true, url: null });
    expect(viewOf(assigned).can).toMatchObject({ show: false, returnToDisplay: true });
  });
});

describe('the actions of a sale', () => {
  test('only an open sale that was typed by hand can be paid', () => {
    expect(viewOf(open).can.pay).toBe(false);
    expect(viewOf({ ...open, origin: 'hand' }).can.pay).toBe(true);
    expect(viewOf(saleAfter({ ...open, origin: 'hand' }, billAccepted)).can.pay).toBe(false);
  });

  test('a cancelled sale allows no action', () => {
    const { can } = viewOf(saleAfter(open, { type: 'cancelRequested', undoUntil: null }));
    expect(Object.entries(can).filter(([, possible]) => possible)).toEqual([]);
  });

  test.each(['cancelled', 'ended', 'unknown'] as const)(
    'a loyalty transaction can be started after an earlier one: %s',
    (state) => {
      const loyalty = { ...noLoyalty, state };
      expect(viewOf({ ...open, loyalty }).can.startLoyalty).toBe(true);
      expect(viewOf({ ...open, loyalty: { ...loyalty, state: 'active' } }).can.startLoyalty).toBe(false);
    },
  );

  test('the print mark can be undone only before its time is over', () => {
    const sale = saleAfter(open, { type: 'printRequested', undoUntil: sampleNow + 5_000 });
    expect(viewOf(sale, { now: sampleNow + 4_999 }).undo).toEqual({ action: 'printed', until: sampleNow + 5_000 });
    expect(viewOf(sale, { now: sampleNow + 5_000 }).undo).toBeNull();
  });
});
