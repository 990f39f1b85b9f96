import type { SaleView } from '../../../src-main/lib/views.ts';
import type { Composing } from '../session-store.ts';

/** What the cashier works on: a sale, or the keypad for the next one. */
export type InHand =
  | { readonly kind: 'sale'; readonly sale: SaleView }
  /** `behind`: the sale that the keypad covers. `arrived`: it came while an amount was being typed. */
  | { readonly kind: 'pad'; readonly cents: number; readonly behind: SaleView | null; readonly arrived: boolean };

/** The keypad is where the work rests. A sale that comes from a till takes its place, but never an amount that was typed. */
export function inHand(sale: SaleView | null, composing: Composing | null): InHand {
  if (sale === null) return { kind: 'pad', cents: composing?.cents ?? 0, behind: null, arrived: false };
  if (composing === null) return { kind: 'sale', sale };
  const arrived = sale.id !== composing.beside;
  if (arrived && composing.cents === 0) return { kind: 'sale', sale };
  return { kind: 'pad', cents: composing.cents, behind: sale, arrived };
}
