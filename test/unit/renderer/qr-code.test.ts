import fc from 'fast-check';
import { create } from 'qrcode';
import { expect, test } from 'vitest';
import { roomsFor } from '../../../src-renderer/display/room.ts';
import { qrGeometry, quietModules, symbolOf } from '../../../src-renderer/ui/qr-code.tsx';
import { shortCode } from '../../../src-renderer/ui/short-address.ts';
import { customerScreens } from '../../fakes/sample-screens.ts';

const viewports = fc.record({
  width: fc.integer({ min: 320, max: 3840 }),
  height: fc.integer({ min: 480, max: 2160 }),
  ratio: fc.constantFrom(1, 1.25, 1.5, 1.75, 2, 3),
});
const moduleCounts = fc.integer({ min: 0, max: 39 }).map((version) => 21 + 4 * version);

test('every module is a whole number of device pixels, in a quiet zone of four modules', () => {
  fc.assert(
    fc.property(moduleCounts, viewports, (count, viewport) => {
      const { moduleDevicePx, sideDevicePx, sideCssPx } = qrGeometry(count, viewport, 0.65);
      expect(Number.isInteger(moduleDevicePx)).toBe(true);
      expect(moduleDevicePx).toBeGreaterThanOrEqual(1);
      expect(sideDevicePx).toBe(moduleDevicePx * (count + 2 * quietModules));
      expect(sideCssPx * viewport.ratio).toBeCloseTo(sideDevicePx, 6);
    }),
  );
});

test('an ordinary address uses the wanted share of the shorter screen side, and hardly more', () => {
  fc.assert(
    fc.property(viewports, (viewport) => {
      const { sideCssPx } = qrGeometry(37, viewport, 0.65);
      const share = sideCssPx / Math.min(viewport.width, viewport.height);
      expect(share).toBeGreaterThanOrEqual(0.65);
      expect(share).toBeLessThan(0.82);
    }),
  );
});

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

test('an empty text, and a text that is too long for any symbol, get no symbol', () => {
  expect(symbolOf(secret(most.L + 1))).toBeNull();
  expect(symbolOf('')).toBeNull();
});

test.each([
  ['https://receipts.example/r/3f0c9a52-7f1e-4d0b-9c55-1d2f6f0a9b11', '3F0C 9A52'],
  ['https://receipts.example/r/3f0c9a52-7f1e-4d0b-9c55-1d2f6f0a9b11/?lang=de/x', '3F0C 9A52'],
  ['https://receipts.example/r/short', ''],
  ['', ''],
])('the short code of %s is %j', (url, code) => {
  expect(shortCode(url)).toBe(code);
});

test('the layouts tried for a QR code without lines all differ, and the last one is that of a QR code with lines', () => {
  const rooms = roomsFor({ ...customerScreens['qr-before'], kind: 'qr', lines: [] } as Parameters<typeof roomsFor>[0]);
  const drawn = rooms.map(({ qrLines: _, ...room }) => JSON.stringify(room));
  expect(new Set(drawn).size).toBe(drawn.length);
  const beside = roomsFor(customerScreens['qr-lines']);
  expect(rooms.at(-1)).toEqual(beside.at(-1));
});
