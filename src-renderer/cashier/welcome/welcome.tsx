import { Check, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../../text/cashier-words.ts';
import { Bare, Button, Row, Stack } from '../../ui/controls.tsx';
import { TrainingFrame } from '../../ui/training-frame.tsx';
import { NoticeLine } from '../notice-line.tsx';
import { useStay } from '../pin/unlock.tsx';
import { noSetup, type Setup } from '../session-store.ts';
import { send, session, useSession, useView } from '../window-state.tsx';
import { ConnectionStep, DisplayStep, LanguageStep, ReceiptStep, ShopStep } from './steps.tsx';

const titles = ['welcomeTitle', 'setupShop', 'settingsScreen', 'setupReceipt', 'setupMode'] as const;
const last = titles.length - 1;

/** Each choice is saved at once. A till's sale closes the welcome, which can be opened again later. */
export function Welcome() {
  const view = useView();
  const setup = useSession((now) => now.setup);
  const stay = useStay();
  const saleId = view.sale?.origin === 'hand' ? null : (view.sale?.id ?? null);
  const before = useRef(saleId);

  useEffect(() => {
    if (saleId !== null && saleId !== before.current) session.setState({ place: 'sale', welcome: false });
  }, [saleId]);

  // It stays open after the connection was saved, until a person ends it.
  useEffect(() => session.setState({ welcome: true }), []);

  return (
    <div className="welcome" onPointerDownCapture={stay} onKeyDownCapture={stay}>
      <header className="line top">
        <b>Receipt Companion</b>
        <p>{t('setupStep', { step: setup.step + 1, of: titles.length })}</p>
        <Bare className="line pill top__form" onPress={() => session.setState({ place: 'sale', welcome: false })}>
          {t('setupLater')}
        </Bare>
        {view.training && <TrainingFrame label={null} />}
      </header>
      <Step key={setup.step} setup={setup} />
      <NoticeLine />
    </div>
  );
}

/** One step, whose heading screen readers announce. */
function Step({ setup }: { readonly setup: Setup }) {
  const view = useView();
  const heading = useRef<HTMLHeadingElement>(null);
  const { step, connection } = setup;
  // Typed addresses are not in use yet, so the main button is Save in the form and not the one that ends the welcome.
  const isStaying = step === last && view.training && connection !== null;
  useEffect(() => heading.current?.focus(), []);

  const change = (part: Partial<Setup>): void => session.setState((now) => ({ setup: { ...now.setup, ...part } }));
  const go = (by: number): void => change({ step: step + by });
  const end = async (): Promise<void> => {
    const ended = await send('setup.end', null);
    if (ended.ok) session.setState({ place: 'sale', settingsPage: null, welcome: null, setup: noSetup });
  };
  const parts: readonly ReactNode[] = [
    <LanguageStep key="language" onChosen={() => go(1)} />,
    <ShopStep key="shop" />,
    <DisplayStep key="display" />,
    <ReceiptStep key="receipt" />,
    <ConnectionStep key="live" typed={connection} onTyped={(typed) => change({ connection: typed })} />,
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
