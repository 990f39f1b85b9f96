import { CircleCheck, Printer } from 'lucide-react';
import { useState } from 'react';
import { shownText } from '../../src-main/shared/foreign-text.ts';
import type { Language } from '../../src-main/shared/languages.ts';
import type { Brand, CustomerView } from '../../src-main/shared/views.ts';
import { customerText, languageNames } from '../text/i18n.ts';
import { useViewport } from '../ui/qr-code.tsx';
import { TrainingFrame } from '../ui/training-frame.tsx';
import { Fitted } from './fitted.tsx';
import { roomsFor } from './room.ts';
import { Screen } from './screen.tsx';
import { typeSizes } from './type-size.ts';

interface CustomerWindowProps {
  readonly view: CustomerView;
  readonly onLanguage: (language: Language) => void;
  /** Absent in a preview, which cannot be touched. */
  readonly onTouch?: (what: keyof CustomerView['touch']) => void;
}

const beforeReceipt: readonly string[] = ['idle', 'basket', 'welcome', 'qr', 'account'];

/** Fills its box, whose size `useViewport` reports: the window, or the frame of a preview. */
export function CustomerWindow({ view, onLanguage, onTouch = () => undefined }: CustomerWindowProps) {
  const t = customerText(view.language);
  const viewport = useViewport();
  const { unitPx, sentencePx, headlinePx, least } = typeSizes(viewport, view.inches);
  const sizes = {
    '--u': `${unitPx}px`,
    '--sentence-base': `${sentencePx}px`,
    '--headline-base': `${headlinePx}px`,
    '--sentence-least': `${least.sentencePx}px`,
    '--headline-least': `${least.headlinePx}px`,
  };
  return (
    <div className="display" style={sizes}>
      <div className="customer">
        <header className="customer__head">
          <BrandMark brand={view.brand} />
          {/* The notice is shown until the customer has a digital or printed receipt. */}
          {beforeReceipt.includes(view.screen.kind) && <Notice view={view} />}
          {view.training && <TrainingFrame label={t('training')} />}
        </header>
        {/* The stage stays mounted, because a region that appears with its text is not read out. */}
        <main className="customer__stage" aria-live="polite">
          <Fitted key={view.screen.kind} of={JSON.stringify([view, viewport])} rooms={roomsFor(view.screen)}>
            <Screen screen={view.screen} language={view.language} texts={view.texts} pictures={view.brand.pictures} />
          </Fitted>
        </main>
        <footer className="customer__foot">
          <LanguageSwitch view={view} onLanguage={onLanguage} />
          <TouchButtons view={view} onTouch={onTouch} />
        </footer>
      </div>
    </div>
  );
}

/** The notice has one line. The customer's own address has priority over the sentence that the law requires. */
function Notice({ view: { email, paperNotice, language } }: Pick<CustomerWindowProps, 'view'>) {
  const t = customerText(language);
  const words = email == null ? paperNotice && t('printedOnRequest') : t('email', { address: email.masked });
  return words && <p className="customer__notice">{words}</p>;
}

function BrandMark({ brand }: { readonly brand: Brand }) {
  const [broken, setBroken] = useState<string | null>(null);
  const { logo, shopName } = brand;
  return logo === null || logo === broken ? (
    <p className="brand">
      <bdi>{shownText(shopName)}</bdi>
    </p>
  ) : (
    <img className="brand brand--logo" src={logo} alt={shownText(shopName)} onError={() => setBroken(logo)} />
  );
}

/** Only displays with touch have this switch. Main restores the shop's language with the next sale. */
function LanguageSwitch({ view, onLanguage }: Pick<CustomerWindowProps, 'view' | 'onLanguage'>) {
  if (view.languages.length < 2) return null;
  return (
    <nav className="languages" aria-label={customerText(view.language)('chooseLanguage')}>
      <ul>
        {view.languages.map((language) => (
          <li key={language}>
            <button
              type="button"
              lang={language}
              aria-current={language === view.language ? 'true' : undefined}
              onClick={() => onLanguage(language)}
            >
              {languageNames[language]}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TouchButtons({ view: { touch, language }, onTouch }: Pick<Required<CustomerWindowProps>, 'view' | 'onTouch'>) {
  const t = customerText(language);
  // These answers share one place, so only the first possible one is shown.
  const first = touch.agree ? 'agree' : touch.again ? 'again' : 'scanned';
  if (!touch[first] && !touch.paper) return null;
  return (
    <div className="touch">
      {touch.paper && (
        <button type="button" className="touch__button" onClick={() => onTouch('paper')}>
          <Printer aria-hidden="true" strokeWidth={1.75} />
          {t('paperPlease')}
        </button>
      )}
      {touch[first] && (
        <button
          key={first}
          type="button"
          className={first === 'again' ? 'touch__button' : 'touch__button touch__button--first'}
          onClick={() => onTouch(first)}
        >
          {first !== 'again' && <CircleCheck aria-hidden="true" strokeWidth={1.75} />}
          {t(first)}
        </button>
      )}
    </div>
  );
}
