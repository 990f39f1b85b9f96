import type { Settings } from '../../kernel/settings.ts';
import type { Sound } from '../../kernel/sounds.ts';
import type { Clock } from '../../ports.ts';
import type { Sale } from '../../sale/sale.ts';
import { asksForPaper } from '../../sale/state.ts';

/**
 * What the cashier's window has to let hear. A happening rings when it happens and is handed out once, to the page that asks
 * first: a page that begins anew, the second of two or a repeated view finds nothing left. Nothing of it is kept.
 */
export interface Cues {
  /** A sale changed; `before` is null for a new one, `inHand` says whether the cashier looks at it. */
  saleChanged(sale: Sale, before: Sale | null, inHand: boolean): void;
  /** Grows with every sound that is to be heard; null while none waits. */
  waiting(): number | null;
  /** Hands out what waits, each sound once however often it rang. What is older than a moment would tell of nothing any more. */
  take(): readonly Sound[];
}

/** A page that was slow, or crashed, must not ring for what a person has seen long since. */
const freshMs = 3_000;

export function createCues(parts: {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly settings: () => Pick<Settings, 'sounds'>;
}): Cues {
  let rung: readonly { readonly sound: Sound; readonly at: number }[] = [];
  let count = 0;

  function ring(sound: Sound): void {
    if (!parts.settings().sounds[sound]) return;
    count += 1;
    rung = [...rung.filter((other) => other.sound !== sound), { sound, at: parts.clock.monotonic() }];
  }

  return {
    saleChanged(sale, before, inHand) {
      const has = (is: (one: Sale) => boolean): boolean => is(sale) && (before === null || !is(before));
      if (has(({ state }) => state === 'attention')) ring('attention');
      if (has(asksForPaper)) ring('paper');
      // After an outage a whole day arrives: whoever stands at the till hears of the customer before them.
      if (inHand && has(({ state }) => state === 'delivered')) ring('delivered');
    },
    waiting: () => (rung.length === 0 ? null : count),
    take() {
      const now = parts.clock.monotonic();
      const fresh = rung.filter(({ at }) => now - at <= freshMs);
      rung = [];
      return fresh.map(({ sound }) => sound);
    },
  };
}
