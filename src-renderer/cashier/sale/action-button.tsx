import { ArrowRight, HandHeart, type LucideIcon, Plus, Printer, QrCode, X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import type { SaleView } from '../../../src-main/contract/views.ts';
import type { SaleState } from '../../../src-main/kernel/sale-states.ts';
import { useCashier, useSession } from '../cashier-context.ts';
import type { CashierCommand } from '../send.ts';
import type { SaleAction } from './next-action.ts';

type TapAction = Exclude<SaleAction, 'pay'>;

interface ActionButtonProps {
  readonly action: SaleAction;
  readonly sale: SaleView;
  readonly onShowHere: () => void;
  readonly size: 'primary' | 'plain';
}

const icons: Readonly<Record<TapAction, LucideIcon>> = {
  show: QrCode,
  consent: HandHeart,
  print: Printer,
  cancel: X,
  close: ArrowRight,
  new: Plus,
};

const commandOf = {
  show: 'sale.show',
  consent: 'sale.consent',
  print: 'sale.print',
  cancel: 'sale.cancel',
  close: 'sale.close',
} as const satisfies Record<Exclude<TapAction, 'new'>, CashierCommand>;

const printWords = {
  open: 'actionPaper',
  queued: 'actionPrinted',
  delivered: 'actionPrinted',
  attention: 'actionPrintInstead',
  cancelled: 'actionPrinted',
} as const satisfies Record<SaleState, string>;

const wordsOf = (action: TapAction, sale: SaleView, display: boolean) => {
  if (action === 'show') return display ? 'actionShowAgain' : 'showHere';
  if (action === 'print') return sale.needsPaper ? 'actionGivePaper' : printWords[sale.state];
  if (action === 'close') return sale.state === 'open' ? 'actionPark' : 'actionClose';
  return ({ consent: 'actionConsent', cancel: 'actionCancel', new: 'actionNew' } as const)[action];
};

export function ActionButton({ action, sale, onShowHere, size }: ActionButtonProps) {
  const { view, t, send, session } = useCashier();
  const busy = useSession((now) => now.busy);
  if (action === 'pay') return null; // has a panel of its own
  const Icon = icons[action];
  const display = view.status.display.connected;

  const press = (): void => {
    if (action === 'new') {
      session.setState({ composing: true, notice: null });
      return;
    }
    if (action === 'show' && !display) onShowHere();
    void send(commandOf[action], { saleId: sale.id });
  };

  return (
    <Button
      className={size === 'primary' ? 'button button--primary' : 'button'}
      data-action={action}
      data-busy={action !== 'new' && busy.has(commandOf[action])}
      onPress={press}
    >
      <Icon aria-hidden="true" />
      {t(wordsOf(action, sale, display))}
    </Button>
  );
}
