import { ListChecks } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Form } from 'react-aria-components/Form';
import { formatMoney } from '../../text/numbers.ts';
import { useCashier, useSession } from '../cashier-context.ts';
import { centsToAmount } from './amount-entry.ts';
import { AmountField } from './amount-field.tsx';
import type { InHand } from './in-hand.ts';
import { PadAsks } from './pad-asks.tsx';
import { useHandActions } from './use-sale-actions.ts';

/** Where the work rests: the amount of the next sale by hand; a till's sale takes this place by itself. */
export function NewSheet({ hand: { cents, behind, changes, refund } }: { readonly hand: InHand & { kind: 'pad' } }) {
  const { view, t, language } = useCashier();
  const { setCents, open } = useHandActions();
  const asked = useSession(({ largeAmount }) => largeAmount);
  const isRefused = useSession(({ notice }) => notice?.kind === 'amountRefused');
  const currency = refund?.currency ?? view.till.currency;
  const money = (of: number): string => formatMoney(language, { amount: centsToAmount(of), currency });
  return (
    <section className="sheet sheet--new strip">
      <header className="sheet__head">
        <h2 className="sheet__title">
          {t(
            refund !== null ? 'refund' : changes !== null ? 'changeAmount' : cents === 0 ? 'noSaleTitle' : 'newReceipt',
          )}
        </h2>
      </header>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          open();
        }}
      >
        <AmountField cents={cents} currency={currency} onCents={setCents} />
      </Form>
      {view.form === 'full' && <PadAsks />}
      {isRefused && view.form === 'full' && (
        <p className="note note--warn" role="alert">
          {t('amountRefused')}
        </p>
      )}
      {refund?.of != null && <p className="quiet">{t('refundMost', { amount: money(refund.mostCents) })}</p>}
      {behind === null && refund === null && asked === null && !isRefused && (
        <p className="quiet sheet__hint">{t('noSaleText')}</p>
      )}
      {view.setupOffered && view.form === 'full' && cents === 0 && behind === null && <SetupOffer />}
    </section>
  );
}

/** On the first days, where the work rests: it stands in nobody's way, and goes with the first digit. */
function SetupOffer() {
  const { t, session } = useCashier();
  return (
    <div className="setup-offer">
      <p>
        <b>{t('setupOffer')}</b> {t('setupOfferText')}
      </p>
      <Button className="button" onPress={() => session.setState({ welcome: true, notice: null })}>
        <ListChecks aria-hidden="true" />
        {t('setupStart')}
      </Button>
    </div>
  );
}
