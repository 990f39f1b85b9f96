import { Button } from 'react-aria-components/Button';
import { useCashier } from '../cashier-context.ts';
import { SettingsGroup } from './settings-group.tsx';

export function PreferencesPage() {
  const { t, send } = useCashier();
  return (
    <div className="settings__form">
      <SettingsGroup page="window" />
      <div className="choice">
        <p className="quiet">{t('quitMeaning')}</p>
        <Button className="button" onPress={() => void send('program.quit', null)}>
          {t('quitProgram')}
        </Button>
      </div>
    </div>
  );
}
