import { expect, test } from 'vitest';
import { limitWarnings } from '../../../src-main/diagnostics/log.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createTestLog } from '../../fakes/test-log.ts';

test('a storm of refusals writes twenty lines a minute and the number of dropped lines', () => {
  const clock = createManualClock();
  const lines = createTestLog();
  const log = limitWarnings(lines, clock);
  for (let count = 0; count < 1_000; count += 1) log.warn('pos-api-refused');
  expect(lines.lines).toHaveLength(20);
  clock.advance(60_000);
  log.warn('pos-api-refused', { status: 401 });
  expect(lines.lines.at(-1)).toMatchObject({ event: 'pos-api-refused', fields: { status: 401, notLogged: 980 } });
  log.warn('pos-api-refused');
  expect(lines.lines.at(-1)?.fields).toEqual({});
  // A clock that was turned back starts a new minute.
  for (let count = 0; count < 30; count += 1) log.warn('pos-api-refused');
  clock.jumpTo(clock.now() - 86_400_000);
  log.warn('clock-jumped');
  expect(lines.lines.at(-1)?.event).toBe('clock-jumped');
});

test('an error is logged even after the limit of warnings is reached', () => {
  const clock = createManualClock();
  const lines = createTestLog();
  const log = limitWarnings(lines, clock);
  for (let count = 0; count < 30; count += 1) log.warn('pos-api-refused');
  log.error('pos-api-failed');
  expect(lines.lines.at(-1)?.event).toBe('pos-api-failed');
});
