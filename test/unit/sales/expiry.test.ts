import { expect, test } from 'vitest';
import { abandonedAt } from '../../../src-main/sales/expiry.ts';

const at = (day: number, hours: number, minutes = 0): number => new Date(2026, 0, day, hours, minutes).getTime();
const delivery = { abandonAfterHours: 'nextDay', dayStartsAtHour: 4 } as const;

test('a sale opened less than two hours before the next business day is abandoned one day later', () => {
  expect(abandonedAt(at(6, 2, 1), delivery)).toBe(at(7, 4));
  expect(abandonedAt(at(6, 2), delivery)).toBe(at(6, 4));
});

test('a sale without a set number of hours never expires', () => {
  expect(abandonedAt(1_000, { ...delivery, abandonAfterHours: null })).toBeNull();
});
