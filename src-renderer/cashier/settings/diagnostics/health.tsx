import { CircleAlert, CircleCheck } from 'lucide-react';
import type { CashierView } from '../../../../src-main/shared/views.ts';
import { formatTime, wordsOf } from '../../../text/cashier-words.ts';
import type { CashierText } from '../../../text/i18n.ts';
import { Stack } from '../../../ui/controls.tsx';
import { useCashier } from '../../cashier-context.tsx';
import { useAnswer } from '../../query-state.tsx';
import { changeWords } from '../paired-tills.tsx';
import { DeviationList } from '../test-result.tsx';

interface Part {
  readonly name: string;
  readonly isGood: boolean;
  readonly words: string;
}

/** Notices about files, which the page Attention explains. */
const ofStorage = [
  'databaseDamaged',
  'databaseMissing',
  'databaseOlder',
  'databaseMoved',
  'settingsUnreadable',
  'recordSetAside',
] as const;

/** The conditions for delivering receipts, each with its state. */
function healthOf({ status, keychain, language }: CashierView, t: CashierText): readonly Part[] {
  const { service, waiting, pool, display, posApi, notices } = status;
  const troubled = ofStorage.some((notice) => notices.includes(notice));
  const isLate = notices.includes('clockWrong');
  const { lastTill } = posApi;
  const tills = t('healthPaired', { count: posApi.pairedTills, url: posApi.url ?? '' });
  const change =
    lastTill && t(changeWords[lastTill.what], { name: lastTill.name, time: formatTime(language, lastTill.at) });
  const codes = t('pool', { count: pool.available });
  const lasts = pool.lastsMinutes === null ? '' : `. ${t('poolLasts', { count: pool.lastsMinutes })}`;
  const queue = waiting === 0 ? t('waitingNone') : t('waiting', { count: waiting });
  return [
    { name: t('healthService'), isGood: service === 'online', words: `${t(wordsOf('service', service))}. ${queue}` },
    { name: t('healthCodes'), isGood: pool.available > 0, words: `${codes}${lasts}` },
    { name: t('healthKeychain'), isGood: keychain === 'ok', words: t(keychain === 'ok' ? 'stepOk' : 'keychainTitle') },
    { name: t('healthStorage'), isGood: !troubled, words: troubled ? t('healthLook') : t('stepOk') },
    { name: t('healthDisplay'), isGood: display.connected, words: t(display.connected ? 'displayOn' : 'displayOff') },
    {
      name: t('healthTills'),
      isGood: posApi.url !== null,
      words: posApi.url === null ? t('apiOff') : change === null ? tills : `${tills}. ${change}`,
    },
    { name: t('healthClock'), isGood: !isLate, words: t(isLate ? 'noticeClockWrong' : 'stepOk') },
  ];
}

export function Health() {
  const { view, t } = useCashier();
  const about = useAnswer('diagnostics.get', null, JSON.stringify(view.status)).value;
  return (
    <section className="settings__form" aria-label={t('settingsDiagnostics')}>
      <h2>{t('settingsDiagnostics')}</h2>
      {about !== null && (
        <p className="quiet">{t('aboutVersion', { version: about.version, system: about.platform })}</p>
      )}
      {about !== null && about.update !== null && (
        <p>
          {t(about.update.installs ? 'updateWaits' : 'updateAvailable', {
            version: about.update.version,
          })}
        </p>
      )}
      <Stack as="ul" gap={0.25} aria-label={t('settingsDiagnostics')}>
        {healthOf(view, t).map(({ name, isGood, words }) => (
          <li key={name} className="health__row" data-tone={isGood ? 'good' : 'bad'}>
            {isGood ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
            <b>{name}</b>
            <span>{words}</span>
          </li>
        ))}
      </Stack>
      {about !== null && <DeviationList deviations={about.deviations} />}
    </section>
  );
}
