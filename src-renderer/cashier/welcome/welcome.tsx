import { Check, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CommandOutput } from '../../../src-main/shared/window-commands.ts';
import { Bare, Button, Row, Stack } from '../../ui/controls.tsx';
import { TrainingFrame } from '../../ui/training-frame.tsx';
import { useCashier } from '../cashier-context.tsx';
import { NoticeLine } from '../notice-line.tsx';
import { useStay } from '../pin/unlock.tsx';
import { Unanswered, useAnswer } from '../query-state.tsx';
import { ConnectionStep, DisplayStep, LanguageStep, ReceiptStep, ShopStep, useGuessedCountry } from './steps.tsx';

type Draft = CommandOutput<'setup.get'>;

const titles = ['welcomeTitle', 'setupShop', 'settingsScreen', 'setupReceipt', 'setupMode'] as const;
const last = titles.length - 1;

/** Each choice is saved at once. A till's sale closes the welcome, which can be opened again later. */
export function Welcome() {
  const { view, t, ask, session } = useCashier();
  const stored = useAnswer('setup.get', null);
  const [typed, setTyped] = useState<Draft | null>(null);
  const draft = typed ?? stored.value;
  const stay = useStay();
  const saleId = view.sale?.origin === 'hand' ? null : (view.sale?.id ?? null);
  const before = useRef(saleId);

  useEffect(() => {
    if (saleId !== null && saleId !== before.current) session.setState({ place: 'sale', welcome: false });
  }, [saleId, session]);

  const keep = (next: Draft): void => {
    setTyped(next);
    void ask('setup.keep', next);
  };
  return (
    <div className="welcome" onPointerDownCapture={stay} onKeyDownCapture={stay}>
      <header className="line top">
        <b>Receipt Companion</b>
        {draft !== null && <p>{t('setupStep', { step: draft.step + 1, of: titles.length })}</p>}
        <Bare className="line top__form" onPress={() => session.setState({ place: 'sale', welcome: false })}>
          {t('setupLater')}
        </Bare>
        {view.training && <TrainingFrame label={null} />}
      </header>
      {draft === null ? <Unanswered of={stored} /> : <Step key={draft.step} draft={draft} onDraft={keep} />}
      <NoticeLine />
    </div>
  );
}

/** One step, whose heading screen readers announce. */
function Step({ draft, onDraft }: { readonly draft: Draft; readonly onDraft: (draft: Draft) => void }) {
  const { view, t, send, session } = useCashier();
  const heading = useRef<HTMLHeadingElement>(null);
  const { step } = draft;
  // Typed addresses are not in use yet, so the main button is Save in the form and not the one that ends the welcome.
  const isStaying = step === last && view.training && draft.connection !== null;
  useEffect(() => heading.current?.focus(), []);

  const guessCountry = useGuessedCountry();
  const go = (by: number): void => {
    if (step === 0) guessCountry();
    onDraft({ ...draft, step: step + by });
  };
  const end = async (): Promise<void> => {
    const ended = await send('setup.end', null);
    if (ended.ok) session.setState({ place: 'sale', settingsPage: null, welcome: null });
  };
  const parts: readonly ReactNode[] = [
    <LanguageStep key="language" onChosen={() => go(1)} />,
    <ShopStep key="shop" />,
    <DisplayStep key="display" />,
    <ReceiptStep key="receipt" />,
    <ConnectionStep key="live" typed={draft.connection} onTyped={(connection) => onDraft({ ...draft, connection })} />,
  ];
  return (
    <>
      <Stack as="main" className="welcome__body" gap={0.5}>
        <h1 ref={heading} tabIndex={-1}>
          {t(titles[step] ?? 'welcomeTitle')}
        </h1>
        {parts[step]}
      </Stack>
      <Row className="welcome__end" align="stretch">
        {step > 0 && (
          <Button icon={ChevronLeft} onPress={() => go(-1)}>
            {t('setupBack')}
          </Button>
        )}
        <Button look={isStaying ? undefined : 'accent'} onPress={() => (step === last ? void end() : go(1))}>
          {t(step === last ? 'setupDone' : 'pinNext')}
          {step === last ? <Check aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
        </Button>
      </Row>
    </>
  );
}
