import { useState } from 'react';
import type { SaleView } from '../../../src-main/contract/views.ts';
import { formatMoney, formatTime } from '../../text/numbers.ts';
import { useCashier } from '../cashier-context.ts';
import { ActionButtons } from './action-buttons.tsx';
import { CustomerScreenLine } from './customer-screen-line.tsx';
import { QrHere } from './qr-here.tsx';
import { SaleMarks } from './sale-marks.tsx';
import { SaleNotes } from './sale-notes.tsx';
import { UndoBar } from './undo-bar.tsx';

export function CurrentSale({ sale }: { readonly sale: SaleView }) {
  const { t, language } = useCashier();
  const [qrHere, setQrHere] = useState(false);
  const amount = (
    <h2 className={sale.total === null ? 'amount amount--open' : 'amount'}>
      {sale.total === null ? t('noAmount') : formatMoney(language, sale.total)}
    </h2>
  );
  if (qrHere && sale.url !== null) {
    return (
      <section className="sheet sheet--qr strip" aria-label={t('currentSale')}>
        {amount}
        <QrHere url={sale.url} onHide={() => setQrHere(false)} />
      </section>
    );
  }
  return (
    <section className="sheet strip" aria-label={t('currentSale')}>
      <header className="sheet__head">
        <p className="sheet__reference">
          {sale.reference} · {formatTime(language, sale.createdAt)}
        </p>
        <SaleMarks sale={sale} />
      </header>
      {amount}
      <CustomerScreenLine />
      <hr className="perforation" />
      <SaleNotes sale={sale} />
      {sale.undo !== null && <UndoBar saleId={sale.id} undo={sale.undo} />}
      <ActionButtons sale={sale} onShowHere={() => setQrHere(true)} />
    </section>
  );
}
