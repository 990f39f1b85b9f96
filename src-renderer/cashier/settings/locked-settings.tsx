import { Lock } from 'lucide-react';
import { useCashier } from '../cashier-context.ts';
import { PinPad } from '../pin/pin-pad.tsx';
import { useUnlock } from '../pin/use-unlock.ts';
import { useSetupText } from '../use-setup-text.ts';
import { OpenPreferences } from './preferences-page.tsx';

/** What stands in the place of Settings while they are locked: the pad, and what anybody at the till may change. */
export function LockedSettings() {
  const { t } = useCashier();
  const s = useSetupText();
  const { isBusy, said, unlock } = useUnlock();
  return (
    <div className="locked">
      <section aria-label={s('lockedTitle')}>
        <h2>
          <Lock aria-hidden="true" />
          {s('lockedTitle')}
        </h2>
        <PinPad
          title={s('pinEnter')}
          action={s('pinUnlock')}
          isBusy={isBusy}
          said={said}
          onPin={(pin) => void unlock(pin)}
        />
        <p className="quiet">{s('pinForgotten')}</p>
      </section>
      <section aria-label={s('withoutPin')}>
        <h2>{s('withoutPin')}</h2>
        <p className="quiet">{t('settingsWindow')}</p>
        <OpenPreferences />
      </section>
    </div>
  );
}
