import { describe, expect, test } from 'vitest';
import { languages, localeOf } from '../../../src-main/shared/languages.ts';
import { readTypedAmount, readTypedNumber } from '../../../src-main/shared/money.ts';

describe('an amount is read as people write it', () => {
  test.each([
    ['5,60 EUR', 560],
    ['eur 5.6', 560],
    ['1 234,00', 123_400],
    ["1'234.50", 123_450],
    ['CHF 1’234.50', 123_450],
    ['1.234.567,89', 123_456_789],
    ['12.34', 1_234],
    ['12', 1_200],
    ['12,-', 1_200],
    ['12.– €', 1_200],
    ['1.234', 123_400],
    ['1,234', 123_400],
    ['12,345', 1_234_500],
    ['-5,60', -560],
    ['€-5.60', -560],
    ['0,05', 5],
    [',50', 50],
    ['R$ 5,60', 560],
    ['5,60 kr', 560],
    ['Fr. 5.60', 560],
  ] as const)('%s is %i cents', (text, cents) => {
    expect(readTypedAmount(text)).toBe(cents);
  });

  test.each(['R-12', 'Z-4711', 'till-42', '', '€', '1.2.3', '1,23,4', '1.234,5,6', '12abc', '5,60 Äpfel', '..', '1.'])(
    '%s is no amount',
    (text) => {
      expect(readTypedAmount(text)).toBe(null);
    },
  );

  test('the text that a window writes in any language and country is read back', () => {
    for (const language of languages) {
      for (const country of [null, 'AT', 'BR', 'CH', 'US', 'SE']) {
        const money = new Intl.NumberFormat(localeOf(language, country), { style: 'currency', currency: 'EUR' });
        expect(readTypedAmount(money.format(1234.5)), money.format(1234.5)).toBe(123_450);
        expect(readTypedAmount(money.format(-5.6)), money.format(-5.6)).toBe(-560);
      }
    }
  });
});

test('a number with two possible readings is read as in the country of the shop', () => {
  expect(readTypedNumber('1,005')).toBe(1005);
  expect(readTypedNumber('1,005', ',')).toBe(1.005);
  expect(readTypedNumber('1.005', ',')).toBe(1005);
  expect(readTypedNumber('1.01', ',')).toBe(1.01);
  expect(readTypedNumber('0,125')).toBe(0.125);
});
