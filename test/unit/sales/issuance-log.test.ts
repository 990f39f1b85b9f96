import { describe, expect, test } from 'vitest';
import { consentOf, type Sale } from '../../../src-main/sales/sale/sale.ts';
import type { SaleEvent } from '../../../src-main/sales/sale/state.ts';
import { billAccepted, idTaken, saleAfter, sampleBillId, sampleNow, sampleSale } from '../../fakes/sample-sale.ts';

const agreedByTouch = { type: 'consentGiven', how: 'touch' } as const;
const delivered = { type: 'billDelivered', assigned: false, url: null } as const;
const shown = { type: 'codeShown' } as const;
const printed = { type: 'printRequested', undoUntil: sampleNow + 60_000 } as const;

const open = saleAfter(sampleSale(), idTaken);
const log = (sale: Sale) => sale.issuanceLog.map(({ what, how }) => `${what} ${how}`);
const openAfter = (...events: readonly SaleEvent[]) => saleAfter(open, ...events);

test('the agreement of the customer is recorded once with its kind and time', () => {
  const sale = openAfter(agreedByTouch, { type: 'consentGiven', how: 'cashier' });
  expect(sale.issuanceLog).toEqual([{ at: consentOf(sale)?.at, what: 'agreed', how: 'touch' }]);
  expect(consentOf(sale)?.how).toBe('touch');
});

describe('the issue of a receipt', () => {
  test('is the later time of delivery to the service and display of its code to the customer', () => {
    expect(log(openAfter(billAccepted, delivered))).toEqual([]);
    expect(log(openAfter(shown, billAccepted))).toEqual([]);
    expect(log(openAfter(shown, billAccepted, delivered))).toEqual(['issued code']);
    expect(log(openAfter(billAccepted, delivered, shown, shown))).toEqual(['issued code']);
  });

  test('is recorded at the undo of a cancel during which the receipt was delivered', () => {
    const cancelled = { type: 'cancelRequested', undoUntil: sampleNow + 60_000 } as const;
    const tried = openAfter(shown, billAccepted, cancelled, delivered);
    expect(log(tried)).toEqual([]);
    expect(log(saleAfter(tried, { type: 'actionUndone' }))).toEqual(['issued code']);
  });

  test('does not count for a code that was replaced before the receipt was stored', () => {
    const another = { type: 'idTaken', billId: sampleBillId, url: 'https://receipts.example/r/new' } as const;
    const sale = openAfter(shown, billAccepted, { type: 'registrationExpired' }, another, delivered);
    expect(log(sale)).toEqual([]);
    expect(log(saleAfter(sale, shown))).toEqual(['issued code']);
  });

  test('a receipt in the account is issued without a code', () => {
    expect(log(openAfter(billAccepted, { ...delivered, assigned: true }))).toEqual(['issued account']);
  });

  test('a receipt on paper counts as issued when there is something to print, and its withdrawal is recorded as well', () => {
    expect(log(openAfter(printed))).toEqual([]);
    expect(log(openAfter(printed, billAccepted))).toEqual(['issued paper']);
    const undone = openAfter(billAccepted, printed, { type: 'actionUndone' });
    expect(log(undone)).toEqual(['issued paper', 'paperTakenBack paper']);
    expect(log(saleAfter(undone, printed))).toEqual(['issued paper', 'paperTakenBack paper', 'issued paper']);
  });
});
