import { useState } from 'react';
import { shownText } from '../../src-main/lib/foreign-text.ts';
import type { Language } from '../../src-main/lib/languages.ts';
import type { Brand, CustomerView } from '../../src-main/lib/views.ts';
import { customerText } from '../text/i18n.ts';
import { TrainingFrame } from '../ui/training-frame.tsx';
import { useViewport } from '../ui/use-viewport.ts';
import { Fitted } from './fitted.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { roomsFor } from './room.ts';
import { Screen } from './screen.tsx';
import { TouchButtons } from './touch-buttons.tsx';
import { typeSizes } from './type-size.ts';

interface CustomerWindowProps {
  readonly view: CustomerView;
  readonly onLanguage: (language: Language) => void;
  /** Left out in a preview, which nobody touches. */
  readonly onTouch?: (what: keyof CustomerView['touch']) => void;
}

/** As large as the box it stands in, whose size `useViewport` says: the window, or a preview's frame. */
export function CustomerWindow({ view, onLanguage, onTouch = () => undefined }: CustomerWindowProps) {
  const t = customerText(view.language);
  const viewport = useViewport();
  const { unitPx, sentencePx, headlinePx } = typeSizes(viewport, view.inches);
  const sizes = {
    '--u': `${unitPx}px`,
    '--sentence-base': `${sentencePx}px`,
    '--headline-base': `${headlinePx}px`,
  };
  return (
    <div className="display" style={sizes}>
      <div className="customer">
        <header className="customer__head">
          <BrandMark brand={view.brand} />
          {view.training && <TrainingFrame label={t('training')} />}
        </header>
        {/* Stays, while what is in it comes anew: a region that comes with its words is not read out. */}
        <main className="customer__stage" aria-live="polite">
          <Fitted key={view.screen.kind} of={JSON.stringify([view, viewport])} rooms={roomsFor(view.screen.kind)}>
            <Screen screen={view.screen} language={view.language} texts={view.texts} pictures={view.brand.pictures} />
          </Fitted>
        </main>
        <footer className="customer__foot">
          <LanguageSwitch
            label={t('chooseLanguage')}
            languages={view.languages}
            current={view.language}
            onChoose={onLanguage}
          />
          <TouchButtons touch={view.touch} t={t} onTouch={onTouch} />
        </footer>
      </div>
    </div>
  );
}

/** The logo, or the shop's name where there is none that can be shown. */
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
