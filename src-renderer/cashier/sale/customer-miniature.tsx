import { Monitor, MonitorCheck, MonitorOff, MonitorX, ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import type { Language } from '../../../src-main/shared/languages.ts';
import type { CustomerScreen, StatusView } from '../../../src-main/shared/views.ts';
import { signs } from '../../display/screen.tsx';
import { formatMoney, nameOfSale, t, wordsOf } from '../../text/cashier-words.ts';
import { customerText } from '../../text/i18n.ts';
import { formatMoneyIn } from '../../text/numbers.ts';
import { screenSentences } from '../../text/screen-sentences.ts';
import { QrPicture, symbolOf } from '../../ui/qr-code.tsx';
import { CommandButton, useSetting, useView } from '../window-state.tsx';
import { useCurrentSale } from './use-sale-actions.ts';

export const showsOtherSale = (display: StatusView['display'], saleId: string | null): boolean =>
  display.connected && display.saleId !== null && saleId !== null && display.saleId !== saleId;

/** The key of the sentence about the customer's screen. `hasCode`: this window could show a QR code instead. */
export function screenWords(
  { connected, screen, current }: Pick<StatusView['display'], 'connected' | 'screen' | 'current'>,
  hasCode: boolean,
) {
  if (!connected) return hasCode ? 'screenNone' : 'screenNoneNoCode';
  if (screen === null) return 'screenStarting';
  return current ? wordsOf('screen', screen.kind) : 'screenUpdating';
}

const totalOn = (screen: CustomerScreen | null) => (screen !== null && 'total' in screen ? screen.total : null);

export function CustomerMiniature() {
  const view = useView();
  const { screen, language, connected } = view.status.display;
  return (
    <section className="mini" aria-label={t('customerScreen')}>
      <div className="mini__screen" lang={language ?? undefined}>
        {connected && screen !== null && language !== null ? (
          <MiniatureScreen screen={screen} language={language} />
        ) : (
          <MonitorOff aria-hidden="true" />
        )}
      </div>
      {/* This line is always mounted, so that a screen reader announces its changes. */}
      <div className="mini__line" role="status">
        <MiniatureLine />
      </div>
    </section>
  );
}

function MiniatureLine() {
  const view = useView();
  const hand = useCurrentSale();
  const { display } = view.status;
  const sale = hand.kind === 'sale' ? hand.sale : null;
  const back = (command: 'sale.close' | 'sale.show', saleId: string, words: string) => (
    <CommandButton key={saleId} icon={MonitorX} className="button--notice" command={command} input={{ saleId }}>
      {words}
    </CommandButton>
  );
  // The cashier may look at another sale than the receipt that covers the open one.
  if (view.beneath !== null && sale !== null && display.saleId !== null && display.saleId !== view.beneath.id) {
    return back('sale.close', display.saleId, t('screenOlder', { sale: nameOfSale(view.beneath) }));
  }
  if (!showsOtherSale(display, sale?.id ?? null)) return <OwnLine canShow={sale?.can.show ?? true} />;
  const total = totalOn(display.screen);
  const amount = total === null ? null : formatMoney(total);
  return sale?.can.returnToDisplay ? (
    back('sale.show', sale.id, amount === null ? t('screenOtherBackNoAmount') : t('screenOtherBack', { amount }))
  ) : (
    <p className="line screen-line" data-tone="bad">
      <MonitorX aria-hidden="true" />
      {amount === null ? t('screenOtherNoAmount') : t('screenOther', { amount })}
    </p>
  );
}

function OwnLine({ canShow }: { readonly canShow: boolean }) {
  const view = useView();
  const { display } = view.status;
  const words = screenWords(display, canShow);
  const isCode = words === 'screenQr';
  const total = totalOn(display.screen);
  const Icon = !display.connected ? MonitorOff : isCode ? MonitorCheck : Monitor;
  return (
    <p className="line screen-line" data-tone={isCode ? 'good' : undefined}>
      <Icon aria-hidden="true" />
      {isCode && total !== null ? t('screenQrOf', { amount: formatMoney(total) }) : t(words)}
    </p>
  );
}

function MiniatureScreen({ screen, language }: { readonly screen: CustomerScreen; readonly language: Language }) {
  const texts = useSetting('screen.texts');
  const { title } = screenSentences(screen, customerText(language, texts.value[language]));
  const total = totalOn(screen);
  const Icon = screen.kind in signs ? signs[screen.kind as keyof typeof signs] : null;
  return (
    <>
      {screen.kind === 'qr' && <QrGlyph url={screen.url} />}
      {Icon !== null && <Icon className="mini__icon" aria-hidden="true" />}
      {Icon === null && screen.kind !== 'qr' && total === null && (
        <ReceiptText className="mini__sign" aria-hidden="true" />
      )}
      <p className="mini__words">
        {total !== null && <b>{formatMoneyIn(language, total)}</b>}
        <span>{title}</span>
      </p>
    </>
  );
}

/** Draws a symbol that people recognise as a code. It cannot be scanned. */
function QrGlyph({ url }: { readonly url: string }) {
  const modules = useMemo(() => symbolOf(url), [url]);
  return modules !== null && <QrPicture modules={modules} className="qr-code qr-glyph" aria-hidden="true" />;
}
