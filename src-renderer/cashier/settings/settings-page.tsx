import { AppWindow, Cable, MonitorSmartphone, ReceiptText, ScanQrCode, Store } from 'lucide-react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { useCashier } from '../cashier-context.ts';
import { ConnectionPage } from './connection-page.tsx';
import { OnboardingPage } from './onboarding/onboarding-page.tsx';
import { PreferencesPage } from './preferences-page.tsx';
import { SettingsGroup } from './settings-group.tsx';
import { TillsPage } from './tills-page.tsx';

const pages = ['screen', 'receipts'] as const;

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
        <Tab id="screen" className="settings__tab">
          <ScanQrCode aria-hidden="true" />
          {t('settingsScreen')}
        </Tab>
        <Tab id="receipts" className="settings__tab">
          <ReceiptText aria-hidden="true" />
          {t('settingsReceipts')}
        </Tab>
        <Tab id="onboarding" className="settings__tab">
          <Store aria-hidden="true" />
          {t('settingsOnboarding')}
        </Tab>
        <Tab id="window" className="settings__tab">
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
      {pages.map((page) => (
        <TabPanel key={page} id={page} className="settings__panel">
          <div className="settings__form">
            <SettingsGroup page={page} />
          </div>
        </TabPanel>
      ))}
      <TabPanel id="onboarding" className="settings__panel">
        <OnboardingPage />
      </TabPanel>
      <TabPanel id="window" className="settings__panel">
        <PreferencesPage />
      </TabPanel>
    </Tabs>
  );
}
