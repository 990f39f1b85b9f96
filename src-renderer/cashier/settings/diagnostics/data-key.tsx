import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { useBusy, useCashier } from '../../cashier-context.ts';
import { useAnswer } from '../../query-state.tsx';

/** While a change is under way and somebody looks. */
const lookAgainMs = 1_000;

type State = 'asIs' | 'changing' | 'changed' | 'refused';

/** The key that everything about customers is encrypted with, and its change. */
export function DataKey() {
  const { t, ask, send, session } = useCashier();
  const busy = useBusy('key.change');
  const about = useAnswer('diagnostics.get', null).value;
  const [done, setState] = useState<State>('asIs');
  const state = done === 'asIs' && about?.keyIsChanging === true ? 'changing' : done;

  useEffect(() => {
    if (state !== 'changing') return;
    const timer = window.setInterval(() => {
      void ask('diagnostics.get', null).then((answer) => {
        if (answer.ok && !answer.value.keyIsChanging) setState('changed');
      });
    }, lookAgainMs);
    return () => window.clearInterval(timer);
  }, [ask, state]);

  const change = async (): Promise<void> => {
    const answer = await send('key.change', null);
    if (answer.ok) setState('changing');
    else if (answer.error.code === 'wrongState') {
      // Said here, by name, instead of in the line for everything that can be refused.
      session.setState({ notice: null });
      setState('refused');
    }
  };

  if (about === null || about.keyStorage === 'none') return null;
  return (
    <section className="settings__form" aria-label={t('encryptionTitle')}>
      <p className="quiet">{t('encryptionText')}</p>
      {about.keyStorage === 'environment' ? (
        <p className="quiet">{t('keyGiven')}</p>
      ) : (
        <Row className="settings__end" align="start">
          <Button icon={KeyRound} data-busy={busy} isDisabled={state === 'changing'} onPress={() => void change()}>
            {t('keyChange')}
          </Button>
        </Row>
      )}
      <p role="status">
        {state === 'changing' && t('keyChanging')}
        {state === 'changed' && t('keyChanged')}
        {state === 'refused' && t('keyNotChanged')}
      </p>
    </section>
  );
}
