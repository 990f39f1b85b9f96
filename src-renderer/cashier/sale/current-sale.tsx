import { Pencil } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import type { SaleView } from '../../../src-main/lib/views.ts';
import { Foreign } from '../../text/foreign.tsx';
import { formatMoney, formatTime } from '../../text/numbers.ts';
import { useCashier, useSession } from '../cashier-context.ts';
import { Choices } from './dock-of-verbs.tsx';
import { isPaid } from './plan-dock.ts';
import { QrHere } from './qr-here.tsx';
import { SaleMarks } from './sale-marks.tsx';
import { SaleSaid } from './sale-notes.tsx';

interface CurrentSaleProps {
  readonly sale: SaleView;
  /** What is to be known of it stands here, and not where no figure does. */
  readonly isSaid: boolean;
}

export function CurrentSale({ sale, isSaid }: CurrentSaleProps) {
  const { t, language, session } = useCashier();
  const qrHere = useSession((now) => now.qrHere);
  const shown = sale.total === null ? t('noAmount') : formatMoney(language, sale.total);
  const totalCents = Math.round((sale.total?.amount ?? 0) * 100);
  const amount = (
    <h2
      className={sale.total === null ? 'amount amount--open' : 'amount'}
      style={{ '--characters': String(Math.max(6, shown.length)) }}
    >
      {sale.can.pay ? (
        <Button
          className="amount__change"
          aria-label={`${shown} ${t('changeAmount')}`}
          onPress={() =>
            session.setState({
              composing: { cents: totalCents, beside: sale.id, changes: true, isPreset: true },
              notice: null,
            })
          }
        >
          <span>{shown}</span>
          <Pencil aria-hidden="true" />
          <span className="amount__verb">{t('changeAmount')}</span>
        </Button>
      ) : (
        shown
      )}
    </h2>
  );
  if (qrHere === sale.id && sale.url !== null) {
    return (
      <section className="sheet sheet--qr strip">
        {amount}
        <QrHere url={sale.url} />
      </section>
    );
  }
  return (
    <section className="sheet strip">
      <header className="sheet__head">
        {amount}
        <SaleMarks sale={sale} />
        <p className="sheet__reference">
          <Foreign text={sale.reference} /> · {formatTime(language, sale.createdAt)}
        </p>
      </header>
      {/* Above whatever is said: a finger finds them where they were. */}
      {isPaid(sale) && <Choices />}
      {isSaid && <SaleSaid sale={sale} />}
    </section>
  );
}
