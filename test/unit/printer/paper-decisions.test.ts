import { expect, test } from 'vitest';
import { createMetrics } from '../../../src-main/diagnostics/metrics-registry.ts';
import { createPaperDecisions } from '../../../src-main/printer/paper-decisions.ts';
import { done } from '../../../src-main/shared/result.ts';
import { settingsSchema } from '../../../src-main/shared/settings.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';
import { createTestLog } from '../../fakes/test-log.ts';

test('a refused receipt whose paper was declined causes the notice once the app is there, although its paper was reported before', () => {
  const clock = createManualClock();
  let [isAppThere, notice] = [false, ''];
  const decisions = createPaperDecisions({
    ...{ clock, random: createSeededRandom(), log: createTestLog(), metrics: createMetrics() },
    mode: () => 'live',
    changed: () => undefined,
    settings: { current: () => settingsSchema.parse({}) },
    notify: (code, message) => {
      if (code === 'paperNotPrinted') notice = message ?? '';
    },
    sales: {
      decide: () => 'wait',
      isRefused: () => isAppThere,
      markPrinted: async () => done(null),
      agree: async () => done(null),
    },
    send: () => undefined,
  });
  const about = { saleId: 's', total: null, at: clock.now() };
  decisions.receive({ kind: 'paper', id: 'p', about, phase: 'digital', outcome: null });
  isAppThere = true;
  decisions.restarted();
  expect(notice).not.toBe('');
});
