import { describe, expect, test } from 'vitest';
import { type CustomerCodeRules, customerIdIn } from '../../../src-main/shared/customer-code.ts';

const rules = (part: Partial<CustomerCodeRules>): CustomerCodeRules => ({
  ...{ prefix: '', mask: '', length: 0, stripsPrefix: false },
  ...part,
});

describe('a scanned code', () => {
  test('is a customer’s only if a rule is set and all set rules match', () => {
    expect(customerIdIn('4006381333931', rules({}))).toBeNull();
    const all = rules({ prefix: 'C-', mask: 'C-####', length: 6 });
    expect(customerIdIn('C-1234', all)).toBe('C-1234');
    for (const other of ['D-1234', 'C-12345', 'C-12A4', '4006381333931', '', 'c-1234'])
      expect(customerIdIn(other, all), other).toBeNull();
  });

  test('is a customer’s with or without its prefix, as the shop chose, but the prefix alone is no customer', () => {
    expect(customerIdIn('app:4711', rules({ prefix: 'app:', stripsPrefix: true }))).toBe('4711');
    expect(customerIdIn('app:4711', rules({ prefix: 'app:' }))).toBe('app:4711');
    expect(customerIdIn('app: ', rules({ prefix: 'app:', stripsPrefix: true }))).toBeNull();
  });

  test('is a customer’s if it has at most 256 characters, the limit of the service', () => {
    const rule = rules({ prefix: 'C' });
    expect(customerIdIn(`C${'1'.repeat(255)}`, rule)).toHaveLength(256);
    expect(customerIdIn(`C${'1'.repeat(256)}`, rule)).toBeNull();
    expect(customerIdIn(`C${'1'.repeat(100_000)}`, rule)).toBeNull();
  });

  test('is a customer’s if it has the length of the rule in characters, not in code units', () => {
    expect(customerIdIn('🙂🙂', rules({ length: 2 }))).toBe('🙂🙂');
  });
});

test.each([
  ['####', '1234', true],
  ['####', '12345', false],
  ['@@##', 'Ää12', true],
  ['@@##', '1a12', false],
  ['A*Z', 'AZ', true],
  ['A*Z', 'AbcZ', true],
  ['A*Z', 'AbcZd', false],
  ['A*B*C', 'AxBBxC', true],
  ['?-?', 'x-y', true],
  ['\\##', '#1', true],
  ['\\##', '11', false],
  ['(a+)+$', '(a+)+$', true],
])('the pattern %s fits the code %s: %s', (mask, text, fits) => {
  expect(customerIdIn(text, rules({ mask }))).toBe(fits ? text : null);
});

test('a pattern that would block a regular expression for ever is compared without a long wait', () => {
  expect(customerIdIn(`${'a'.repeat(4_000)}b`, rules({ mask: '*a'.repeat(50) }))).toBeNull();
});
