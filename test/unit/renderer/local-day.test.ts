import { expect, test } from 'vitest';
import { businessDay } from '../../../src-main/shared/local-time.ts';
import { businessDayNow } from '../../../src-renderer/ui/local-day.ts';

test('the window means the same day of business as main, at every half hour of a month', () => {
  for (const startsAtHour of [0, 4, 23]) {
    for (let half = 0; half < 48 * 31; half += 1) {
      const at = new Date(2026, 2, 1, 0, half * 30);
      expect(businessDayNow(startsAtHour, at)).toBe(businessDay(at.getTime(), startsAtHour));
    }
  }
});
