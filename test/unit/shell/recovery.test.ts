import { expect, test } from 'vitest';
import { recordCrash, watchHeartbeat } from '../../../src-main/shell/recovery.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

const page = (endedBefore = 0) => {
  const clock = createManualClock();
  const requests: PromiseWithResolvers<unknown>[] = [];
  let silent = 0;
  const pulse = watchHeartbeat({
    clock,
    endedBefore,
    ask: () => {
      const question = Promise.withResolvers<unknown>();
      requests.push(question);
      return question.promise;
    },
    onSilent: () => {
      silent += 1;
    },
  });
  return { clock, requests, silent: () => silent, pulse };
};

test('a page that answers late is not ended, and is asked every half minute at rest', async () => {
  const { clock, requests, silent } = page();
  let questions = 0;
  for (let passed = 0; passed < 3_600_000; passed += 1_300) {
    clock.advance(1_300);
    questions += requests.length;
    for (const question of requests.splice(0)) question.resolve(0);
    await settle();
  }
  expect(silent()).toBe(0);
  expect(questions).toBeLessThanOrEqual(2 + (2 * 3_600) / 30);
});

test('a hanging page is reported once: within 2.2 seconds after it should show something, otherwise within 32', async () => {
  for (const [isShown, ms] of [
    [true, 2_200],
    [false, 32_000],
  ] as const) {
    const { clock, requests, silent, pulse } = page();
    for (const question of requests.splice(0)) question.resolve(0);
    await settle();
    // Any number of new views causes only one question to the page.
    for (let picture = 0; picture < 10; picture += 1) {
      if (isShown) pulse.shows();
      clock.advance(ms / 10);
    }
    expect(silent()).toBe(1);
    clock.advance(60_000);
    expect(silent()).toBe(1);
  }
});

test('each page that was ended doubles the time of the next page, to at most eight times the first', () => {
  for (const [endedBefore, ms] of [
    [1, 2_800],
    [2, 5_600],
    [9, 11_200],
  ] as const) {
    const { clock, silent } = page(endedBefore);
    clock.advance(ms - 1);
    expect(silent()).toBe(0);
    clock.advance(1);
    expect(silent()).toBe(1);
  }
});

test('a page is not ended because the main process was busy or the computer slept', async () => {
  const { clock, requests, silent } = page();
  clock.jumpTo(clock.now() + 8 * 3_600_000);
  clock.advance(700);
  for (const question of requests.splice(0)) question.resolve(0);
  await settle();
  clock.advance(700);
  expect(silent()).toBe(0);
});

test('a stopped heartbeat neither asks nor reports', () => {
  const { clock, requests, silent, pulse } = page();
  pulse.end();
  pulse.shows();
  clock.advance(60_000);
  expect({ requests: requests.length, silent: silent() }).toEqual({ requests: 1, silent: 0 });
});

const pauses = (times: readonly number[]): readonly number[] => {
  let crashedAt: readonly number[] = [];
  return times.map((now) => {
    const record = recordCrash(crashedAt, now);
    crashedAt = record.crashedAt;
    return record.pauseMs;
  });
};

test.each([
  ['after growing pauses of at most 2 seconds', [0, 100, 200, 300, 400, 500], [0, 500, 1_000, 1_500, 2_000, 2_000]],
  ['after a pause within a minute', [0, 59_999], [0, 500]],
  ['at once after a minute', [0, 60_000], [0, 0]],
  ['at once after the clock was set back', [86_400_000, 0], [0, 0]],
])('a window is reopened at once after its first crash, and after further ones %s', (_how, times, expected) => {
  expect(pauses(times)).toEqual(expected);
});
