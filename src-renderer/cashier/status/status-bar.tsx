import {
  Clock,
  Cloud,
  CloudCog,
  CloudOff,
  Hourglass,
  type LucideIcon,
  Monitor,
  MonitorOff,
  QrCode,
  ShieldAlert,
  TriangleAlert,
} from 'lucide-react';
import type { ServiceStateView } from '../../../src-main/shared/views.ts';
import { formatTime, t } from '../../text/cashier-words.ts';
import { Button } from '../../ui/controls.tsx';
import { NoticeLine } from '../notice-line.tsx';
import { CommandButton, session, useView } from '../window-state.tsx';
import { issueCount } from './issues.tsx';

export const services = {
  online: { icon: Cloud, words: 'serviceOnline', tone: 'good' },
  offline: { icon: CloudOff, words: 'serviceOfflineShort', tone: 'warn' },
  signInNeeded: { icon: ShieldAlert, words: 'serviceSignInNeeded', tone: 'bad' },
  unknown: { icon: CloudCog, words: 'serviceUnknown', tone: 'plain' },
} as const satisfies Record<ServiceStateView, { icon: LucideIcon; words: string; tone: string }>;

/** Always shows, in a fixed height, whether this till can deliver receipts. The notice of the last tap covers it. */
export function StatusBar() {
  const view = useView();
  const { service, waiting, pool, display } = view.status;
  const state = services[service];
  // Until a connection is chosen, there is no service whose state or codes could be shown.
  const isSettled = view.setupRequired === null;
  const attention = issueCount(view);
  return (
    <section className="status" aria-label={t('status')}>
      <NoticeLine />
      <ul>
        {isSettled && <StatusItem icon={state.icon} tone={state.tone} words={t(state.words)} />}
        <StatusItem
          icon={Hourglass}
          tone="plain"
          isCalm={waiting === 0}
          words={waiting === 0 ? t('waitingNone') : t('waiting', { count: waiting })}
        />
        <NextTry />
        {attention > 0 && (
          <li>
            <Button
              icon={TriangleAlert}
              className="status__attention"
              onPress={() => session.setState({ place: 'attention', notice: null })}
            >
              {t('attention', { count: attention })}
            </Button>
          </li>
        )}
        {/* The pool of receipt ids is shown only if it is empty. The number of ids is on the page Service. */}
        {isSettled && pool.available === 0 && <StatusItem icon={QrCode} tone="warn" words={t('poolEmpty')} />}
        <StatusItem
          icon={display.connected ? Monitor : MonitorOff}
          tone={display.connected ? 'plain' : 'warn'}
          isCalm={display.connected}
          words={t(display.connected ? 'displayOn' : 'displayOff')}
        />
        {view.training && <li className="status__training">{t('training')}</li>}
      </ul>
    </section>
  );
}

interface StatusItemProps {
  readonly icon: LucideIcon;
  readonly tone: 'good' | 'warn' | 'bad' | 'plain';
  readonly words: string;
  /** A normal state, of which only the icon is shown if space is scarce. */
  readonly isCalm?: boolean;
}

function StatusItem({ icon: Icon, tone, words, isCalm = false }: StatusItemProps) {
  return (
    <li className="line status__item" data-tone={tone} data-calm={isCalm || undefined}>
      <Icon aria-hidden="true" />
      <span>{words}</span>
    </li>
  );
}

/** If waiting receipts are sent automatically within this time, the status does not mention it. */
const nearMs = 15_000;

function NextTry() {
  const view = useView();
  const { service, waiting, nextTryAt, storesUnknown, refusals } = view.status;
  // The next try is also shown while the service answers, if an outage has put off some receipts. A short delay is not
  // shown, because every action waits until it can no longer be undone.
  const isPutOff = nextTryAt !== null && nextTryAt > Date.now() + nearMs;
  const isHeld = storesUnknown.length > 0 || refusals.some(({ what }) => what === 'receipts');
  const isStuck = service === 'offline' || service === 'signInNeeded' || isHeld || isPutOff;
  if (waiting === 0 || !isStuck) return null;
  return (
    <>
      <li className="line status__item status__next">
        <Clock aria-hidden="true" />
        <span>{nextTryAt === null ? t('tryingNow') : t('nextTry', { time: formatTime(nextTryAt) })}</span>
      </li>
      <li>
        <CommandButton className="status__send" command="outbox.sendNow" input={null}>
          {t('sendNow')}
        </CommandButton>
      </li>
    </>
  );
}
