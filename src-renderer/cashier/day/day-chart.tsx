import { noonOf } from '../../../src-main/shared/local-time.ts';
import { formatNumber, formatWeekday } from '../../text/cashier-words.ts';
import { Bare, Row } from '../../ui/controls.tsx';
import { useCashier } from '../cashier-context.tsx';
import { useAnswer, useRecordsMoment } from '../query-state.tsx';

/** Fourteen days. Each is a button with its numbers, so that nobody has to estimate the height of a bar. */
export function DayChart({ day, until, onDay }: { day: string; until: string; onDay: (day: string) => void }) {
  const { t, language } = useCashier();
  const days = useAnswer('day.row', { until }, useRecordsMoment()).value?.days ?? [];
  const most = Math.max(1, ...days.map(({ sales }) => sales));
  const number = (value: number): string => formatNumber(language, value);
  return (
    <section className="chart" aria-label={t('chart')}>
      <h2>{t('chart')}</h2>
      <ol className="chart__days">
        {days.map((bar) => {
          const onlyPaper = Math.max(0, Math.min(bar.paper, bar.sales - bar.digital));
          const rest = bar.sales - bar.digital - onlyPaper;
          const words = formatWeekday(language, noonOf(bar.day));
          const numbers = { digital: number(bar.digital), sales: number(bar.sales), paper: number(bar.paper) };
          return (
            <li key={bar.day}>
              <Bare
                className="chart__day"
                aria-current={bar.day === day ? 'date' : false}
                onPress={() => onDay(bar.day)}
              >
                <span className="sr-only">{t('chartDay', { day: words, ...numbers })}</span>
                <span className="chart__number" aria-hidden="true">
                  {bar.sales === 0 ? '' : number(bar.sales)}
                </span>
                <span className="chart__bar" aria-hidden="true">
                  {(['rest', 'paper', 'digital'] as const).map((part) => (
                    <span
                      key={part}
                      data-part={part}
                      style={{ height: `${(100 * { digital: bar.digital, paper: onlyPaper, rest }[part]) / most}%` }}
                    />
                  ))}
                </span>
                <span className="chart__name" aria-hidden="true">
                  {words}
                </span>
              </Bare>
            </li>
          );
        })}
      </ol>
      <Row as="ul" className="chart__key" gap={[0.25, 1.25]} aria-hidden="true">
        <li data-part="digital">{t('chartDigital')}</li>
        <li data-part="paper">{t('chartPaper')}</li>
        <li data-part="rest">{t('chartRest')}</li>
      </Row>
    </section>
  );
}
