import { join } from 'node:path';
import { expect, test } from 'vitest';
import { customerDeskRows } from '../bench/customer-desk.ts';
import type { Row } from '../bench/figures.ts';
import { bundleRows, windowRows } from '../bench/windows.ts';

const built = join(import.meta.dirname, '../../dist/renderer');
const groups: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  windows: async () => [...bundleRows(built), ...(await windowRows(1))],
  desk: () => customerDeskRows({ receipts: 200, firstPages: 1, pagesBefore: 1, pagesForward: 1 }),
};

test.each(Object.entries(groups))(
  'the bench can still measure %s: every figure is a number',
  async (_name, measure) => {
    const rows = await measure();
    expect(rows).not.toHaveLength(0);
    for (const { name, measured } of rows) {
      for (const [what, value] of Object.entries(measured))
        expect.soft(value, `${name}: ${what}`).toSatisfy(Number.isFinite);
      expect.soft(measured.count ?? 1, `${name}: samples`).toBeGreaterThan(0);
    }
  },
);
