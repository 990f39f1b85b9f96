import {
  Cable,
  ListChecks,
  Lock,
  type LucideIcon,
  MonitorSmartphone,
  Printer,
  ScanQrCode,
  Store,
  Wrench,
} from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { DisclosureGroup } from 'react-aria-components/DisclosureGroup';
import { formatTime, t } from '../../text/cashier-words.ts';
import type { PlainCashierKey } from '../../text/i18n.ts';
import { Button, Grid, Row, Stack } from '../../ui/controls.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { UnlockPad } from '../pin/pin-pad.tsx';
import { useIsLocked, useStay } from '../pin/unlock.tsx';
import { Unanswered, useAnswer } from '../query-state.tsx';
import { send, session, useSession, useView } from '../window-state.tsx';
import type { ConnectionDraft } from './connection-draft.ts';
import { ConnectionForm } from './connection-form.tsx';
import { CountryRules } from './country-rules.tsx';
import { DataKey } from './data-key.tsx';
import { HealthPanel, LogView, SupportFile } from './diagnostics/diagnostics.tsx';
import { Drawer } from './drawer.tsx';
import { LiveNow } from './live-now.tsx';
import { DisplaysControl } from './look/displays-control.tsx';
import { LookPreview } from './look/look-preview.tsx';
import { PicturesControl } from './look/pictures-control.tsx';
import { type Look, LookContext } from './look/previewed.ts';
import { PairedTillList } from './paired-tills.tsx';
import { PartnerAccessForm } from './partner-access-form.tsx';
import { PinSettings } from './pin-settings.tsx';
import { PrinterPage } from './printer-page.tsx';
import { Setting, SettingsGroup } from './settings-group.tsx';

function ShopPage() {
  return (
    <div className="settings__form">
      <PinSettings />
      <div className="settings__columns">
        <SettingsGroup page="shop" />
      </div>
      <CountryRules />
      <DataKey />
      <Row className="settings__end" align="start">
        <Button icon={ListChecks} onPress={() => session.setState({ welcome: true, notice: null })}>
          {t('settingsSetup')}
        </Button>
        <Quit />
      </Row>
    </div>
  );
}

/** Replaces Settings while they are locked, with the PIN pad and the settings that need no PIN. */
function LockedSettings() {
  return (
    <Grid className="settings__panel" least={20} gap={[2, 3]} align="start">
      <Stack as="section" gap={1} aria-label={t('lockedTitle')}>
        <Row as="h2" gap={0.6}>
          <Lock aria-hidden="true" />
          {t('lockedTitle')}
        </Row>
        <UnlockPad />
        <p className="quiet">{t('pinForgotten')}</p>
      </Stack>
      <Stack as="section" gap={1} aria-label={t('withoutPin')}>
        <h2>{t('withoutPin')}</h2>
        <div className="settings__form">
          <Setting name="cashier.language" />
          <Setting name="cashier.form" />
          <Setting name="cashier.dockSide" />
          <Quit />
        </div>
      </Stack>
    </Grid>
  );
}

function Quit() {
  return (
    <div className="choice">
      <Button onPress={() => void send('program.quit', null)}>{t('quitProgram')}</Button>
      <p className="quiet">{t('quitMeaning')}</p>
    </div>
  );
}

function TillsPage() {
  return (
    <div className="settings__form">
      <PairedTillList />
      <SettingsGroup page="tills" />
    </div>
  );
}

interface PageProps {
  /** What is typed for the connection. It ends with Settings. */
  readonly typed: ConnectionDraft | null;
  readonly onTyped: (draft: ConnectionDraft | null) => void;
}

function ServicePage(typing: PageProps) {
  // Requested each time the page is opened; the answer contains no secrets.
  const query = useAnswer('connection.get', null);
  return (
    <Stack gap={1.75}>
      {query.value === null ? <Unanswered of={query} /> : <ConnectionForm stored={query.value} {...typing} />}
      <LiveNow />
      <HealthPanel />
      <SupportFile />
    </Stack>
  );
}

