import type { SaleResource, StatusResource } from './till-view.ts';

/**
 * What the tills that listen are told; `till`: who opened the sale (`lib/till-names.ts`). Both are made for whoever listens, and
 * the status may be another one than last time.
 */
export type Change =
  | { readonly sale: () => SaleResource; readonly till: string }
  | { readonly status: () => StatusResource };
