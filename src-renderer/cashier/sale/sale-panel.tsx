import type { SaleView } from '../../../src-main/shared/views.ts';
import { t } from '../../text/cashier-words.ts';
import { languageNames } from '../../text/i18n.ts';
import { Button, Grid } from '../../ui/controls.tsx';
import { LoyaltyPanel } from '../loyalty/loyalty-panel.tsx';
import { IssueCards, useMatters } from '../status/issues.tsx';
import { send, useView } from '../window-state.tsx';
import { CurrentSale } from './current-sale.tsx';
import { CustomerMiniature } from './customer-miniature.tsx';
import { EmailPanel } from './email-panel.tsx';
import { HandPad } from './hand-pad.tsx';
import { NewSheet } from './new-sheet.tsx';
import { SaleNotes } from './sale-notes.tsx';
import { useCurrentSale, useIsCodeHere } from './use-sale-actions.ts';

/** The keypad has the same place in every state: in the narrow panel below the amount, which is below the messages. */
export function SalePanel() {
  const view = useView();
  const hand = useCurrentSale();
  const isCodeHere = useIsCodeHere();
  if (view.setupRequired !== null) return <ClosedPanel />;
  const isFull = view.form === 'full';
  const sale = hand.kind === 'sale' ? hand.sale : null;
  const languages = sale !== null && <CustomerLanguages sale={sale} />;
  const secondaryParts = isFull ? (
    <>
      <CustomerMiniature />
      {languages}
    </>
  ) : (
    sale !== null && (
      <>
        <SaleNotes key={sale.id} sale={sale} />
        <div className="work__foot">
          <EmailPanel />
          <LoyaltyPanel />
          {languages}
        </div>
      </>
    )
  );
  return (
    <div className="work" data-pad={isCodeHere ? undefined : isFull ? 'right' : 'below'}>
      <section className="work__paper" aria-label={t('currentSale')}>
        {hand.kind === 'pad' ? <NewSheet hand={hand} /> : <CurrentSale key={hand.sale.id} sale={hand.sale} />}
        {!isCodeHere && secondaryParts}
      </section>
      {!isCodeHere && <HandPad />}
    </div>
  );
}

/** Shown while the app accepts nothing, so that no sale can begin. */
function ClosedPanel() {
  const view = useView();
  return (
    <div className="work">
      <section className="sheet strip">
        <h2>{t('closedTitle')}</h2>
        {/* Under a policy, and while the app opens, nobody can choose live or training. */}
        {!['policyUntested', 'restarting', 'notOpened'].includes(view.setupRequired ?? '') && <p>{t('closedText')}</p>}
        <IssueCards matters={useMatters()} />
        <div className="sheet__picture">
          <div className="idle-art" />
        </div>
      </section>
    </div>
  );
}

function CustomerLanguages({ sale: { id: saleId, state } }: { readonly sale: SaleView }) {
  const view = useView();
  if (view.customerLanguages.length === 0 || state === 'attention' || state === 'cancelled') return null;
  return (
    <Grid
      key={saleId}
      as="fieldset"
      className="customer-languages"
      least={4.75}
      gap={0.5}
      aria-label={t('customerLanguage')}
    >
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
    </Grid>
  );
}
