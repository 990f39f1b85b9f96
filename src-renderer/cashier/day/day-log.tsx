import type { DayView } from '../../../src-main/lib/views.ts';
import { WhoseSale } from '../../text/foreign.tsx';
import { formatTime } from '../../text/numbers.ts';
import { Grid, Stack } from '../../ui/layout.tsx';
import { useCashier } from '../cashier-context.ts';
import { handoverWords } from './handover-words.ts';

/** Who agreed to the digital receipt, and what was handed over: the sale and the time, nothing about the person. */
export function DayLog({ figures }: { readonly figures: DayView }) {
  const { t, language } = useCashier();
  return (
    <Grid least={16} gap={1.5}>
      <Stack as="section" gap={0.5} aria-label={t('dayConsents')}>
        <h2>{t('dayConsents')}</h2>
        {figures.consents.length === 0 && <p className="quiet">{t('dayConsentsNone')}</p>}
        <ul>
          {figures.consents.map((consent) => (
            <li key={`${consent.till} ${consent.reference} ${consent.at} ${consent.what}`}>
              {formatTime(language, consent.at)} · <WhoseSale sale={consent} />
              <p className="quiet">{t(handoverWords(consent))}</p>
            </li>
          ))}
        </ul>
      </Stack>
      {figures.issues.length > 0 && (
        <Stack as="section" gap={0.5} aria-label={t('dayIssues')}>
          <h2>{t('dayIssues')}</h2>
          <ul>
            {figures.issues.map((issue) => (
              <li key={`${issue.till} ${issue.reference} ${issue.at} ${issue.what} ${issue.how}`}>
                {formatTime(language, issue.at)} · <WhoseSale sale={issue} />
                <p className="quiet">{t(handoverWords(issue))}</p>
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </Grid>
  );
}
