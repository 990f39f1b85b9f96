import { Monitor, MonitorCheck, MonitorOff, MonitorX } from 'lucide-react';
import { formatMoney } from '../../text/numbers.ts';
import { useCashier } from '../cashier-context.ts';
import { screenWords, showsOther } from './screen-words.ts';

export function CustomerScreenLine() {
  const { view, t, language } = useCashier();
  const { display } = view.status;
  if (showsOther(display, view.sale?.id ?? null)) {
    return (
      <p className="screen-line" data-seen="other">
        <MonitorX aria-hidden="true" />
        {display.total === null
          ? t('screenOtherNoAmount')
          : t('screenOther', { amount: formatMoney(language, display.total) })}
      </p>
    );
  }
  const words = screenWords(display, view.sale === null || view.sale.can.show);
  const Icon = !display.connected ? MonitorOff : words === 'screenQr' ? MonitorCheck : Monitor;
  return (
    <p className="screen-line" data-seen={words === 'screenQr' ? 'qr' : undefined}>
      <Icon aria-hidden="true" />
      {t(words)}
    </p>
  );
}
