import { Monitor, MonitorCheck, MonitorOff } from 'lucide-react';
import { useCashier } from '../cashier-context.ts';
import { screenWords } from './screen-words.ts';

export function CustomerScreenLine() {
  const { view, t } = useCashier();
  const { display } = view.status;
  const words = screenWords(display, view.sale === null || view.sale.can.show);
  const Icon = !display.connected ? MonitorOff : words === 'screenQr' ? MonitorCheck : Monitor;
  return (
    <p className="screen-line" data-seen={words === 'screenQr' ? 'qr' : undefined}>
      <Icon aria-hidden="true" />
      {t(words)}
    </p>
  );
}
