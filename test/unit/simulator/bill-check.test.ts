import { expect, test } from 'vitest';
import { judge } from '../../../src-main/simulator/bill-check.ts';
import { richBill } from '../../app/simulator-bill.ts';

const check = (body: unknown) => judge('AddBill', body, 'extension:service');

/** The rich bill with `path` set to `value`, or removed if that is undefined. */
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

test('the bill check reads extensions under another configured key', () => {
  const found = Object.keys(judge('AddBill', changed('storeId', 's'), 'extension:other').errors);
  expect(found).toContain('bill.data.paymentTypes[0].extension:other');
});

test('a bill that is not an object is a fault, not an exception', () => {
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

test('the faults of a bill name types and no values', () => {
  const { errors } = check(changed('bill/head/seller/name', 4242));
  expect(errors['bill.head.seller.name']).toEqual(['Found a number, expected a string.']);
  const messages = [
    check(changed('storeId', '')),
    check(changed('bill/id', null)),
    check(changed('bill/head/number', null)),
    check(changed('bill/head', [])),
    check(changed('bill/data/fullAmountInclVat', 47.1101)),
    check(changed('bill/head/date', undefined)),
  ].flatMap(({ errors }) => Object.entries(errors).map(([path, [sentence]]) => `${path}: ${sentence}`));
  expect(messages).toEqual([
    'storeId: Found a string, expected a string of 1 to 36 characters.',
    'bill.head.number: Found null, expected a string.',
    'bill.head: Found an array, expected an object.',
    'bill.data.fullAmountInclVat: Found a number, expected an amount with at most 2 decimal places.',
    'bill.head.date: The field is required.',
  ]);
});
