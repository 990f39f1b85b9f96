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
import { cashierBridge } from '../../main-bridge.ts';
import { formatMoney } from '../../text/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { LeftSeconds } from '../../ui/time-left.tsx';
import { useCashier, useSession } from '../cashier-context.ts';
import type { Composing } from '../session-store.ts';
import { forgotten } from '../take-scan.ts';
import { centsToAmount, mostCents } from './amount-entry.ts';
import { Payments, useCanPay } from './hand-pad.tsx';
import { choices, type DockPlan, doings, isPaid, type Place, planDock, slotOf, type Verb, verbs } from './plan-dock.ts';
import { PaperHint } from './sale-notes.tsx';
import { useCurrentSale, useHandActions } from './use-sale-actions.ts';

interface VerbButtonProps {
  readonly verb: Verb;
  readonly place: Place;
  readonly isNext: boolean;
  readonly amount?: string;
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
function VerbButton({ verb, place: { words, does, until }, isNext, amount }: VerbButtonProps) {
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
      style={{ '--place': String(view.form === 'full' ? fullPlaces[verb] : verbs.indexOf(verb)) }}
      data-action={verb}
      data-next={isNext || undefined}
      data-undo={does === 'undo' || undefined}
      data-busy={command !== null && busy.has(command)}
      onPress={press}
    >
      <span className="verb__words">{t(words)}</span>
      {/* Whoever cannot see it has heard it while typing. */}
      {amount !== undefined && (
        <b className="verb__amount" aria-hidden="true">
          {amount}
        </b>
      )}
      {until !== null && <LeftSeconds until={until} />}
    </Button>
  );
}

/** In the small dock the two that matter: the choice of a paid sale, or the next step and paper. */
export function SmallVerbs() {
  const { view, t } = useCashier();
  const hand = useCurrentSale();
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

/** Where each action is in the full window; the next step has a slot of its own at the far end. */
const fullPlaces: Readonly<Record<Verb, number>> = { new: 0, close: 0, show: 1, consent: 2, print: 3, cancel: 4 };

/** The next step, always in this one place: show the code, how it was paid, the next customer. */
function NextStep({ places, slot }: { readonly places: DockPlan['places']; readonly slot: Verb | null }) {
  const { view, language } = useCashier();
  const hand = useCurrentSale();
  const canPay = useCanPay();
  const currency = (hand.kind === 'pad' ? hand.refund?.currency : undefined) ?? view.till.currency;
  const amount =
    hand.kind === 'pad' ? { amount: formatMoney(language, { amount: centsToAmount(hand.cents), currency }) } : {};
  return (
    <div className="verbs__next">
      {canPay ? <Payments /> : slot !== null && <VerbButton verb={slot} place={places[slot]} isNext {...amount} />}
    </div>
  );
}

/**
 * The actions at the lower edge of the window. Each has one place; one that cannot be used is not drawn. `isChoice`: digital or
 * paper alone, as large as what there is to decide once a sale is paid.
 */
export function Verbs({ isChoice = false }: { readonly isChoice?: boolean }) {
  const { view, t } = useCashier();
  const hand = useCurrentSale();
  const qrHere = useSession((now) => now.qrHere);
  const isShownHere = hand.kind === 'sale' && hand.sale.id === qrHere && hand.sale.url !== null;
  if (view.setupRequired !== null) return null;
  const { places, next } = planDock(hand, { hasDisplay: view.status.display.connected, isShownHere });
  const isFull = view.form === 'full';
  // The narrow panel has them in their places all the time.
  const isAsked = isFull && hand.kind === 'sale' && isPaid(hand.sale) && !isShownHere;
  const slot = !isFull || isChoice ? null : slotOf(hand, places);
  return (
    <section className={isChoice ? 'verbs choices' : 'verbs'} aria-label={t(isChoice ? 'tellCustomer' : 'actions')}>
      {verbs
        .filter((verb) => places[verb].does !== null && (isAsked && choices.includes(verb)) === isChoice)
        // The keypad begins the next sale.
        .filter((verb) => verb !== slot && !(isFull && places[verb].does === 'compose'))
        .map((verb) => (
          <VerbButton key={verb} verb={verb} place={places[verb]} isNext={verb === next} />
        ))}
      {isFull && !isChoice && <NextStep places={places} slot={slot} />}
      {isChoice && hand.kind === 'sale' && <PaperHint sale={hand.sale} />}
    </section>
  );
}
