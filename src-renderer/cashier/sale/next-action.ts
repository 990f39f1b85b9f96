import type { SaleView } from '../../../src-main/contract/views.ts';

export type SaleAction = 'pay' | 'show' | 'consent' | 'print' | 'cancel' | 'close' | 'new';

export interface ActionPlan {
  /** The next thing to do: the biggest button. */
  readonly primary: SaleAction;
  /** What else is possible now, in a fixed order. */
  readonly others: readonly SaleAction[];
}

const order: readonly SaleAction[] = ['show', 'consent', 'print', 'close', 'cancel', 'new'];

/** While the sale is open the customer is asked; afterwards the cashier is done with it. */
const nextOf = (sale: SaleView): readonly SaleAction[] => {
  if (sale.needsPaper) return ['print', 'close'];
  if (sale.state === 'attention') return ['print', 'show', 'close'];
  if (sale.state === 'open') return ['pay', 'consent', 'show', 'print'];
  return ['close'];
};

/** What the sale screen offers. `sale.can` alone decides what is possible; this decides only what is large. */
export function planActions(sale: SaleView | null): ActionPlan {
  if (sale === null) return { primary: 'new', others: [] };
  const possible = (action: SaleAction): boolean => action === 'new' || sale.can[action];
  const primary = nextOf(sale).find(possible) ?? 'new';
  return { primary, others: order.filter((action) => action !== primary && possible(action)) };
}
