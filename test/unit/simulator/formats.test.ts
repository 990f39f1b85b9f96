import { expect, test } from 'vitest';
import { isDateTime, isMaskedPan, isUuid } from '../../../src-main/simulator/formats.ts';

test.each([
  ['400000******0000', true],
  ['4000 00** **** 0000', true],
  ['************0000', true],
  ['400000XXXXXX', true],
  ['0000', true],
  ['', true],
  ['4000000000000000', false],
  ['4000 0000 0000 0000', false],
  ['4000-0000-0000-0000', false],
  ['4000000*****0000', false],
  ['400000******00000', false],
  ['4000**0000**0000', false],
])('the card number %j is masked: %s', (pan, masked) => {
  expect(isMaskedPan(pan)).toBe(masked);
});

test.each([
  ['2026-01-05T10:00:00Z', true],
  ['2026-01-05T10:00:00.5-03:00', true],
  ['2026-01-05T10:00+01:00', true],
  ['2023-02-29T10:00:00Z', false],
  ['2026-13-01T10:00:00Z', false],
  ['2026-00-10T10:00:00Z', false],
  ['2026-01-05 10:00:00Z', false],
  ['2026-01-05T10:61:00Z', false],
])('%s is a date and time with offset: %s', (text, fits) => {
  expect(isDateTime(text)).toBe(fits);
});

test('an id is a UUID in either case, and nothing longer', () => {
  const id = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
  expect([id, id.toUpperCase(), `${id}0`, `${id}\n`, id.slice(1), 5].map(isUuid)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
