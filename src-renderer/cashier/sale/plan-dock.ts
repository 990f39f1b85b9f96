import type { SaleView } from '../../../src-main/shared/views.ts';
import type { PlainCashierKey } from '../../text/i18n.ts';
import type { CashierCommand } from '../send.ts';
import type { Refund, SaleEntry } from '../session-store.ts';

/** The work of the cashier: a sale, or the amount of the next one. */
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
  const changes = composing?.changes === true ? composing.beside : null;
  const refund = composing?.refund ?? null;
  const pad = { kind: 'pad', cents: composing?.cents ?? 0, changes, refund } as const;
  if (sale === null) return { ...pad, behind: null, arrived: false, isTooLate: false };
  if (composing === null) return { kind: 'sale', sale };
  const arrived = sale.id !== composing.beside;
  if (arrived && composing.cents === 0) return { kind: 'sale', sale };
  return { ...pad, behind: sale, arrived, isTooLate: changes === sale.id && !sale.can.pay };
}

/** The actions of the action bar, in the order in which they are drawn. */
export const verbs = ['new', 'show', 'consent', 'print', 'close', 'cancel'] as const;
export type Verb = (typeof verbs)[number];
/** The place of each action in the action bar. The next step has its own slot at the far end. */
export const slotKeys: Readonly<Record<Verb, string>> = {
  new: '0',
  close: '0',
  show: '1',
  consent: '2',
  print: '3',
  cancel: '4',
};

/** The command of each action; null if it only changes this window. */
export const commandsOfActions = {
  back: null,
  refund: null,
  hideHere: null,
  open: 'sale.new',
  change: 'sale.change',
  show: 'sale.show',
  showHere: 'sale.show',
  consent: 'sale.consent',
  takeBackConsent: 'sale.takeBackConsent',
  print: 'sale.print',
  cancel: 'sale.cancel',
  void: 'sale.cancel',
  details: null,
  undo: 'sale.undo',
  close: 'sale.close',
} as const satisfies Record<string, CashierCommand | null>;
type Doing = keyof typeof commandsOfActions;

export interface DockSlot {
  readonly words: PlainCashierKey;
  /** Null: not possible now, so nothing is drawn. */
  readonly does: Doing | null;
  /** The end of the undo in milliseconds since the epoch; null without an undo. */
  readonly until: number | null;
}

export interface DockPlan {
  readonly places: Readonly<Record<Verb, DockSlot>>;
  /** Null if the next step is not in the action bar (typing, payment). */
  readonly next: Verb | null;
}

/**
 * Label and command of each place. An action keeps its place in every state; only label and availability change.
 * `sale.can` alone decides what is possible. `isShownHere`: this window shows the code of the current sale.
 */
export const planDock = (
  hand: CurrentSaleState,
  around: { hasDisplay: boolean; isShownHere: boolean; isFull: boolean },
): DockPlan => (hand.kind === 'pad' ? planPad(hand) : planSale(hand.sale, around));

/** Whether the sale is paid, so that the customer chooses a digital receipt or paper. */
export const isPaid = ({ state }: SaleView): boolean => state !== 'open' && state !== 'cancelled';

/** The action in the slot of the next step. Null if the slot is empty or asks for the way of payment. */
export function slotOf(hand: CurrentSaleState, places: DockPlan['places']): Verb | null {
  const verb = hand.kind === 'pad' ? 'show' : 'close';
  const isNow = hand.kind === 'pad' || hand.sale.state !== 'open';
  return isNow && places[verb].does !== null ? verb : null;
}

const place = (words: PlainCashierKey, does: Doing | null): DockSlot => ({ words, does, until: null });

function planPad({ cents, behind, changes, isTooLate, refund }: CurrentSaleState & { kind: 'pad' }): DockPlan {
  const canOpen = cents > 0 && refund === null && !isTooLate;
  return {
    places: {
      new: behind === null ? place('pinCancel', refund === null ? null : 'back') : place('actionBack', 'back'),
      show:
        changes === null
          ? place('actionShow', canOpen ? 'open' : null)
          : place('changeAmount', canOpen ? 'change' : null),
      consent: place('actionDigital', null),
      print: place('actionGivePaper', null),
      close: place('actionClose', null),
      cancel: place('refund', canOpen && changes === null ? 'refund' : null),
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
  const show = (): DockSlot => {
    if (isShownHere) return place('hideHere', 'hideHere');
    if (!hasDisplay) return place('showHere', can.show ? 'showHere' : null);
    return place('actionShowAgain', can.show ? 'show' : null);
  };
  /** The full window voids a receipt on the page that shows all of it. In the narrow panel a tap voids it at once. */
  const cancel = (): DockSlot => {
    if (state === 'open') return place('actionCancel', can.cancel ? 'cancel' : null);
    return isFull ? place('details', 'details') : place('cancelNow', can.cancel ? 'void' : null);
  };
  return {
    places: {
      new: place('actionNew', null),
      show: show(),
      consent: can.takeBackConsent
        ? place('actionConsentBack', 'takeBackConsent')
        : place('actionDigital', can.consent && isDigital ? 'consent' : null),
      print:
        undoOf('printed') ??
        (can.takeBackPaper ? place('actionNoPaper', 'undo') : null) ??
        place('actionGivePaper', can.print ? 'print' : null),
      close: place(sale.state === 'open' ? 'actionPark' : 'actionClose', 'close'),
      cancel: undoOf('cancel') ?? cancel(),
    },
    next: nextOf(sale),
  };
}

/** The next step: paper or agreement if it is due, otherwise closing the sale. Null while the sale is open. */
function nextOf({ state, can, needsPaper, asksForPaper, needsConsent, printed }: SaleView): Verb | null {
  if ((needsPaper || asksForPaper || state === 'attention') && can.print && printed === null) return 'print';
  if (needsConsent && can.consent) return 'consent';
  return state === 'open' ? null : 'close';
}
