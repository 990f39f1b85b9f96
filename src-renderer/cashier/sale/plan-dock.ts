import {
  ArrowLeft,
  ArrowRight,
  FileText,
  HandHeart,
  type LucideIcon,
  Pencil,
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
  const pad = { kind: 'pad', cents: composing?.cents ?? 0, changes, refund } as const;
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
  refund: { command: null, icon: RotateCcw },
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
  /** Null: not possible now, so nothing is drawn. */
  readonly places: Readonly<Record<SlotName, DockSlot | null>>;
  /** Null if the next step is not in the action bar (typing, payment). */
  readonly next: SlotName | null;
}

/**
 * Label and command of each place. An action keeps its place in every state; only label and availability change.
 * `sale.can` alone decides what is possible. `isShownHere`: this window shows the code of the current sale.
 */
export const planDock = (
  hand: CurrentSaleState,
  around: { hasDisplay: boolean; isShownHere: boolean; isFull: boolean },
): DockPlan => (hand.kind === 'pad' ? planPad(hand) : planSale(hand.sale, around));

export const isPaid = ({ state }: SaleView): boolean => state !== 'open' && state !== 'cancelled';

/** The action in the slot of the next step. Null if the slot is empty or asks for the way of payment. */
export function slotOf(hand: CurrentSaleState, places: DockPlan['places']): SlotName | null {
  const slot = hand.kind === 'pad' ? 'show' : 'close';
  const isNow = hand.kind === 'pad' || hand.sale.state !== 'open';
  return isNow && places[slot] !== null ? slot : null;
}

const place = (words: PlainCashierKey, does: Doing, isPossible = true): DockSlot | null =>
  isPossible ? { words, does, until: null } : null;

function planPad({ cents, behind, changes, isTooLate, refund }: CurrentSaleState & { kind: 'pad' }): DockPlan {
  const canOpen = cents > 0 && refund === null && !isTooLate;
  return {
    places: {
      new: behind === null ? place('pinCancel', 'back', refund !== null) : place('actionBack', 'back'),
      show: changes === null ? place('actionShow', 'open', canOpen) : place('changeAmount', 'change', canOpen),
      consent: null,
      print: null,
      close: null,
      cancel: place('refund', 'refund', canOpen && changes === null),
    },
    next: canOpen ? 'show' : null,
  };
}

function planSale(sale: SaleView, { hasDisplay, isShownHere, isFull }: Parameters<typeof planDock>[1]): DockPlan {
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
    places: {
      new: null,
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
  };
}

/** The next step: paper or agreement if it is due, otherwise closing the sale. Null while the sale is open. */
function nextOf({ state, can, needsPaper, asksForPaper, needsConsent, printed }: SaleView): SlotName | null {
  if ((needsPaper || asksForPaper || state === 'attention') && can.print && printed === null) return 'print';
  if (needsConsent && can.consent) return 'consent';
  return state === 'open' ? null : 'close';
}
