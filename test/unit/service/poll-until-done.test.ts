import { expect, test } from 'vitest';
import { pollUntilDone } from '../../../src-main/service/call.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';

test('when the clock is set back by a day during a request, the cashier waits no longer', async () => {
  const clock = createManualClock();
  const timeouts: (number | undefined)[] = [];
  const polled = pollUntilDone({ clock, interactiveTimeoutMs: 10_000 }, async ({ timeoutMs }) => {
    timeouts.push(timeoutMs);
    clock.jumpTo(clock.now() - 24 * 3_600_000);
    return { kind: timeouts.length === 1 ? 'noAnswer' : 'ok' };
  });
  await clock.passTimerIn(400);
  expect(await polled).toEqual({ kind: 'ok' });
  expect(timeouts).toEqual([10_000, 9_600]);
});
