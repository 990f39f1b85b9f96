import { CircleCheck, CircleDashed, CircleX, Send } from 'lucide-react';
import type { CountedDeviation } from '../../../src-main/shared/connection.ts';
import { t, wordsOf } from '../../text/cashier-words.ts';
import { Button, bringIntoView, Card, Row, Stack, toneOf } from '../../ui/controls.tsx';
import { CommandButton } from '../window-state.tsx';
import { faultWords, type TestAnswer, troubleWords } from './connection-draft.ts';

const verdictOf = ({ ok, purpose }: TestAnswer) => {
  if (purpose === 'save') return ok ? 'saved' : 'notSaved';
  return ok ? 'testGood' : 'testBad';
};

export function TestResult({ tried }: { readonly tried: TestAnswer | null }) {
  const { overriddenBy = [] } = tried ?? {};
  const broken = tried?.steps.find((step) => !step.ok)?.name;
  return (
    <div role="status" aria-live="polite">
      {tried !== null && (
        <Card
          className="result"
          tone={overriddenBy.length > 0 ? 'warn' : toneOf(tried.ok)}
          gap={0.875}
          ref={bringIntoView}
        >
          <h2>{t(verdictOf(tried))}</h2>
          <OverriddenBy options={overriddenBy} />
          <Stack as="ul" gap={0.4}>
            {tried.steps.map(({ name, ok, fault, trouble }) => {
              const isTried = ok || name === broken;
              const Icon = ok ? CircleCheck : isTried ? CircleX : CircleDashed;
              return (
                <li key={name} className="line" data-tone={isTried ? toneOf(ok) : undefined}>
                  <Icon aria-hidden="true" />
                  <div>
                    <b>{t(wordsOf('step', name))}</b>:{' '}
                    {fault === null ? t(ok ? 'stepOk' : 'stepNotTried') : faultWords(fault)}
                    {!ok && trouble !== null && <p>{t('forSupport', { words: troubleWords(trouble) })}</p>}
                  </div>
                </li>
              );
            })}
          </Stack>
          <DeviationList deviations={tried.deviations} />
        </Card>
      )}
    </div>
  );
}

export function OverriddenBy({ options }: { readonly options: readonly string[] }) {
  if (options.length === 0) return null;
  return <p>{t('overriddenBy', { options: options.join(', ') })}</p>;
}

export function DeviationList({ deviations }: { readonly deviations: readonly CountedDeviation[] }) {
  if (deviations.length === 0) return null;
  const title = t('deviations', { count: deviations.length });
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Stack as="ul" gap={0.25} translate="no">
        {deviations.map(({ route, pointer, found, expected, count }) => (
          <Row
            as="li"
            key={[route, pointer, found, expected].join(' ')}
            className="log__line"
            gap={[0.1, 0.75]}
            align="baseline"
            tone="warn"
          >
            <b>{route}</b>
            <span>
              {pointer === '' ? '' : `${pointer}: `}
              {found} ({expected}) × {count}
            </span>
          </Row>
        ))}
      </Stack>
    </section>
  );
}

/**
 * The account was not changed, because receipts wait for the previous one. A person decides. `onKeep` changes the
 * connection, and the waiting receipts stay with their own account.
 */
export function WaitingChoice({ count, onKeep }: { readonly count: number; readonly onKeep: () => void }) {
  return (
    <Card className="result" tone="bad" gap={0.875} ref={bringIntoView}>
      <h2>{t('waitingUnsent', { count })}</h2>
      <p>{t('waitingChoice')}</p>
      <Row className="settings__end" align="start">
        <CommandButton icon={Send} command="outbox.sendNow" input={null}>
          {t('waitingSend')}
        </CommandButton>
        <Button onPress={onKeep}>{t('keepAndChange')}</Button>
      </Row>
    </Card>
  );
}
