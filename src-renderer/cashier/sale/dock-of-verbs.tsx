import { Plus } from 'lucide-react';
import { cashierBridge } from '../../bridge.ts';
import { Button } from '../../ui/button.tsx';
import { useCashier, useSession } from '../cashier-context.ts';
import { choices, isPaid, planDock, type Verb, verbs } from './plan-dock.ts';
import { PaperHint } from './sale-notes.tsx';
import { useInHand } from './use-sale-actions.ts';
import { VerbButton } from './verb-button.tsx';

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
