import { expect, test } from 'vitest';
import { drawn, isSoak, seed } from '../../fakes/drawn.ts';
import { capacity, cases, courseOf } from './fleet.ts';

const away = Object.entries(cases).filter(([name]) => !name.startsWith('never'));
const seeds = isSoak ? [1, 2, 3] : [1 + (seed % 3)];

test.each(drawn(away, away.length))('two thousand tills return without a wave of requests: %s', (name, fleet) => {
  const courses = seeds.map((number) => courseOf(fleet, number));
  const peaks = courses.map(({ perSecond }) => Math.max(...perSecond) / capacity);
  // In the 503 case the peak may be higher: a till that is mostly refused must still deliver over one bill a second.
  expect(Math.max(...peaks)).toBeLessThan(name.startsWith('503') ? 3.6 : 3);
  for (const { perSecond, drainedS, leastS } of courses) {
    // In any ten seconds before the last tills arrive, the service must get over 90 % of what it can answer.
    const tens = Array.from({ length: Math.floor(leastS / 12) }, (_, index) =>
      perSecond.slice(20 + index * 10, 30 + index * 10).reduce((sum, count) => sum + count, 0),
    );
    expect(Math.min(...tens) / 10 / capacity).toBeGreaterThan(0.9);
    expect(drainedS / leastS).toBeLessThan(1.15);
    expect(perSecond.findIndex((count) => count > 0)).toBe(0);
  }
});

test.runIf(isSoak)(
  'two thousand tills whose tokens expire at once need less than 70 % of the capacity of the service',
  () => {
    const courses = seeds.map((number) => courseOf(cases['never away, all tokens expire at once'], number));
    expect(Math.max(...courses.flatMap(({ perSecond }) => perSecond)) / capacity).toBeLessThan(0.7);
  },
);
