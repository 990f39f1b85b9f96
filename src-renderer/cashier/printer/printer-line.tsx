import { Printer, QrCode, X } from 'lucide-react';
import { t, wordsOf } from '../../text/cashier-words.ts';
import { Bare, LeftSeconds, Row } from '../../ui/controls.tsx';
import { CommandButton, session, useSession, useView } from '../window-state.tsx';

export function PrinterLine() {
  const view = useView();
  const { state, today, lastReason, nextPrint, papers } = view.printer;
  // The narrow panel needs this space for the amount.
  const isTyping = useSession(({ composing }) => composing !== null) && view.form === 'dock';
  if (state === 'off' || view.setupRequired !== null || isTyping || papers.length > 0) return null;
  const isReady = state === 'ready';
  const open = (): void => session.setState({ place: 'receipts', receipt: null, prints: true, notice: null });
  const numbers = `${t('printsToday', { count: today.prints })}, ${t('receiptsFound', { count: today.receipts })}.`;
  return (
    <Row as="section" className="printer-line" gap={[0.25, 0.75]} aria-label={t('settingsPrinter')}>
      <Bare className="printer-line__state" data-tone={isReady ? undefined : 'bad'} onPress={open}>
        <Printer aria-hidden="true" />
        <span>
          <b>{t(nextPrint === null ? wordsOf('printer', state) : 'printerNext')}</b> {nextPrint === null && numbers}{' '}
          {nextPrint === null && lastReason !== null && (
            <span className="quiet">{t(wordsOf('printed', lastReason))}</span>
          )}
        </span>
      </Bare>
      {nextPrint !== null && (
        <CommandButton icon={X} command="printer.endCode" input={null}>
          {t('printerNotThis')}
          <LeftSeconds until={nextPrint.until} />
        </CommandButton>
      )}
      {nextPrint === null && isReady && view.sale?.state !== 'open' && (
        <CommandButton icon={QrCode} command="printer.showCode" input={null}>
          {t('printerShowCode')}
        </CommandButton>
      )}
    </Row>
  );
}
