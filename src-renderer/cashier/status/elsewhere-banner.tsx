import { Hourglass } from 'lucide-react';
import type { WaitingElsewhere } from '../../../src-main/lib/views.ts';
import { useCashier } from '../cashier-context.ts';

/** Receipts of another account are never mixed in: they wait, and nobody forgets them. */
export function ElsewhereBanner({ others }: { readonly others: readonly WaitingElsewhere[] }) {
  const { t } = useCashier();
  return (
    <>
      {others.map(({ address, count }) => (
        <section key={address} className="banner" aria-label={t('elsewhere', { count })}>
          <Hourglass aria-hidden="true" />
          <div>
            <h2>{t('elsewhere', { count })}</h2>
            <p>{t('elsewhereText', { address: address ?? t('elsewhereBefore') })}</p>
          </div>
        </section>
      ))}
    </>
  );
}
