import { describe, expect, test } from 'vitest';
import { saleView } from '../../../src-main/sale/cashier-view.ts';
import { customerScreen } from '../../../src-main/sale/customer-view.ts';
import { emptyStage, type Stage } from '../../../src-main/sale/stage.ts';
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
const total = { amount: 19.9, currency: 'EUR' };

describe('the customer sees', () => {
  test('the QR before payment and the same QR after it', () => {
    const qr = { kind: 'qr', url: sampleUrl, total, lines: [], replaced: false };
    expect(customerScreen(stage(), open, 'before')).toEqual({ ...qr, phase: 'before' });
    expect(customerScreen(stage(), saleAfter(open, billAccepted), 'before')).toEqual({ ...qr, phase: 'after' });
  });

  test('no QR before payment where the shop shows it after', () => {
    expect(customerScreen(stage(), open, 'after').kind).toBe('basket');
    expect(customerScreen(stage(), saleAfter(open, billAccepted), 'after').kind).toBe('qr');
  });

  test('that the receipt is in the account, and then no QR', () => {
    const assigned = saleAfter(sampleSale(), { type: 'accountAssigned', billId: sampleBillId });
    expect(customerScreen(stage(), assigned, 'before')).toEqual({ kind: 'account', phase: 'before', total });
  });

  test('that the receipt follows when no id could be had and the service can find the customer', () => {
    const known = sampleSale({ externalId: 'C-1' });
    expect(customerScreen(stage({ withoutId: true }), known, 'before')).toEqual({ kind: 'follows', total });
    expect(customerScreen(stage(), saleAfter(known, billAccepted), 'before')).toEqual({ kind: 'follows', total });
  });

  test('paper when no id could be had and nobody knows the customer: nothing can follow', () => {
    expect(customerScreen(stage({ withoutId: true }), sampleSale(), 'before')).toEqual({ kind: 'paper', total });
    expect(customerScreen(stage(), saleAfter(sampleSale(), billAccepted), 'before')).toEqual({ kind: 'paper', total });
    expect(customerScreen(stage(), sampleSale(), 'before').kind).toBe('basket');
  });

  test('the basket of the till with its total while there is no bill', () => {
    const basket = { lines: [{ text: 'Bread', quantity: 1, amount: 3.2 }], totalCents: 320, currency: 'EUR' };
    expect(customerScreen(stage({ basket }), open, 'before')).toMatchObject({
      kind: 'qr',
      total: { amount: 3.2 },
      lines: basket.lines,
    });
    expect(customerScreen(stage({ basket, moment: 'quiet' }), open, 'before')).toEqual({
      kind: 'basket',
      total: { amount: 3.2, currency: 'EUR' },
      lines: basket.lines,
    });
  });

  test('paper once it was handed out after payment, thanks, and that a sale was cancelled', () => {
    const printed = saleAfter(open, billAccepted, { type: 'printRequested', undoUntil: null });
    expect(customerScreen(stage({ moment: 'paper' }), printed, 'before').kind).toBe('paper');
    expect(customerScreen(stage(), printed, 'before').kind).toBe('qr');
    expect(customerScreen(stage({ moment: 'thanks' }), printed, 'before').kind).toBe('thanks');
    expect(customerScreen(stage(), saleAfter(open, { type: 'cancelRequested', undoUntil: null }), 'before')).toEqual({
      kind: 'cancelled',
    });
  });

  test('that the receipt is ready only once the service has it', () => {
    const queued = saleAfter(open, billAccepted);
    const delivered = saleAfter(queued, { type: 'billDelivered', assigned: false, url: null });
    expect(customerScreen(stage(), queued, 'before')).toMatchObject({ kind: 'qr', phase: 'after' });
    expect(customerScreen(stage(), delivered, 'before')).toMatchObject({ kind: 'qr', phase: 'ready' });
    const member = saleAfter(sampleSale(), { type: 'accountAssigned', billId: sampleBillId }, billAccepted);
    expect(customerScreen(stage(), member, 'before')).toMatchObject({ kind: 'account', phase: 'after' });
  });

  test('paper while the service refuses the receipt, unless it knows the customer, and nothing of the reason', () => {
    const refused = { type: 'billRefused', attention: refusal } as const;
    expect(customerScreen(stage(), saleAfter(open, billAccepted, refused), 'before')).toEqual({ kind: 'paper', total });
    const known = saleAfter(sampleSale({ externalId: 'C-1' }), idTaken, billAccepted, refused);
    expect(customerScreen(stage(), known, 'before')).toEqual({ kind: 'follows', total });
  });

  test('nothing of a sale that is not on the stage', () => {
    expect(customerScreen(emptyStage, open, 'before')).toEqual({ kind: 'idle' });
    expect(customerScreen(stage({ saleId: 'another' }), open, 'before')).toEqual({ kind: 'idle' });
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
    expect(customerScreen(stage({ moment: 'welcome' }), sale, 'before')).toEqual({
      kind: 'welcome',
      points: 120,
      rewards: ['Free coffee'],
    });
    for (const moment of ['quiet', 'qr', 'welcome', 'thanks', 'cancelled'] as const) {
      expect(JSON.stringify(customerScreen(stage({ moment }), sale, 'before'))).not.toContain(secret);
    }
  });
});

describe('the cashier can', () => {
  test('pay only an open sale that was typed by hand', () => {
    expect(saleView(open, sampleNow).can.pay).toBe(false);
    expect(saleView({ ...open, origin: 'hand' }, sampleNow).can.pay).toBe(true);
    expect(saleView(saleAfter({ ...open, origin: 'hand' }, billAccepted), sampleNow).can.pay).toBe(false);
  });

  test('do nothing but close with a cancelled sale', () => {
    const { can } = saleView(saleAfter(open, { type: 'cancelRequested', undoUntil: null }), sampleNow);
    expect(Object.entries(can).filter(([, possible]) => possible)).toEqual([['close', true]]);
  });

  test('take a mark back only while there is time', () => {
    const sale = saleAfter(open, { type: 'printRequested', undoUntil: sampleNow + 5_000 });
    expect(saleView(sale, sampleNow + 4_999).undo).toEqual({ action: 'printed', until: sampleNow + 5_000 });
    expect(saleView(sale, sampleNow + 5_000).undo).toBeNull();
  });
});
