import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReceiptItem } from '../../../src-main/shared/partner-view.ts';
import { done } from '../../../src-main/shared/result.ts';
import { find } from '../../../src-renderer/cashier/customers/customer-receipts.tsx';
import { matchesSearch, moneyOf, receiptDay, vendorOf } from '../../../src-renderer/cashier/customers/receipt-item.ts';
import { inLanguage } from '../../fakes/texts.ts';

const bare: ReceiptItem = {
  receiptId: 'r-1',
  storeId: null,
  amount: null,
  currency: null,
  date: null,
  imageResource: null,
  vendorName: null,
  vendorAddress: null,
};
const money = (amount: number | null, currency: string | null) =>
  inLanguage('en', () => moneyOf({ ...bare, amount, currency }));
const day = (date: string | null) => inLanguage('en', () => receiptDay({ ...bare, date }));

describe('the amount of a receipt', () => {
  test('is written in its currency, in the language of the window', () => {
    expect(money(19.9, 'EUR')).toBe('€19.90');
    expect(inLanguage('de', () => moneyOf({ ...bare, amount: 1234.5, currency: 'JPY' }))).toMatch(/^1\.234,5\s¥$/);
  });

  test('shows an unknown currency as the service wrote it', () => {
    expect(money(5, 'points')).toBe('5 points');
    expect(money(5, '')).toBe('5');
    expect(money(5, null)).toBe('5');
    expect(money(5, 'QQQ')).toMatch(/^QQQ\s5\.00$/);
  });

  test('is a dash for a missing value, and an amount for a payment of zero', () => {
    expect(money(null, 'EUR')).toBe('–');
    expect(money(0, 'EUR')).toBe('€0.00');
    expect(money(-3.5, 'EUR')).toBe('−€3.50');
  });

  test('accepts any currency without throwing', () => {
    fc.assert(fc.property(fc.double({ noNaN: true }), fc.string(), (amount, currency) => void money(amount, currency)));
  });
});

describe('the day of a receipt', () => {
  test('is in the time zone of this computer, with the time, or empty if it is missing', () => {
    expect(day('2025-05-31T14:05:00')).toBe('31 May 2025, 14:05');
    expect(day(new Date(2025, 11, 31, 23, 59).toISOString())).toBe('31 Dec 2025, 23:59');
    expect(day(null)).toBe('');
  });

  test.each(['05.06.2025', 'Receipt 12', '2025-13-45T99:00:00Z', '1748700300', '2025-05-31'])(
    'shows "%s" unchanged, because it is not a date-time',
    (date) => {
      expect(day(date)).toBe(date);
    },
  );
});

const address = { street: 'Market Street 1', city: 'Berlin', postalCode: '10115', countryCode: 'DE' };
const none = { street: null, city: null, postalCode: null, countryCode: null };

test('the address of a seller is one line without missing parts and their commas', () => {
  expect(vendorOf({ ...bare, vendorAddress: address })).toBe('Market Street 1, 10115 Berlin, DE');
  expect(vendorOf(bare)).toBe('');
  expect(vendorOf({ ...bare, vendorAddress: none })).toBe('');
  expect(vendorOf({ ...bare, vendorAddress: { ...none, city: 'Berlin' } })).toBe('Berlin');
  expect(vendorOf({ ...bare, vendorAddress: { ...address, street: '', postalCode: '', countryCode: null } })).toBe(
    'Berlin',
  );
});

test.each([
  ['14:05', true],
  ['31 may 2025', true],
  ['1234,5', true],
  ['1,234.50', true],
  ['lakeside', true],
  ['14:06', false],
  ['1234.51', false],
])('a search for %s finds a receipt of 1234.50 from 31 May 2025, 14:05, at Lakeside: %s', (typed, isFound) => {
  const item = { ...bare, amount: 1234.5, currency: 'EUR', date: '2025-05-31T14:05:00', vendorName: 'Lakeside' };
  expect(inLanguage('en', () => matchesSearch(item, typed))).toBe(isFound);
});

describe('a search over all pages', () => {
  const page = (name: string, continuation: string | null) =>
    done({ items: [{ ...bare, receiptId: name }], totalCount: null, continuation });
  const empty = (continuation: string) => done({ items: [], totalCount: null, continuation });
  async function found(pages: readonly ReturnType<typeof page>[], isLeft = () => false) {
    let reads = 0;
    const answer = await find(
      async () => {
        const next = pages[reads++ % pages.length];
        if (next === undefined || reads > 20) throw new Error('the search does not end');
        return next;
      },
      () => true,
      isLeft,
    );
    return { reads, names: answer.ok ? answer.value.items.map(({ receiptId }) => receiptId) : answer.error };
  }

  test('ends when the service repeats its pages', async () => {
    expect(await found([page('a', 'next')])).toEqual({ reads: 2, names: ['a'] });
    expect(await found([page('a', '1'), page('b', '2')])).toEqual({ reads: 3, names: ['a', 'b'] });
  });

  test('continues after an empty page, and if the continuation of all pages is the same', async () => {
    const pages = [page('a', 'x'), page('b', 'x'), empty('x'), page('c', null)];
    expect(await found(pages)).toEqual({ reads: 4, names: ['a', 'b', 'c'] });
  });

  test('ends when the cashier leaves it', async () => {
    expect((await found([page('a', '1'), page('b', '2')], () => true)).reads).toBe(1);
  });
});
