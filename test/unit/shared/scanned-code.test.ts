import { describe, expect, test } from 'vitest';
import { type CustomerCodeRules, customerIdIn } from '../../../src-main/shared/customer-code.ts';
import { readScannedCode, type Scan } from '../../../src-main/shared/scanned-code.ts';

const noRules = { prefix: '', mask: '', length: 0, stripsPrefix: false };
const withPrefix = { ...noRules, prefix: 'KD-', stripsPrefix: true };
const scan = (text: string, part: Partial<Scan> = {}): Scan => ({
  ...{ text, asUnitedStates: text, hasCapsLock: false },
  ...part,
});
const rules = (part: Partial<CustomerCodeRules>): CustomerCodeRules => ({ ...noRules, ...part });
const kindOf = (text: string, given = noRules, part: Partial<Scan> = {}) => readScannedCode(scan(text, part), given);

describe('the code of an article starts no loyalty and names no customer', () => {
  test.each([
    ['an EAN-13', '4006381333931'],
    ['an EAN-8', '96385074'],
    ['a UPC-A', '036000291452'],
    ['an ITF-14', '10012345678902'],
    ['a UPC-E whose zeros follow two digits', '04252614'],
    ['a UPC-E whose zeros follow three digits', '01234531'],
    ['a UPC-E whose zeros follow four digits', '01234543'],
    ['a UPC-E whose zeros follow five digits', '01234565'],
    ['an EAN-13 with two digits added', '978020137962412'],
    ['an EAN-13 with five digits added', '978020137962452495'],
    ['an EAN-13 with five digits after a space', '9780201379624 52495'],
    ['a UPC-A with two digits added', '03600029145212'],
    ['a UPC-A with five digits added', '03600029145254321'],
    ['a UPC-E with two digits added', '0425261412'],
    ['an EAN-8 with two digits after a space', '96385074 12'],
    ['an EAN-13 with an AIM prefix', ']E04006381333931'],
    ['an EAN-13 with two digits added and an AIM prefix', ']E3400638133393112'],
    ['an EAN-8 with an AIM prefix', ']E496385074'],
    ['an EAN-13 with F before it', 'F4006381333931'],
    ['an EAN-8 with FF before it', 'FF96385074'],
    ['a UPC-A with A before it', 'A036000291452'],
    ['a UPC-E of six digits with E before it', 'E425261'],
    ['a UPC-E of eight digits with E before it', 'E04252614'],
    ['a GS1-128 with an AIM prefix', ']C1010400638133393110LOT7'],
    ['a GS1 DataBar', ']e00104006381333931'],
    ['a GS1 DataMatrix', ']d20104006381333931'],
    ['a GS1 QR code', ']Q30104006381333931'],
    ['a GS1-128 without a prefix', '010400638133393117261231'],
    ['a GS1-128 as it is printed', '(01)04006381333931(10)LOT7'],
    ['a GS1 Digital Link', 'https://id.gs1.org/01/04006381333931/10/LOT7?17=261231'],
    ['a GS1 Digital Link of a brand', 'HTTPS://brand.example/de/gtin/4006381333931'],
  ])('%s', (_what, code) => {
    expect(kindOf(code)).toEqual({ kind: 'article' });
    expect(kindOf(code, withPrefix)).toEqual({ kind: 'article' });
  });

  test('a person must decide about an EAN-13 that also matches a rule of length alone', () => {
    const use = { as: 'customer', number: '4006381333931' };
    for (const rules of [
      { ...noRules, length: 13 },
      { ...noRules, mask: '#############' },
    ])
      expect(kindOf('4006381333931', rules)).toEqual({ kind: 'doubt', because: 'article', use });
  });

  test('a person must decide about ten digits that may be an EAN-8 with two digits added', () => {
    const use = { as: 'card', number: '9638507412' };
    expect(kindOf('9638507412')).toEqual({ kind: 'doubt', because: 'article', use });
  });

  test.each(['425261', '0425261', '4252614'])(
    'a person must decide about %s, which matches no rule and may be a UPC-E without its system or check digit',
    (code) => {
      const use = { as: 'card', number: code };
      for (const rules of [noRules, withPrefix])
        expect(kindOf(code, rules)).toEqual({ kind: 'doubt', because: 'article', use });
      expect(kindOf(code, { ...noRules, length: code.length })).toEqual({ kind: 'customer' });
    },
  );

  test('a code with a prefix that the shop has configured for its customers names a customer', () => {
    expect(kindOf('4006381333931', { ...noRules, prefix: '400638' })).toEqual({ kind: 'customer' });
    expect(kindOf(']C18018123', { ...noRules, prefix: '8018' })).toEqual({ kind: 'customer' });
  });
});

