import { Delete, LockOpen, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../../src-main/shared/result.ts';
import { t, wordsOf } from '../../text/cashier-words.ts';
import type { PlainCashierKey } from '../../text/i18n.ts';
import { Button, Field, Form, Stack, useSecondsLeft } from '../../ui/controls.tsx';
import { send, session, useBusy, useView } from '../window-state.tsx';

/** The PIN dialog. A sale that arrives while it is open closes it. */
export function PinGate({ onAnswer }: { readonly onAnswer: (isUnlocked: boolean) => void }) {
  const view = useView();
  const saleId = view.sale?.id ?? null;
  const saleBefore = useRef(saleId);
  useEffect(() => {
    if (saleId !== saleBefore.current) onAnswer(false);
  }, [saleId, onAnswer]);

  return (
    <div className="pin-gate">
      <section
        role="dialog"
        aria-modal="true"
        aria-label={t('pinEnter')}
        className="card"
        onKeyDown={(event) => {
          if (event.key === 'Escape') onAnswer(false);
        }}
      >
        <UnlockPad
          onUnlocked={() => onAnswer(true)}
          back={
            <Button icon={X} onPress={() => onAnswer(false)}>
              {t('pinCancel')}
            </Button>
          }
        />
      </section>
    </div>
  );
}

/** The key of the sentence for a refused PIN. Other failures say nothing of the PIN. */
export const pinFailure = ({ code }: AppError) =>
  code === 'pinWrong' || code === 'pinPaused' ? 'pinWrong' : wordsOf('error', code);

/** Unlocks this window. The pad reports a wrong PIN, so the notice line does not. */
export function useUnlock() {
  const isBusy = useBusy('pin.unlock');
  const [message, setMessage] = useState<PlainCashierKey | null>(null);
  const unlock = async (pin: string): Promise<boolean> => {
    setMessage(null);
    const answer = await send('pin.unlock', { pin });
    session.setState({ notice: null });
    if (answer.ok) return true;
    setMessage(pinFailure(answer.error));
    return false;
  };
  return { isBusy, message, unlock };
}

export function UnlockPad({ onUnlocked, back }: { readonly onUnlocked?: () => void; readonly back?: ReactNode }) {
  const { unlock, ...state } = useUnlock();
  const submit = (pin: string): void => void unlock(pin).then((isUnlocked) => isUnlocked && onUnlocked?.());
  return <PinPad title={t('pinEnter')} action={t('pinUnlock')} onPin={submit} back={back} {...state} />;
}

interface PinPadProps {
  readonly title: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly message: PlainCashierKey | null;
  readonly onPin: (pin: string) => void;
  readonly back?: ReactNode;
}

const digits = ['7', '8', '9', '4', '5', '6', '1', '2', '3'] as const;
const least = 4;
const most = 12;

/** A text field, so that a keyboard can type the PIN and a scan can be removed from it (`listen-to-keys.ts`). */
export function PinPad({ title, action, isBusy, message, onPin, back }: PinPadProps) {
  const view = useView();
  const [pin, setPin] = useState('');
  const { nextTryAt } = view.pin;
  const isPaused = nextTryAt !== null;
  const put = (digit: string): void => setPin((typed) => (typed + digit).slice(0, most));

  const submit = (): void => {
    if (isBusy || isPaused || pin.length < least) return;
    onPin(pin);
    setPin('');
  };

  return (
    <Stack as={Form} className="pin" onSubmit={submit}>
      <Field
        label={title}
        className="field pin__field"
        type="password"
        value={pin}
        autoFocus
        input={{ inputMode: 'none', placeholder: t('pinLength') }}
        onChange={(typed) => setPin(typed.replaceAll(/\D/g, '').slice(0, most))}
      />
      <p className="pin__message" role="alert">
        {isPaused ? <Pause until={nextTryAt} /> : message && t(message)}
      </p>
      <div className="pin__keys">
        {digits.map((digit) => (
          <Button key={digit} className="pin__key" preventFocusOnPress onPress={() => put(digit)}>
            {digit}
          </Button>
        ))}
        <Button
          icon={Delete}
          className="pin__key"
          preventFocusOnPress
          aria-label={t('pinDelete')}
          onPress={() => setPin((typed) => typed.slice(0, -1))}
        />
        <Button className="pin__key" preventFocusOnPress onPress={() => put('0')}>
          0
        </Button>
        <Button
          icon={LockOpen}
          className="pin__key"
          look="accent"
          type="submit"
          aria-label={action}
          data-busy={isBusy}
          isDisabled={isPaused || pin.length < least}
        >
          <span className="pin__action">{action}</span>
        </Button>
      </div>
      {back}
    </Stack>
  );
}

function Pause({ until }: { readonly until: number }) {
  return t('pinPaused', { seconds: Math.max(1, useSecondsLeft(until)) });
}
