import {
  ArrowLeft,
  ArrowRight,
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
import { Button } from '../../ui/button.tsx';
import { LeftSeconds } from '../../ui/time-left.tsx';
import { useCashier, useSession } from '../cashier-context.ts';
import type { Composing } from '../session-store.ts';
import { mostCents } from './amount-entry.ts';
import { doings, type Place, type Verb, verbs } from './plan-dock.ts';
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

const iconOf: Readonly<Partial<Record<NonNullable<Place['does']>, LucideIcon>>> = {
  ...{ undo: Undo2, takeBackConsent: Undo2, back: ArrowLeft, change: Pencil, refund: RotateCcw },
};

/** What is typed for after one of these; a refund takes the amount that stands there. */
function composingAfter(
  does: 'compose' | 'back' | 'refund',
  before: Composing | null,
  saleId: string | null,
  currency: string,
): Composing | null {
  if (does === 'compose') return { cents: 0, beside: saleId };
  if (does === 'back' || before === null) return null;
  return { ...before, refund: { of: null, currency, mostCents, percents: [], isUntouched: false } };
}

/** One place of the dock. Its box is the same whatever it says. */
export function VerbButton({ verb, place: { words, does, until }, isNext }: VerbButtonProps) {
  const { view, t, send, session } = useCashier();
  const { open } = useHandActions();
  const busy = useSession((now) => now.busy);
  const command = does === null ? null : doings[does];

  const press = (): void => {
    const saleId = view.sale?.id ?? null;
    if (does === 'compose' || does === 'back' || does === 'refund')
      session.setState(({ composing }) => ({
        composing: composingAfter(does, composing, saleId, view.till.currency),
        notice: null,
      }));
    if (does !== 'show') session.setState({ qrHere: does === 'showHere' ? saleId : null });
    if (does === 'open' || does === 'change') open();
    else if (command !== null && command !== 'sale.new' && command !== 'sale.change' && saleId !== null)
      void send(command, { saleId });
  };

  return (
    <Button
      icon={(does !== null && iconOf[does]) || icons[verb]}
      className="verb"
      look={isNext ? 'accent' : undefined}
      style={{ '--place': String(verbs.indexOf(verb)) }}
      data-action={verb}
      data-next={isNext || undefined}
      data-undo={does === 'undo' || undefined}
      data-busy={command !== null && busy.has(command)}
      onPress={press}
    >
      <span className="verb__words">{t(words)}</span>
      {until !== null && <LeftSeconds until={until} />}
    </Button>
  );
}
