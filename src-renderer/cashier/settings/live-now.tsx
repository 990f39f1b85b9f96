import { QrCode } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../text/cashier-words.ts';
import { Button, Card } from '../../ui/controls.tsx';
import { QrHere } from '../sale/qr-here.tsx';
import { send, useBusy, useView } from '../window-state.tsx';
import { PinSettings } from './pin-settings.tsx';

/** Shows the code of a real sale without an amount, to try it out. Leaving the page cancels the sale. */
export function LiveNow() {
  const view = useView();
  const [saleId, setSaleId] = useState<string | null>(null);
  const [isWithoutPin, setWithoutPin] = useState(false);
  const shown = useRef({ saleId, isLeft: false });
  shown.current.saleId = saleId;
  const busy = useBusy('sale.new');
  const { sale, training, setupRequired } = view;
  const url = sale !== null && sale.id === saleId && sale.state === 'open' ? sale.url : null;
  // While a customer is being served, the display shows that sale, so no code can be tried.
  const isServing = sale !== null && sale.state === 'open' && sale.id !== saleId;

  useEffect(() => {
    const page = shown.current;
    return () => {
      page.isLeft = true;
      if (page.saleId !== null) void send('sale.cancel', { saleId: page.saleId });
    };
  }, []);

  const show = async (): Promise<void> => {
    const opened = await send('sale.new', { amount: null });
    if (!opened.ok) return;
    if (shown.current.isLeft) void send('sale.cancel', opened.value);
    else setSaleId(opened.value.saleId);
  };
  const end = (): void => {
    if (saleId !== null) void send('sale.cancel', { saleId });
    setSaleId(null);
  };
  if (training || setupRequired !== null) return null;
  return (
    <Card tone="good" gap={0.875} justify="start">
      <h2>{t('liveNow')}</h2>
      {!view.pin.isSet && !isWithoutPin && (
        <>
          <PinSettings />
          <Button onPress={() => setWithoutPin(true)}>{t('pinWithout')}</Button>
        </>
      )}
      <p>{t(url === null ? 'tryCodeText' : 'tryCodeScan')}</p>
      {url === null ? (
        <Button icon={QrCode} data-busy={busy} isDisabled={isServing} onPress={() => void show()}>
          {t('tryCode')}
        </Button>
      ) : (
        <>
          <Button onPress={end}>{t('hideCode')}</Button>
          <QrHere url={url} />
        </>
      )}
    </Card>
  );
}
