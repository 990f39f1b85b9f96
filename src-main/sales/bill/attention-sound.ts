import { commandsOn } from '../../dispatch/dispatch.ts';
import type { Clock } from '../../ports.ts';
import { done } from '../../shared/result.ts';
import type { Settings } from '../../shared/settings.ts';

/** A page that was slow or has crashed must not play a sound for something that a person has already seen. */
const freshMs = 10_000;

/** Decides whether the cashier window plays the attention sound. Only the first page that asks plays it. */
export function createAttentionSound(clock: Pick<Clock, 'monotonic'>, settings: () => Pick<Settings, 'sounds'>) {
  let rungAt: number | null = null;
  let count = 0;

  return {
    ring() {
      if (!settings().sounds.attention) return;
      count += 1;
      rungAt = clock.monotonic();
    },
    waiting: (): number | null => (rungAt === null ? null : count),
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
