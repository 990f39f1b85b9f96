import { CircleHelp } from 'lucide-react';
import type { CashierView } from '../../../src-main/lib/views.ts';
import { wordsOf } from '../../text/words-of.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useBusy, useCashier } from '../cashier-context.ts';
import { useSetting } from '../use-setting.ts';

/** Nothing is accepted until somebody has said which of the two it is: one tap where what is stored is enough. */
export function UnsettledBanner({ why }: { readonly why: NonNullable<CashierView['unsettled']> }) {
  const { view, t, send, session } = useCashier();
  const form = useSetting('cashier.form');
  const busy = useBusy('connection.settle');
  const retrying = useBusy('keychain.retry');
  const isModeFixed = view.policy?.locked.includes('mode') ?? false;

  const goOnLive = async (): Promise<void> => {
    const settled = await send('connection.settle', { mode: 'live' });
    if (settled.ok && settled.value.ok) return;
    const faults = settled.ok ? settled.value.steps.map(({ fault }) => fault) : [];
    const isTyped = faults.includes('storeMissing') || faults.includes('accountMissing');
    // What the policy itself says wrong nobody can type here.
    if (why === 'policyUntested' && !isTyped) return;
    // Something has to be typed anew.
    if (view.form === 'dock') await form.set('full');
    session.setState({ place: 'settings', notice: null });
  };

  const isKeychain = why === 'keychainMissing';
  const title = t(why === 'policyUntested' ? 'closedTitle' : 'unsettledTitle');
  const tools = (
    <>
      <Button
        look="accent"
        data-busy={isKeychain ? retrying : busy}
        onPress={() => void (isKeychain ? send('keychain.retry', null) : goOnLive())}
      >
        {t(isKeychain || why === 'policyUntested' ? 'tryAgain' : 'goOnLive')}
      </Button>
      {!isModeFixed && (
        <Button data-busy={busy} onPress={() => void send('connection.settle', { mode: 'training' })}>
          {t('practise')}
        </Button>
      )}
    </>
  );
  return (
    <Banner icon={CircleHelp} role="alert" title={title} tools={tools}>
      <p>{t(wordsOf('unsettled', why))}</p>
    </Banner>
  );
}
