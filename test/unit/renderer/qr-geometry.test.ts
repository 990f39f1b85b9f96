import fc from 'fast-check';
import { expect, test } from 'vitest';
import { qrGeometry, quietModules } from '../../../src-renderer/ui/qr-code.tsx';

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
