import { Cable, MonitorSmartphone, ScanQrCode, Store, Wrench } from 'lucide-react';
import { useState } from 'react';
import { Row } from '../../ui/layout.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { useCashier, useSession } from '../cashier-context.ts';
import { LookPage } from './look/look-page.tsx';
import { PinBadge, useStay } from './pin-parts.tsx';
import { ExpertPage, LockedSettings, ServicePage, ShopPage, TillsPage } from './settings-pages.tsx';

const pages = [
  { id: 'shop', words: 'settingsShop', Icon: Store, Page: ShopPage },
  { id: 'screen', words: 'settingsScreen', Icon: ScanQrCode, Page: LookPage },
  { id: 'tills', words: 'settingsTills', Icon: MonitorSmartphone, Page: TillsPage },
  { id: 'service', words: 'settingsService', Icon: Cable, Page: ServicePage },
  { id: 'expert', words: 'settingsExpert', Icon: Wrench, Page: ExpertPage },
] as const;

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
          <Pages />
        </div>
      )}
    </>
  );
}

function Pages() {
  const { t, session } = useCashier();
  const page = useSession((now) => now.settingsPage) ?? 'shop';
  return (
    <Tabs className="settings" selected={page} select={(settingsPage) => session.setState({ settingsPage })}>
      <Row as="header" className="settings__head" gap={[0.25, 0.75]} justify="space-between">
        <Row as={TabList} gap={[0.25, 0.75]} aria-label={t('tabSettings')}>
          {pages.map(({ id, words, Icon }) => (
            <Tab key={id} id={id} className="settings__tab">
              <Icon aria-hidden="true" />
              {t(words)}
            </Tab>
          ))}
        </Row>
        <PinBadge />
      </Row>
      {pages.map(({ id, Page }) => (
        <TabPanel key={id} id={id} className="settings__panel">
          <Page />
        </TabPanel>
      ))}
    </Tabs>
  );
}
