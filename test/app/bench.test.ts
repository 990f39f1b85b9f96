import { test } from 'vitest';
import { expectFigures } from '../bench/expect-figures.ts';
import type { BenchSizes } from '../bench/figures.ts';
import { windowlessGroups } from '../bench/groups.ts';
import { soakRows } from '../bench/soak.ts';
import { drawn } from '../fakes/drawn.ts';

const few: BenchSizes = {
  samples: 2,
  rates: { rounds: 1, requests: 4, drained: 4 },
  lines: [2, 4],
  queue: { marks: 3, stores: 2 },
  stored: [5, 10],
};

/** Omits the groups for one client (`-1`), because those for eight run the same code. Draws a sixth of the rest. */
const groups = drawn(
  Object.entries({ ...windowlessGroups(few), soak: () => soakRows(3, 200) }).filter(([name]) => !name.endsWith('-1')),
  6,
);

test.each(groups)('the bench measures %s, and every figure is a number', async (_name, measure) => {
  expectFigures(await measure());
});
