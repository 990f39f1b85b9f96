import { expect, test } from 'vitest';
import { recordCrash } from '../../../src-main/shell/recovery.ts';

const pauses = (times: readonly number[]): readonly number[] => {
  let crashedAt: readonly number[] = [];
  return times.map((now) => {
    const record = recordCrash(crashedAt, now);
    crashedAt = record.crashedAt;
    return record.pauseMs;
  });
};

test('a window is reopened at once after its first crash', () => {
  expect(pauses([1_000])).toEqual([0]);
});

test('a window that crashes repeatedly is reopened after growing pauses of at most 2 seconds', () => {
  expect(pauses([0, 100, 200, 300, 400, 500, 600])).toEqual([0, 500, 1_000, 1_500, 2_000, 2_000, 2_000]);
});

test('a crash is forgotten after a minute', () => {
  expect(pauses([0, 59_999])).toEqual([0, 500]);
  expect(pauses([0, 60_000])).toEqual([0, 0]);
});

test('a clock that was set back does not delay the reopening', () => {
  expect(pauses([86_400_000, 0])).toEqual([0, 0]);
});
