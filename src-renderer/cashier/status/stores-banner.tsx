import { Store } from 'lucide-react';
import { useCashier } from '../cashier-context.ts';
import { ServiceWords } from './service-words.tsx';

/** A wrong store is a setting, not a receipt: said once, above the work, until it is right. */
export function StoresBanner({ stores }: { readonly stores: readonly string[] }) {
  const { t } = useCashier();
  const title = t('storesUnknownTitle', { stores: stores.join(', ') });
  return (
    <section className="banner" aria-label={title}>
      <Store aria-hidden="true" />
      <div>
        <h2>{title}</h2>
        <p>{t('storesUnknownText')}</p>
        <ServiceWords about="store" />
      </div>
    </section>
  );
}
