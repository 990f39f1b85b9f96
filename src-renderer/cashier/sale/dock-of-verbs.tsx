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
import { cashierBridge } from '../../bridge.ts';
import { Button } from '../../ui/button.tsx';
import { LeftSeconds } from '../../ui/time-left.tsx';
import { useCashier, useSession } from '../cashier-context.ts';
import type { Composing } from '../session-store.ts';
import { forgotten } from '../take-scan.ts';
import { mostCents } from './amount-entry.ts';
import { choices, doings, isPaid, type Place, planDock, type Verb, verbs } from './plan-dock.ts';
import { PaperHint } from './sale-notes.tsx';
import { useHandActions, useInHand } from './use-sale-actions.ts';

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
function VerbButton({ verb, place: { words, does, until }, isNext }: VerbButtonProps) {
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
        // What was scanned was for the sale that was being typed.
        ...(does === 'back' && forgotten),
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

/** In the small dock the two that matter: the choice of a paid sale, or the next step and paper. */
export function SmallVerbs() {
  const { view, t } = useCashier();
  const hand = useInHand();
  const { places, next } = planDock(hand, { hasDisplay: view.status.display.connected, isShownHere: false });
  const isAsked = hand.kind === 'sale' && isPaid(hand.sale);
  const order = [
    ...(isAsked ? choices : []),
    ...(next === null ? [] : [next]),
    'print',
    'show',
    'close',
    'new',
  ] as const;
  const two = [...new Set<Verb>(order)].filter((verb) => places[verb].does !== null).slice(0, 2);
  return (
    <section className="verbs" aria-label={t('actions')}>
      {verbs
        .filter((verb) => two.includes(verb))
        .map((verb) => (
          <VerbButton key={verb} verb={verb} place={places[verb]} isNext={verb === next} />
        ))}
      {hand.kind === 'pad' && (
        <Button icon={Plus} className="verb" look="accent" data-next onPress={() => cashierBridge().callDock(true)}>
          <span className="verb__words">{t('actionNew')}</span>
        </Button>
      )}
    </section>
  );
}

/**
 * Six places at the lower edge of the window. They never move, and each verb has its own; what cannot be used is not drawn.
 * `isChoice`: digital or paper alone, as large as what there is to decide once a sale is paid.
 */
export function Verbs({ isChoice = false }: { readonly isChoice?: boolean }) {
  const { view, t } = useCashier();
  const hand = useInHand();
  const qrHere = useSession((now) => now.qrHere);
  const isShownHere = hand.kind === 'sale' && hand.sale.id === qrHere && hand.sale.url !== null;
  if (view.unsettled !== null) return null;
  const { places, next } = planDock(hand, { hasDisplay: view.status.display.connected, isShownHere });
  // The narrow panel has them in their places all the time.
  const isAsked = view.form === 'full' && hand.kind === 'sale' && isPaid(hand.sale) && !isShownHere;
  return (
    <section className={isChoice ? 'verbs choices' : 'verbs'} aria-label={t(isChoice ? 'tellCustomer' : 'actions')}>
      {verbs
        .filter((verb) => places[verb].does !== null && (isAsked && choices.includes(verb)) === isChoice)
        .map((verb) => (
          <VerbButton key={verb} verb={verb} place={places[verb]} isNext={verb === next} />
        ))}
      {isChoice && hand.kind === 'sale' && <PaperHint sale={hand.sale} />}
    </section>
  );
}
