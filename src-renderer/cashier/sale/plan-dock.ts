import {
  ArrowLeft,
  ArrowRight,
  FileText,
  HandHeart,
  type LucideIcon,
  Pencil,
  Plus,
  Printer,
  QrCode,
  RotateCcw,
  Undo2,
  X,
} from 'lucide-react';
import type { SaleView } from '../../../src-main/shared/views.ts';
import type { PlainCashierKey } from '../../text/i18n.ts';
import type { Refund, SaleEntry } from '../session-store.ts';
import type { CashierCommand } from '../window-state.tsx';

export type CurrentSaleState =
  | { readonly kind: 'sale'; readonly sale: SaleView }
  /**
   * `behind`: the sale that the keypad covers. `arrived`: a sale that came while an amount was typed. `changes`: the
   * sale that gets the amount. `isTooLate`: that sale was paid elsewhere meanwhile.
   */
  | {
      readonly kind: 'pad';
      readonly cents: number;
      /** Null: the currency of the shop. */
      readonly currency: string | null;
      readonly behind: SaleView | null;
      readonly arrived: boolean;
      readonly changes: string | null;
      readonly isTooLate: boolean;
      readonly refund: Refund | null;
    };

/** Without a task the keypad is shown. A till's sale replaces it, but never an amount that was typed. */
export function currentSaleState(sale: SaleView | null, composing: SaleEntry | null): CurrentSaleState {
  const changes = composing?.changes === true ? composing.saleIdAtStart : null;
  const refund = composing?.refund ?? null;
  const [cents, currency] = [composing?.cents ?? 0, composing?.currency ?? null];
  const pad = { kind: 'pad', cents, currency, changes, refund } as const;
  if (sale === null) return { ...pad, behind: null, arrived: false, isTooLate: false };
  if (composing === null) return { kind: 'sale', sale };
  const arrived = sale.id !== composing.saleIdAtStart;
  if (arrived && composing.cents === 0) return { kind: 'sale', sale };
  return { ...pad, behind: sale, arrived, isTooLate: changes === sale.id && !sale.can.pay };
}

/** The actions of the action bar, in the order in which they are drawn. */
export const slotNames = ['new', 'show', 'consent', 'print', 'close', 'cancel'] as const;
export type SlotName = (typeof slotNames)[number];
/** The place of each action in the action bar. The next step has its own slot at the far end. */
export const slotKeys: Readonly<Record<SlotName, string>> = {
  new: '0',
  close: '0',
  show: '1',
  consent: '2',
  print: '3',
  cancel: '4',
};

/** The command and the icon of each action. Without a command it only changes this window. */
export const dockActions = {
  back: { command: null, icon: ArrowLeft },
  openPanel: { command: null, icon: Plus },
  refund: { command: null, icon: RotateCcw },
  refundLast: { command: null, icon: RotateCcw },
  hideHere: { command: null, icon: QrCode },
  open: { command: 'sale.new', icon: QrCode },
  change: { command: 'sale.change', icon: Pencil },
  show: { command: 'sale.show', icon: QrCode },
  showHere: { command: 'sale.show', icon: QrCode },
  consent: { command: 'sale.consent', icon: HandHeart },
  takeBackConsent: { command: 'sale.takeBackConsent', icon: Undo2 },
  print: { command: 'sale.print', icon: Printer },
  cancel: { command: 'sale.cancel', icon: X },
  void: { command: 'sale.cancel', icon: X },
  details: { command: null, icon: FileText },
  undo: { command: 'sale.undo', icon: Undo2 },
  close: { command: 'sale.close', icon: ArrowRight },
} as const satisfies Record<string, { command: CashierCommand | null; icon: LucideIcon }>;
type Doing = keyof typeof dockActions;

export interface DockSlot {
  readonly words: PlainCashierKey;
  readonly does: Doing;
  /** The end of the undo in milliseconds since the epoch; null without an undo. */
  readonly until: number | null;
}

export interface DockPlan {
  /** The sale that the actions are about. Null for a sale that is still being entered. */
  readonly saleId: string | null;
  /** Null: not possible now, so nothing is drawn. */
  readonly places: Readonly<Record<SlotName, DockSlot | null>>;
  /** Null if the next step is not in the action bar (typing, payment). */
  readonly next: SlotName | null;
  /** The slot of the next step: an action, or the ways of payment. */
  readonly slot: SlotName | 'pay' | null;
}

