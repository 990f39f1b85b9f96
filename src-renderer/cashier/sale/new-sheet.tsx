import { ListChecks, TriangleAlert } from 'lucide-react';
import { formatMoney } from '../../text/cashier-words.ts';
import { Button, Row } from '../../ui/controls.tsx';
import { useCashier, useSession } from '../cashier-context.tsx';
import { centsToAmount } from './amount-entry.ts';
import { AmountEntry } from './amount-field.tsx';
import type { CurrentSaleState } from './current-sale-state.ts';
import { useCurrentSale, useHandActions } from './use-sale-actions.ts';

/** The amount of the next sale that is entered by hand. A sale from the till replaces it. */
export function NewSheet({
  hand: { cents, behind, changes, refund },
}: {
  readonly hand: CurrentSaleState & { kind: 'pad' };
}) {
  const { view, t, language } = useCashier();
  const asked = useSession(({ largeAmount }) => largeAmount);
  const isRefused = useSession(({ notice }) => notice?.kind === 'amountRefused');
  const currency = refund?.currency ?? view.till.currency;
  const money = (of: number): string => formatMoney(language, { amount: centsToAmount(of), currency });
  return (
    <section className="sheet strip">
      <Row as="header" className="sheet__head" gap={[0.25, 1]}>
        <h2 className={view.form === 'dock' ? 'sr-only' : 'sheet__title'}>
          {t(
            refund !== null ? 'refund' : changes !== null ? 'changeAmount' : cents === 0 ? 'noSaleTitle' : 'newReceipt',
          )}
        </h2>
      </Row>
      {view.form === 'dock' && <AmountEntry />}
      {view.form === 'full' && <PadAsks />}
      {isRefused && view.form === 'full' && (
        <p className="note" data-tone="warn" role="alert">
          {t('amountRefused')}
        </p>
      )}
      {refund?.of != null && <p className="quiet">{t('refundMost', { amount: money(refund.mostCents) })}</p>}
      {behind === null && refund === null && asked === null && !isRefused && (
        <p className={view.form === 'dock' ? 'sr-only' : 'quiet'}>{t('noSaleText')}</p>
      )}
      {view.setupOffered && view.form === 'full' && cents === 0 && behind === null && <SetupOffer />}
    </section>
  );
}

/** Offers the set-up on the first days. It covers nothing and disappears with the first digit. */
function SetupOffer() {
  const { t, session } = useCashier();
  return (
    <Row className="setup-offer" gap={[0.5, 1]}>
      <p>
        <b>{t('setupOffer')}</b> {t('setupOfferText')}
      </p>
      <Button icon={ListChecks} onPress={() => session.setState({ welcome: true, notice: null })}>
        {t('setupStart')}
      </Button>
    </Row>
  );
}

/** Asks to confirm an unusual amount, and reports sales that arrived meanwhile. */
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
