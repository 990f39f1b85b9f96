import type { CustomerView } from '../../src-main/contract/views.ts';
import type { Language } from '../../src-main/kernel/languages.ts';
import { customerText } from '../text/customer-text.ts';
import { TrainingFrame } from '../ui/training-frame.tsx';
import { BrandMark } from './brand-mark.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Screen } from './screen.tsx';

interface CustomerWindowProps {
  readonly view: CustomerView;
  readonly onLanguage: (language: Language) => void;
}

export function CustomerWindow({ view, onLanguage }: CustomerWindowProps) {
  const t = customerText(view.language);
  return (
    <div className="customer">
      <header className="customer__head">
        <BrandMark brand={view.brand} />
        {view.training && <TrainingFrame label={t('training')} />}
      </header>
      <main className="customer__stage" key={view.screen.kind} aria-live="polite">
        <Screen screen={view.screen} language={view.language} />
      </main>
      <footer className="customer__foot">
        <LanguageSwitch
          label={t('chooseLanguage')}
          languages={view.languages}
          current={view.language}
          onChoose={onLanguage}
        />
      </footer>
    </div>
  );
}
