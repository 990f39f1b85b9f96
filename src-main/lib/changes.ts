import { createListeners } from './listeners.ts';
import { type SaleResource, type StatusResource, withoutAge } from './till-view.ts';

/** What the tills that listen are told; `till`: who opened the sale (`lib/till-names.ts`). */
export type Change = { readonly sale: SaleResource; readonly till: string } | { readonly status: StatusResource };

export type Changes = ReturnType<typeof createChanges>;

export function createChanges() {
  const listeners = createListeners<[change: Change]>();
  let lastStatus = '';
  return {
    tell: listeners.tell,
    /** Tells the status of now when something in it is another than last time. */
    tellStatus(now: StatusResource) {
      const text = withoutAge(now);
      if (text === lastStatus) return;
      lastStatus = text;
      listeners.tell({ status: now });
    },
    onChange: listeners.add,
  };
}
