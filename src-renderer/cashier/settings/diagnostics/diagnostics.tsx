import { CircleAlert, CircleCheck, FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CashierView } from '../../../../src-main/shared/views.ts';
import { formatTime, t, wordsOf } from '../../../text/cashier-words.ts';
import { Choice, Row, Stack, toneOf } from '../../../ui/controls.tsx';
import { useIsLocked } from '../../pin/unlock.tsx';
import { useAnswer } from '../../query-state.tsx';
import { CommandButton, useView } from '../../window-state.tsx';
import { changeWords } from '../paired-tills.tsx';
import { DeviationList } from '../test-result.tsx';

/** Notices about files, which the page Attention explains. */
const ofStorage = [
  'databaseDamaged',
  'databaseMissing',
  'databaseOlder',
  'databaseMoved',
  'settingsUnreadable',
  'recordSetAside',
] as const;

function healthOf({ status, keychain }: CashierView) {
  const { service, waiting, pool, display, posApi, notices } = status;
  const troubled = ofStorage.some((notice) => notices.includes(notice));
  const isLate = notices.includes('clockWrong');
  const { lastTill } = posApi;
  const tills = t('healthPaired', { count: posApi.pairedTills, url: posApi.url ?? '' });
  const change = lastTill && t(changeWords[lastTill.what], { name: lastTill.name, time: formatTime(lastTill.at) });
  const codes = t('pool', { count: pool.available });
  const lasts = pool.lastsMinutes === null ? '' : `. ${t('poolLasts', { count: pool.lastsMinutes })}`;
  const queue = waiting === 0 ? t('waitingNone') : t('waiting', { count: waiting });
  const paired = change === null ? tills : `${tills}. ${change}`;
  return [
    [t('healthService'), service === 'online', `${t(wordsOf('service', service))}. ${queue}`],
    [t('healthCodes'), pool.available > 0, `${codes}${lasts}`],
    [t('healthKeychain'), keychain === 'ok', t(keychain === 'ok' ? 'stepOk' : 'keychainTitle')],
    [t('healthStorage'), !troubled, troubled ? t('healthLook') : t('stepOk')],
    [t('healthDisplay'), display.connected, t(display.connected ? 'displayOn' : 'displayOff')],
    [t('healthTills'), posApi.url !== null, posApi.url === null ? t('apiOff') : paired],
    [t('healthClock'), !isLate, t(isLate ? 'noticeClockWrong' : 'stepOk')],
  ] as const;
}

export function HealthPanel() {
  const view = useView();
  const about = useAnswer('diagnostics.get', null, JSON.stringify(view.status)).value;
  return (
    <section className="settings__form" aria-label={t('settingsDiagnostics')}>
      <h2>{t('settingsDiagnostics')}</h2>
      {about !== null && (
        <p className="quiet">{t('aboutVersion', { version: about.version, system: about.platform })}</p>
      )}
      {about?.update != null && (
        <p>{t(about.update.installs ? 'updateWaits' : 'updateAvailable', { version: about.update.version })}</p>
      )}
      <ul className="health lined" aria-label={t('settingsDiagnostics')}>
        {healthOf(view).map(([name, isGood, words]) => (
          <Row as="li" key={name} tone={toneOf(isGood)}>
            {isGood ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
            <p className="grow">
              <b>{name}:</b> {words}
            </p>
          </Row>
        ))}
      </ul>
      {about !== null && <DeviationList deviations={about.deviations} />}
    </section>
  );
}

const filters = ['all', 'warn', 'error'] as const;

/** While the page is open, the log is loaded again after this time. */
const freshMs = 3_000;
const tones = { info: undefined, warn: 'warn', error: 'bad' } as const;

export function LogView() {
  const { value: lines, again } = useAnswer('diagnostics.log', null);
  const [filter, setFilter] = useState<(typeof filters)[number]>('all');
  const isLocked = useIsLocked();

  useEffect(() => {
    if (isLocked) return;
    const timer = window.setInterval(again, freshMs);
    return () => window.clearInterval(timer);
  }, [again, isLocked]);

  const shown = [...(lines ?? []).entries()]
    .filter(([, { level }]) => filter === 'all' || level === 'error' || level === filter)
    .toReversed();
  return (
    <section className="settings__form" aria-label={t('logTitle')}>
      <Choice
        label={t('logShow')}
        value={filter}
        options={filters.map((value) => ({ value, words: t(wordsOf('log', value)) }))}
        onChoose={setFilter}
      />
      {shown.length === 0 && <p className="quiet">{t('logNone')}</p>}
      <Stack as="ol" gap={0.25} translate="no">
        {shown.map(([place, { time, level, event, fields }]) => (
          <Row as="li" key={place} className="log__line" gap={[0.1, 0.75]} align="baseline" tone={tones[level]}>
            <time dateTime={time}>{formatTime(Date.parse(time))}</time>
            <b>{event}</b>
            <span>
              {Object.entries(fields)
                .map(([name, value]) => `${name} ${value}`)
                .join(' · ')}
            </span>
          </Row>
        ))}
      </Stack>
    </section>
  );
}

export function SupportFile() {
  return (
    <section className="settings__form" aria-label={t('supportTitle')}>
      <h2>{t('supportTitle')}</h2>
      <p className="quiet">{t('supportText')}</p>
      <Row className="settings__end" align="start">
        <CommandButton icon={FileDown} command="support.write" input={null}>
          {t('supportWrite')}
        </CommandButton>
      </Row>
    </section>
  );
}
