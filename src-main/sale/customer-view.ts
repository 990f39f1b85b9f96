import type { CustomerScreen, ReceiptPhase } from '../contract/views.ts';
import type { Money } from '../kernel/money.ts';
import type { Sale } from './sale.ts';
import type { Stage } from './stage.ts';

/** The whitelist: the one place that decides what a customer can see. `qrTiming` is a setting of the shop. */
export function customerScreen(stage: Stage, sale: Sale | null, qrTiming: 'before' | 'after'): CustomerScreen {
  if (sale === null || stage.saleId !== sale.id) return { kind: 'idle' };
  const total = totalOf(stage, sale);
  if (stage.moment === 'cancelled' || sale.state === 'cancelled') return { kind: 'cancelled' };
  if (stage.moment === 'thanks') return { kind: 'thanks', total };
  if (stage.moment === 'welcome') return welcome(sale);

  const lines = stage.basket?.lines ?? [];
  const phase = phaseOf(sale);
  if (stage.moment === 'quiet' || (phase === 'before' && qrTiming === 'after')) {
    return lines.length > 0 || total !== null ? { kind: 'basket', total, lines } : { kind: 'idle' };
  }
  if (stage.moment === 'paper') return { kind: 'paper', total };
  // The service refused the bill: nothing is behind the code, and perhaps never will be.
  if (sale.state === 'attention') return { kind: isKnown(sale) ? 'follows' : 'paper', total };
  if (sale.assigned) return { kind: 'account', phase, total };
  if (sale.url !== null) return { kind: 'qr', phase, url: sale.url, total, lines, replaced: sale.qrReplaced };
  if (phase === 'before' && !stage.withoutId) return { kind: 'basket', total, lines };
  return { kind: isKnown(sale) ? 'follows' : 'paper', total };
}

/** Somebody the service can find: the receipt reaches this customer without a code. */
export const isKnown = (sale: Sale): boolean => sale.externalId !== null || sale.buyerInformation !== null;

/** Only what the service has is ready: until then the code leads to a page that is still empty. */
function phaseOf(sale: Sale): ReceiptPhase {
  if (sale.billHash === null) return 'before';
  return sale.state === 'delivered' ? 'ready' : 'after';
}

/** Name-free: points and the names of the rewards, nothing that says who the customer is. */
function welcome(sale: Sale): CustomerScreen {
  const rewards = (sale.loyalty?.activatedRewards ?? []).flatMap(({ name }) =>
    typeof name === 'string' ? [name] : [],
  );
  return { kind: 'welcome', points: sale.loyalty?.points ?? null, rewards };
}

function totalOf(stage: Stage, sale: Sale): Money | null {
  if (sale.billHash === null && stage.basket !== null) return money(stage.basket.totalCents, stage.basket.currency);
  return sale.amountCents === null || sale.currency === null ? null : money(sale.amountCents, sale.currency);
}

export const money = (cents: number, currency: string): Money => ({ amount: cents / 100, currency });
