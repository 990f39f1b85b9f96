import { ListChecks, Lock } from 'lucide-react';
import { DisclosureGroup } from 'react-aria-components/DisclosureGroup';
import { Button } from '../../ui/button.tsx';
import { Grid, Row, Stack } from '../../ui/layout.tsx';
import { Unanswered, useAnswer } from '../asking.tsx';
import { useCashier } from '../cashier-context.ts';
import { PinPad } from '../pin/pin-pad.tsx';
import { useUnlock } from '../pin/use-unlock.ts';
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

/** What stands in the place of Settings while they are locked: the pad, and what anybody at the till may change. */
export function LockedSettings() {
  const { t } = useCashier();
  const { isBusy, said, unlock } = useUnlock();
  return (
    <Grid className="locked" least={20} gap={[2, 3]} align="start">
      <Stack as="section" gap={1} aria-label={t('lockedTitle')}>
        <Row as="h2" gap={0.6}>
          <Lock aria-hidden="true" />
          {t('lockedTitle')}
        </Row>
        <PinPad
          title={t('pinEnter')}
          action={t('pinUnlock')}
          isBusy={isBusy}
          said={said}
          onPin={(pin) => void unlock(pin)}
        />
        <p className="quiet">{t('pinForgotten')}</p>
      </Stack>
      <Stack as="section" gap={1} aria-label={t('withoutPin')}>
        <h2>{t('withoutPin')}</h2>
        {/* The language of whoever works here, how the window stands, and the end of the day. */}
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