function ExpertPage() {
  return (
    <Stack as={DisclosureGroup} gap={0.5} defaultExpandedKeys={['more']}>
      <Drawer id="more" title={t('settingsMore')}>
        <div className="settings__columns">
          <SettingsGroup page="expert" />
        </div>
      </Drawer>
      <Drawer title={t('partnerAccess')}>
        <PartnerAccessForm />
      </Drawer>
      <Drawer title={t('logTitle')}>
        <LogView />
      </Drawer>
    </Stack>
  );
}

const pages: readonly { id: string; words: PlainCashierKey; Icon: LucideIcon; Page: ComponentType<PageProps> }[] = [
  { id: 'shop', words: 'settingsShop', Icon: Store, Page: ShopPage },
  { id: 'screen', words: 'settingsScreen', Icon: ScanQrCode, Page: LookPage },
  { id: 'tills', words: 'settingsTills', Icon: MonitorSmartphone, Page: TillsPage },
  { id: 'printer', words: 'settingsPrinter', Icon: Printer, Page: PrinterPage },
  { id: 'service', words: 'settingsService', Icon: Cable, Page: ServicePage },
  { id: 'expert', words: 'settingsExpert', Icon: Wrench, Page: ExpertPage },
];

/** Settings need the PIN, if one is set. Typed values stay while the pad replaces the page. */
export function SettingsPage() {
  const isLocked = useIsLocked();
  const [wasOpen, setWasOpen] = useState(false);
  const stay = useStay();
  if (!isLocked && !wasOpen) setWasOpen(true);
  return (
    <>
      {isLocked && <LockedSettings />}
      {wasOpen && (
        <div className="whole" hidden={isLocked} inert={isLocked} onPointerDownCapture={stay} onKeyDownCapture={stay}>
          <Pages />
        </div>
      )}
    </>
  );
}

function Pages() {
  const view = useView();
  const { unlockedUntil } = view.pin;
  const [typed, setTyped] = useState<ConnectionDraft | null>(null);
  const page = useSession((now) => now.settingsPage) ?? 'shop';
  return (
    <Tabs className="settings" selected={page} select={(settingsPage) => session.setState({ settingsPage })}>
      <Row as="header" className="settings__head" gap={[0.25, 0.75]} justify="space-between">
        <Row as={TabList} gap={[0.25, 0.75]} aria-label={t('tabSettings')}>
          {pages.map(({ id, words, Icon }) => (
            <Tab key={id} id={id} className="line pill settings__tab">
              <Icon aria-hidden="true" />
              {t(words)}
            </Tab>
          ))}
        </Row>
        {unlockedUntil !== null && (
          <Row gap={[0.25, 0.75]}>
            <Button icon={Lock} onPress={() => void send('pin.lock', null)}>
              {t('lockNow')}
            </Button>
            <p className="quiet">{t('unlockedUntil', { time: formatTime(unlockedUntil) })}</p>
          </Row>
        )}
      </Row>
      {pages.map(({ id, Page }) => (
        <TabPanel key={id} id={id} className="settings__panel">
          <Page typed={typed} onTyped={setTyped} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

function LookPage() {
  const view = useView();
  const [look, setLook] = useState<Omit<Look, 'change'>>({
    shows: 'idle',
    language: view.settings['screen.language'].value,
    draft: {},
  });
  const change: Look['change'] = (part) => setLook((now) => ({ ...now, ...part }));
  return (
    <LookContext value={{ ...look, change }}>
      <Grid className="look" least={20} gap={[1.5, 2]} align="start">
        <div className="settings__form">
          <DisplaysControl />
          <PicturesControl />
          <SettingsGroup page="screen" />
        </div>
        <div className="settings__form">
          <LookPreview />
          <SettingsGroup page="screen.words" />
        </div>
      </Grid>
    </LookContext>
  );
}
