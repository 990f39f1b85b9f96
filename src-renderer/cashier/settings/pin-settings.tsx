import { KeyRound, LockKeyhole, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { t, wordsOf } from '../../text/cashier-words.ts';
import type { PlainCashierKey } from '../../text/i18n.ts';
import { Button, Row } from '../../ui/controls.tsx';
import { PinPad, pinFailure, useUnlock } from '../pin/pin-pad.tsx';
import { send, session, useBusy, useIsFixed, useView } from '../window-state.tsx';
import { FixedBy } from './setting-field.tsx';

/** The next question: the current PIN if there is one, the new PIN, and the new PIN again. */
type Step =
  | { readonly ask: 'current'; readonly toRemove: boolean }
  | { readonly ask: 'new'; readonly current: string | null }
  | { readonly ask: 'again'; readonly current: string | null; readonly next: string };

export function PinSettings() {
  const view = useView();
  const busy = useBusy('pin.change');
  const [step, setStep] = useState<Step | null>(null);
  const [message, setMessage] = useState<PlainCashierKey | null>(null);
  const { isSet } = view.pin;
  const unlocking = useUnlock();
  const isFixed = useIsFixed();

  const begin = (first: Step | null): void => {
    setMessage(null);
    setStep(first);
  };

  const change = async (current: string | null, next: string | null): Promise<void> => {
    const answer = await send('pin.change', { current, next });
    session.setState({ notice: null });
    if (answer.ok) setStep(null);
    else if (isSet) setStep({ ask: 'current', toRemove: next === null });
    if (!answer.ok) setMessage(pinFailure(answer.error));
    else setMessage(next === null ? 'pinRemoved' : 'pinSaved');
  };

  const proveFirst = async (pin: string): Promise<void> => {
    if (await unlocking.unlock(pin)) setStep({ ask: 'new', current: pin });
  };

  const take = (pin: string): void => {
    setMessage(null);
    if (step?.ask === 'current') {
      if (step.toRemove) void change(pin, null);
      else void proveFirst(pin);
    } else if (step?.ask === 'new') {
      setStep({ ask: 'again', current: step.current, next: pin });
    } else if (step?.ask === 'again') {
      if (step.next === pin) return void change(step.current, pin);
      setMessage('pinDiffer');
      setStep({ ask: 'new', current: step.current });
    }
  };

  if (step !== null) {
    return (
      <PinPad
        key={step.ask}
        title={t(wordsOf('pin', step.ask))}
        action={t('pinNext')}
        isBusy={busy || unlocking.isBusy}
        message={message ?? unlocking.message}
        onPin={take}
        back={<Button onPress={() => begin(null)}>{t('pinCancel')}</Button>}
      />
    );
  }
  return (
    <Row as="section" className="settings__pin" gap={[0.5, 1.25]} aria-label={t('settingsPin')}>
      <p role="status">{message !== null && t(message)}</p>
      <p>{t(isSet ? 'pinIsSet' : 'pinIsNotSet')}</p>
      <p className="quiet">{t('pinMeaning')}</p>
      <FixedBy keys={['pin']} />
      <Row className="settings__end" align="start">
        {isSet ? (
          <>
            <Button
              icon={KeyRound}
              isDisabled={isFixed('pin')}
              onPress={() => begin({ ask: 'current', toRemove: false })}
            >
              {t('pinChange')}
            </Button>
            <Button icon={Trash2} isDisabled={isFixed('pin')} onPress={() => begin({ ask: 'current', toRemove: true })}>
              {t('pinRemove')}
            </Button>
          </>
        ) : (
          <Button icon={LockKeyhole} look="accent" onPress={() => begin({ ask: 'new', current: null })}>
            {t('pinSet')}
          </Button>
        )}
      </Row>
    </Row>
  );
}
