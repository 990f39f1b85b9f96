import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { guardedClock } from '../../src-main/system-ports.ts';
import { createKeptLog } from '../fakes/kept-log.ts';
import { createManualClock } from '../fakes/manual-clock.ts';

test('a timer that throws or rejects is one line in the log, and every other timer comes', async () => {
  const log = createKeptLog();
  const inner = createManualClock();
  const clock = guardedClock(inner, log);
  const came: string[] = [];
  clock.setTimer(1, () => {
    throw new Error('the disk is full');
  });
  clock.setTimer(2, async () => {
    await nextTurn();
    throw new Error('later');
  });
  clock.setTimer(3, () => void came.push('third'));
  clock.setTimer(4, () => void came.push('cancelled'))();
  inner.advance(10);
  await nextTurn();
  await nextTurn();
  expect(came).toEqual(['third']);
  expect(log.lines.map(({ event, fields }) => [event, String(fields.error).split('\n')[0]])).toEqual([
    ['timer-failed', 'Error: the disk is full'],
    ['timer-failed', 'Error: later'],
  ]);
});