interface Around {
  readonly hasDisplay: boolean;
  /** This window shows the code of the current sale. */
  readonly isShownHere: boolean;
  readonly isFull: boolean;
  /** The last receipt, whose customer may still be present. Null: its actions are not offered. */
  readonly last: { readonly id: string; readonly canRefund: boolean } | null;
}

/**
 * Label and command of each place. An action keeps its place in every state; only label and availability change.
 * `sale.can` alone decides what is possible.
 */
export const planDock = (hand: CurrentSaleState, around: Around): DockPlan =>
  hand.kind === 'pad' ? planPad(hand, around) : planSale(hand.sale, around);

export const isPaid = ({ state }: SaleView): boolean => state !== 'open' && state !== 'cancelled';

const place = (words: PlainCashierKey, does: Doing, isPossible = true): DockSlot | null =>
  isPossible ? { words, does, until: null } : null;

const noPlaces: DockPlan['places'] = { new: null, show: null, consent: null, print: null, close: null, cancel: null };

function planPad(pad: CurrentSaleState & { kind: 'pad' }, { last, hasDisplay }: Around): DockPlan {
  const { cents, behind, changes, isTooLate, refund } = pad;
  if (last !== null && cents === 0 && behind === null && refund === null) {
    return {
      saleId: last.id,
      places: {
        ...noPlaces,
        show: place('actionShowAgain', 'show', hasDisplay),
        print: place('actionGivePaper', 'print'),
        cancel: place('refund', 'refundLast', last.canRefund),
      },
      next: null,
      slot: null,
    };
  }
  const canOpen = cents > 0 && refund === null && !isTooLate;
  return {
    saleId: null,
    places: {
      ...noPlaces,
      new: behind === null ? place('pinCancel', 'back', refund !== null) : place('actionBack', 'back'),
      show: changes === null ? place('actionShow', 'open', canOpen) : place('changeAmount', 'change', canOpen),
      cancel: place('refund', 'refund', canOpen && changes === null),
    },
    next: canOpen ? 'show' : null,
    // A new sale shows its code first and is paid later. Only a refund is paid from the keypad.
    slot: canOpen ? 'show' : cents > 0 && refund !== null ? 'pay' : null,
  };
}

function planSale(sale: SaleView, { hasDisplay, isShownHere, isFull }: Around): DockPlan {
  const { can, state, undo } = sale;
  // Customers cannot agree to a receipt that does not reach them.
  const isDigital =
    (sale.url !== null || sale.assigned || sale.customerScanned) && !sale.needsPaper && state !== 'attention';
  const undoOf = (action: 'printed' | 'cancel'): DockSlot | null =>
    undo?.action === action ? { words: 'undo', does: 'undo', until: undo.until } : null;
  const show = hasDisplay ? place('actionShowAgain', 'show', can.show) : place('showHere', 'showHere', can.show);
  /** The full window voids a receipt on the page that shows all of it. In the narrow panel a tap voids it at once. */
  const paid = isFull ? place('details', 'details') : place('cancelNow', 'void', can.cancel);
  return {
    saleId: sale.id,
    places: {
      ...noPlaces,
      show: isShownHere ? place('hideHere', 'hideHere') : show,
      consent: can.takeBackConsent
        ? place('actionConsentBack', 'takeBackConsent')
        : place('actionDigital', 'consent', can.consent && isDigital),
      print:
        undoOf('printed') ??
        place('actionNoPaper', 'undo', can.takeBackPaper) ??
        place('actionGivePaper', 'print', can.print),
      close: place(state === 'open' ? 'actionPark' : 'actionClose', 'close'),
      cancel: undoOf('cancel') ?? (state === 'open' ? place('actionCancel', 'cancel', can.cancel) : paid),
    },
    next: nextOf(sale),
    slot: slotOf(sale),
  };
}

/** The next step: paper or agreement if it is due, otherwise closing the sale. Null while the sale is open. */
function nextOf({ state, can, needsPaper, asksForPaper, needsConsent, printed }: SaleView): SlotName | null {
  if ((needsPaper || asksForPaper || state === 'attention') && can.print && printed === null) return 'print';
  if (needsConsent && can.consent) return 'consent';
  return state === 'open' ? null : 'close';
}

function slotOf({ state, can, total }: SaleView): DockPlan['slot'] {
  if (state !== 'open') return 'close';
  return can.pay && (total?.amount ?? 0) > 0 ? 'pay' : null;
}
