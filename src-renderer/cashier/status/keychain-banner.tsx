import { KeyRound } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useBusy, useCashier } from '../cashier-context.ts';

export function KeychainBanner() {
  const { t, send } = useCashier();
  const busy = useBusy('keychain.retry');
  return (
    <section className="banner" aria-label={t('keychainTitle')}>
      <KeyRound aria-hidden="true" />
      <div>
        <h2>{t('keychainTitle')}</h2>
        <p>{t('keychainText')}</p>
      </div>
      <Button data-busy={busy} onPress={() => void send('keychain.retry', null)}>
        {t('tryAgain')}
      </Button>
    </section>
  );
}
