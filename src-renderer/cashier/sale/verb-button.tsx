import {
  ArrowLeft,
  ArrowRight,
  HandHeart,
  type LucideIcon,
  Pencil,
  Plus,
  Printer,
  QrCode,
  Undo2,
  X,
} from 'lucide-react';
import type { CSSProperties } from 'react';
import { Button } from 'react-aria-components/Button';
import { useCashier, useSession } from '../cashier-context.ts';
import type { CashierCommand } from '../send.ts';
import { LeftSeconds } from './left-seconds.tsx';
import { type Place, type Verb, verbs } from './plan-dock.ts';
import { useHandActions } from './use-sale-actions.ts';

interface VerbButtonProps {
  readonly verb: Verb;
  readonly place: Place;
  readonly isNext: boolean;
}

const icons: Readonly<Record<Verb, LucideIcon>> = {
  new: Plus,
  show: QrCode,
  consent: HandHeart,
  print: Printer,
  close: ArrowRight,
  cancel: X,
};

const commandOf = {
  compose: null,
  back: null,
  hideHere: null,
  show: 'sale.show',
  showHere: 'sale.show',
  consent: 'sale.consent',
  takeBackConsent: 'sale.takeBackConsent',
  print: 'sale.print',
  cancel: 'sale.cancel',
  undo: 'sale.undo',
  close: 'sale.close',
} as const satisfies Record<Exclude<Place['does'], null | 'open'>, CashierCommand | null>;

/** One place of the dock. Its box is the same whatever it says. */
export function VerbButton({ verb, place: { words, does, until }, isNext }: VerbButtonProps) {
  const { view, t, send, session } = useCashier();
  const { open } = useHandActions();
  const busy = useSession((now) => now.busy);
  const command = does === null || does === 'open' ? null : commandOf[does];
  const isBusy =
    does === 'open' ? busy.has('sale.new') || busy.has('sale.change') : command !== null && busy.has(command);
  const changes = words === 'changeAmount';
  const Icon = changes
    ? Pencil
    : does === 'undo' || does === 'takeBackConsent'
      ? Undo2
      : does === 'back'
        ? ArrowLeft
        : icons[verb];

  const style: CSSProperties = { '--place': String(verbs.indexOf(verb)) };

  const press = (): void => {
    const saleId = view.sale?.id ?? null;
    if (does === 'compose') session.setState({ composing: { cents: 0, beside: saleId }, notice: null });
    if (does === 'back') session.setState({ composing: null, notice: null });
    if (does !== 'show') session.setState({ qrHere: does === 'showHere' ? saleId : null });
    if (does === 'open') open();
    else if (command !== null && saleId !== null) void send(command, { saleId });
  };

  return (
    <Button
      className="verb"
      style={style}
      data-action={verb}
      data-next={isNext || undefined}
      data-undo={does === 'undo' || undefined}
      data-busy={isBusy}
      onPress={press}
    >
      <Icon aria-hidden="true" />
      <span className="verb__words">{t(words)}</span>
      {until !== null && <LeftSeconds until={until} />}
    </Button>
  );
}
