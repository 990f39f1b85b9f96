import { CircleCheck, CircleDot, CircleSlash, type LucideIcon, Send, TriangleAlert } from 'lucide-react';
import type { SaleState } from '../../../src-main/lib/sale-states.ts';
import { useCashier } from '../cashier-context.ts';

export const stateLooks = {
  open: { icon: CircleDot, words: 'stateOpen' },
  queued: { icon: Send, words: 'stateQueued' },
  delivered: { icon: CircleCheck, words: 'stateDelivered' },
  attention: { icon: TriangleAlert, words: 'stateAttention' },
  cancelled: { icon: CircleSlash, words: 'stateCancelled' },
} as const satisfies Record<SaleState, { icon: LucideIcon; words: string }>;

/** Icon, word and colour: never colour alone. */
export function StateChip({ state }: { readonly state: SaleState }) {
  const { t } = useCashier();
  const { icon: Icon, words } = stateLooks[state];
  return (
    <span className="chip" style={{ '--tone': `var(--${state})`, '--soft': `var(--${state}-soft)` }}>
      <Icon aria-hidden="true" />
      {t(words)}
    </span>
  );
}
