import fc from 'fast-check';
import { expect, test } from 'vitest';
import { qrGeometry, quietModules } from '../../../src-renderer/ui/qr-geometry.ts';

const viewports = fc.record({
  width: fc.integer({ min: 320, max: 3840 }),
  height: fc.integer({ min: 480, max: 2160 }),
  ratio: fc.constantFrom(1, 1.25, 1.5, 1.75, 2, 3),
});
/** Version 1 to 40. */
const moduleCounts = fc.integer({ min: 0, max: 39 }).map((version) => 21 + 4 * version);

test('every module is a whole number of device pixels, with four modules of quiet around', () => {
  fc.assert(
    fc.property(moduleCounts, viewports, (count, viewport) => {
      const { moduleDevicePx, sideDevicePx, sideCssPx } = qrGeometry(count, viewport, 0.56);
      expect(Number.isInteger(moduleDevicePx)).toBe(true);
      expect(moduleDevicePx).toBeGreaterThanOrEqual(1);
      expect(sideDevicePx).toBe(moduleDevicePx * (count + 2 * quietModules));
      expect(sideCssPx * viewport.ratio).toBeCloseTo(sideDevicePx, 6);
    }),
  );
});

test('the symbol takes at least 40 % of the shorter screen side', () => {
  fc.assert(
    fc.property(moduleCounts, viewports, (count, viewport) => {
      const { moduleDevicePx } = qrGeometry(count, viewport, 0.56);
      const shorterDevicePx = Math.min(viewport.width, viewport.height) * viewport.ratio;
      expect(moduleDevicePx * count).toBeGreaterThanOrEqual(shorterDevicePx * 0.4);
    }),
  );
});

test('an ordinary address on a small display is near the wanted share', () => {
  const { moduleDevicePx } = qrGeometry(37, { width: 1024, height: 768, ratio: 1 }, 0.56);
  expect(moduleDevicePx).toBe(11);
});
