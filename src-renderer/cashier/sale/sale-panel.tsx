import type { ReactNode } from 'react';
import type { CashierView, SaleView } from '../../../src-main/shared/views.ts';
import { languageNames } from '../../text/language-names.ts';
import { Button } from '../../ui/button.tsx';
import { IdleArt } from '../../ui/idle-art.tsx';
import { useCashier } from '../cashier-context.ts';
import { LoyaltyPanel } from '../loyalty/loyalty-panel.tsx';
import { LookAfter, useMatters } from '../status/issues.tsx';
import { CurrentSale } from './current-sale.tsx';
import { CustomerMiniature } from './customer-miniature.tsx';
import { HandPad, VatChoice } from './hand-pad.tsx';
import { NewSheet } from './new-sheet.tsx';
import { SaleSaid } from './sale-notes.tsx';
import { useCurrentSale, useIsCodeHere } from './use-sale-actions.ts';

/** The sale in hand, or what is typed for the next one. */
export function SalePanel() {
  const { view } = useCashier();
  if (view.setupRequired !== null) return <ClosedPanel />;
  return view.form === 'full' ? <FullPanel /> : <NarrowPanel />;
}

function Paper({ children, isSaid = true }: { readonly children: ReactNode; readonly isSaid?: boolean }) {
  const { t } = useCashier();
  const hand = useCurrentSale();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it
    <section className="work__paper" aria-label={t('currentSale')} tabIndex={0}>
      {hand.kind === 'pad' ? (
        <NewSheet hand={hand} />
      ) : (
        <CurrentSale key={hand.sale.id} sale={hand.sale} isSaid={isSaid} />
      )}
      {children}
    </section>
  );
}

/** The keypad has one place in every state. */
function FullPanel() {
  const hand = useCurrentSale();
  const isCodeHere = useIsCodeHere();
  if (isCodeHere)
    return (
      <div className="work">
        <Paper>{null}</Paper>
      </div>
    );
  return (
    <div className="work" data-pad="beside">
      <Paper>
        <CustomerMiniature />
        {/* At the foot: what is said on the paper moves it nowhere. */}
        {(hand.kind === 'pad' || hand.sale.can.pay) && <VatChoice />}
        {hand.kind === 'sale' && <More sale={hand.sale} isPaying={false} />}
      </Paper>
      <HandPad isFolded={false} />
    </div>
  );
}

/** A sale by hand has its keypad below the paper, folded once it is paid. */
function NarrowPanel() {
  const hand = useCurrentSale();
  const isCodeHere = useIsCodeHere();
  const isByHand = hand.kind === 'pad' || hand.sale.origin === 'hand';
  const isOver = hand.kind === 'sale' && hand.sale.state !== 'open';
  const isPaying = isByHand && !isOver;
  const more = hand.kind === 'sale' && <More sale={hand.sale} isPaying={isPaying} />;
  return (
    <div className="work" data-pad={isByHand ? (isOver ? 'folded' : 'beside') : undefined}>
      <Paper isSaid={!isPaying}>{!isCodeHere && !isPaying && more}</Paper>
      {isByHand && !isCodeHere && <HandPad isFolded={isOver}>{isPaying && more}</HandPad>}
    </div>
  );
}

/** What stands at the foot, whatever is said above it; and what the narrow panel has no other place for. */
function More({ sale, isPaying }: { readonly sale: SaleView; readonly isPaying: boolean }) {
  const isNarrow = useCashier().view.form === 'dock';
  return (
    <>
      {isNarrow && isPaying && <SaleSaid sale={sale} />}
      <div className="work__foot">
        {isNarrow && <LoyaltyPanel />}
        <CustomerLanguages sale={sale} />
      </div>
    </>
  );
}

/** Under a policy, and while the app is being opened, a person has nothing to choose. */
const isChoice = (why: CashierView['setupRequired']): boolean =>
  why !== 'policyUntested' && why !== 'restarting' && why !== 'notOpened';

/** Nothing is accepted, so there is no next customer. */
function ClosedPanel() {
  const { view, t } = useCashier();
  return (
    <section className="sheet sheet--resting strip">
      <div>
        <h2>{t('closedTitle')}</h2>
        {isChoice(view.setupRequired) && <p>{t('closedText')}</p>}
      </div>
      <LookAfter matters={useMatters()} />
      <div className="sheet__picture">
        <IdleArt />
      </div>
    </section>
  );
}

/** Where the display has no touch: one tap for the customer of this sale, gone with it, and where it is refused. */
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
