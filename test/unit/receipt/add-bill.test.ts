import { describe, expect, test } from 'vitest';
import { isAnonymous, userIdentificationSchema } from '../../../src-main/receipt/add-bill.ts';
import { checkAddBill } from '../../../src-main/receipt/check-bill.ts';
import { externalIdSchema, storeIdSchema } from '../../../src-main/receipt/store-id.ts';
import { goodBill } from '../../fixtures/receipts/good.ts';

const request = (fields: Readonly<Record<string, unknown>>) => ({ storeId: 's', bill: goodBill('minimal'), ...fields });
const told = (fields: Readonly<Record<string, unknown>>) =>
  checkAddBill(request(fields)).errors.map(({ path, code }) => `${path} ${code}`);

describe('the add-receipt request', () => {
  test.each([
    [{}],
    [{ storeId: 'x'.repeat(36) }],
    [{ userIdentification: null }],
    [{ userIdentification: {} }],
    [{ userIdentification: { externalId: null, userId: null, loyaltyCardBarcode: null } }],
    [{ userIdentification: { externalId: '' } }],
    [{ userIdentification: { externalId: 'x'.repeat(256), unknown: [1] }, unknown: null }],
  ])('is accepted with %j', (fields) => {
    const input = request(fields);
    expect(checkAddBill(input)).toEqual({ errors: [], warnings: [], request: input });
    expect(checkAddBill(input).request).toBe(input);
  });

  test.each([
    [{ storeId: '' }, '/storeId length'],
    [{ storeId: 'x'.repeat(37) }, '/storeId length'],
    [{ storeId: null }, '/storeId null'],
    [{ storeId: 17 }, '/storeId type'],
    [{ userIdentification: 'x' }, '/userIdentification type'],
    [{ userIdentification: { externalId: 'x'.repeat(257) } }, '/userIdentification/externalId length'],
    [{ userIdentification: { externalId: 17 } }, '/userIdentification/externalId type'],
    [{ bill: null }, '/bill null'],
    [{ note: Infinity }, '/note number'],
  ])('is refused with %j', (fields, expected) => expect(told(fields)).toEqual([expected]));

  test('gets a warning for each deprecated identification, which is passed on', () => {
    const input = request({ userIdentification: { userId: 'u', loyaltyCardBarcode: 'b', externalId: null } });
    const { warnings, errors } = checkAddBill(input);
    expect(errors).toEqual([]);
    expect(warnings.map(({ path, code }) => `${path} ${code}`)).toEqual([
      '/userIdentification/userId deprecated',
      '/userIdentification/loyaltyCardBarcode deprecated',
    ]);
    expect(checkAddBill(input, { warningsBlock: true }).errors).toEqual(warnings);
  });
});

describe('who the customer is', () => {
  test('nobody knows when the identification or all its properties are null or absent', () => {
    for (const nobody of [null, undefined, {}, { externalId: null }, { externalId: null, userId: null }]) {
      expect(isAnonymous(nobody)).toBe(true);
    }
    for (const somebody of [{ externalId: 'x' }, { externalId: '' }, { externalId: null, userId: 'u' }]) {
      expect(isAnonymous(somebody)).toBe(false);
    }
  });

  test('limits: store id 1-36, external id at most 256 characters', () => {
    expect([0, 1, 36, 37].map((length) => storeIdSchema.safeParse('x'.repeat(length)).success)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([0, 256, 257].map((length) => externalIdSchema.safeParse('x'.repeat(length)).success)).toEqual([
      true,
      true,
      false,
    ]);
    expect(userIdentificationSchema.parse({ other: 1, externalId: null })).toEqual({ other: 1, externalId: null });
  });
});
