import { test } from 'vitest';
import { expectFigures } from '../bench/expect-figures.ts';
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
    expectFigures(await measure());
  },
);
