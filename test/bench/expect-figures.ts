import { expect } from 'vitest';
import type { Figure } from './figures.ts';

export function expectFigures(rows: readonly Figure[]): void {
  expect(rows).not.toHaveLength(0);
  for (const { name, measured } of rows) {
    for (const [what, value] of Object.entries(measured))
      expect.soft(value, `${name}: ${what}`).toSatisfy(Number.isFinite);
    expect.soft(measured.count ?? 1, `${name}: samples`).toBeGreaterThan(0);
  }
}
