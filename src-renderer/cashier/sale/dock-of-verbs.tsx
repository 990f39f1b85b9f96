import { useCashier, useSession } from '../cashier-context.ts';
import { choices, isPaid, planDock, verbs } from './plan-dock.ts';
import { PaperHint } from './sale-notes.tsx';
import { useInHand } from './use-sale-actions.ts';
import { VerbButton } from './verb-button.tsx';

/** Six places at the lower edge of the window. They never move, and each verb has its own; what cannot be used is not drawn. */
export function DockOfVerbs() {
  const { view, t } = useCashier();
  return view.unsettled === null && <Verbs className="verbs" label={t('actions')} isChoice={false} />;
}

/** Digital or paper, as large as what there is to decide once a sale is paid. */
export function Choices() {
  const { t } = useCashier();
  return <Verbs className="verbs choices" label={t('tellCustomer')} isChoice />;
}

interface VerbsProps {
  readonly className: string;
  readonly label: string;
  readonly isChoice: boolean;
}

function Verbs({ className, label, isChoice }: VerbsProps) {
  const { view } = useCashier();
  const hand = useInHand();
  const qrHere = useSession((now) => now.qrHere);
  const isShownHere = hand.kind === 'sale' && hand.sale.id === qrHere && hand.sale.url !== null;
  const { places, next } = planDock(hand, { hasDisplay: view.status.display.connected, isShownHere });
  const isAsked = hand.kind === 'sale' && isPaid(hand.sale) && !isShownHere;
  return (
    <section className={className} aria-label={label}>
      {verbs
        .filter((verb) => places[verb].does !== null && (isAsked && choices.includes(verb)) === isChoice)
        .map((verb) => (
          <VerbButton key={verb} verb={verb} place={places[verb]} isNext={verb === next} />
        ))}
      {isChoice && hand.kind === 'sale' && <PaperHint sale={hand.sale} />}
    </section>
  );
}
