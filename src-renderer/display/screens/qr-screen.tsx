import { CircleCheck } from 'lucide-react';
import type { Language } from '../../../src-main/shared/languages.ts';
import type { CustomerScreen } from '../../../src-main/shared/views.ts';
import { customerText } from '../../text/i18n.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { shortCode } from '../../ui/short-address.ts';
import { useRoom } from '../room.ts';
import { BasketLines, TotalLine } from './bill-lines.tsx';

interface QrScreenProps {
  readonly screen: Extract<CustomerScreen, { kind: 'qr' }>;
  readonly words: { readonly title: string; readonly text: string | null };
  readonly language: Language;
}

/** The code on its paper, in the same size and place from the opening of the sale to its end. */
export function QrScreen({ screen, words, language }: QrScreenProps) {
  const t = customerText(language);
  const room = useRoom();
  return (
    <section className="qr">
      <div className="qr__printer">
        <div className="slot" />
        <div className="qr__paper strip" key={screen.url}>
          <QrCode url={screen.url} label={t('qrLabel')} share={0.65} />
          <p className="qr__address">{shortCode(screen.url)}</p>
        </div>
      </div>
      <div className="qr__words">
        {screen.lines.length > 0 && room.qrLines > 0 && (
          <div className="qr__lines">
            <BasketLines
              lines={screen.lines}
              currency={screen.total?.currency ?? 'EUR'}
              language={language}
              atMost={room.qrLines}
            />
            <hr className="perforation" />
          </div>
        )}
        {screen.total !== null && (
          <>
            <TotalLine total={screen.total} language={language} />
            <hr className="perforation" />
          </>
        )}
        <h1>
          {screen.phase !== 'before' && <CircleCheck className="qr__paid" aria-hidden="true" />}
          {words.title}
        </h1>
        {room.sentence && <p className="lead">{words.text}</p>}
      </div>
    </section>
  );
}
