import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { capacity, cases, courseOf, pictureOf } from './fleet.ts';

const courses = Object.entries(cases).map(([name, fleet]) => [name, courseOf(fleet)] as const);
const away = courses.filter(([name]) => !name.startsWith('never'));

test.each(away)('two thousand tills come back without a wave: %s', (_name, { perSecond, drainedS, leastS }) => {
  expect(Math.max(...perSecond) / capacity).toBeLessThan(3);
  // No quiet between two waves, either: the service has enough to do until the last tills come.
  const tens = Array.from({ length: Math.floor(leastS / 12) }, (_, index) =>
    perSecond.slice(20 + index * 10, 30 + index * 10).reduce((sum, count) => sum + count, 0),
  );
  expect(Math.min(...tens) / 10 / capacity).toBeGreaterThan(0.9);
  expect(drainedS / leastS).toBeLessThan(1.15);
  expect(perSecond.findIndex((count) => count > 0)).toBe(0);
});

test('tokens that all expire at once are renewed as bills leave: never as much as the service can do', () => {
  const course = courses.find(([name]) => name.startsWith('never'))?.[1];
  expect(Math.max(...(course?.perSecond ?? [])) / capacity).toBeLessThan(0.7);
});

test('the picture in the docs shows these courses', () => {
  const picture = join(import.meta.dirname, '../../../docs/images/fleet.svg');
  expect(readFileSync(picture, 'utf8')).toBe(pictureOf(courses));
});
