import type { ReconciliationStatus } from '../../../src-main/lib/sale-states.ts';

/** In the order of what a manager asks: is all well, and if not, what is not. */
export const dayPlaceWords = {
  delivered: 'dayDelivered',
  both: 'dayBoth',
  printed: 'dayPrinted',
  neither: 'dayNeither',
  attention: 'dayAttention',
  open: 'dayOpen',
  cancelled: 'dayCancelled',
} as const satisfies Record<ReconciliationStatus, string>;
