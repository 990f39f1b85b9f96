import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { basketQuantity, centsText, fromCents, toCents, vatCents } from '../../../src-main/receipts/fields.ts';
import { volume } from '../../fakes/drawn.ts';

const cents = fc.integer({ min: -(2 ** 50), max: 2 ** 50 });

describe('amounts', () => {
  test('any number of cents is the same after the conversion to an amount and back', () => {
    fc.assert(
      fc.property(cents, (count) => {
        expect(toCents(fromCents(count))).toBe(count);
        expect(toCents(Number(centsText(count)))).toBe(count);
      }),
      { numRuns: volume(5_000) },
    );
  });

  test('minus zero is zero cents', () => expect(toCents(-0)).toBe(0));

  test.each([0.1 + 0.2, 1.005, 19.999, 1e-7, 2 ** 50, 1e300, Number.NaN, Number.POSITIVE_INFINITY, 9e15])(
    '%d is no amount',
    (amount) => expect(toCents(amount)).toBeNull(),
  );

  test('VAT is contained in the gross amount and rounds half away from zero', () => {
    expect(vatCents(1190, 19, 1)).toBe(190);
    expect(vatCents(-1190, 19, 1)).toBe(-190);
    expect(vatCents(3, 20, 1)).toBe(1);
    expect(vatCents(-3, 20, 1)).toBe(-1);
    expect(vatCents(500, 0, 1)).toBe(0);
    expect(vatCents(-100_000, 10, 100)).toBe(-9_100);
  });

  test('a quantity that no screen can show is refused', () => {
    for (const quantity of [1e308, -1e10, Number.POSITIVE_INFINITY])
      expect(basketQuantity.safeParse(quantity).success).toBe(false);
    for (const quantity of [0.736, -2, 1e9]) expect(basketQuantity.safeParse(quantity).success).toBe(true);
  });
});
