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
import { ConnectionPage } from './connection-page.tsx';
import { DiagnosticsPage } from './diagnostics/diagnostics-page.tsx';
import { LockedSettings } from './locked-settings.tsx';
import { LookPage } from './look/look-page.tsx';
import { PartnerAccessForm } from './partner-access-form.tsx';
import { PinPage } from './pin-page.tsx';
import { PinBadge, ProposePin, useStay } from './pin-parts.tsx';
import { PreferencesPage } from './preferences-page.tsx';
import { SettingsSearch } from './search/settings-search.tsx';
import { useFindable } from './search/use-findable.ts';
import { SettingsGroup } from './settings-group.tsx';
import { SetupPage } from './setup/setup-page.tsx';
import { TillsPage } from './tills-page.tsx';

const pages = [
  { id: 'connection', words: 'settingsConnection', Icon: Cable, Page: ConnectionPage },
  { id: 'tills', words: 'settingsTills', Icon: MonitorSmartphone, Page: TillsPage },
  { id: 'screen', words: 'settingsScreen', Icon: ScanQrCode, Page: LookPage },
  { id: 'receipts', words: 'settingsReceipts', Icon: ReceiptText, Page: ReceiptsGroup },
  { id: 'partner', words: 'partnerAccess', Icon: Store, Page: PartnerAccessForm },
  { id: 'window', words: 'settingsWindow', Icon: AppWindow, Page: PreferencesPage },
] as const;

/** Of this computer and its program: their words come with their pages, and none of them proposes a PIN. */
const ownPages = [
  { id: 'pin', words: 'settingsPin', Icon: LockKeyhole, Page: PinPage },
  { id: 'setup', words: 'settingsSetup', Icon: ListChecks, Page: SetupPage },
  { id: 'diagnostics', words: 'settingsDiagnostics', Icon: Stethoscope, Page: DiagnosticsPage },
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
  const { t, session } = useCashier();
  const page = useSession((now) => now.settingsPage) ?? 'connection';
  const setPage = (settingsPage: string): void => session.setState({ settingsPage });
  const tabs = [
    ...pages.map(({ words, ...tab }) => ({ ...tab, title: t(words), proposesPin: true })),
    ...ownPages.map(({ words, ...tab }) => ({ ...tab, title: t(words), proposesPin: false })),
  ];
  const findable = useFindable(tabs);
  return (
    <Tabs
      className="settings"
      orientation="vertical"
      selectedKey={page}
      onSelectionChange={(key) => setPage(String(key))}
    >
      <SettingsSearch findable={findable} onPage={setPage}>
        <TabList className="settings__tabs" aria-label={t('tabSettings')}>
          {tabs.map(({ id, title, Icon }) => (
            <Tab key={id} id={id} className="settings__tab" data-setting={`page.${id}`}>
              <Icon aria-hidden="true" />
              {title}
            </Tab>
          ))}
        </TabList>
      </SettingsSearch>
      {tabs.map(({ id, Page, proposesPin }) => (
        <TabPanel key={id} id={id} className="settings__panel">
          {proposesPin && <ProposePin onSet={() => setPage('pin')} />}
          <Page />
        </TabPanel>
      ))}
      <PinBadge />
    </Tabs>
  );
}
