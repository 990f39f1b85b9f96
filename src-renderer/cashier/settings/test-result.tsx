import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { wordsOf } from '../../text/words-of.ts';
import { bringIntoView } from '../../ui/bring-into-view.ts';
import { Card, Stack, toneOf } from '../../ui/layout.tsx';
import { useCashier } from '../cashier-context.ts';
import { faultWords, type Tried } from './connection-verdicts.ts';
import { DeviationList } from './deviation-list.tsx';
import { troubleWords } from './trouble-words.ts';

const verdictOf = ({ ok, purpose }: Tried) => {
  if (purpose === 'save') return ok ? 'saved' : 'notSaved';
  return ok ? 'testGood' : 'testBad';
};

/** Step by step, so that the manager knows which entry to look at, and what whoever helps wants to hear. */
export function TestResult({ tried }: { readonly tried: Tried | null }) {
  const { t } = useCashier();
  const broken = tried?.steps.find((step) => !step.ok)?.name; // what comes after it was not tried
  return (
    <div role="status" aria-live="polite">
      {tried !== null && (
        <Card className="result" tone={toneOf(tried.ok)} gap={0.875} ref={bringIntoView}>
          <h2>{t(verdictOf(tried))}</h2>
          <Stack as="ul" gap={0.4}>
            {tried.steps.map((step) => (
              <li key={step.name} data-tone={step.ok || step.name === broken ? toneOf(step.ok) : undefined}>
                <StepIcon ok={step.ok} tried={step.ok || step.name === broken} />
                <span>
                  <b>{t(wordsOf('step', step.name))}</b>:{' '}
                  {step.fault === null ? t(step.ok ? 'stepOk' : 'stepNotTried') : faultWords(step.fault, t)}
                  {!step.ok && step.trouble !== null && (
                    <span className="result__detail">{t('forSupport', { words: troubleWords(step.trouble, t) })}</span>
                  )}
                </span>
              </li>
            ))}
          </Stack>
          <DeviationList deviations={tried.deviations} />
        </Card>
      )}
    </div>
  );
}

export function StepIcon({ ok, tried }: { readonly ok: boolean; readonly tried: boolean }) {
  const Icon = ok ? CircleCheck : tried ? CircleX : CircleDashed;
  return <Icon aria-hidden="true" />;
}
