import { commandsOn } from '../commands/action.ts';
import { done } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';
import type { Clock } from '../ports.ts';

/** A page that was slow, or crashed, must not ring for what a person has seen long since. */
const freshMs = 10_000;

/** Whether the cashier's window has to let hear that somebody is needed: once, on the page that asks first. */
export function createAttentionSound(clock: Pick<Clock, 'monotonic'>, settings: () => Pick<Settings, 'sounds'>) {
  let rungAt: number | null = null;
  let count = 0;

  return {
    /** Somebody is needed who was not before. */
    ring() {
      if (!settings().sounds.attention) return;
      count += 1;
      rungAt = clock.monotonic();
    },
    /** Grows with every time that it rings; null while nothing waits to be heard. */
    waiting: (): number | null => (rungAt === null ? null : count),
    /** Whether it is to be heard now. What is older than a moment would tell of nothing any more. */
    take(): boolean {
      const isFresh = rungAt !== null && clock.monotonic() - rungAt <= freshMs;
      rungAt = null;
      return isFresh;
    },
  };
}

export const soundCommands = commandsOn<{
  readonly attentionSound: { take(): boolean };
  readonly windows: { saleChanged(): void };
}>()('session', {
  'sounds.take'({ attentionSound, windows }) {
    const taken = attentionSound.take();
    windows.saleChanged();
    return done(taken);
  },
});
