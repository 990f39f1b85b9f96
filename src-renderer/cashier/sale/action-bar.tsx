import { Plus } from 'lucide-react';
import { cashierBridge } from '../../main-bridge.ts';
import { formatMoney, t } from '../../text/cashier-words.ts';
import { LeftSeconds } from '../../ui/controls.tsx';
import type { CashierSession, SaleEntry } from '../session-store.ts';
import { noCodes } from '../take-scan.ts';
import { send, session, useSession, useView } from '../window-state.tsx';
import { centsToAmount, mostCents } from './amount-entry.ts';
import { KeyHint, Payments, useCanPay } from './hand-pad.tsx';
import { DockButton, LastReceipt } from './last-receipt.tsx';
import {
  type CurrentSaleState,
  type DockPlan,
  type DockSlot,
  dockActions,
  planDock,
  type SlotName,
  slotNames,
  slotOf,
} from './plan-dock.ts';
import { useCurrentSale, useHandActions } from './use-sale-actions.ts';

interface ActionProps {
  readonly name: SlotName;
  readonly place: DockSlot;
  readonly isNext: boolean;
  readonly amount?: string;
}

/** The state of this window after a tap on `does`. A refund starts with the amount on the keypad. */
function sessionAfter(
  does: DockSlot['does'],
  composing: SaleEntry | null,
  saleId: string | null,
  currency: string,
): Partial<CashierSession> {
  const at = { notice: null, qrHere: does === 'showHere' ? saleId : null };
  if (does === 'show') return {};
  if (does === 'details') return { ...at, place: 'receipts', receipt: saleId };
  // A scanned code was for the sale that was being entered, so it is forgotten as well.
  if (does === 'back') return { ...at, ...noCodes, composing: null };
  if (does !== 'refund' || composing === null) return { qrHere: at.qrHere };
  const refund = { of: null, currency, mostCents, percents: [], isUntouched: false };
  return { ...at, composing: { ...composing, refund } };
}

/** What can be done at one place of the action bar. */
function Action({ name, place: { words, does, until }, isNext, amount }: ActionProps) {
  const view = useView();
  const { open } = useHandActions();
  const busy = useSession((now) => now.busy);
  const { command, icon } = dockActions[does];

  const press = (): void => {
    const saleId = view.sale?.id ?? null;
    session.setState(({ composing }) => sessionAfter(does, composing, saleId, view.till.currency));
    if (does === 'open' || does === 'change') open();
    else if (command !== null && command !== 'sale.new' && command !== 'sale.change' && saleId !== null)
      void send(command, { saleId });
  };

  return (
    <DockButton
      name={name}
      words={words}
      icon={icon}
      look={isNext ? 'accent' : undefined}
      data-does={does}
      data-next={isNext || undefined}
      data-undo={does === 'undo' || undefined}
      data-busy={command !== null && busy.has(command)}
      onPress={press}
    >
      {/* Screen readers have announced the amount while it was typed. */}
      {amount !== undefined && (
        <b className="action__amount" aria-hidden="true">
          {amount}
        </b>
      )}
      {(does === 'open' || does === 'change') && <KeyHint name="↵" />}
      {until !== null && <LeftSeconds until={until} />}
    </DockButton>
  );
}

const Actions = ({ of, places, next }: DockPlan & { readonly of: readonly SlotName[] }) =>
  of.map((name) => {
    const place = places[name];
    return place !== null && <Action key={name} name={name} place={place} isNext={name === next} />;
  });

/** The buttons of another sale are other buttons, so that the tap guard ignores a tap that was meant for this one. */
const keyOf = (hand: CurrentSaleState): string => (hand.kind === 'sale' ? hand.sale.id : hand.kind);

/** The small dock has room for two actions: the first two in `order` that are possible now. */
export function SmallActionBar() {
  const view = useView();
  const hand = useCurrentSale();
  const hasDisplay = view.status.display.connected;
  const { places, next } = planDock(hand, { hasDisplay, isShownHere: false, isFull: false });
  const order = new Set<SlotName | null>(['consent', 'print', next, 'show', 'close', 'new']);
  const two = [...order].filter((name) => name !== null && places[name] !== null).slice(0, 2);
  return (
    <section key={keyOf(hand)} className="actions" aria-label={t('actions')}>
      <Actions of={slotNames.filter((name) => two.includes(name))} places={places} next={next} />
      {hand.kind === 'pad' && (
        <DockButton
          name="new"
          words="actionNew"
          icon={Plus}
          look="accent"
          data-next
          onPress={() => cashierBridge().callDock(true)}
        />
      )}
    </section>
  );
}

/** The next step, always in the same place: show the code, the way of payment, the next customer. */
function NextStep({ places, slot }: { readonly places: DockPlan['places']; readonly slot: SlotName | null }) {
  const view = useView();
  const hand = useCurrentSale();
  const canPay = useCanPay();
  const place = slot === null ? null : places[slot];
  const currency = (hand.kind === 'pad' ? hand.refund?.currency : undefined) ?? view.till.currency;
  const amount = hand.kind === 'pad' ? { amount: formatMoney({ amount: centsToAmount(hand.cents), currency }) } : {};
  return (
    <div className="actions__next">
      {canPay && <Payments />}
      {!canPay && slot !== null && place !== null && <Action name={slot} place={place} isNext {...amount} />}
    </div>
  );
}

/**
 * The actions at the lower edge. Each has its own place, and impossible ones are not drawn. The action of the next
 * step is in a slot of its own.
 */
export function ActionBar() {
  const view = useView();
  const hand = useCurrentSale();
  const qrHere = useSession((now) => now.qrHere);
  if (view.setupRequired !== null) return null;
  const isFull = view.form === 'full';
  const isShownHere = hand.kind === 'sale' && hand.sale.id === qrHere && hand.sale.url !== null;
  const { places, next } = planDock(hand, { hasDisplay: view.status.display.connected, isShownHere, isFull });
  const slot = slotOf(hand, places);
  return (
    <section key={keyOf(hand)} className="actions" aria-label={t('actions')}>
      <Actions of={slotNames.filter((name) => name !== slot)} places={places} next={next} />
      <LastReceipt />
      <NextStep places={places} slot={slot} />
    </section>
  );
}
