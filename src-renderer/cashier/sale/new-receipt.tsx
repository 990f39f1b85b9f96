import { ArrowLeft, QrCode } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Form } from 'react-aria-components/Form';
import { useBusy, useCashier } from '../cashier-context.ts';
import { centsToAmount } from './amount-entry.ts';
import { AmountField } from './amount-field.tsx';
import { NumberPad } from './number-pad.tsx';

/** New receipt: the amount, then one tap shows the code. */
export function NewReceipt() {
  const { t, send, session } = useCashier();
  const [cents, setCents] = useState(0);
  const busy = useBusy('sale.new');

  const open = async (): Promise<void> => {
    if (cents === 0) return;
    const opened = await send('sale.new', { amount: centsToAmount(cents) });
    if (opened.ok) session.setState({ composing: false });
  };

  return (
    <section className="sheet strip" aria-label={t('newReceipt')}>
      <Form
        className="compose"
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <AmountField cents={cents} onCents={setCents} />
        <NumberPad cents={cents} onCents={setCents} />
        <div className="compose__end">
          <Button className="button" onPress={() => session.setState({ composing: false })}>
            <ArrowLeft aria-hidden="true" />
            {t('back')}
          </Button>
          <Button className="button button--primary" type="submit" data-busy={busy} isDisabled={cents === 0}>
            <QrCode aria-hidden="true" />
            {t('actionShow')}
          </Button>
        </div>
      </Form>
    </section>
  );
}
