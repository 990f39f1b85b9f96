import { expect, onTestFinished, test, vi } from 'vitest';
import { businessDay, dayBounds, minuteBounds } from '../../../src-main/shared/local-time.ts';

const at = (day: number, hours: number, minutes = 0, seconds = 0): number =>
  new Date(2026, 0, day, hours, minutes, seconds).getTime();

test('a business day starts at its hour, and the night before belongs to the previous day', () => {
  expect(businessDay(at(5, 4), 4)).toBe('2026-01-05');
  expect(businessDay(at(5, 23, 59, 59), 4)).toBe('2026-01-05');
  expect(businessDay(at(6, 3, 59, 59), 4)).toBe('2026-01-05');
  expect(businessDay(at(6, 4), 4)).toBe('2026-01-06');
  expect(businessDay(at(1, 2), 4)).toBe('2025-12-31');
});

test.each([
  ['Europe/Berlin', '2026-03-28T12:00:00Z', 2],
  ['Europe/Berlin', '2026-10-24T12:00:00Z', 2],
  ['Europe/Berlin', '2026-10-24T12:00:00Z', 3],
  ['Europe/Berlin', '2026-10-24T12:00:00Z', 23],
  ['America/New_York', '2026-11-01T00:00:00Z', 1],
  ['America/Havana', '2026-03-07T12:00:00Z', 0],
  ['Atlantic/Azores', '2026-10-24T12:00:00Z', 0],
  ['Asia/Beirut', '2026-10-24T12:00:00Z', 0],
])(
  'in %s, with a clock change from %s and a start at %i, no day repeats, and every moment is in its day and found by its time',
  (zone, from, hour) => {
    vi.stubEnv('TZ', zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    const halves = Array.from({ length: 96 }, (_, half) => Date.parse(from) + half * 1_800_000);
    const ofHalves = halves.map((half) => businessDay(half, hour));
    const days = [...new Set(ofHalves)];
    expect(days).toHaveLength(3);
    expect(ofHalves).toEqual(ofHalves.toSorted());
    for (const half of halves) {
      const day = businessDay(half, hour);
      const isIn = ({ from: start, to }: { from: number; to: number }) => start <= half && half < to;
      expect(days.filter((other) => isIn(dayBounds(other, hour)))).toEqual([day]);
      const time = new Date(half);
      expect(isIn(minuteBounds(day, hour, time.getHours(), time.getMinutes()))).toBe(true);
    }
  },
);
