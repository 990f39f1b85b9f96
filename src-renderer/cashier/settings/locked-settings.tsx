import { Lock } from 'lucide-react';
import { useCashier } from '../cashier-context.ts';
import { PinPad } from '../pin/pin-pad.tsx';
import { useUnlock } from '../pin/use-unlock.ts';
import { OpenSettings } from './settings-pages.tsx';

/** What stands in the place of Settings while they are locked: the pad, and what anybody at the till may change. */
export function LockedSettings() {
  const { t } = useCashier();
  const { isBusy, said, unlock } = useUnlock();
  return (
    <div className="locked">
      <section aria-label={t('lockedTitle')}>
        <h2>
          <Lock aria-hidden="true" />
          {t('lockedTitle')}
        </h2>
        <PinPad
          title={t('pinEnter')}
          action={t('pinUnlock')}
          isBusy={isBusy}
          said={said}
          onPin={(pin) => void unlock(pin)}
        />
        <p className="quiet">{t('pinForgotten')}</p>
      </section>
      <section aria-label={t('withoutPin')}>
        <h2>{t('withoutPin')}</h2>
        <OpenSettings />
      </section>
    </div>
  );
}
