import { TriangleAlert } from 'lucide-react';
import { formatMoney } from '../../text/cashier-words.ts';
import { Button, Row } from '../../ui/controls.tsx';
import { useCashier, useSession } from '../cashier-context.tsx';
import { centsToAmount } from './amount-entry.ts';
import { useCurrentSale, useHandActions } from './use-sale-actions.ts';

/** Asks the cashier to confirm an unusual amount, and reports sales that arrived meanwhile. */
export function PadAsks() {
  const { view, t, language, session } = useCashier();
  const hand = useCurrentSale();
  const { sure } = useHandActions();
  const asked = useSession(({ largeAmount }) => largeAmount);
  if (hand.kind !== 'pad') return null;
  const { cents, behind, arrived, isTooLate, refund } = hand;
  const currency = refund?.currency ?? view.till.currency;
  const amount = formatMoney(language, { amount: centsToAmount(cents), currency });
  return (
    <>
      {asked !== null && !asked.isSure && (
        <Row className={view.form === 'full' ? 'note note--asks' : 'banner banner--ask'} tone="warn" role="alert">
          {view.form === 'full' && <TriangleAlert aria-hidden="true" />}
          <div>
            <h2>{t('amountSure', { amount })}</h2>
          </div>
          <Button onPress={sure}>{t('amountYes', { amount })}</Button>
        </Row>
      )}
      {behind !== null && (arrived || isTooLate) && (
        <Button className="button--notice" onPress={() => session.setState({ composing: null })}>
          {isTooLate
            ? `${t('errorWrongState')} ${t('paperAskShow')}`
            : behind.total === null
              ? t('saleArrivedNoAmount')
              : t('saleArrived', { amount: formatMoney(language, behind.total) })}
        </Button>
      )}
    </>
  );
}
