import type { Language } from '../../../../src-main/shared/languages.ts';
import type { OwnWords } from '../../../../src-main/shared/shop-look.ts';
import type { CustomerScreen, CustomerView } from '../../../../src-main/shared/views.ts';
import { touchOff } from '../../../../src-main/shared/views.ts';
import { CustomerWindow } from '../../../display/customer-window.tsx';
import { t, wordsOf } from '../../../text/cashier-words.ts';
import { Choice } from '../../../ui/controls.tsx';
import { PreviewOf, useViewport } from '../../../ui/qr-code.tsx';
import { useView } from '../../window-state.tsx';
import { previewScreen, previews, useLook } from './previewed.ts';
import '../../../display/customer.css';
import '../../../display/screens.css';
import './look.css';

/** The size of a preview if no display is connected. */
const usualSize = { width: 1280, height: 800 } as const;

interface PreviewProps {
  readonly label: string;
  readonly screen: CustomerScreen;
  readonly language: Language;
  readonly draft?: OwnWords;
}

/** The preview is drawn in the display's size and then scaled down, so that lines break in the same places. */
export function Preview({ label, screen, language, draft = {} }: PreviewProps) {
  const view = useView();
  const { settings } = view;
  const drawn: CustomerView = {
    training: view.training,
    language,
    languages: settings['screen.touch'].value === 'no' ? [] : settings['screen.languages'].value,
    touch: touchOff.touch,
    country: view.country,
    brand: view.brand,
    texts: { ...settings['screen.texts'].value[language], ...draft },
    inches: settings['screen.inches'].value,
    paperNotice: settings['screen.paperNotice'].value,
    screen,
  };

  const { ratio } = useViewport();
  const size = view.displays.find(({ use }) => use === 'customer') ?? usualSize;

  return (
    <div
      className="look__frame"
      role="img"
      aria-label={label}
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
    >
      <div
        className="look__display"
        aria-hidden="true"
        inert
        lang={language}
        style={{ width: size.width, height: size.height, scale: `calc(100cqw / ${size.width}px)` }}
      >
        <PreviewOf value={{ width: size.width, height: size.height, ratio }}>
          <CustomerWindow view={drawn} onLanguage={() => undefined} />
        </PreviewOf>
      </div>
    </div>
  );
}

export function LookPreview() {
  const view = useView();
  const { shows, language, draft, change } = useLook();
  const screen = previewScreen(shows, view.till.currency, t('previewItems').split('|'));
  const label = t('previewOf', { screen: t(wordsOf('preview', shows)) });
  return (
    <section className="look__preview" aria-label={t('preview')}>
      <Preview label={label} screen={screen} language={language} draft={draft} />
      <Choice
        label={t('previewShows')}
        value={shows}
        options={previews.map((value) => ({ value, words: t(wordsOf('preview', value)) }))}
        onChoose={(next) => change({ shows: next })}
      />
    </section>
  );
}
