import { Lock } from 'lucide-react';
import { Grid, Row, Stack } from '../../ui/layout.tsx';
import { useCashier } from '../cashier-context.ts';
import { PinPad } from '../pin/pin-pad.tsx';
import { useUnlock } from '../pin/use-unlock.ts';
import { OpenSettings } from './settings-pages.tsx';

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
        <OpenSettings />
      </Stack>
    </Grid>
  );
}
