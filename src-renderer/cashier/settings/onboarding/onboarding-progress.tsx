import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { CommandOutput } from '../../../../src-main/contract/commands.ts';
import { formatTime } from '../../../text/numbers.ts';
import { QrCode } from '../../../ui/qr-code.tsx';
import { useBusy, useCashier } from '../../cashier-context.ts';
import { errorWords } from '../../error-words.ts';
import { FinishOnboarding } from './finish-onboarding.tsx';

export type Onboarding = NonNullable<CommandOutput<'onboarding.get'>['onboarding']>;

interface OnboardingProgressProps {
  readonly onboarding: Onboarding;
  readonly onChanged: () => void;
}

const accountWords = { stored: 'onboardStored', unread: 'onboardUnread', used: 'onboardUsed' } as const;

export function OnboardingProgress({ onboarding, onChanged }: OnboardingProgressProps) {
  const { t } = useCashier();
  const { stage, status, credentials } = onboarding;
  return (
    <div className="settings__form">
      <h2>{t('onboardTitle')}</h2>
      <p role="status">{stage === 'unknown' && t('onboardUnknown')}</p>
      {stage === 'started' && (
        <>
          <RegistrationLink link={onboarding.registrationLink} />
          <Status onboarding={onboarding} onChanged={onChanged} />
          <p>{t(accountWords[credentials])}</p>
          {status === 'activated' && credentials !== 'unread' && (
            <FinishOnboarding isPractice={onboarding.at === 'open'} onChanged={onChanged} />
          )}
        </>
      )}
      <EndOnboarding onChanged={onChanged} />
    </div>
  );
}

function RegistrationLink({ link }: { readonly link: string | null }) {
  const { t } = useCashier();
  if (link === null) return <p role="alert">{t('onboardNoLink')}</p>;
  return (
    <section className="onboarding__link">
      <h3>{t('onboardLink')}</h3>
      <p>{t('onboardLinkHint')}</p>
      <QrCode url={link} label={t('onboardLinkLabel')} share={0.4} />
      <p className="onboarding__address">{link}</p>
    </section>
  );
}

function Status({ onboarding, onChanged }: OnboardingProgressProps) {
  const { t, language, send } = useCashier();
  const { status, vendorCustomerId, nextCheckAt, error } = onboarding;
  const busy = useBusy('onboarding.check');
  if (vendorCustomerId === null) return <p role="alert">{t('onboardNoStatus')}</p>;
  const words =
    status === null ? 'onboardStatusOpen' : status === 'activated' ? 'onboardActivated' : 'onboardNotActivated';
  return (
    <section className="onboarding__status">
      <p role="status">
        <b>{t(words)}</b>
        {error !== null && ` ${t(errorWords(error))}`}
        {nextCheckAt !== null && ` ${t('onboardNextCheck', { time: formatTime(language, nextCheckAt) })}`}
      </p>
      {status !== 'activated' && (
        <Button className="button" data-busy={busy} onPress={() => void send('onboarding.check', null).then(onChanged)}>
          <RefreshCw aria-hidden="true" />
          {t('onboardCheck')}
        </Button>
      )}
    </section>
  );
}

function EndOnboarding({ onChanged }: Pick<OnboardingProgressProps, 'onChanged'>) {
  const { t, send } = useCashier();
  const [asked, setAsked] = useState(false);
  const busy = useBusy('onboarding.end');
  if (!asked) {
    return (
      <Button className="button" onPress={() => setAsked(true)}>
        <Trash2 aria-hidden="true" />
        {t('onboardEnd')}
      </Button>
    );
  }
  return (
    <section className="customers__sure" role="alertdialog" aria-label={t('onboardEnd')}>
      <p>{t('onboardEndAsk')}</p>
      <div className="settings__end">
        <Button className="button" autoFocus onPress={() => setAsked(false)}>
          {t('onboardEndNo')}
        </Button>
        <Button
          className="button button--danger"
          data-busy={busy}
          onPress={() => void send('onboarding.end', null).then(onChanged)}
        >
          {t('onboardEndYes')}
        </Button>
      </div>
    </section>
  );
}
