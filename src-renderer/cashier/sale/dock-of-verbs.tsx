import { useCashier, useSession } from '../cashier-context.ts';
import { planDock, verbs } from './plan-dock.ts';
import { useInHand } from './use-sale-actions.ts';
import { VerbButton } from './verb-button.tsx';

/** Six places at the lower edge of the window. They never move, and each verb has its own. */
export function DockOfVerbs() {
  const { view, t } = useCashier();
  const hand = useInHand();
  const qrHere = useSession((now) => now.qrHere);
  if (view.unsettled !== null) return null;
  const isShownHere = hand.kind === 'sale' && hand.sale.id === qrHere && hand.sale.url !== null;
  const { places, next } = planDock(hand, { hasDisplay: view.status.display.connected, isShownHere });
  return (
    <section className="verbs" aria-label={t('actions')}>
      {verbs.map((verb) => (
        <VerbButton key={verb} verb={verb} place={places[verb]} isNext={verb === next} />
      ))}
    </section>
  );
}
