import { describe, expect, test } from 'vitest';
import { saleView } from '../../../src-main/sales/cashier-view.ts';
import { customerScreen } from '../../../src-main/sales/customer-view.ts';
import { emptyStage, type Stage } from '../../../src-main/sales/display-state.ts';
import type { Sale } from '../../../src-main/sales/sale.ts';
import {
  billAccepted,
  idTaken,
  refusal,
  saleAfter,
  sampleBillId,
  sampleNow,
  sampleSale,
  sampleUrl,
} from '../../fakes/sample-sale.ts';

const open = saleAfter(sampleSale(), idTaken);
const stage = (change: Partial<Stage> = {}): Stage => ({ ...emptyStage, saleId: open.id, moment: 'qr', ...change });
const before = { qrTiming: 'before', isSoon: true } as const;
const after = { ...before, qrTiming: 'after' } as const;
const total = { amount: 19.9, currency: 'EUR' };

describe('the customer sees', () => {
  test('the QR before payment and the same QR after it', () => {
    const qr = { kind: 'qr', soon: true, url: sampleUrl, total, lines: [], replaced: false };
    expect(customerScreen(stage(), open, before)).toEqual({ ...qr, phase: 'before' });
    expect(customerScreen(stage(), saleAfter(open, billAccepted), before)).toEqual({ ...qr, phase: 'after' });
  });

  test('no QR before payment where the shop shows it after', () => {
    expect(customerScreen(stage(), open, after).kind).toBe('basket');
    expect(customerScreen(stage(), saleAfter(open, billAccepted), after).kind).toBe('qr');
  });

  test('the QR that somebody asked for, also where the shop shows it after payment', () => {
    expect(customerScreen(stage({ asked: true }), open, after).kind).toBe('qr');
  });

  test('that the receipt is in the account, and then no QR', () => {
    const assigned = saleAfter(sampleSale(), { type: 'accountAssigned', billId: sampleBillId });
    expect(customerScreen(stage(), assigned, before)).toEqual({ kind: 'account', phase: 'before', total });
  });

  test('that the receipt follows when no id could be had and the service can find the customer', () => {
    const known = sampleSale({ externalId: 'C-1' });
    expect(customerScreen(stage({ withoutId: true }), known, before)).toEqual({ kind: 'follows', total });
    const away = { ...before, isSoon: false };
    expect(customerScreen(stage(), saleAfter(known, billAccepted), away)).toEqual({ kind: 'follows', total });
  });

  test('paper when no id could be had and nobody knows the customer: nothing can follow', () => {
    expect(customerScreen(stage({ withoutId: true }), sampleSale(), before)).toEqual({ kind: 'paper', total });
    const away = { ...before, isSoon: false };
    expect(customerScreen(stage(), saleAfter(sampleSale(), billAccepted), away)).toEqual({ kind: 'paper', total });
    expect(customerScreen(stage(), sampleSale(), before).kind).toBe('basket');
  });

  test('the basket of the till with its total while there is no bill', () => {
    const basket = { lines: [{ text: 'Bread', quantity: 1, amount: 3.2 }], totalCents: 320, currency: 'EUR' };
    expect(customerScreen(stage({ basket }), open, before)).toMatchObject({
      kind: 'qr',
      total: { amount: 3.2 },
      lines: basket.lines,
    });
    expect(customerScreen(stage({ basket, moment: 'quiet' }), open, before)).toEqual({
      kind: 'basket',
      total: { amount: 3.2, currency: 'EUR' },
      lines: basket.lines,
    });
  });

  test('paper once it was handed out after payment, thanks, and that a sale was cancelled', () => {
    const printed = saleAfter(open, billAccepted, { type: 'printRequested', undoUntil: null });
    expect(customerScreen(stage({ moment: 'paper' }), printed, before).kind).toBe('paper');
    expect(customerScreen(stage(), printed, before).kind).toBe('qr');
    expect(customerScreen(stage({ moment: 'thanks' }), printed, before).kind).toBe('thanks');
    expect(customerScreen(stage(), saleAfter(open, { type: 'cancelRequested', undoUntil: null }), before)).toEqual({
      kind: 'cancelled',
    });
  });

  test('that the receipt is ready only once the service has it', () => {
    const queued = saleAfter(open, billAccepted);
    const delivered = saleAfter(queued, { type: 'billDelivered', assigned: false, url: null });
    expect(customerScreen(stage(), queued, before)).toMatchObject({ kind: 'qr', phase: 'after' });
    expect(customerScreen(stage(), delivered, before)).toMatchObject({ kind: 'qr', phase: 'ready' });
    const member = saleAfter(sampleSale(), { type: 'accountAssigned', billId: sampleBillId }, billAccepted);
    expect(customerScreen(stage(), member, before)).toMatchObject({ kind: 'account', phase: 'after' });
  });

  test('paper while the service refuses the receipt, whoever the customer is, and nothing of the reason', () => {
    const refused = { type: 'billRefused', attention: refusal } as const;
    expect(customerScreen(stage(), saleAfter(open, billAccepted, refused), before)).toEqual({ kind: 'paper', total });
    const known = saleAfter(sampleSale({ externalId: 'C-1' }), idTaken, billAccepted, refused);
    expect(customerScreen(stage(), known, before)).toEqual({ kind: 'paper', total });
  });

  test('nothing of a sale that is not on the stage', () => {
    expect(customerScreen(emptyStage, open, before)).toEqual({ kind: 'idle' });
    expect(customerScreen(stage({ saleId: 'another' }), open, before)).toEqual({ kind: 'idle' });
  });

  test('points and names of rewards, and nothing that says who the customer is', () => {
    const secret = 'canary-4711';
    const sale = saleAfter(
      sampleSale({ externalId: secret, buyerInformation: JSON.stringify({ mail: secret }) }),
      idTaken,
      { type: 'loyaltyIntended' },
      {
        type: 'loyaltyStarted',
        loyalty: {
          transactionId: secret,
          customerId: secret,
          providerType: secret,
          points: 120,
          activatedRewards: [{ identifier: secret, name: 'Free coffee', description: secret }],
          providerData: JSON.stringify({ owner: secret }),
        },
      },
    );
    expect(customerScreen(stage({ moment: 'welcome' }), sale, before)).toEqual({
      kind: 'welcome',
      points: 120,
      rewards: ['Free coffee'],
    });
    for (const moment of ['quiet', 'qr', 'welcome', 'thanks', 'cancelled'] as const) {
      expect(JSON.stringify(customerScreen(stage({ moment }), sale, before))).not.toContain(secret);
    }
  });
});

