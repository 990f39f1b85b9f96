import { Clock } from 'lucide-react';
import { formatTime } from '../../text/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { useBusy, useCashier } from '../cashier-context.ts';

/** What leaves by itself within this needs no word. */
const nearMs = 15_000;

/** What waits for the service goes by itself, and when; whoever knows that it works again need not wait for that. */
export function NextTry() {
  const { view, t, language, send } = useCashier();
  const busy = useBusy('outbox.sendNow');
  const { service, waiting, nextTryAt, storesUnknown } = view.status;
  // Also while the service answers: what was put off in an outage has its own time. A mark that can be taken back has a near one.
  const isPutOff = nextTryAt !== null && nextTryAt > Date.now() + nearMs;
  const isStuck = service === 'offline' || service === 'signInNeeded' || storesUnknown.length > 0 || isPutOff;
  if (waiting === 0 || !isStuck) return null;
  return (
    <>
      <li className="status__item status__next">
        <Clock aria-hidden="true" />
        <span>{nextTryAt === null ? t('tryingNow') : t('nextTry', { time: formatTime(language, nextTryAt) })}</span>
      </li>
      <li>
        <Button className="status__send" data-busy={busy} onPress={() => void send('outbox.sendNow', null)}>
          {t('sendNow')}
        </Button>
      </li>
    </>
  );
}
