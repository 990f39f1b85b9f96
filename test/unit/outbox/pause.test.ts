import { expect, test } from 'vitest';
import { longerPause, mayAsk, type Pause, pauseRules } from '../../../src-main/outbox/pause.ts';

const now = 1_000_000;

test('a pause sends tries at growing intervals of at most five minutes, without end', () => {
  let pause: Pause | null = null;
  const gaps = Array.from({ length: 50 }, () => {
    pause = longerPause(pause, now, 0.999_999);
    return pause.askAt - now;
  });
  expect(gaps.slice(0, 6)).toEqual([15_000, 30_000, 60_000, 120_000, 240_000, 300_000]);
  expect(Math.max(...gaps)).toBe(pauseRules.capMs);
});

test('a pause with a time for the next try ends then, after fifteen minutes at the latest', () => {
  expect(longerPause(null, now, 0, 600_000).askAt).toBe(now + 600_000);
  expect(longerPause(null, now, 0, 3_600_000).askAt).toBe(now + 900_000);
});

test('a question that a clock turned back puts far ahead may be asked', () => {
  const pause = longerPause(null, now, 0.5);
  expect([mayAsk(pause, now), mayAsk(pause, pause.askAt), mayAsk(pause, now - 86_400_000)]).toEqual([
    false,
    true,
    true,
  ]);
});
