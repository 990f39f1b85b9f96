import { Banknote, CreditCard } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { SaleView } from '../../../src-main/contract/views.ts';
import { useBusy, useCashier } from '../cashier-context.ts';
import { centsToAmount } from './amount-entry.ts';
import { AmountField } from './amount-field.tsx';
import { VatChoice } from './vat-choice.tsx';

/** By hand: how it was paid is the last tap. The amount is asked only where the sale has none yet. */
export function PayPanel({ sale }: { readonly sale: SaleView }) {
  const { view, t, send } = useCashier();
  const [vatPercent, setVatPercent] = useState(view.till.vatPercents[0] ?? 0);
  const [cents, setCents] = useState(0);
  const busy = useBusy('sale.pay');
  const amount = sale.total?.amount ?? centsToAmount(cents);

  const pay = (payment: 'Cash' | 'CardPayment'): void => {
    void send('sale.pay', { saleId: sale.id, amount, vatPercent, payment });
  };

  return (
    <div className="pay">
      {sale.total === null && <AmountField cents={cents} onCents={setCents} />}
      <VatChoice percents={view.till.vatPercents} chosen={vatPercent} onChoose={setVatPercent} />
      <div className="pay__ways">
        <Button
          className="button button--primary"
          data-busy={busy}
          isDisabled={amount === 0}
          onPress={() => pay('Cash')}
        >
          <Banknote aria-hidden="true" />
          {t('payCash')}
        </Button>
        <Button
          className="button button--primary"
          data-busy={busy}
          isDisabled={amount === 0}
          onPress={() => pay('CardPayment')}
        >
          <CreditCard aria-hidden="true" />
          {t('payCard')}
        </Button>
      </div>
    </div>
  );
}
