import { AppWindow, Cable, MonitorSmartphone, ReceiptText, ScanQrCode, Store } from 'lucide-react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { useCashier } from '../cashier-context.ts';
import { ConnectionPage } from './connection-page.tsx';
import { OnboardingPage } from './onboarding/onboarding-page.tsx';
import { PreferencesPage } from './preferences-page.tsx';
import { SettingsGroup } from './settings-group.tsx';
import { TillsPage } from './tills-page.tsx';

const pages = [
  { id: 'connection', words: 'settingsConnection', Icon: Cable, Page: ConnectionPage },
  { id: 'tills', words: 'settingsTills', Icon: MonitorSmartphone, Page: TillsPage },
  { id: 'screen', words: 'settingsScreen', Icon: ScanQrCode, Page: () => <Group page="screen" /> },
  { id: 'receipts', words: 'settingsReceipts', Icon: ReceiptText, Page: () => <Group page="receipts" /> },
  { id: 'onboarding', words: 'settingsOnboarding', Icon: Store, Page: OnboardingPage },
  { id: 'window', words: 'settingsWindow', Icon: AppWindow, Page: PreferencesPage },
] as const;

function Group({ page }: { readonly page: 'screen' | 'receipts' }) {
  return (
    <div className="settings__form">
      <SettingsGroup page={page} />
    </div>
  );
}

export function SettingsPage() {
  const { t } = useCashier();
  return (
    <Tabs className="settings" orientation="vertical">
      <TabList className="settings__tabs" aria-label={t('tabSettings')}>
        {pages.map(({ id, words, Icon }) => (
          <Tab key={id} id={id} className="settings__tab">
            <Icon aria-hidden="true" />
            {t(words)}
          </Tab>
        ))}
      </TabList>
      {pages.map(({ id, Page }) => (
        <TabPanel key={id} id={id} className="settings__panel">
          <Page />
        </TabPanel>
      ))}
    </Tabs>
  );
}
