import { describe, expect, test } from 'vitest';
import { consentOf, type Sale } from '../../../src-main/sales/sale/sale.ts';
import { applySaleEvents, type SaleEvent } from '../../../src-main/sales/sale/state.ts';
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

const later = sampleNow + 60_000;
const opened = saleAfter(sampleSale(), idTaken);
const queued = saleAfter(opened, billAccepted);
const delivered: SaleEvent & { type: 'billDelivered' } = { type: 'billDelivered', assigned: false, url: null };
const refused: SaleEvent = { type: 'billRefused', attention: refusal };
const cancelled: SaleEvent = { type: 'cancelRequested', undoUntil: null };

const codeOf = (sale: ReturnType<typeof sampleSale>, event: SaleEvent): string | null => {
  const result = applySaleEvents(sale, [event], later);
  return result.ok ? null : result.error.code;
};

describe('a sale', () => {
  test('changes from open to queued to delivered, with the address that was shown', () => {
    const sale = saleAfter(queued, { ...delivered, url: 'https://other.example' });
    expect(sale).toMatchObject({ state: 'delivered', billId: sampleBillId, url: sampleUrl, attention: null });
  });

  test('gets the address from the delivery if it had none', () => {
    const sale = saleAfter(sampleSale(), { ...idTaken, url: null }, billAccepted, { ...delivered, url: sampleUrl });
    expect(sale.url).toBe(sampleUrl);
  });

  test('is not changed by the same bill again', () => {
    const sale = saleAfter(queued, delivered);
    expect(applySaleEvents(sale, [billAccepted], later)).toEqual({ ok: true, value: sale });
  });

  test('that was abandoned retains only a confirmed e-mail address for its late bill', () => {
    const abandoned: SaleEvent = { type: 'cancelRequested', undoUntil: null, abandoned: true };
    const kept = (isConfirmed: boolean) => {
      const email = { address: 'anna@example.com', isConfirmed };
      return saleAfter(sampleSale(), { type: 'emailSet', email }, abandoned, { type: 'cancelRecorded' }).email;
    };
    expect([kept(true)?.isConfirmed, kept(false)]).toEqual([true, null]);
  });

  test('stays cancelled after any later answer of the service', () => {
    const sale = saleAfter(queued, cancelled);
    expect(saleAfter(sale, delivered).state).toBe('cancelled');
    expect(saleAfter(sale, refused)).toMatchObject({ state: 'cancelled', attention: null });
  });

  test('accepts no bill, no print and no loyalty once it is cancelled', () => {
    const sale = saleAfter(opened, cancelled);
    const wishes: SaleEvent[] = [
      billAccepted,
      { type: 'printRequested', undoUntil: null },
      { type: 'loyaltyIntended' },
      { type: 'consentGiven', how: 'cashier' },
    ];
    for (const event of wishes) expect([event.type, codeOf(sale, event)]).toEqual([event.type, 'wrongState']);
  });

  test('reports a replaced QR code only if the invalid id was shown', () => {
    expect(saleAfter(queued, { type: 'registrationExpired' })).toMatchObject({
      billId: null,
      url: null,
      qrReplaced: true,
    });
    expect(
      saleAfter(sampleSale(), { ...idTaken, url: null }, billAccepted, { type: 'registrationExpired' }).qrReplaced,
    ).toBe(false);
  });
});

