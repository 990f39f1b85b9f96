import { BadgeCheck, HandHeart, IdCard, Pencil, Printer } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { SaleView } from '../../../src-main/shared/views.ts';
import { formatMoney, formatTime, t } from '../../text/cashier-words.ts';
import { WhoseSale } from '../../text/foreign.tsx';
import { Bare, Row } from '../../ui/controls.tsx';
import { session, useSession, useView } from '../window-state.tsx';
import { centsToAmount } from './amount-entry.ts';
import { QrHere } from './qr-here.tsx';
import { SaleNotes } from './sale-notes.tsx';
import { Chip, StateChip } from './state-chip.tsx';
import { useCash, useIsCodeHere } from './use-sale-actions.ts';

export function CurrentSale({ sale }: { readonly sale: SaleView }) {
  const view = useView();
  const isCodeHere = useIsCodeHere();
  const isPaying = useSession(({ paying }) => paying === sale.id);
  const shown = sale.total === null ? t('noAmount') : formatMoney(sale.total);
  const totalCents = Math.round((sale.total?.amount ?? 0) * 100);
  const currency = sale.total?.currency;
  const amount = (
    <h2
      className={sale.total === null ? 'amount amount--open' : 'amount'}
      style={{ '--characters': String(Math.max(6, shown.length)) }}
    >
      {sale.can.pay && !isPaying ? (
        <Bare
          className="line amount__change"
          aria-label={`${shown} ${t('changeAmount')}`}
          onPress={() =>
            session.setState({
              composing: { cents: totalCents, saleIdAtStart: sale.id, changes: true, isPreset: true, currency },
              notice: null,
            })
          }
        >
          <span>{shown}</span>
          <Pencil aria-hidden="true" />
        </Bare>
      ) : (
        shown
      )}
    </h2>
  );
  if (isCodeHere && sale.url !== null) {
    return (
      <section className="sheet strip">
        {amount}
        <QrHere url={sale.url} />
      </section>
    );
  }
  return (
    <section className="sheet strip">
      <Row as="header" className="sheet__head" gap={[0.25, 1]}>
        {amount}
        <SaleMarks sale={sale} />
        <p className="sheet__reference">
          <WhoseSale sale={{ reference: sale.reference, till: null }} before={formatTime(sale.createdAt)} />
        </p>
      </Row>
      <ChangeDue />
      {view.form === 'full' && <SaleNotes sale={sale} />}
    </section>
  );
}

function ChangeDue() {
  const cash = useCash();
  if (cash === null || cash.cents === 0) return null;
  const cents = cash.cents - cash.due;
  const amount = formatMoney({ amount: centsToAmount(Math.abs(cents)), currency: cash.currency });
  return (
    <p className="change" role="status">
      {cents < 0 ? t('changeMissing', { amount }) : t('changeDue', { amount })}
    </p>
  );
}

function SaleMarks({ sale }: { readonly sale: SaleView }) {
  return (
    // In the narrow panel the list is one row that scrolls sideways, so the keyboard must be able to reach it.
    <Row as="ul" className="marks" gap={0.4} align="stretch" tabIndex={0} aria-label={t('state')}>
      <li>
        <StateChip state={sale.state} />
      </li>
      {sale.printed !== null && <Mark icon={Printer} words={t('markPrinted')} />}
      {sale.consented && <Mark icon={HandHeart} words={t('actionDigital')} />}
      {sale.customerScanned && !sale.assigned && <Mark icon={IdCard} words={t('markCustomer')} />}
      {sale.assigned && <Mark icon={BadgeCheck} words={t('markAssigned')} />}
    </Row>
  );
}

const Mark = (chip: ComponentProps<typeof Chip>) => (
  <li>
    <Chip {...chip} />
  </li>
);
