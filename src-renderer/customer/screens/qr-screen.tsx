import type { CustomerScreen } from '../../../src-main/contract/views.ts';
import type { Language } from '../../../src-main/kernel/languages.ts';
import { customerText } from '../../text/customer-text.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { shortAddress } from '../../ui/short-address.ts';
import { qrWords } from './qr-words.ts';
import { TotalLine } from './total-line.tsx';

interface QrScreenProps {
  readonly screen: Extract<CustomerScreen, { kind: 'qr' }>;
  readonly language: Language;
}

/** What the customer came for: the code on its paper, the amount beside it, one sentence. */
export function QrScreen({ screen, language }: QrScreenProps) {
  const t = customerText(language);
  const words = qrWords(screen);
  return (
    <section className="qr">
      <div className="qr__printer">
        <div className="slot" />
        <div className="qr__paper strip" key={screen.url}>
          <QrCode url={screen.url} label={t('qrLabel')} share={0.56} />
          <p className="qr__address">{shortAddress(screen.url)}</p>
        </div>
      </div>
      <div className="qr__words">
        {screen.total !== null && (
          <>
            <TotalLine total={screen.total} language={language} />
            <hr className="perforation" />
          </>
        )}
        <h1>{t(words.title)}</h1>
        <p className="lead">{t(words.text)}</p>
      </div>
    </section>
  );
}
