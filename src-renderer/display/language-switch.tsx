import type { Language } from '../../src-main/lib/languages.ts';
import { languageNames } from '../text/language-names.ts';

interface LanguageSwitchProps {
  readonly label: string;
  readonly languages: readonly Language[];
  readonly current: Language;
  readonly onChoose: (language: Language) => void;
}

/** Touch only; main puts the shop's language back with the next sale. */
export function LanguageSwitch({ label, languages, current, onChoose }: LanguageSwitchProps) {
  if (languages.length < 2) return null;
  return (
    <nav className="languages" aria-label={label}>
      <ul>
        {languages.map((language) => (
          <li key={language}>
            <button
              type="button"
              lang={language}
              aria-current={language === current ? 'true' : undefined}
              onClick={() => onChoose(language)}
            >
              {languageNames[language]}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
