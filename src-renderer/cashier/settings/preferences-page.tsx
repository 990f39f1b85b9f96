import { Button } from 'react-aria-components/Button';
import { useCashier } from '../cashier-context.ts';
import { Setting, SettingsGroup } from './settings-group.tsx';

export function PreferencesPage() {
  return (
    <div className="settings__form">
      <SettingsGroup page="window" />
      <Quit />
    </div>
  );
}

/** What needs no PIN: the language of whoever works here, how the window stands, and the end of the day. */
export function OpenPreferences() {
  return (
    <div className="settings__form">
      <Setting name="cashier.language" />
      <Setting name="cashier.form" />
      <Setting name="cashier.dockSide" />
      <Setting name="cashier.dockCollapsed" />
      <Setting name="cashier.dockOpensOnSale" />
      <Quit />
    </div>
  );
}

function Quit() {
  const { t, send } = useCashier();
  return (
    <div className="choice">
      <p className="quiet">{t('quitMeaning')}</p>
      <Button className="button" onPress={() => void send('program.quit', null)}>
        {t('quitProgram')}
      </Button>
    </div>
  );
}
