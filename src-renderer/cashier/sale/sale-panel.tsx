import type { ReactNode } from 'react';
import type { CashierView, SaleView } from '../../../src-main/shared/views.ts';
import { languageNames } from '../../text/i18n.ts';
import { Button } from '../../ui/controls.tsx';
import { IdleArt } from '../../ui/idle-art.tsx';
import { useCashier } from '../cashier-context.tsx';
import { LoyaltyPanel } from '../loyalty/loyalty-panel.tsx';
import { IssueCards, useMatters } from '../status/issues.tsx';
import { CurrentSale } from './current-sale.tsx';
import { CustomerMiniature } from './customer-miniature.tsx';
import { EmailPanel } from './email-panel.tsx';
import { HandPad } from './hand-pad.tsx';
import { NewSheet } from './new-sheet.tsx';
import { SaleNotes } from './sale-notes.tsx';
import { useCurrentSale, useIsCodeHere } from './use-sale-actions.ts';

export function SalePanel() {
  const { view } = useCashier();
  if (view.setupRequired !== null) return <ClosedPanel />;
  return view.form === 'full' ? <FullPanel /> : <NarrowPanel />;
}

function Paper({ children }: { readonly children: ReactNode }) {
  const { t } = useCashier();
  return (
    <section className="work__paper" aria-label={t('currentSale')}>
      {children}
    </section>
  );
}

function Sheet() {
  const hand = useCurrentSale();
  if (hand.kind === 'pad') return <NewSheet hand={hand} />;
  return <CurrentSale key={hand.sale.id} sale={hand.sale} />;
}

/** The keypad has the same place in every state. */
function FullPanel() {
  const hand = useCurrentSale();
  const isCodeHere = useIsCodeHere();
  return (
    <div className="work" data-pad={isCodeHere ? undefined : 'beside'}>
      <Paper>
        <Sheet />
        {!isCodeHere && (
          <>
            <CustomerMiniature />
            {hand.kind === 'sale' && <CustomerLanguages sale={hand.sale} />}
          </>
        )}
      </Paper>
      {!isCodeHere && <HandPad />}
    </div>
  );
}

/** The keypad is always in the same place below the amount, and messages are above it. */
function NarrowPanel() {
  const hand = useCurrentSale();
  const isCodeHere = useIsCodeHere();
  const sale = hand.kind === 'sale' && !isCodeHere ? hand.sale : null;
  return (
    <div className="work" data-pad={isCodeHere ? undefined : 'below'}>
      <Paper>
        <Sheet />
        {sale !== null && (
          <>
            <SaleNotes sale={sale} />
            <div className="work__foot">
              <EmailPanel />
              <LoyaltyPanel />
              <CustomerLanguages sale={sale} />
            </div>
          </>
        )}
      </Paper>
      {!isCodeHere && <HandPad />}
    </div>
  );
}

/** Whether a person must choose live or training. Under a policy, and while the app opens, there is no choice. */
const isChoice = (why: CashierView['setupRequired']): boolean =>
  why !== 'policyUntested' && why !== 'restarting' && why !== 'notOpened';

/** Shown while the app accepts nothing, so that no sale can begin. */
function ClosedPanel() {
  const { view, t } = useCashier();
  return (
    <section className="sheet sheet--resting strip">
      <div>
        <h2>{t('closedTitle')}</h2>
        {isChoice(view.setupRequired) && <p>{t('closedText')}</p>}
      </div>
      <IssueCards matters={useMatters()} />
      <div className="sheet__picture">
        <IdleArt />
      </div>
    </section>
  );
}

/** Lets the cashier choose the customer's language if the display has no touch. */
function CustomerLanguages({ sale: { id: saleId, state } }: { readonly sale: SaleView }) {
  const { view, t, send } = useCashier();
  if (view.customerLanguages.length === 0 || state === 'attention' || state === 'cancelled') return null;
  return (
    <fieldset className="customer-languages" aria-label={t('customerLanguage')}>
      {view.customerLanguages.map((language) => (
        <Button
          key={language}
          className="customer-languages__one"
          aria-pressed={view.status.display.language === language}
          onPress={() => void send('sale.language', { saleId, language })}
        >
          <span lang={language}>{languageNames[language]}</span>
        </Button>
      ))}
    </fieldset>
  );
}
