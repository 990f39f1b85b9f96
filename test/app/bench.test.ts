import { expect, test } from 'vitest';
import { windowlessGroups } from '../bench/groups.ts';

const few = {
  samples: 2,
  qrCodes: 2,
  open: { rounds: 1, sales: 2 },
  bills: 3,
  drained: 4,
  queue: { marks: 3, stores: 2 },
  keptSales: 10,
};

test.each(Object.entries(windowlessGroups(few)))(
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
