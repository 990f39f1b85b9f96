import { describe, expect, test } from 'vitest';
import { judge } from '../../../src-main/simulator/bill-check.ts';
import { richBill } from '../../app/simulator-bill.ts';

const check = (body: unknown) => judge('AddBill', body, 'extension:service');
const ext = 'extension:service';

/** The rich bill with one change: `path` set to `value`, or taken away when that is undefined. */
function changed(path: string, value: unknown): unknown {
  const request = structuredClone({ storeId: 's', userIdentification: {}, bill: richBill() });
  const steps = path.split('/');
  const last = steps.pop() ?? '';
  let at = request as unknown as Record<string, unknown>;
  for (const step of steps) {
    at[step] ??= {};
    at = at[step] as Record<string, unknown>;
  }
  if (value === undefined) delete at[last];
  else at[last] = value;
  return request;
}

const faultsOf = (path: string, value: unknown) => Object.keys(check(changed(path, value)).errors);

test('the simulator accepts the rich bill', () => {
  expect(check(changed('storeId', 's'))).toEqual({ errors: {}, deprecated: [] });
});

describe('values that break the document', () => {
  test.each<[string, unknown, string]>([
    [`bill/data/${ext}/discounts`, [{ id: '1' }], `bill.data.${ext}.discounts[0].type`],
    ['bill/security/fiscalization', { type: 'Rksv', additionalData: [{ displayName: 'a' }] }, 'value'],
    [
      'bill/security/fiscalization',
      { type: 'SecurityInformation', data: [{ displayName: 'a', value: 1 }] },
      'displayed',
    ],
    ['bill/security/fiscalization', { type: 'BoiTva', additionalData: [{}] }, 'type'],
    ['bill/security/fiscalization', { type: 'TBai', number: '7' }, 'number'],
    ['bill/security/fiscalization', { type: 'Unheard', additionalData: [{ value: 1 }] }, 'displayName'],
    [`bill/misc/${ext}/customSections`, [{ position: 1, section: 's' }], 'data'],
    [`bill/misc/${ext}/couponingInformation/redeemedRewards`, [{ name: 'a' }], 'identifier'],
    [`bill/misc/${ext}/countrySpecificAttributes`, {}, 'type'],
  ])('%s = %j names the inner field', (path, value, expected) => {
    const found = faultsOf(path, value);
    expect(found).toHaveLength(1);
    expect(found[0]?.endsWith(expected)).toBe(true);
  });
});

describe('values that the document allows', () => {
  test.each<[string, unknown]>([
    ['userIdentification', null],
    ['userIdentification', { externalId: null, userId: null }],
    ['userIdentification/externalId', 'x'.repeat(256)],
    ['storeId', 'x'.repeat(36)],
    ['bill/id', null],
    ['bill/head/date', '2024-02-29T23:59:59.123+05:30'],
    ['bill/head/seller', undefined],
    ['bill/data/lines', undefined],
    ['bill/data/fullAmountInclVat', -0.01],
    ['bill/data/lines/0/item/pricePerUnit', 1.7599],
    [`bill/data/paymentTypes/0/${ext}/type`, 13],
    [`bill/data/lines/0/${ext}/type`, undefined],
    ['bill/security', {}],
    ['bill/security/fiscalization', null],
    ['bill/security/fiscalization', { serialNumber: 'no type means Tse' }],
    ['bill/misc', undefined],
    [`bill/misc/${ext}/couponingInformation/usedPoints`, null],
    ['bill/anything/else', { at: 'all' }],
    ['bill/head/buyer', { customerNumber: 4711, address: null }],
    ['bill/data/paymentTypes/0/foreignCurrency', 'points'],
    [`bill/misc/${ext}/isExample`, 'true'],
    [`bill/data/lines/0/${ext}/type`, 'default of tomorrow'],
  ])('%s = %j', (path, value) => {
    expect(faultsOf(path, value)).toEqual([]);
  });
});

test('another extension key is read under its own name', () => {
  const found = Object.keys(judge('AddBill', changed('storeId', 's'), 'extension:other').errors);
  expect(found).toContain('bill.data.paymentTypes[0].extension:other');
});

test('an e-invoice field without a described place is not required', () => {
  expect(faultsOf(`bill/misc/${ext}/receiptType`, 'EInvoice')).toEqual([]);
});

test('a value that is not an object is a fault, not a crash', () => {
  for (const body of [
    null,
    undefined,
    5,
    'x',
    [],
    [[]],
    { bill: [] },
    { bill: { head: [], data: 1, security: 'x' } },
  ]) {
    expect(Object.keys(check(body).errors)).not.toEqual([]);
  }
});

test('faults contain types and no values', () => {
  const { errors } = check(changed('bill/head/seller/name', 4242));
  expect(errors['bill.head.seller.name']).toEqual(['Found a number, expected a string.']);
  const told = [
    check(changed('storeId', '')),
    check(changed('bill/id', null)),
    check(changed('bill/head/number', null)),
    check(changed('bill/head', [])),
    check(changed('bill/data/fullAmountInclVat', 47.1101)),
    check(changed('bill/head/date', undefined)),
  ].flatMap(({ errors }) => Object.entries(errors).map(([path, [sentence]]) => `${path}: ${sentence}`));
  expect(told).toEqual([
    'storeId: Found a string, expected a string of 1 to 36 characters.',
    'bill.head.number: Found null, expected a string.',
    'bill.head: Found an array, expected an object.',
    'bill.data.fullAmountInclVat: Found a number, expected an amount with at most 2 decimal places.',
    'bill.head.date: The field is required.',
  ]);
});
