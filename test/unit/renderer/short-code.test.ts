import { expect, test } from 'vitest';
import { shortCode } from '../../../src-renderer/ui/short-address.ts';

test.each([
  ['https://receipts.example/r/3f0c9a52-7f1e-4d0b-9c55-1d2f6f0a9b11', '3F0C 9A52'],
  ['https://receipts.example/r/3f0c9a52-7f1e-4d0b-9c55-1d2f6f0a9b11/?lang=de/x', '3F0C 9A52'],
  ['https://receipts.example/r/short', ''],
  ['', ''],
])('the short code of %s is %j', (url, code) => {
  expect(shortCode(url)).toBe(code);
});
