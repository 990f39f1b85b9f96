import type { DayView } from '../../../src-main/contract/views.ts';
import { formatMoney, formatNumber, formatTime } from '../../text/numbers.ts';
import { useCashier } from '../cashier-context.ts';
import { handoverWords } from './handover-words.ts';

/** In the order of what a manager asks: is all well, and if not, what is not. */
const counts = [
  ['delivered', 'dayDelivered'],
  ['both', 'dayBoth'],
  ['printed', 'dayPrinted'],
  ['neither', 'dayNeither'],
  ['attention', 'dayAttention'],
  ['open', 'dayOpen'],
  ['cancelled', 'dayCancelled'],
] as const satisfies readonly (readonly [keyof DayView['counts'], string])[];

export function DayFigures({ figures }: { readonly figures: DayView }) {
  const { t, language } = useCashier();
  return (
    <>
      <dl className="figures">
        {counts.map(([name, words]) => (
          <div key={name} className="figures__one" data-count={name} data-none={figures.counts[name] === 0}>
            <dt>{t(words)}</dt>
            <dd>{formatNumber(language, figures.counts[name])}</dd>
          </div>
        ))}
        {figures.totals.map((total) => (
          <div key={total.currency} className="figures__one figures__one--total">
            <dt>{t('dayTotals')}</dt>
            <dd>{formatMoney(language, total)}</dd>
          </div>
        ))}
      </dl>
      <section className="consents" aria-label={t('dayConsents')}>
        <h2>{t('dayConsents')}</h2>
        {figures.consents.length === 0 && <p className="quiet">{t('dayConsentsNone')}</p>}
        <ul>
          {figures.consents.map((consent) => (
            <li key={`${consent.till} ${consent.reference} ${consent.at} ${consent.what}`}>
              {formatTime(language, consent.at)} · {consent.reference}
              {consent.till !== null && ` · ${consent.till}`}
              <p className="quiet">{t(handoverWords(consent))}</p>
            </li>
          ))}
        </ul>
      </section>
      {figures.issues.length > 0 && (
        <section className="consents" aria-label={t('dayIssues')}>
          <h2>{t('dayIssues')}</h2>
          <ul>
            {figures.issues.map((issue) => (
              <li key={`${issue.till} ${issue.reference} ${issue.at} ${issue.what} ${issue.how}`}>
                {formatTime(language, issue.at)} · {issue.reference}
                {issue.till !== null && ` · ${issue.till}`}
                <p className="quiet">{t(handoverWords(issue))}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
