import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billSchema } from '../../../src-main/receipts/bill.ts';
import { checkBill } from '../../../src-main/receipts/check-bill.ts';
import { correctionsOf, fitsBill } from '../../../src-main/receipts/corrections.ts';
import { volume } from '../../fakes/drawn.ts';
import { goodBill, goodNames, type Json } from '../../fixtures/receipts/good.ts';

/** The properties that every answer must have for any request. */
function expectCleanAnswer(input: unknown): void {
  const { errors, warnings, bill } = checkBill(input, { path: '/bill' });
  const isMended = warnings.some(({ code }) =>
    ['null-field', 'binary-noise', 'vat-decimals', 'date-form', 'empty-list'].includes(code),
  );
  if (bill === null ? errors.length === 0 : errors.length > 0 || (bill !== input && !isMended)) {
    throw new Error('errors must be empty exactly when the bill is usable');
  }
  if (bill !== null && !billSchema.safeParse(bill).success) throw new Error('the schema disagrees');
  if (fitsBill(input) !== billSchema.safeParse(input).success) throw new Error('what is compiled disagrees');
  // A bill that fits the schema needs no search for its faults.
  if (billSchema.safeParse(input).success && correctionsOf(input).length > 0) throw new Error('what fits is mended');
  for (const { path, code, message } of [...errors, ...warnings]) {
    if (!path.startsWith('/bill') || code.length === 0) throw new Error(`path ${path}`);
    if (!/\.$/.test(message) || /Invalid|Too |undefined|\[object/.test(message)) throw new Error(message);
  }
  JSON.stringify({ errors, warnings });
}

const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });

/** Values that are difficult for a check: limits, almost valid values, names of the document. */
const tempting = fc.oneof(
  json,
  fc.constantFrom(
    null,
    '',
    0,
    -0,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    0.1 + 0.2,
    [],
    {},
    [[]],
    'Default',
    'Text',
    'keyValue',
    'Rksv',
    true,
  ),
  fc.string().map((key) => ({ [key]: { type: 'Default' } })),
);

/** A good receipt in which one value at any depth is replaced. */
const damaged = fc.tuple(fc.constantFrom(...goodNames), fc.nat(), tempting).map(([name, place, value]) => {
  const bill = goodBill(name);
  const places: [Json, string][] = [];
  const collect = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    for (const [key, child] of Object.entries(node)) {
      places.push([node as Json, key]);
      collect(child);
    }
  };
  collect(bill);
  const [parent, key] = places[place % places.length] ?? [bill, 'x'];
  parent[key] = value;
  return bill;
});

describe('any JSON at all', () => {
  test('gets a result or an error', () => {
    fc.assert(fc.property(json, expectCleanAnswer), { numRuns: volume(20_000, 20) });
  });

  test('gets a result or an error if one value of a bill was replaced', () => {
    fc.assert(fc.property(damaged, expectCleanAnswer), { numRuns: volume(20_000, 20) });
  });

  test('may be nested a hundred thousand deep', () => {
    const deep = JSON.parse(`${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`);
    for (const input of [deep, { head: deep }, { ...goodBill('minimal'), data: { lines: deep } }]) {
      expect(checkBill(input).errors.map(({ code }) => code)).toEqual(['depth']);
    }
  });
});
