import type { Settings } from '../settings/schema.ts';

/** Whether customers can touch their display: what the shop says, else what the customer's window found out. */
export interface DisplayTouch {
  hasTouch(): boolean;
  /** The customer's window says what it found; true when that is news. */
  note(found: boolean): boolean;
}

export function createDisplayTouch(settings: () => Settings): DisplayTouch {
  let found = false;
  return {
    hasTouch() {
      const { touch } = settings().screen;
      return touch === 'auto' ? found : touch === 'yes';
    },
    note(now) {
      const isNews = now !== found;
      found = now;
      return isNews;
    },
  };
}
