import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCardNumberName, isMaskedPan } from '../../../src-main/receipts/scan.ts';
import { holdsCardNumber } from '../../../src-main/shared/card-number.ts';

describe('a masked PAN', () => {
  test.each([
    '123456XXXXXX1234',
    '1234 56** **** 1234',
    '1234-56xx-xxxx-1234',
    '',
    '1234',
    '123456',
    '123456…1234',
    '●●●● ●●●● ●●●● 1234',
  ])('may be written as "%s"', (pan) => expect(isMaskedPan(pan)).toBe(true));

  test.each([
    '4111 1111 1111 1111',
    '411111***1***1111',
    '12345678901',
    '1234567',
    '1234561234',
    '12345 67',
    '٤١١١١١١١١١١١١١١١',
    '****1234****1234',
  ])('may not be written as "%s"', (pan) => expect(isMaskedPan(pan)).toBe(false));

  test('shows at most six digits, a mask, and four digits, however long each part is', () => {
    const parts = fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 9 }), fc.nat(9));
    fc.assert(
      fc.property(parts, ([first, mask, last]) => {
        const pan = '7'.repeat(first) + '*'.repeat(mask) + '7'.repeat(last);
        expect(isMaskedPan(pan)).toBe(first <= 6 && last <= 4);
      }),
    );
  });
});

describe('names of card numbers', () => {
  test.each([
    ...'cardNumber CardNo card_number creditCardNr pan PAN maskedPan kartennummer Kartennr ccNumber'.split(' '),
    ...'numeroCarte primaryAccountNumber'.split(' '),
  ])('%s is the name of a card number', (name) => expect(isCardNumberName(name)).toBe(true));

  test.each([
    ...'loyaltyCardBarcode loyaltyCardNumber giftCardNumber customerNumber gtin serialNumber'.split(' '),
    ...'transactionNumber company panel Japan cardNote cardHolderName Spanien cashierName card number text'.split(' '),
  ])('%s is not the name of a card number', (name) => expect(isCardNumberName(name)).toBe(false));
});

describe('a card number in the clear', () => {
  test.each([
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    'Visa 4111111111111111 12/27',
    '12 4111 1111 1111 1111',
    '1234 1234 4111 1111 1111 1111',
    '378282246310005',
    '4222222222222',
    '６０１１１１１１１１１１１１１７',
  ])('is found in "%s"', (text) => expect(holdsCardNumber(text)).toBe(true));

  test.each([
    '4111111111111112',
    '411111******1111',
    '123456789012',
    '4'.repeat(25),
    '4111, 1111, 1111, 1111',
    '',
    '2025-05-31T14:05:12',
  ])('is not found in "%s"', (text) => expect(holdsCardNumber(text)).toBe(false));

  test('is searched for in one pass, also in megabytes of digits', () => {
    expect(holdsCardNumber('1'.repeat(2_000_000))).toBe(false);
    expect(holdsCardNumber('2 '.repeat(300_000))).toBeTypeOf('boolean');
    expect(holdsCardNumber('1-'.repeat(500_000))).toBe(false);
    expect(holdsCardNumber(`${'1-'.repeat(500_000)}x4111 1111 1111 1111`)).toBe(true);
    expect(isMaskedPan('1*'.repeat(500_000))).toBe(false);
  });
});