const consent = { country: 'other', counts: ['cashier'] } as const;
const viewOf = (sale: Sale, now = sampleNow, on = emptyStage) =>
  saleView(sale, { now, stage: on, isSoon: true, consent });

describe('the cashier', () => {
  test('sees the amount of the basket that the customer sees', () => {
    const basket = { lines: [], totalCents: 320, currency: 'EUR' };
    expect(viewOf(open, sampleNow, stage({ basket })).total).toEqual({ amount: 3.2, currency: 'EUR' });
    expect(viewOf(open, sampleNow, stage({ basket, saleId: 'another' })).total).toEqual(total);
  });

  test('is asked for paper first where nothing else reaches the customer', () => {
    const paid = saleAfter(sampleSale(), billAccepted);
    expect(saleView(paid, { now: sampleNow, stage: stage(), isSoon: false, consent }).needsPaper).toBe(true);
    expect(saleView(paid, { now: sampleNow, stage: stage(), isSoon: true, consent }).needsPaper).toBe(false);
    expect(
      saleView(paid, { now: sampleNow, stage: stage({ withoutId: true }), isSoon: true, consent }).needsPaper,
    ).toBe(true);
    expect(viewOf(saleAfter(open, billAccepted)).needsPaper).toBe(false);
  });

  test('asks for a yes first where the law wants one, once it is paid, unless the customer has agreed or has paper', () => {
    const asked = (sale: Sale, country: 'DE' | 'AT' | 'other' = 'DE', on = emptyStage): boolean =>
      saleView(sale, { now: sampleNow, stage: on, isSoon: true, consent: { ...consent, country } }).needsConsent;
    const paid = saleAfter(open, billAccepted);
    expect(asked(paid)).toBe(true);
    expect(asked(open)).toBe(false);
    expect(asked(paid, 'AT')).toBe(false);
    expect(asked(paid, 'other')).toBe(false);
    expect(asked(paid, 'DE', stage({ moment: 'paper' }))).toBe(false);
    expect(asked(saleAfter(paid, { type: 'consentGiven', how: 'touch' }))).toBe(false);
    expect(asked(saleAfter(paid, { type: 'printRequested', undoUntil: null }))).toBe(false);
  });

  test('may tap "Customer agreed" only where the shop counts that, and take back what was agreed in any way', () => {
    const canOf = (sale: Sale, counts: readonly ('cashier' | 'touch')[]) =>
      saleView(sale, { now: sampleNow, stage: emptyStage, isSoon: true, consent: { country: 'DE', counts } }).can;
    expect(canOf(open, ['cashier'])).toMatchObject({ consent: true, takeBackConsent: false });
    expect(canOf(open, ['touch'])).toMatchObject({ consent: false, takeBackConsent: false });
    const agreed = saleAfter(open, { type: 'consentGiven', how: 'touch' });
    expect(canOf(agreed, ['touch'])).toMatchObject({ consent: false, takeBackConsent: true });
  });

  test('is offered no QR of a receipt that went to the account', () => {
    const assigned = saleAfter(open, billAccepted, { type: 'billDelivered', assigned: true, url: null });
    expect(viewOf(assigned).can).toMatchObject({ show: false, bringBack: true });
  });
});

describe('the cashier can', () => {
  test('pay only an open sale that was typed by hand', () => {
    expect(viewOf(open).can.pay).toBe(false);
    expect(viewOf({ ...open, origin: 'hand' }).can.pay).toBe(true);
    expect(viewOf(saleAfter({ ...open, origin: 'hand' }, billAccepted)).can.pay).toBe(false);
  });

  test('do nothing but close with a cancelled sale', () => {
    const { can } = viewOf(saleAfter(open, { type: 'cancelRequested', undoUntil: null }));
    expect(Object.entries(can).filter(([, possible]) => possible)).toEqual([['close', true]]);
  });

  test('take a mark back only while there is time', () => {
    const sale = saleAfter(open, { type: 'printRequested', undoUntil: sampleNow + 5_000 });
    expect(viewOf(sale, sampleNow + 4_999).undo).toEqual({ action: 'printed', until: sampleNow + 5_000 });
    expect(viewOf(sale, sampleNow + 5_000).undo).toBeNull();
  });
});
