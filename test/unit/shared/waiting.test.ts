import { expect, test } from 'vitest';
import { within } from '../../../src-main/shared/waiting.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';

test('a result or rejection in time is returned, and no timer remains', async () => {
  const clock = createManualClock();
  expect(await within(clock, 1_000, Promise.resolve('done'))).toBe('done');
  await expect(within(clock, 1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(clock.pendingMs()).toEqual([]);
});
