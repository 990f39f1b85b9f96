import {
  AppWindow,
  Cable,
  ListChecks,
  LockKeyhole,
  MonitorSmartphone,
  ReceiptText,
  ScanQrCode,
  Stethoscope,
  Store,
} from 'lucide-react';
import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { useCashier, useSession } from '../cashier-context.ts';
import { useSetupText } from '../use-setup-text.ts';
import { ConnectionPage } from './connection-page.tsx';
import { DiagnosticsPage } from './diagnostics/diagnostics-page.tsx';
import { LockedSettings } from './locked-settings.tsx';
import { LookPage } from './look/look-page.tsx';
import { OnboardingPage } from './onboarding/onboarding-page.tsx';
import { PinPage } from './pin-page.tsx';
import { PinBadge, ProposePin, useStay } from './pin-parts.tsx';
import { PreferencesPage } from './preferences-page.tsx';
import { SettingsGroup } from './settings-group.tsx';
import { SetupPage } from './setup/setup-page.tsx';
import { TillsPage } from './tills-page.tsx';

const pages = [
  { id: 'connection', words: 'settingsConnection', Icon: Cable, Page: ConnectionPage },
  { id: 'tills', words: 'settingsTills', Icon: MonitorSmartphone, Page: TillsPage },
  { id: 'screen', words: 'settingsScreen', Icon: ScanQrCode, Page: LookPage },
  { id: 'receipts', words: 'settingsReceipts', Icon: ReceiptText, Page: ReceiptsGroup },
  { id: 'onboarding', words: 'settingsOnboarding', Icon: Store, Page: OnboardingPage },
  { id: 'window', words: 'settingsWindow', Icon: AppWindow, Page: PreferencesPage },
] as const;

function ReceiptsGroup() {
  return (
    <div className="settings__form">
      <SettingsGroup page="receipts" />
    </div>
  );
}

/** Behind the PIN, where one is set. What was typed stays while the pad is in its place. */
export function SettingsPage() {
  const { view } = useCashier();
  const isLocked = view.pin.isSet && view.pin.unlockedUntil === null;
  const [wasOpen, setWasOpen] = useState(false);
  const stay = useStay();
  if (!isLocked && !wasOpen) setWasOpen(true);
  return (
    <>
      {isLocked && <LockedSettings />}
      {wasOpen && (
        <div
          className="settings__kept"
          hidden={isLocked}
          inert={isLocked}
          onPointerDownCapture={stay}
          onKeyDownCapture={stay}
        >
          <OpenSettings />
        </div>
      )}
    </>
  );
}

function OpenSettings() {
  const { t } = useCashier();
  const s = useSetupText();
  const { session } = useCashier();
  const page = useSession((now) => now.settingsPage) ?? 'connection';
  const setPage = (settingsPage: string): void => session.setState({ settingsPage });
  return (
    <Tabs
      className="settings"
      orientation="vertical"
      selectedKey={page}
      onSelectionChange={(key) => setPage(String(key))}
    >
      <TabList className="settings__tabs" aria-label={t('tabSettings')}>
        {pages.map(({ id, words, Icon }) => (
          <Tab key={id} id={id} className="settings__tab">
            <Icon aria-hidden="true" />
            {t(words)}
          </Tab>
        ))}
        <Tab id="pin" className="settings__tab">
          <LockKeyhole aria-hidden="true" />
          {s('settingsPin')}
        </Tab>
        <Tab id="setup" className="settings__tab">
          <ListChecks aria-hidden="true" />
          {s('settingsSetup')}
        </Tab>
        <Tab id="diagnostics" className="settings__tab">
          <Stethoscope aria-hidden="true" />
          {s('settingsDiagnostics')}
        </Tab>
      </TabList>
      {pages.map(({ id, Page }) => (
        <TabPanel key={id} id={id} className="settings__panel">
          {page !== 'pin' && <ProposePin onSet={() => setPage('pin')} />}
          <Page />
        </TabPanel>
      ))}
      <TabPanel id="pin" className="settings__panel">
        <PinPage />
      </TabPanel>
      <TabPanel id="setup" className="settings__panel">
        <SetupPage />
      </TabPanel>
      <TabPanel id="diagnostics" className="settings__panel">
        <DiagnosticsPage />
      </TabPanel>
      <PinBadge />
    </Tabs>
  );
}
