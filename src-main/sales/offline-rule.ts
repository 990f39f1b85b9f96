import { handoutWhenOffline } from '../lib/offline-rule.ts';
import type { SessionContext } from './session-context.ts';

/**
 * Whether the next receipt is to be handed out on paper: the shop's rule says so and the service does not answer. The
 * bill is queued all the same.
 */
export function isPaperNow({ service, settings }: Pick<SessionContext, 'service' | 'settings'>): boolean {
  const state = service.state();
  if (state !== 'offline' && state !== 'signInNeeded') return false;
  const { delivery, consent, cashier } = settings();
  return handoutWhenOffline(delivery.offlineRule, { rules: consent.country, shop: cashier.country }) === 'paper';
}
