import { Check, ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { CommandOutput } from '../../../../src-main/lib/commands.ts';
import { Unanswered } from '../../asking/unanswered.tsx';
import { useAnswer } from '../../asking/use-answer.ts';
import { useCashier } from '../../cashier-context.ts';
import { ConnectionStep } from './connection-step.tsx';
import { DisplayStep, ShopStep, TillStep } from './small-steps.tsx';

type Draft = CommandOutput<'setup.get'>;

const steps = ['setupShop', 'setupDisplay', 'setupTill', 'setupMode'] as const;

/**
 * The first start in four screens. Each can be left and taken up again, in any order, also after a kill; a till's sale
 * takes the window back, and the screens wait.
 */
export function SetupPage() {
  const { view, send, session } = useCashier();
  const kept = useAnswer('setup.get', null);
  const [typed, setTyped] = useState<Draft | null>(null);
  const draft = typed ?? kept.value;
  const saleId = view.sale?.id ?? null;
  const before = useRef(saleId);

  useEffect(() => {
    if (saleId !== null && saleId !== before.current) session.setState({ place: 'sale' });
  }, [saleId, session]);

  if (draft === null) return <Unanswered asked={kept} />;
  const keep = (next: Draft): void => {
    setTyped(next);
    void send('setup.keep', next);
  };
  return <Steps draft={draft} onDraft={keep} />;
}

function Steps({ draft, onDraft }: { readonly draft: Draft; readonly onDraft: (draft: Draft) => void }) {
  const { t, send, session } = useCashier();
  const heading = useRef<HTMLHeadingElement>(null);
  const go = (step: number): void => {
    onDraft({ ...draft, step });
    heading.current?.focus();
  };
  const isLast = draft.step === steps.length - 1;
  const end = async (): Promise<void> => {
    const ended = await send('setup.end', null);
    if (ended.ok) session.setState({ place: 'sale', settingsPage: null });
  };

  return (
    <div className="setup">
      <ol className="setup__steps" aria-label={t('settingsSetup')}>
        {steps.map((words, step) => (
          <li key={words}>
            <Button
              className="setup__step"
              aria-current={step === draft.step ? 'step' : 'false'}
              data-current={step === draft.step || undefined}
              onPress={() => go(step)}
            >
              <b>{step + 1}</b>
              {t(words)}
            </Button>
          </li>
        ))}
      </ol>
      <section className="setup__body" aria-labelledby="setup-title">
        <h2 id="setup-title" ref={heading} tabIndex={-1}>
          {t('setupStep', { step: draft.step + 1, title: t(steps[draft.step] ?? 'setupShop') })}
        </h2>
        {draft.step === 0 && <ShopStep />}
        {draft.step === 1 && <DisplayStep />}
        {draft.step === 2 && <TillStep />}
        {isLast && (
          <ConnectionStep typed={draft.connection} onTyped={(connection) => onDraft({ ...draft, connection })} />
        )}
      </section>
      <div className="setup__end">
        <Button
          className="button"
          onPress={() => (draft.step === 0 ? session.setState({ settingsPage: null }) : go(draft.step - 1))}
        >
          <ChevronLeft aria-hidden="true" />
          {t('setupBack')}
        </Button>
        <Button className="button button--accent" onPress={() => (isLast ? void end() : go(draft.step + 1))}>
          {t(isLast ? 'setupDone' : 'pinNext')}
          {isLast ? <Check aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
        </Button>
      </div>
    </div>
  );
}
