import { CircleAlert, CircleCheck } from 'lucide-react';
import type { CashierView } from '../../../../src-main/contract/views.ts';
import type { CashierText } from '../../../text/cashier-text.ts';
import type { SetupText } from '../../../text/setup-text.ts';
import { useAnswer } from '../../asking/use-answer.ts';
import { useCashier } from '../../cashier-context.ts';
import { useSetupText } from '../../use-setup-text.ts';
import { DataKey } from './data-key.tsx';
import { LogView } from './log-view.tsx';
import { SupportFile } from './support-file.tsx';

interface Health {
  readonly name: string;
  readonly isGood: boolean;
  readonly words: string;
}

const services = {
  online: 'serviceOnline',
  offline: 'serviceOffline',
  signInNeeded: 'serviceSignIn',
  unknown: 'serviceUnknown',
} as const satisfies Record<CashierView['status']['service'], string>;

/** About the files of this program: each has its own words in the banner above the work. */
const ofStorage = [
  'databaseDamaged',
  'databaseMissing',
  'databaseOlder',
  'databaseMoved',
  'settingsUnreadable',
  'recordSetAside',
] as const;

/** What has to be right for a receipt to arrive, each with a word of how it is. */
function healthOf({ status, keychain }: CashierView, t: CashierText, s: SetupText): readonly Health[] {
  const { service, waiting, display, posApi, notices } = status;
  const troubled = ofStorage.some((notice) => notices.includes(notice));
  const queue = waiting === 0 ? t('waitingNone') : t('waiting', { count: waiting });
  return [
    { name: s('healthService'), isGood: service === 'online', words: `${t(services[service])}. ${queue}` },
    {
      name: s('healthKeychain'),
      isGood: keychain === 'ok',
      words: keychain === 'ok' ? t('stepOk') : t('keychainTitle'),
    },
    { name: s('healthStorage'), isGood: !troubled, words: troubled ? s('healthLook') : t('stepOk') },
    {
      name: s('healthDisplay'),
      isGood: display.connected,
      words: t(display.connected ? 'displayOn' : 'displayOff'),
    },
    {
      name: s('healthTills'),
      isGood: posApi.url !== null,
      words: posApi.url === null ? t('apiOff') : s('healthPaired', { number: posApi.pairedTills, url: posApi.url }),
    },
    {
      name: s('healthClock'),
      isGood: !notices.includes('clockWrong'),
      words: notices.includes('clockWrong') ? t('noticeClockWrong') : t('stepOk'),
    },
  ];
}

export function DiagnosticsPage() {
  const { view, t } = useCashier();
  const s = useSetupText();
  const about = useAnswer('diagnostics.get', null).value;
  return (
    <div className="settings__stack">
      <section className="settings__form" aria-label={s('settingsDiagnostics')}>
        <h2>{s('settingsDiagnostics')}</h2>
        {about !== null && (
          <p className="quiet">{s('aboutVersion', { version: about.version, system: about.platform })}</p>
        )}
        {about !== null && about.update !== null && (
          <p>
            {s(about.update.waitsForReceipts ? 'updateWaitsForReceipts' : 'updateWaits', {
              version: about.update.version,
            })}
          </p>
        )}
        <ul className="health" aria-label={s('settingsDiagnostics')}>
          {healthOf(view, t, s).map(({ name, isGood, words }) => (
            <li key={name} className="health__row" data-good={isGood}>
              {isGood ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
              <b>{name}</b>
              <span>{words}</span>
            </li>
          ))}
        </ul>
      </section>
      {about !== null && about.keyStorage !== 'none' && <DataKey about={about} />}
      <SupportFile />
      <LogView />
    </div>
  );
}
