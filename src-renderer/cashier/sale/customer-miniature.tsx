import { Monitor, MonitorCheck, MonitorOff, MonitorX } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { formatMoney } from '../../text/numbers.ts';
import { useBusy, useCashier } from '../cashier-context.ts';
import { CustomerLanguages } from './customer-languages.tsx';
import { MiniatureScreen } from './miniature-screen.tsx';
import { screenWords, showsOther } from './screen-words.ts';
import { useInHand } from './use-sale-actions.ts';

/** The customer's screen as that window has painted it, and a way back where it shows another sale than the one in hand. */
export function CustomerMiniature() {
  const { view, t } = useCashier();
  const { display } = view.status;
  const { screen, language, connected } = display;
  const hand = useInHand();
  return (
    <section className="mini" aria-label={t('customerScreen')}>
      <div className="mini__screen" data-kind={connected ? screen?.kind : undefined} lang={language ?? undefined}>
        {connected && screen !== null && language !== null ? (
          <MiniatureScreen screen={screen} language={language} />
        ) : (
          <MonitorOff aria-hidden="true" />
        )}
      </div>
      {/* Always there, so that a screen reader hears it change. */}
      <div className="mini__line" role="status">
        <MiniatureLine />
      </div>
      {view.form === 'full' && hand.kind === 'sale' && <CustomerLanguages saleId={hand.sale.id} />}
    </section>
  );
}

function MiniatureLine() {
  const { view, t, language, send } = useCashier();
  const hand = useInHand();
  const closing = useBusy('sale.close');
  const { display } = view.status;
  const inHandId = hand.kind === 'sale' ? hand.sale.id : null;
  if (view.beneath !== null && hand.kind === 'sale') {
    const { total, reference } = view.beneath;
    return (
      <Button
        className="button button--notice"
        data-busy={closing}
        onPress={() => void send('sale.close', { saleId: hand.sale.id })}
      >
        <MonitorX aria-hidden="true" />
        {t('screenOlder', { sale: total === null ? reference : formatMoney(language, total) })}
      </Button>
    );
  }
  if (showsOther(display, inHandId))
    return <OtherLine back={hand.kind === 'sale' && hand.sale.can.bringBack ? inHandId : null} />;
  return <OwnLine canShow={hand.kind === 'pad' || hand.sale.can.show} />;
}

/** `back`: the sale in hand, which the display can show again. */
function OtherLine({ back }: { readonly back: string | null }) {
  const { view, t, language, send } = useCashier();
  const showing = useBusy('sale.show');
  const { total } = view.status.display;
  const amount = total === null ? null : formatMoney(language, total);
  return back === null ? (
    <p className="screen-line" data-seen="other">
      <MonitorX aria-hidden="true" />
      {amount === null ? t('screenOtherNoAmount') : t('screenOther', { amount })}
    </p>
  ) : (
    <Button
      className="button button--notice"
      data-busy={showing}
      onPress={() => void send('sale.show', { saleId: back })}
    >
      <MonitorX aria-hidden="true" />
      {amount === null ? t('screenOtherBackNoAmount') : t('screenOtherBack', { amount })}
    </Button>
  );
}

/** The display shows what is in hand, or nothing. */
function OwnLine({ canShow }: { readonly canShow: boolean }) {
  const { view, t, language } = useCashier();
  const { display } = view.status;
  const words = screenWords(display, canShow);
  const isCode = words === 'screenQr';
  const Icon = !display.connected ? MonitorOff : isCode ? MonitorCheck : Monitor;
  return (
    <p className="screen-line" data-seen={isCode ? 'qr' : undefined}>
      <Icon aria-hidden="true" />
      {isCode && display.total !== null ? t('screenQrOf', { amount: formatMoney(language, display.total) }) : t(words)}
    </p>
  );
}
