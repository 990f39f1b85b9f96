import type { SaleView } from '../../../src-main/shared/views.ts';
import type { Composing, Refund } from '../session-store.ts';

/** The work of the cashier: a sale, or the amount of the next one. */
export type CurrentSaleState =
  | { readonly kind: 'sale'; readonly sale: SaleView }
  /**
   * `behind`: the sale that the keypad covers. `arrived`: a sale that came while an amount was typed. `changes`: the
   * sale that gets the amount. `isTooLate`: that sale was paid elsewhere meanwhile.
   */
  | {
      readonly kind: 'pad';
      readonly cents: number;
      readonly behind: SaleView | null;
      readonly arrived: boolean;
      readonly changes: string | null;
      readonly isTooLate: boolean;
      readonly refund: Refund | null;
    };

/** Without a task the keypad is shown. A till's sale replaces it, but never an amount that was typed. */
export function currentSaleState(sale: SaleView | null, composing: Composing | null): CurrentSaleState {
  const changes = composing?.changes === true ? composing.beside : null;
  const refund = composing?.refund ?? null;
  const pad = { kind: 'pad', cents: composing?.cents ?? 0, changes, refund } as const;
  if (sale === null) return { ...pad, behind: null, arrived: false, isTooLate: false };
  if (composing === null) return { kind: 'sale', sale };
  const arrived = sale.id !== composing.beside;
  if (arrived && composing.cents === 0) return { kind: 'sale', sale };
  return { ...pad, behind: sale, arrived, isTooLate: changes === sale.id && !sale.can.pay };
}
