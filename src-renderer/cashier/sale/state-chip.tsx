import { CircleCheck, CircleDot, CircleSlash, type LucideIcon, Send, TriangleAlert } from 'lucide-react';
import type { SaleState } from '../../../src-main/shared/sale-states.ts';
import { t } from '../../text/cashier-words.ts';

export const stateLooks = {
  open: { icon: CircleDot, words: 'stateOpen' },
  queued: { icon: Send, words: 'stateQueued' },
  delivered: { icon: CircleCheck, words: 'stateDelivered' },
  attention: { icon: TriangleAlert, words: 'stateAttention' },
  cancelled: { icon: CircleSlash, words: 'stateCancelled' },
} as const satisfies Record<SaleState, { icon: LucideIcon; words: string }>;

/** Shows icon and text, because colour alone is not accessible. */
export const Chip = ({ icon: Icon, words, colour }: { icon: LucideIcon; words: string; colour?: string }) => (
  <span className="chip" style={colour ? { '--tone': `var(--${colour})`, '--soft': `var(--${colour}-soft)` } : {}}>
    <Icon aria-hidden="true" />
    {words}
  </span>
);

export function StateChip({ state }: { readonly state: SaleState }) {
  const { icon, words } = stateLooks[state];
  return <Chip icon={icon} words={t(words)} colour={state} />;
}
