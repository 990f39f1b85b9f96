import type { SaleView } from '../../../src-main/lib/views.ts';
import { languageNames } from '../../text/language-names.ts';
import { Button } from '../../ui/button.tsx';
import { useCashier } from '../cashier-context.ts';

/** Where the display has no touch: one tap for the customer of this sale, gone with it, and where it is refused. */
export function CustomerLanguages({ sale: { id: saleId, state } }: { readonly sale: SaleView }) {
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
