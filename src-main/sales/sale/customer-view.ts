import type { Language } from '../../shared/languages.ts';
import type { Money } from '../../shared/money.ts';
import type { BasketLine, CustomerScreen, CustomerView, ReceiptPhase, ServiceStateView } from '../../shared/views.ts';
import { touchOff } from '../../shared/views.ts';
import { isForAccount, isKnown, type Sale } from './sale.ts';
import { asksForPaper } from './state.ts';

/** The content of the display is replaced as a whole, so that nothing of the previous customer remains. */
export interface DisplayState {
  readonly saleId: string | null;
  /** `quiet`: the QR code of the open sale is not shown (yet). `paper`: the receipt was printed, or will be. */
  readonly moment: 'quiet' | 'qr' | 'scanned' | 'paper' | 'welcome' | 'thanks' | 'cancelled';
  readonly lines: readonly BasketLine[];
  /** The customer's choice on the screen, or the till's; null for the shop's language. */
  readonly language: Language | null;
  /** The sale has no receipt id, and the display announces that the receipt follows. */
  readonly withoutId: boolean;
  /** A person asked for the code, so it is shown regardless of the shop's timing. */
  readonly requested: boolean;
  /** The customer has scanned the code, so the display asks nothing more after payment. */
  readonly accepted: boolean;
  /** The open sale that an older receipt covers for a while and that is shown again afterwards. */
  readonly beneath: DisplayState | null;
  /** The sale before the start screen: its customer can still ask for paper, and an undo shows its code again. */
  readonly lastSaleId: string | null;
}

export const emptyDisplay: DisplayState = {
  saleId: null,
  moment: 'quiet',
  lines: [],
  language: null,
  withoutId: false,
  requested: false,
  accepted: false,
  beneath: null,
  lastSaleId: null,
};

interface Circumstances {
  readonly qrTiming: 'before' | 'after';
  /** The service answers and accepts receipts of this store, so waiting bills arrive soon. */
  readonly willArrive: boolean;
}

const basketOf = (total: Money | null, lines: readonly BasketLine[]): CustomerScreen =>
  lines.length > 0 || total !== null ? { kind: 'basket', total, lines } : { kind: 'idle' };

/** A finished sale is on the display only while its customer reads the answer to a late request for paper. */
const shownSaleId = ({ saleId, lastSaleId, moment }: DisplayState): string | null =>
  saleId ?? (moment === 'paper' ? lastSaleId : null);

/** The only place that decides what a customer can see. It promises nothing that may turn out untrue. */
export function customerScreen(display: DisplayState, sale: Sale | null, around: Circumstances): CustomerScreen {
  if (sale === null || shownSaleId(display) !== sale.id) return { kind: 'idle' };
  // The answer to a late request shows no amount, because the next customer may read it.
  const total = display.saleId === null ? null : totalOf(sale);
  if (display.moment === 'cancelled' || sale.state === 'cancelled') return { kind: 'cancelled' };
  if (display.moment === 'thanks') return { kind: 'thanks', total };
  if (display.moment === 'welcome') return welcome(sale);

  const { lines } = display;
  const phase = phaseOf(sale);
  if (display.moment === 'quiet' || (phase === 'before' && around.qrTiming === 'after' && !display.requested)) {
    return basketOf(total, lines);
  }
  if (display.moment === 'paper') return { kind: 'paper', total };
  const way = receiptWay(sale, { willArrive: around.willArrive, withoutId: display.withoutId });
  if (display.moment === 'scanned' && way !== 'paper')
    return { kind: 'scanned', phase, soon: around.willArrive, hasCode: way === 'code' };
  switch (way) {
    case 'account':
      return { kind: 'account', phase, total };
    case 'code':
      return {
        kind: 'qr',
        phase,
        soon: around.willArrive,
        url: sale.url ?? '',
        total,
        lines,
        replaced: sale.qrReplaced,
        paperRequested: asksForPaper(sale),
      };
    case 'pending':
      return { kind: 'basket', total, lines };
    case 'later':
      return { kind: 'follows', total };
    case 'paper':
      return { kind: 'paper', total };
  }
}

export const arrivesSoon = (service: ServiceStateView, isStoreUnknown: boolean): boolean =>
  service === 'online' && !isStoreUnknown;

/** How the receipt reaches its customer. `later`: the service will find the customer. `paper`: only on paper. */
export function receiptWay(
  sale: Sale,
  { willArrive, withoutId }: { readonly willArrive: boolean; readonly withoutId: boolean },
): 'account' | 'code' | 'pending' | 'later' | 'paper' {
  // The service refused the bill, so neither the code nor the account may ever lead to a receipt.
  if (sale.state === 'attention') return 'paper';
  if (isForAccount(sale)) return 'account';
  if (sale.url !== null) return 'code';
  const mayComeNow = phaseOf(sale) === 'before' || (phaseOf(sale) === 'after' && willArrive);
  if (mayComeNow && !withoutId) return 'pending';
  return isKnown(sale) ? 'later' : 'paper';
}

export function offersTouch(screen: CustomerScreen, canAskForPaper = true): CustomerView['touch'] {
  const touch = { ...touchOff.touch, paper: canAskForPaper };
  switch (screen.kind) {
    case 'qr':
      return { ...touch, scanned: true, paper: canAskForPaper && !screen.paperRequested };
    case 'account':
    case 'follows':
      return { ...touch, agree: true };
    case 'scanned':
      return { ...touch, again: screen.hasCode };
    case 'paper':
    case 'cancelled':
      return touchOff.touch;
    default:
      return touch;
  }
}

/** Masks an address as `s*****n@example.com`: the customer recognizes it, and others learn little. */
export function emailView({ email, state }: Sale) {
  if (email === null || state === 'cancelled') return null;
  const at = email.address.lastIndexOf('@');
  const [first = '', ...rest] = email.address.slice(0, at);
  const last = rest.length > 1 ? (rest.at(-1) ?? '') : '';
  return { masked: `${first}*****${last}${email.address.slice(at)}`, isConfirmed: email.isConfirmed };
}

export const canAskForPaper = (sale: Sale | null): boolean =>
  sale !== null && sale.state !== 'cancelled' && sale.printed === null && sale.paperRequestedAt === null;

/** Only a receipt at the service is ready. Before that, the code leads to an empty page. */
function phaseOf(sale: Sale): ReceiptPhase {
  if (sale.billHash === null) return 'before';
  return sale.state === 'delivered' ? 'ready' : 'after';
}

/** The welcome shows points and names of rewards, and nothing that identifies the customer. */
function welcome(sale: Sale): CustomerScreen {
  const rewards = (sale.loyalty?.activatedRewards ?? []).flatMap(({ name }) =>
    typeof name === 'string' ? [name] : [],
  );
  return { kind: 'welcome', points: sale.loyalty?.points ?? null, rewards };
}

export const totalOf = ({ amountCents, currency }: Sale): Money | null =>
  amountCents === null || currency === null ? null : money(amountCents, currency);

export const money = (cents: number, currency: string): Money => ({ amount: cents / 100, currency });
