import { Lock } from 'lucide-react';
import { useRef } from 'react';
import { formatTime } from '../../text/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { useCashier } from '../cashier-context.ts';

/** Locks again by a tap; says when it does by itself. */
export function PinBadge() {
  const { t, view, language, send } = useCashier();
  const { unlockedUntil } = view.pin;
  if (unlockedUntil === null) return null;
  return (
    <Row className="settings__lock" gap={[0.25, 0.75]}>
      <Button icon={Lock} onPress={() => void send('pin.lock', null)}>
        {t('lockNow')}
      </Button>
      <p className="quiet">{t('unlockedUntil', { time: formatTime(language, unlockedUntil) })}</p>
    </Row>
  );
}

/** No more often than this does a touch say that somebody is still here. */
const restMs = 20_000;

/** Whoever works behind the PIN is not locked out in the middle of a line. */
export function useStay(): () => void {
  const { view, send } = useCashier();
  const last = useRef(0);
  return () => {
    const now = performance.now();
    if (view.pin.unlockedUntil === null || now - last.current < restMs) return;
    last.current = now;
    void send('pin.stay', null);
  };
}
