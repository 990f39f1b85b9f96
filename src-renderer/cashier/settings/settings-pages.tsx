import { ListChecks } from 'lucide-react';
import { DisclosureGroup } from 'react-aria-components/DisclosureGroup';
import { Button } from '../../ui/button.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { Unanswered, useAnswer } from '../asking.tsx';
import { useCashier } from '../cashier-context.ts';
import { ConnectionForm } from './connection-form.tsx';
import { DataKey } from './diagnostics/data-key.tsx';
import { Health } from './diagnostics/health.tsx';
import { LogView } from './diagnostics/log-view.tsx';
import { SupportFile } from './diagnostics/support-file.tsx';
import { Drawer } from './drawer.tsx';
import { PairedTills } from './paired-tills.tsx';
import { PartnerAccessForm } from './partner-access-form.tsx';
import { PinSettings } from './pin-settings.tsx';
import { Setting, SettingsGroup } from './settings-group.tsx';

export function ShopPage() {
  const { t, session } = useCashier();
  return (
    <div className="settings__form">
      <PinSettings />
      <div className="settings__columns">
        <SettingsGroup page="shop" />
      </div>
      <Row className="settings__end" align="start">
        <Button icon={ListChecks} onPress={() => session.setState({ welcome: true, notice: null })}>
          {t('settingsSetup')}
        </Button>
        <Quit />
      </Row>
    </div>
  );
}

/** What needs no PIN: the language of whoever works here, how the window stands, and the end of the day. */
export function OpenSettings() {
  return (
    <div className="settings__form">
      <Setting name="cashier.language" />
      <Setting name="cashier.form" />
      <Setting name="cashier.dockSide" />
      <Quit />
    </div>
  );
}

function Quit() {
  const { t, send } = useCashier();
  return (
    <div className="choice">
      <Button onPress={() => void send('program.quit', null)}>{t('quitProgram')}</Button>
      <p className="quiet">{t('quitMeaning')}</p>
    </div>
  );
}

export function TillsPage() {
  return (
    <div className="settings__form">
      <PairedTills />
      <SettingsGroup page="tills" />
    </div>
  );
}

export function ServicePage() {
  // Asked for each time the page is opened: secrets never come with it.
  const asked = useAnswer('connection.get', null);
  return (
    <Stack gap={1.75}>
      {asked.value === null ? <Unanswered asked={asked} /> : <ConnectionForm stored={asked.value} />}
      <Health />
      <SupportFile />
    </Stack>
  );
}

/** What nobody at a counter needs: one drawer open at a time. */
export function ExpertPage() {
  const { t } = useCashier();
  return (
    <Stack as={DisclosureGroup} gap={0.5} defaultExpandedKeys={[t('settingsMore')]}>
      <Drawer title={t('settingsMore')}>
        <div className="settings__columns">
          <SettingsGroup page="expert" />
        </div>
      </Drawer>
      <Drawer title={t('partnerAccess')}>
        <PartnerAccessForm />
      </Drawer>
      <Drawer title={t('encryptionTitle')}>
        <DataKey />
      </Drawer>
      <Drawer title={t('logTitle')}>
        <LogView />
      </Drawer>
    </Stack>
  );
}
