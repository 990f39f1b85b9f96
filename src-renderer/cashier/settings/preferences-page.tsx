import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { languages } from '../../../src-main/kernel/languages.ts';
import { languageNames } from '../../text/language-names.ts';
import { useCashier } from '../cashier-context.ts';

export function PreferencesPage() {
  const { view, t, send } = useCashier();
  const setLanguage = (value: string): void => {
    const language = languages.find((known) => known === value);
    if (language !== undefined) void send('language.set', { language });
  };
  return (
    <div className="settings__form">
      <RadioGroup className="choice" value={view.language} onChange={setLanguage}>
        <Label>{t('language')}</Label>
        <div className="choice__options">
          {languages.map((language) => (
            <Radio key={language} className="choice__option" value={language} lang={language}>
              {languageNames[language]}
            </Radio>
          ))}
        </div>
      </RadioGroup>
      <RadioGroup
        className="choice"
        value={view.form}
        onChange={(form) => void send('window.setForm', { form: form === 'dock' ? 'dock' : 'full' })}
      >
        <Label>{t('windowForm')}</Label>
        <div className="choice__options">
          <Radio className="choice__option" value="full">
            {t('formFull')}
          </Radio>
          <Radio className="choice__option" value="dock">
            {t('formDock')}
          </Radio>
        </div>
      </RadioGroup>
      <div className="choice">
        <p className="quiet">{t('quitMeaning')}</p>
        <Button className="button" onPress={() => void send('program.quit', null)}>
          {t('quitProgram')}
        </Button>
      </div>
    </div>
  );
}
