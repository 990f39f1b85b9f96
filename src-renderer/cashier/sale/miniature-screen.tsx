import { ReceiptText } from 'lucide-react';
import type { Language } from '../../../src-main/lib/languages.ts';
import type { CustomerScreen } from '../../../src-main/lib/views.ts';
import { signs } from '../../display/screens/message-screen.tsx';
import { customerText } from '../../text/i18n.ts';
import { formatMoney } from '../../text/numbers.ts';
import { screenSentences } from '../../text/screen-sentences.ts';
import { QrGlyph } from '../../ui/qr-glyph.tsx';
import { useSetting } from '../use-setting.ts';

interface MiniatureScreenProps {
  readonly screen: CustomerScreen;
  /** The customer's. */
  readonly language: Language;
}

/** The same view that the customer's window draws, small: its code, its amount, its sentence. */
export function MiniatureScreen({ screen, language }: MiniatureScreenProps) {
  const texts = useSetting('screen.texts');
  const { title } = screenSentences(screen, customerText(language, texts.value[language]));
  const total = 'total' in screen ? screen.total : null;
  const Icon = screen.kind in signs ? signs[screen.kind as keyof typeof signs] : null;
  return (
    <>
      {screen.kind === 'qr' && <QrGlyph url={screen.url} />}
      {Icon !== null && <Icon className="mini__icon" aria-hidden="true" />}
      {Icon === null && screen.kind !== 'qr' && total === null && (
        <ReceiptText className="mini__sign" aria-hidden="true" />
      )}
      <p className="mini__words">
        {total !== null && <b>{formatMoney(language, total)}</b>}
        <span>{title}</span>
      </p>
    </>
  );
}
