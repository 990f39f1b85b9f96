import { useEffect, useState } from 'react';
import type { CommandOutput } from '../../../../src-main/shared/window-commands.ts';
import { formatTime, wordsOf } from '../../../text/cashier-words.ts';
import { Choice, Row, Stack } from '../../../ui/controls.tsx';
import { keyed } from '../../../ui/keyed.ts';
import { useCashier } from '../../cashier-context.tsx';
import { useIsLocked } from '../../pin/use-unlock.ts';
import { useAnswer } from '../../query-state.tsx';

type Lines = CommandOutput<'diagnostics.log'>;
const filters = ['all', 'warn', 'error'] as const;
type Filter = (typeof filters)[number];

/** The interval of updates, only while the page is open. */
const freshMs = 3_000;
const tones = { info: undefined, warn: 'warn', error: 'bad' } as const;

const fits = (filter: Filter, level: Lines[number]['level']): boolean =>
  filter === 'all' || level === 'error' || level === filter;

export function LogView() {
  const { t, language } = useCashier();
  const { value: lines, again } = useAnswer('diagnostics.log', null);
  const [filter, setFilter] = useState<Filter>('all');
  const isLocked = useIsLocked();

  useEffect(() => {
    if (isLocked) return;
    const timer = window.setInterval(again, freshMs);
    return () => window.clearInterval(timer);
  }, [again, isLocked]);

  const fitting = (lines ?? []).filter(({ level }) => fits(filter, level));
  const shown = keyed(fitting, ({ time, event }) => `${time} ${event}`).toReversed();
  return (
    <section className="settings__form" aria-label={t('logTitle')}>
      <Choice
        label={t('logShow')}
        value={filter}
        options={filters.map((value) => ({ value, words: t(wordsOf('log', value)) }))}
        onChoose={setFilter}
      />
      {shown.length === 0 && <p className="quiet">{t('logNone')}</p>}
      <Stack as="ol" className="log" gap={0.25} translate="no">
        {shown.map(({ key, item: { time, level, event, fields } }) => (
          <Row as="li" key={key} className="log__line" gap={[0.1, 0.75]} align="baseline" tone={tones[level]}>
            <time dateTime={time}>{formatTime(language, Date.parse(time))}</time>
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
