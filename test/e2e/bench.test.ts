import { join } from 'node:path';
import { test } from 'vitest';
import { customerServiceRows } from '../bench/customer-service.ts';
import { expectFigures } from '../bench/expect-figures.ts';
import type { BenchGroups } from '../bench/groups.ts';
import { bundleRows, windowRows } from '../bench/windows.ts';
import { drawn } from '../fakes/drawn.ts';

const built = join(import.meta.dirname, '../../dist/renderer');
const groups: BenchGroups = {
  windows: async () => [...bundleRows(built), ...(await windowRows(1))],
  'customer-service': () => customerServiceRows({ receipts: 200, firstPages: 1, pagesBefore: 1, pagesForward: 1 }),
};

test.each(drawn(Object.entries(groups), 2))(
  'the bench can still measure %s: every figure is a number',
  async (_name, measure) => {
    expectFigures(await measure());
  },
);
