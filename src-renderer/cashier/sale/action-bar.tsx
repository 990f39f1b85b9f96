import { cashierBridge } from '../../main-bridge.ts';
import { formatMoney, nameOfSale, t } from '../../text/cashier-words.ts';
import { Button, LeftSeconds } from '../../ui/controls.tsx';
import type { CashierSession } from '../session-store.ts';
import { leaveAmount } from '../take-scan.ts';
import { ask, send, session, useSession, useView, views } from '../window-state.tsx';
import { centsToAmount, mostCents } from './amount-entry.ts';
import { KeyHint, Payments } from './hand-pad.tsx';
import {
  type CurrentSaleState,
  type DockPlan,
  type DockSlot,
  dockActions,
  planDock,
  type SlotName,
  slotKeys,
  slotNames,
} from './plan-dock.ts';
import { useCurrentSale, useHandActions, useIsCodeHere, useRefund, useTypedCurrency } from './use-sale-actions.ts';

interface ActionProps {
  readonly name: SlotName;
  readonly place: DockSlot;
  readonly saleId: string | null;
  readonly isNext: boolean;
  readonly amount?: string;
}

/** The state of this window after a tap on `does`. A refund starts with the amount on the keypad. */
function sessionAfter(now: CashierSession, does: DockSlot['does'], saleId: string | null): Partial<CashierSession> {
  const { composing } = now;
  const at = { notice: null, qrHere: does === 'showHere' ? saleId : null };
  if (does === 'show') return {};
  if (does === 'details') return { ...at, place: 'receipts', receipt: saleId };
  if (does === 'back') return { ...leaveAmount(now), notice: null };
  if (does !== 'refund' || composing === null) return { qrHere: at.qrHere };
  const refund = { of: null, mostCents, percents: [], usesOwnRates: false };
  // A sale of this amount may have been confirmed, but a refund has a limit of its own.
  return { ...at, composing: { ...composing, refund, asks: null } };
}

/** What can be done at one place of the action bar, whose size does not depend on its label. */
function Action({ name, place: { words, does, until }, saleId, isNext, amount }: ActionProps) {
  const { open } = useHandActions();
  const refund = useRefund();
  const busy = useSession((now) => now.busy);
  const { command, icon } = dockActions[does];

  const refundLast = async (id: string): Promise<void> => {
    const answer = await ask('receipts.get', { saleId: id });
    // The next amount may have been typed, another page opened, or the next sale may have come meanwhile.
    const { composing, place } = session.getState();
    if (!answer.ok || composing !== null || place !== 'sale' || views.getState()?.view.sale != null) return;
    if (answer.value.refundLeft > 0) refund?.(answer.value);
    else session.setState({ notice: { kind: 'error', code: 'wrongState' } });
  };
  const press = (): void => {
    session.setState((now) => sessionAfter(now, does, saleId));
    if (does === 'openPanel') cashierBridge().callDock(true);
    else if (does === 'open' || does === 'change') open();
    else if (saleId === null) return;
    else if (does === 'refundLast') void refundLast(saleId);
    else if (command !== null && command !== 'sale.new' && command !== 'sale.change') void send(command, { saleId });
  };

  return (
    <Button
      className="action"
      style={{ '--place': slotKeys[name] }}
      icon={icon}
      look={isNext ? 'accent' : undefined}
      data-action={name}
      data-does={does}
      data-next={isNext || undefined}
      data-busy={command !== null && busy.has(command)}
      onPress={press}
    >
      <span className="action__words">{t(words)}</span>
      {/* Screen readers have announced the amount while it was typed. */}
      {amount !== undefined && (
        <b className="action__amount" aria-hidden="true">
          {amount}
        </b>
      )}
      {(does === 'open' || does === 'change') && <KeyHint name="↵" />}
      {until !== null && <LeftSeconds until={until} />}
    </Button>
  );
}

/** The buttons of another receipt are other buttons, so that the tap guard ignores a tap that was meant for this one. */
const Actions = ({ of, places, next, saleId }: DockPlan & { readonly of: readonly SlotName[] }) =>
  of.map((name) => {
    const place = places[name];
    return (
      place !== null && (
        <Action key={`${saleId} ${name}`} name={name} place={place} saleId={saleId} isNext={name === next} />
      )
    );
  });

/** A sale that begins or ends has other buttons as well, even if they are about the same receipt. */
const keyOf = (hand: CurrentSaleState): string => (hand.kind === 'sale' ? hand.sale.id : hand.kind);

/** The small dock has room for two actions: the first two in `order` that are possible now. */
export function SmallActionBar() {
  const view = useView();
  const hand = useCurrentSale();
  const hasDisplay = view.status.display.connected;
  const plan = planDock(hand, { hasDisplay, isShownHere: false, isFull: false, last: null });
  const order = new Set<SlotName | null>(['consent', 'print', plan.next, 'show', 'close', 'new']);
  const two = [...order].filter((name) => name !== null && plan.places[name] !== null).slice(0, 2);
  const openPanel = { words: 'actionNew', does: 'openPanel', until: null } as const;
  return (
    <section key={keyOf(hand)} className="actions" aria-label={t('actions')}>
      <Actions of={slotNames.filter((name) => two.includes(name))} {...plan} />
      {hand.kind === 'pad' && <Action name="new" place={openPanel} saleId={null} isNext />}
    </section>
  );
}

/**
 * The actions at the lower edge. Each has its own place, and impossible ones are not drawn. The next step is always in
 * the same slot: show the code, the way of payment, the next customer. While there is no current sale, the actions are
 * about the last receipt, because its customer may still be present.
 */
export function ActionBar() {
  const view = useView();
  const hand = useCurrentSale();
  const isShownHere = useIsCodeHere();
  const currency = useTypedCurrency();
  const canRefund = useRefund() !== null;
  if (view.setupRequired !== null) return null;
  const last = view.recent.find(({ state }) => state === 'delivered' || state === 'queued');
  const plan = planDock(hand, {
    hasDisplay: view.status.display.connected,
    isShownHere,
    isFull: view.form === 'full',
    last: last === undefined ? null : { id: last.id, canRefund },
  });
  const { places, slot } = plan;
  const place = slot === null || slot === 'pay' ? null : places[slot];
  const amount = hand.kind === 'pad' ? { amount: formatMoney({ amount: centsToAmount(hand.cents), currency }) } : {};
  return (
    <section key={keyOf(hand)} className="actions" aria-label={t('actions')}>
      {hand.kind === 'pad' && plan.saleId !== null && last !== undefined && (
        <p className="actions__last">
          {t('lastReceipt')} <b>{nameOfSale(last)}</b>
        </p>
      )}
      <Actions of={slotNames.filter((name) => name !== slot)} {...plan} />
      <div className="actions__next">
        {slot === 'pay' && <Payments />}
        {slot !== null && slot !== 'pay' && place !== null && (
          <Action name={slot} place={place} saleId={plan.saleId} isNext {...amount} />
        )}
      </div>
    </section>
  );
}
