import { expect, test } from 'vitest';
import { abandonedAt } from '../../../src-main/sales/expiry.ts';

const at = (day: number, hours: number, minutes = 0): number => new Date(2026, 0, day, hours, minutes).getTime();
const nextDay = { abandonAfterHours: 'nextDay' } as const;

test('a sale is abandoned when the next day of business starts', () => {
  const delivery = { ...nextDay, dayStartsAtHour: 4 };
  expect(abandonedAt(at(5, 17), delivery)).toBe(at(6, 4));
  expect(abandonedAt(at(6, 1, 30), delivery)).toBe(at(6, 4));
});

test('a sale opened less than two hours before the next business day is abandoned one day later', () => {
  const delivery = { ...nextDay, dayStartsAtHour: 4 };
  expect(abandonedAt(at(6, 2, 1), delivery)).toBe(at(7, 4));
  expect(abandonedAt(at(6, 2), delivery)).toBe(at(6, 4));
});

test('a business day that starts at midnight ends the sales of the day before', () => {
  expect(abandonedAt(at(5, 12), { ...nextDay, dayStartsAtHour: 0 })).toBe(at(6, 0));
});

test('a sale expires after the hours in the settings, and never if none are set', () => {
  expect(abandonedAt(1_000, { ...nextDay, dayStartsAtHour: 4, abandonAfterHours: 2 })).toBe(1_000 + 7_200_000);
  expect(abandonedAt(1_000, { ...nextDay, dayStartsAtHour: 4, abandonAfterHours: null })).toBeNull();
});
