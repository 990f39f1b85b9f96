import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import type { Connection } from '../../../src-main/shared/connection.ts';
import { languages } from '../../../src-main/shared/languages.ts';
import type { CommandOutput } from '../../../src-main/shared/window-commands.ts';
import { formatMoney, formatPercent, t } from '../../text/cashier-words.ts';
import { languageNames } from '../../text/i18n.ts';
import { Button, Card, Choice, Grid } from '../../ui/controls.tsx';
import { Unanswered, useAnswer } from '../query-state.tsx';
import { QrHere } from '../sale/qr-here.tsx';
import { draftToInput } from '../settings/connection-draft.ts';
import { ConnectionForm } from '../settings/connection-form.tsx';
import { CountryRules } from '../settings/country-rules.tsx';
import { Drawer } from '../settings/drawer.tsx';
import { LiveNow } from '../settings/live-now.tsx';
import { DisplaysControl } from '../settings/look/displays-control.tsx';
import { Preview } from '../settings/look/look-preview.tsx';
import { FixedBy } from '../settings/setting-field.tsx';
import { Setting } from '../settings/settings-group.tsx';
import { send, useBusy, useIsFixed, useSetting, useView } from '../window-state.tsx';
import { SetupCodeField } from './setup-code-field.tsx';

export function LanguageStep({ onChosen }: { readonly onChosen: () => void }) {
  const { value, isLocked, set } = useSetting('cashier.language');
  return (
    <>
      <Grid className="welcome__languages" least={14}>
        {languages.map((language) => (
          <Button
            key={language}
            lang={language}
            aria-current={language === value}
            isDisabled={isLocked}
            onPress={() => void set(language).then((isSaved) => isSaved && onChosen())}
          >
            {languageNames[language]}
          </Button>
        ))}
      </Grid>
      <FixedBy keys={['cashier.language']} />
    </>
  );
}

export function ShopStep() {
  const view = useView();
  const { currency, vatPercents } = view.till;
  const rates = vatPercents.map((percent) => formatPercent(percent)).join(' · ');
  return (
    <>
      <Grid least={22} gap={[1.25, 2]} align="start">
        <Setting name="screen.shopName" />
        <Drawer title={t('setupSets', { currency, rates })}>
          <Setting name="cashier.currency" />
          <Setting name="cashier.vatPercents" />
          <Setting name="delivery.cashRoundingCents" />
          <Setting name="consent.needed" />
          <Setting name="delivery.offlineRule" />
        </Drawer>
        <CountryRules />
      </Grid>
      <Setting name="cashier.country" />
    </>
  );
}

function LivePreview() {
  const view = useView();
  const { screen, language } = view.status.display;
  const start = view.settings['screen.language'].value;
  return <Preview label={t('customerScreen')} screen={screen ?? { kind: 'idle' }} language={language ?? start} />;
}

export function DisplayStep() {
  const view = useView();
  const isOn = view.status.display.connected;
  return (
    <Grid least={22} gap={[1.25, 2]} align="start">
      <div className="settings__form">
        <div role="status">
          {!isOn && (
            <Card as="p" tone="bad" gap={0.875}>
              <b>{t('displayOff')}</b>
              {t('setupDisplayOff')}
            </Card>
          )}
        </div>
        <DisplaysControl />
        <Setting name="screen.language" />
      </div>
      <LivePreview />
    </Grid>
  );
}

const exampleAmount = 10;

/** One touch makes and pays a training sale. Without a customer display the code is shown here. */
export function ReceiptStep() {
  const view = useView();
  const opening = useBusy('sale.new');
  const paying = useBusy('sale.pay');
  const { sale, till, training } = view;
  const isSold = sale !== null && sale.origin === 'hand' && sale.state !== 'open';
  const amount = formatMoney({ amount: exampleAmount, currency: till.currency });
  const { connected: isOn, screen } = view.status.display;
  const isCode = screen?.kind === 'qr';

  const sell = async (): Promise<void> => {
    const opened = await send('sale.new', { amount: exampleAmount });
    if (!opened.ok) return;
    const { saleId } = opened.value;
    const vatPercent = till.vatPercents[0] ?? 0;
    await send('sale.pay', { saleId, vatPercent, payment: 'Cash' });
  };
  return (
    <Grid least={22} gap={[1.25, 2]} align="start">
      <div className="settings__form">
        <p>{training ? t('setupSellText', { amount }) : t('modeLiveHint')}</p>
        {training && (
          <Button
            icon={ReceiptText}
            look="accent"
            data-busy={opening || paying}
            onPress={() => void (opening || paying || sell())}
          >
            {t('setupSell')}
          </Button>
        )}
        <p role="status">{isSold && (!isOn ? t('displayOff') : isCode && t('screenQrOf', { amount }))}</p>
      </div>
      {isOn ? <LivePreview /> : isSold && sale.url !== null && <QrHere url={sale.url} />}
    </Grid>
  );
}

/** Training continues automatically. To go live, the person enters a provider's code or the shop's data. */
export function ConnectionStep({
  typed,
  onTyped,
}: {
  readonly typed: Connection | null;
  readonly onTyped: (connection: Connection) => void;
}) {
  const view = useView();
  const stored = useAnswer('connection.get', null);
  const isFixed = useIsFixed();
  const [code, setCode] = useState<CommandOutput<'setup.readCode'> | null>(null);
  const [codes, setCodes] = useState(0);
  const [has, setHas] = useState<'code' | 'fields'>(typed === null ? 'code' : 'fields');

  if (stored.value === null) return <Unanswered of={stored} />;
  const { connection } = stored.value;
  // Entering data here means going live.
  const begun = isFixed('mode') ? connection : { ...connection, mode: 'live' as const };
  const ways = (
    <>
      <Choice
        label={t('setupHas')}
        value={has}
        options={[
          { value: 'code', words: t('setupHasCode') },
          { value: 'fields', words: t('setupHasFields') },
        ]}
        onChoose={(next) => {
          setHas(next);
          // A person who leaves the welcome returns to the form.
          if (next === 'fields' && typed === null) onTyped(begun);
        }}
      />
      {has === 'code' && (
        <SetupCodeField
          onRead={(read) => {
            setCode(read);
            setCodes(codes + 1);
            onTyped(read.connection);
          }}
        />
      )}
      {(has === 'fields' || code !== null) && (
        <ConnectionForm
          key={codes}
          stored={stored.value}
          typed={code?.connection ?? typed ?? begun}
          isAccountInCode={code?.hasAccount === true}
          isGoingLive={!isFixed('mode')}
          onTyped={(draft) => draft !== null && onTyped(draftToInput(draft).connection)}
        />
      )}
    </>
  );
  return (
    <div className="settings__form">
      <LiveNow />
      {view.training ? (
        <>
          <p className="quiet">{t('setupModeText')}</p>
          {ways}
        </>
      ) : (
        <Drawer title={t('settingsService')}>{ways}</Drawer>
      )}
    </div>
  );
}
