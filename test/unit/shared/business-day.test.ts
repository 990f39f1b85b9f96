import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { businessDay } from '../../../src-main/shared/local-time.ts';

const at = (day: number, hours: number, minutes = 0, seconds = 0): number =>
  new Date(2026, 0, day, hours, minutes, seconds).getTime();

test('a business day starts at its hour, and the night before belongs to the previous day', () => {
  expect(businessDay(at(5, 4), 4)).toBe('2026-01-05');
  expect(businessDay(at(5, 23, 59, 59), 4)).toBe('2026-01-05');
  expect(businessDay(at(6, 3, 59, 59), 4)).toBe('2026-01-05');
  expect(businessDay(at(6, 4), 4)).toBe('2026-01-06');
  expect(businessDay(at(1, 2), 4)).toBe('2025-12-31');
});

test('a day may start at midnight, or late', () => {
  expect(businessDay(at(5, 0), 0)).toBe('2026-01-05');
  expect(businessDay(at(5, 23, 59, 59), 0)).toBe('2026-01-05');
  expect(businessDay(at(5, 22, 59), 23)).toBe('2026-01-04');
});

interface HalfHour {
  readonly day: string;
  /** The business days whose bounds contain this time, separated by commas. */
  readonly within: string;
  /** Whether a search for its hour and minute on its day finds this time. */
  readonly isFound: boolean;
}

/** The days of half-hourly times, read in another process, because a process has only one time zone. */
function halfHoursIn(zone: string, from: string, hours: number, startsAtHour: number): readonly HalfHour[] {
  const script = `import { businessDay, dayBounds, minuteBounds } from './src-main/shared/local-time.ts';
    const start = Date.parse('${from}');
    const halves = Array.from({ length: ${hours * 2} }, (_, half) => start + half * 1_800_000);
    const days = [...new Set(halves.map((at) => businessDay(at, ${startsAtHour})))];
    const within = (at) => days.filter((day) => {
      const { from, to } = dayBounds(day, ${startsAtHour});
      return from <= at && at < to;
    });
    const isFound = (at, time = new Date(at)) => {
      const { from, to } = minuteBounds(businessDay(at, ${startsAtHour}), ${startsAtHour}, time.getHours(), time.getMinutes());
      return from <= at && at < to;
    };
    console.log(JSON.stringify(halves.map((at) => (
      { day: businessDay(at, ${startsAtHour}), within: within(at).join(), isFound: isFound(at) }))));`;
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { TZ: zone },
    cwd: new URL('../../..', import.meta.url),
  });
  return JSON.parse(out.toString());
}

test.each([
  ['Europe/Berlin', '2026-03-28T12:00:00Z', 2],
  ['Europe/Berlin', '2026-10-24T12:00:00Z', 2],
  ['Europe/Berlin', '2026-10-24T12:00:00Z', 3],
  ['America/New_York', '2026-11-01T00:00:00Z', 1],
  ['America/Havana', '2026-03-07T12:00:00Z', 0],
  ['Atlantic/Azores', '2026-10-24T12:00:00Z', 0],
  ['Asia/Beirut', '2026-10-24T12:00:00Z', 0],
])(
  'in %s, with a clock change from %s and a start at %i, no day repeats, and every moment is in its day and found by its time',
  (zone, from, hour) => {
    const halves = halfHoursIn(zone, from, 48, hour);
    expect(halves.map(({ within }) => within)).toEqual(halves.map(({ day }) => day));
    expect(halves.every(({ isFound }) => isFound)).toBe(true);
    const days = halves.map(({ day }) => day);
    expect(days).toEqual(days.toSorted());
    expect(new Set(days).size).toBe(3);
  },
);
