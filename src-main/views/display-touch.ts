import type { Settings } from '../lib/settings.ts';
import type { Screens } from '../ports.ts';

/**
 * Whether customers can touch their display: what the shop says, else what the customer's window found out. That is true of
 * the computer: beside a cashier's display with touch, the system's word that this one has none counts for more.
 */
export function createDisplayTouch(settings: () => Settings, screens: Pick<Screens, 'customerDisplayCanBeTouched'>) {
  let found = false;
  return {
    hasTouch(): boolean {
      const { touch } = settings().screen;
      if (touch !== 'auto') return touch === 'yes';
      return found && screens.customerDisplayCanBeTouched?.() !== false;
    },
    /** The customer's window says what it found; true when that is news. */
    note(now: boolean): boolean {
      const isNews = now !== found;
      found = now;
      return isNews;
    },
  };
}
