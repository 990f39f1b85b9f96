import { Printer, QrCode, RotateCcw } from 'lucide-react';
import { Fragment } from 'react';
import type { ReceiptView } from '../../../src-main/shared/record-views.ts';
import { nameOfSale, t } from '../../text/cashier-words.ts';
import type { PlainCashierKey } from '../../text/i18n.ts';
import { Button, type ButtonProps } from '../../ui/controls.tsx';
import { ask, send, session, useView } from '../window-state.tsx';
import { type SlotName, slotKeys } from './plan-dock.ts';
import { useCurrentSale } from './use-sale-actions.ts';

/** Returns a function that begins a refund of a receipt's remaining amount. Null if no sales can be entered here. */
export function useRefund(): ((receipt: ReceiptView) => void) | null {
  const view = useView();
  if (!view.training && !view.settings['cashier.typedSales'].value) return null;
  return ({ id, total, bill, refundLeft }) => {
    const mostCents = Math.round(refundLeft * 100);
    session.setState({
      place: 'sale',
      notice: null,
      qrHere: null,
      composing: {
        cents: mostCents,
        saleIdAtStart: view.sale?.id ?? null,
        isPreset: true,
        refund: {
          of: id,
          mostCents,
          currency: total?.currency ?? view.till.currency,
          percents: bill?.vat.map(({ percent }) => percent) ?? [],
          isUntouched: refundLeft === total?.amount,
        },
      },
    });
  };
}

/** The actions of the last receipt while there is no current sale, because its customer may still be present. */
export function LastReceipt() {
  const view = useView();
  const hand = useCurrentSale();
  const refund = useRefund();
  const last = view.recent.find(({ state }) => state === 'delivered' || state === 'queued');
  const isResting = hand.kind === 'pad' && hand.cents === 0 && hand.behind === null && hand.refund === null;
  if (!isResting || last === undefined) return null;
  const saleId = last.id;
  const giveBack = async (): Promise<void> => {
    const answer = await ask('receipts.get', { saleId });
    if (!answer.ok) return;
    if (answer.value.refundLeft > 0) refund?.(answer.value);
    else session.setState({ notice: { kind: 'error', code: 'wrongState' } });
  };
  return (
    // The buttons of another receipt are other buttons for the tap guard.
    <Fragment key={saleId}>
      <p className="actions__last">
        {t('lastReceipt')} <b>{nameOfSale(last)}</b>
      </p>
      {view.status.display.connected && (
        <DockButton
          name="show"
          icon={QrCode}
          words="actionShowAgain"
          onPress={() => void send('sale.show', { saleId })}
        />
      )}
      {refund !== null && <DockButton name="cancel" icon={RotateCcw} words="refund" onPress={() => void giveBack()} />}
      <DockButton
        name="print"
        icon={Printer}
        words="actionGivePaper"
        onPress={() => void send('sale.print', { saleId })}
      />
    </Fragment>
  );
}

interface DockButtonProps extends Omit<ButtonProps, 'className' | 'style'> {
  readonly name: SlotName;
  readonly words: PlainCashierKey;
}

/** One place of the action bar, whose size does not depend on its label. */
export function DockButton({ name, words, children, ...rest }: DockButtonProps) {
  return (
    <Button className="action" style={{ '--place': slotKeys[name] }} data-action={name} data-words={words} {...rest}>
      <span className="action__words">{t(words)}</span>
      {children}
    </Button>
  );
}
