import { expect, test } from 'vitest';
import { within } from '../../../src-main/shared/waiting.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';

test('a result in time is returned, also a rejection, and leaves no timer behind', async () => {
  const clock = createManualClock();
  expect(await within(clock, 1_000, Promise.resolve('done'))).toBe('done');
  await expect(within(clock, 1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(clock.pendingMs()).toEqual([]);
});

test('a late result is not awaited', async () => {
  const clock = createManualClock();
  const waited = within(clock, 1_000, new Promise(() => undefined));
  clock.advance(1_000);
  expect(await waited).toBeUndefined();
});
