import { useRef, useState } from 'react';
import { useBusy, useCashier } from '../cashier-context.tsx';

/** Whether the pages behind the PIN must be hidden. */
export function useIsLocked(): boolean {
  const { pin } = useCashier().view;
  return pin.isSet && pin.unlockedUntil === null;
}

/** Unlocks this window. The pad reports a wrong PIN, so the notice line does not. */
export function useUnlock() {
  const { t, send, session } = useCashier();
  const isBusy = useBusy('pin.unlock');
  const [message, setMessage] = useState<string | null>(null);
  const unlock = async (pin: string): Promise<boolean> => {
    setMessage(null);
    const answer = await send('pin.unlock', { pin });
    session.setState({ notice: null });
    if (answer.ok) return true;
    setMessage(
      answer.error.code === 'pinWrong' || answer.error.code === 'pinPaused' ? t('pinWrong') : t('errorInternal'),
    );
    return false;
  };
  return { isBusy, message, unlock };
}

/** The shortest interval between reports that a person is still typing here. */
const restMs = 20_000;

export function useStay(): () => void {
  const { view, ask } = useCashier();
  const last = useRef(0);
  return () => {
    const now = performance.now();
    if (view.pin.unlockedUntil === null || now - last.current < restMs) return;
    last.current = now;
    void ask('pin.stay', null);
  };
}
