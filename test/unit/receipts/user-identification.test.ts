import { describe, expect, test } from 'vitest';
import {
  isAnonymous,
  storeIdSchema,
  userIdentificationSchema,
} from '../../../src-main/receipts/user-identification.ts';
import { judgeParties } from '../../../src-main/sales/sale/named-parties.ts';
import { openSaleSchema } from '../../../src-main/sales/till/till-input.ts';

const extensionKey = 'extension:acme';

describe('the customer data of a till', () => {
  test.each([
    [null],
    [{}],
    [{ externalId: null, userId: null, loyaltyCardBarcode: null }],
    [{ externalId: 'x'.repeat(256), unknown: [1] }],
  ])('is taken as %j', (userIdentification) => {
    expect(userIdentificationSchema.nullable().parse(userIdentification)).toEqual(userIdentification);
    expect(judgeParties({ userIdentification }, extensionKey)).toEqual({ errors: [], warnings: [] });
  });

  test.each(['x', { externalId: 'x'.repeat(257) }, { externalId: 17 }])('is refused as %j', (identification) => {
    expect(userIdentificationSchema.nullable().safeParse(identification).success).toBe(false);
  });

  test('may contain no number that JSON software would change', () => {
    const judged = judgeParties({ userIdentification: { member: 2 ** 53, share: Infinity } }, extensionKey);
    expect(judged.errors.map(({ path, code }) => `${path} ${code}`)).toEqual([
      '/userIdentification/share number',
      '/userIdentification/member number',
    ]);
  });
});

describe('the customer', () => {
  test('is unknown if the identification or all its properties are null, absent or blank text', () => {
    const blank = userIdentificationSchema.parse({ externalId: '', userId: ' ', loyaltyCardBarcode: '\t' });
    for (const nobody of [null, undefined, {}, { externalId: null }, { externalId: null, userId: null }, blank]) {
      expect(isAnonymous(nobody)).toBe(true);
    }
    const opened = (sent: object) => openSaleSchema.safeParse({ reference: 'r', ...sent });
    expect(opened({ customer: { externalId: ' ' } }).success).toBe(false);
    expect(opened({ userIdentification: { externalId: ' ' } }).data?.userIdentification).toEqual({ externalId: null });
    for (const somebody of [{ externalId: 'x' }, { externalId: null, userId: 'u' }]) {
      expect(isAnonymous(somebody)).toBe(false);
    }
  });

  test('the id of a store has 1 to 36 characters', () => {
    const fits = [0, 1, 36, 37].map((length) => storeIdSchema.safeParse('x'.repeat(length)).success);
    expect(fits).toEqual([false, true, true, false]);
  });
});