test.each([
  '4006381333932',
  '2912345678906',
  '20123451',
  '212345678903',
  '3083412345678901',
  'CARD-1',
  '4711',
  '47115',
])('the number %s is a card', (number) => {
  expect(kindOf(number)).toEqual({ kind: 'card', number });
  expect(kindOf(`]C0${number}`)).toEqual({ kind: 'card', number });
});

describe('a customer’s code', () => {
  test('is read behind an AIM prefix, which is no part of the customer', () => {
    expect(kindOf(']C0KD-47115', withPrefix)).toEqual({ kind: 'customer' });
    expect(customerIdIn(']C0KD-47115', withPrefix)).toBe('47115');
    expect(customerIdIn(']C0KD-47115', { ...noRules, length: 11 })).toBeNull();
    expect(customerIdIn(']C0KD-47115', { ...noRules, prefix: ']C0KD-' })).toBe(']C0KD-47115');
  });

  test.each(['KD-47\t11', 'KD-47\n11', 'KD-47\u001d11', 'KD-47\uFFFD11', 'KD-47\u200b11'])(
    'a customer’s code with an unreadable character is no known code: %j',
    (code) => {
      expect(kindOf(code, withPrefix)).toMatchObject({ kind: 'doubt', because: 'unreadable' });
      expect(kindOf(code)).toMatchObject({ kind: 'doubt', because: 'unreadable' });
      expect(customerIdIn(code, withPrefix)).toBeNull();
    },
  );

  test.each<[string, string, Partial<Scan>]>([
    ['capsLock', 'kd-47115', { hasCapsLock: true }],
    ['capsLock', 'kd-47115', {}],
    ['capsLock', 'Kd-47115', {}],
    ['capsLock', 'KD-aB15', { hasCapsLock: true }],
    ['layout', 'KDß47115', { asUnitedStates: 'KD-47115' }],
    ['layout', 'KD/47115', { asUnitedStates: 'KD-47115' }],
    ['layout', "KD)'è&&(", { asUnitedStates: 'KD-47115' }],
    ['layout', '+C0KDß47115', { asUnitedStates: ']C0KD-47115' }],
    ['layout', '+E04006381333931', { asUnitedStates: ']E04006381333931' }],
    ['layout', '\'"(&-', { asUnitedStates: '43516' }],
    ['unreadable', '5KD-47115', {}],
  ])('that was read incorrectly is asked about and sent to nobody (%s): %s', (because, text, part) => {
    expect(kindOf(text, withPrefix, part)).toEqual({ kind: 'doubt', because, use: null });
  });
});

test('the cashier is asked about a card that Caps Lock or a wrong layout may have changed, but not for digits, Y and Z', () => {
  expect(kindOf('loyal-123', noRules, { hasCapsLock: true })).toMatchObject({ because: 'capsLock' });
  expect(kindOf('LOYALß123', noRules)).toMatchObject({ because: 'layout' });
  expect(kindOf('4711-15', noRules, { hasCapsLock: true })).toEqual({ kind: 'card', number: '4711-15' });
  for (const [text, asUnitedStates] of [
    ['ZOE-471', 'YOE-471'],
    ['ZOE', 'YOE'],
  ] as const)
    expect(kindOf(text, noRules, { asUnitedStates })).toEqual({ kind: 'card', number: text });
});

describe('a code', () => {
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