describe('a print mark or a cancel', () => {
  const until = sampleNow + 60_000;

  test('cannot be taken back once the time is over', () => {
    const sale = saleAfter(opened, { type: 'cancelRequested', undoUntil: until });
    expect(applySaleEvents(sale, [{ type: 'actionUndone' }], until)).toMatchObject({
      ok: false,
      error: { code: 'wrongState' },
    });
  });

  test.each(['cancelRequested', 'printRequested'] as const)(
    'cannot be taken back after a till has asked for the same: %s',
    (type) => {
      const byHand: SaleEvent = { type, undoUntil: later + 5_000 };
      const sale = saleAfter(queued, byHand);
      expect(codeOf(saleAfter(sale, byHand), { type: 'actionUndone' })).toBeNull();
      expect(codeOf(saleAfter(sale, { type, undoUntil: null }), { type: 'actionUndone' })).toBe('wrongState');
    },
  );

  test('counts once if it is requested twice', () => {
    const printed = { type: 'printRequested', undoUntil: null } as const;
    const sale = saleAfter(queued, printed, { type: 'printRecorded' });
    expect(applySaleEvents(sale, [printed], later)).toEqual({ ok: true, value: sale });
  });
});

test.each<[string, SaleEvent, SaleEvent['type'], object]>([
  [
    'taken back leaves a delivered sale',
    delivered,
    'actionUndone',
    { state: 'delivered', undo: null, cancelled: null },
  ],
  [
    'taken back leaves a refused sale',
    refused,
    'actionUndone',
    { state: 'attention', attention: refusal, cancelled: null },
  ],
  ['completed leaves nothing for a person to do', refused, 'cancelRecorded', { state: 'cancelled', attention: null }],
])('a cancel during which the service answered the bill and that is %s', (_what, answer, type, left) => {
  const tried = saleAfter(queued, { type: 'cancelRequested', undoUntil: sampleNow + 3_600_000 });
  expect(saleAfter(tried, answer, { type } as SaleEvent)).toMatchObject(left);
});

describe('a loyalty transaction', () => {
  const loyalty = {
    transactionId: 't-1',
    customerId: 'c-1',
    providerType: 'Stamps',
    points: 120,
    activatedRewards: [],
    providerData: '{"tier":"gold"}',
  };

  const intended = { type: 'loyaltyIntended' } as const;
  const started = { type: 'loyaltyStarted', loyalty } as const;
  const cancelledLoyalty = { type: 'loyaltyClosed', transactionId: 't-1', state: 'cancelled' } as const;

  test('is started once', () => {
    const sale = saleAfter(sampleSale(), intended, started);
    expect(sale.loyalty).toEqual({ ...loyalty, state: 'active' });
    expect(codeOf(sale, intended)).toBe('conflict');
    expect(codeOf(saleAfter(sampleSale(), intended), intended)).toBe('conflict');
  });

  test('a loyalty transaction with an unknown outcome may be started again, by a person', () => {
    expect(codeOf(saleAfter(sampleSale(), intended, { type: 'loyaltyUnknown' }), intended)).toBeNull();
  });

  test('a loyalty transaction that was not started leaves nothing behind; a cancelled one retains its id', () => {
    expect(saleAfter(sampleSale(), intended, { type: 'loyaltyNotStarted' }).loyalty).toBeNull();
    const closed = saleAfter(sampleSale(), intended, started, cancelledLoyalty);
    expect(closed.loyalty).toMatchObject({ state: 'cancelled', transactionId: 't-1' });
  });

  test('is not closed by a late answer to the cancel of an earlier one', () => {
    const other = { ...started, loyalty: { ...loyalty, transactionId: 't-2' } };
    const sale = saleAfter(sampleSale(), intended, started, cancelledLoyalty, intended, other, cancelledLoyalty);
    expect(sale.loyalty).toMatchObject({ state: 'active', transactionId: 't-2' });
  });
});

const agreedByTouch = { type: 'consentGiven', how: 'touch' } as const;
const shown = { type: 'codeShown' } as const;
const printed = { type: 'printRequested', undoUntil: later } as const;

const log = (sale: Sale) => sale.issuanceLog.map(({ what, how }) => `${what} ${how}`);
const openAfter = (...events: readonly SaleEvent[]) => saleAfter(opened, ...events);

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
    const tried = openAfter(shown, billAccepted, { type: 'cancelRequested', undoUntil: later }, delivered);
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
