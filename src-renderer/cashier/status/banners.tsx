import { CircleHelp, Undo2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CashierView } from '../../../src-main/shared/views.ts';
import { nameOfSale, t, wordsOf } from '../../text/cashier-words.ts';
import { Banner, Bare, Button, LeftSeconds, Row } from '../../ui/controls.tsx';
import { AmountPrompt } from '../sale/new-sheet.tsx';
import { selectSale, useCurrentSale } from '../sale/use-sale-actions.ts';
import {
  CommandButton,
  send,
  session,
  useBusy,
  useIsFixed,
  useSession,
  useSetting,
  useView,
} from '../window-state.tsx';

/** Shows one question at a time in its own place, the most urgent first. `children` come after it. */
export function Banners({ children }: { readonly children?: ReactNode }) {
  const { setupRequired, form } = useView();
  const isSettled = setupRequired === null;
  return (
    <div className="banners" data-decides={!isSettled || undefined}>
      {isSettled && <UndoOther />}
      {isSettled && form === 'dock' && <AmountPrompt />}
      <PaperAsk />
      {isSettled ? children : <SetupRequiredBanner why={setupRequired} />}
    </div>
  );
}

function UndoOther() {
  const view = useView();
  const other = view.undoOther;
  if (other === null) return null;
  return (
    <CommandButton
      key={other.id}
      icon={Undo2}
      className="button--notice"
      command="sale.undo"
      input={{ saleId: other.id }}
    >
      {t(other.action === 'printed' ? 'undoOtherPrinted' : 'undoOtherCancel', { sale: nameOfSale(other) })}
      <LeftSeconds until={other.until} />
    </CommandButton>
  );
}

/** A customer's request for paper. Always mounted on every page, so that screen readers announce it. */
function PaperAsk() {
  const view = useView();
  const hand = useCurrentSale();
  const undoing = useBusy('sale.undo');
  const place = useSession((now) => now.place);
  const ask = view.paperRequest;
  const isInHand = hand.kind === 'sale' && hand.sale.id === ask?.id && (place === 'sale' || view.form === 'dock');
  return (
    <div role="status">
      {ask !== null && (
        <Row key={ask.id} className="banner banner--ask">
          <div className="grow">
            <b>{t('paperRequest', { sale: nameOfSale(ask) })}</b>
          </div>
          {!isInHand && <Button onPress={() => selectSale(ask.id)}>{t('paperRequestShow')}</Button>}
          <Bare
            className="notice__close"
            aria-label={t('actionNoPaper')}
            data-busy={undoing}
            onPress={() => void send('sale.undo', { saleId: ask.id })}
          >
            <X aria-hidden="true" />
          </Bare>
        </Row>
      )}
    </div>
  );
}

/** Nothing is accepted until live or training is chosen. One tap suffices if the stored data are complete. */
function SetupRequiredBanner({ why }: { readonly why: NonNullable<CashierView['setupRequired']> }) {
  const view = useView();
  const form = useSetting('cashier.form');
  const busy = useBusy('connection.settle');
  const isModeFixed = useIsFixed()('mode');

  const goOnLive = async (): Promise<void> => {
    const settled = await send('connection.settle', { mode: 'live' });
    if (settled.ok && settled.value.ok) return;
    const faults = settled.ok ? settled.value.steps.map(({ fault }) => fault) : [];
    const isTyped = faults.includes('storeMissing') || faults.includes('accountMissing');
    // An invalid policy cannot be corrected here.
    if (why === 'policyUntested' && !isTyped) return;
    // A value must be typed, which needs the full window.
    if (view.form === 'dock') await form.set('full');
    session.setState({ place: 'settings', notice: null });
  };

  const isOpening = why === 'restarting' || why === 'notOpened';
  const title = t(isOpening || why === 'policyUntested' ? 'closedTitle' : 'setupRequiredTitle');
  const tools = (
    <>
      {why === 'keychainMissing' ? (
        <CommandButton look="accent" command="keychain.retry" input={null}>
          {t('tryAgain')}
        </CommandButton>
      ) : (
        <Button look="accent" data-busy={busy} onPress={() => void goOnLive()}>
          {t(why === 'policyUntested' ? 'tryAgain' : 'goOnLive')}
        </Button>
      )}
      {!isModeFixed && (
        <CommandButton command="connection.settle" input={{ mode: 'training' }}>
          {t('startTraining')}
        </CommandButton>
      )}
    </>
  );
  return (
    <Banner icon={CircleHelp} role="alert" title={title} tools={isOpening ? null : tools}>
      <p>{t(wordsOf('setupRequired', why))}</p>
    </Banner>
  );
}
