import { AppWindow, Cable, MonitorSmartphone } from 'lucide-react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { useCashier } from '../cashier-context.ts';
import { ConnectionPage } from './connection-page.tsx';
import { PreferencesPage } from './preferences-page.tsx';
import { TillsPage } from './tills-page.tsx';

export function SettingsPage() {
  const { t } = useCashier();
  return (
    <Tabs className="settings" orientation="vertical">
      <TabList className="settings__tabs" aria-label={t('tabSettings')}>
        <Tab id="connection" className="settings__tab">
          <Cable aria-hidden="true" />
          {t('settingsConnection')}
        </Tab>
        <Tab id="tills" className="settings__tab">
          <MonitorSmartphone aria-hidden="true" />
          {t('settingsTills')}
        </Tab>
        <Tab id="preferences" className="settings__tab">
          <AppWindow aria-hidden="true" />
          {t('settingsWindow')}
        </Tab>
      </TabList>
      <TabPanel id="connection" className="settings__panel">
        <ConnectionPage />
      </TabPanel>
      <TabPanel id="tills" className="settings__panel">
        <TillsPage />
      </TabPanel>
      <TabPanel id="preferences" className="settings__panel">
        <PreferencesPage />
      </TabPanel>
    </Tabs>
  );
}
