import { create } from 'qrcode';
import { expect, test } from 'vitest';
import { symbolOf } from '../../../src-renderer/ui/qr-code.tsx';

/** The bytes that fit into the largest symbol (ISO/IEC 18004, version 40). */
const most = { M: 2331, L: 2953 } as const;
const secret = (length: number): string => 'x'.repeat(length);
const made = (text: string, errorCorrectionLevel: 'M' | 'L') => create(text, { errorCorrectionLevel }).modules.data;

test('a text gets a QR symbol with error correction M, for worn screens and poor cameras', () => {
  const url = 'https://receipts.example/r/3f0c9a52-7f1e-4d0b-9c55-1d2f6f0a9b11';
  expect(symbolOf(url)?.data).toEqual(made(url, 'M'));
  expect(symbolOf(url)?.data).not.toEqual(made(url, 'L'));
  expect(symbolOf(secret(most.M))?.data).toEqual(made(secret(most.M), 'M'));
});

test('a text that is too long for the usual error correction gets a lower one', () => {
  expect(symbolOf(secret(most.M + 1))?.data).toEqual(made(secret(most.M + 1), 'L'));
  expect(symbolOf(secret(most.L))?.size).toBe(177);
});

test('a text that fits no symbol gets none, since half a secret on a screen would be useless', () => {
  expect(symbolOf(secret(most.L + 1))).toBeNull();
  expect(symbolOf('')).toBeNull();
});
