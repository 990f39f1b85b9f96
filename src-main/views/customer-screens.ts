import type { Screens } from '../ports.ts';
import { canAskForPaper, customerScreen, emailView, offersTouch } from '../sales/sale/customer-view.ts';
import type { SessionContext } from '../sales/session-context.ts';
import { lookOf } from '../settings/look.ts';
import type { Pictures } from '../settings/shop-pictures.ts';
import type { Language } from '../shared/languages.ts';
import { type CustomerScreen, type CustomerView, type Snapshot, touchOff } from '../shared/views.ts';
import { type ArrivalContext, willArrive } from './status.ts';

/** A screen that was sent to the customer window, with its sale, which the window does not know. */
export interface PaintedScreen {
  readonly screen: CustomerScreen;
  readonly language: Language;
  readonly touch: CustomerView['touch'];
  readonly saleId: string | null;
}

interface CustomerScreenParts {
  readonly context: ArrivalContext & Pick<SessionContext, 'settings' | 'mode' | 'saleRepository' | 'display'>;
  readonly screens: Screens;
  readonly pictures: Pick<Pictures, 'whole'>;
  readonly hasTouch: () => boolean;
}

const mostUnpainted = 100;

export type CustomerScreens = ReturnType<typeof createCustomerScreens>;

export function createCustomerScreens({ context, screens, pictures, hasTouch }: CustomerScreenParts) {
  const sentByRev = new Map<number, PaintedScreen>();
  let painted: (PaintedScreen & { readonly rev: number }) | null = null;

  function view(): CustomerView {
    const { screen, cashier } = context.settings();
    const display = context.display.current();
    const saleId = display.saleId ?? display.lastSaleId;
    const sale = saleId === null ? null : context.saleRepository.find(saleId);
    const shown = customerScreen(display, sale, { qrTiming: screen.qrTiming, willArrive: willArrive(context, sale) });
    return {
      training: context.mode === 'training',
      ...lookOf(context.settings(), pictures, display.language ?? screen.language),
      ...(hasTouch() ? { touch: offersTouch(shown, saleOn(shown) !== null && canAskForPaper(sale)) } : touchOff),
      email: sale === null || display.saleId === null || !cashier.emailReceipts ? null : emailView(sale),
      screen: shown,
    };
  }

  /** The sale of a screen. On the start screen it is the finished sale, for a late request for paper. */
  const saleOn = ({ kind }: CustomerScreen): string | null => {
    const { saleId, lastSaleId } = context.display.current();
    return kind === 'idle' ? lastSaleId : (saleId ?? lastSaleId);
  };

  /** Records when the code was first visible, which the law may require as the time of issue. */
  function noteCodeShown({ screen, saleId }: PaintedScreen): void {
    if (screen.kind !== 'qr' || saleId === null || !screens.customerDisplayConnected()) return;
    const sale = context.saleRepository.find(saleId);
    // The report may come late, when the sale has another code, which the customer has not seen.
    if (sale?.codeShownAt === null && sale.url === screen.url)
      context.saleRepository.change(saleId, { type: 'codeShown' });
  }

  return {
    view,
    /** Without a window no snapshot is ever reported as painted, so only the newest `mostUnpainted` are kept. */
    sent({ rev, view: { screen, language, touch } }: Snapshot<CustomerView>): void {
      sentByRev.set(rev, { screen, language, touch, saleId: saleOn(screen) });
      for (const oldest of sentByRev.keys()) if (sentByRev.size > mostUnpainted) sentByRev.delete(oldest);
    },
    notePainted(rev: number): boolean {
      const sent = sentByRev.get(rev);
      if (sent === undefined || (painted !== null && painted.rev > rev)) return false;
      painted = { ...sent, rev };
      noteCodeShown(sent);
      for (const known of sentByRev.keys()) if (known < rev) sentByRev.delete(known);
      return true;
    },
    /** The start screen belongs to no sale, although the previous customer can still ask for paper on it. */
    painted: () => painted && { ...painted, saleId: painted.screen.kind === 'idle' ? null : painted.saleId },
    /** A code that was painted before its display was connected is seen from now on. */
    noteConnected(): void {
      if (painted !== null && painted.saleId === saleOn(painted.screen)) noteCodeShown(painted);
    },
    /** The painted screen of this revision if it is still visible, otherwise null. */
    seen(rev: number): PaintedScreen | null {
      const then = sentByRev.get(rev);
      if (then === undefined) return null;
      const { screen, touch } = view();
      const isSame = then.saleId === saleOn(screen) && isSameScreen(then.screen, screen);
      return isSame ? { ...then, touch: { ...then.touch, agree: then.touch.agree && touch.agree } } : null;
    },
  };
}

/** Whether a touch on one screen counts on the other: a changed amount does not matter, another QR code does. */
const isSameScreen = (one: CustomerScreen, other: CustomerScreen): boolean =>
  one.kind === other.kind && ('url' in one ? one.url : null) === ('url' in other ? other.url : null);
