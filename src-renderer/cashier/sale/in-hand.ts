import type { SaleView } from '../../../src-main/lib/views.ts';
import type { Composing } from '../session-store.ts';

/** What the cashier works on: a sale, or the keypad for the next one. */
export type InHand =
  | { readonly kind: 'sale'; readonly sale: SaleView }
  /** `behind`: the sale that the keypad covers. `arrived`: it came while an amount was being typed. `changes`: that sale gets the amount. */
  | {
      readonly kind: 'pad';
      readonly cents: number;
      readonly behind: SaleView | null;
      readonly arrived: boolean;
      readonly changes: string | null;
    };

/** The keypad is where the work rests. A sale that comes from a till takes its place, but never an amount that was typed. */
export function inHand(sale: SaleView | null, composing: Composing | null): InHand {
  const changes = composing?.changes === true ? composing.beside : null;
  if (sale === null) return { kind: 'pad', cents: composing?.cents ?? 0, behind: null, arrived: false, changes };
  if (composing === null) return { kind: 'sale', sale };
  const arrived = sale.id !== composing.beside;
  const isTooLate = changes === sale.id && !sale.can.pay;
  if ((arrived && composing.cents === 0) || isTooLate) return { kind: 'sale', sale };
  return { kind: 'pad', cents: composing.cents, behind: sale, arrived, changes };
}
