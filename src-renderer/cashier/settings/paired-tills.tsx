import { Store, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { TillScope } from '../../../src-main/kernel/scopes.ts';
import { formatDay } from '../../text/numbers.ts';
import { Unanswered } from '../asking/unanswered.tsx';
import { useAnswer } from '../asking/use-answer.ts';
import { useCashier } from '../cashier-context.ts';

const scopeWords = { sale: 'scopeSale', partner: 'scopeDesk' } as const satisfies Record<TillScope, string>;

/** Asked for anew whenever a till was paired or removed. */
export function PairedTills() {
  const { view, t, language, send } = useCashier();
  // A till that is paired again makes no more of them: that the code is gone tells of it.
  const isPairing = view.pairing !== null;
  const paired = useAnswer('pairing.list', null, `${view.status.posApi.pairedTills} paired, ${isPairing}`);
  const [asked, setAsked] = useState<string | null>(null);

  const revoke = async (id: string): Promise<void> => {
    if (asked !== id) {
      setAsked(id);
      return;
    }
    setAsked(null);
    await send('pairing.revoke', { id });
  };

  return (
    <section className="paired">
      <h2>{t('pairedTills')}</h2>
      {paired.value === null && <Unanswered asked={paired} />}
      {paired.value?.length === 0 && <p className="quiet">{t('pairedNone')}</p>}
      {paired.value !== null && paired.value.length > 0 && <p className="quiet">{t('pairAgain')}</p>}
      <ul>
        {paired.value?.map((till) => (
          <li key={till.id} className="paired__row">
            <Store aria-hidden="true" />
            <div>
              <h3>{till.name}</h3>
              <p className="quiet">
                {t('pairedSince', { day: formatDay(language, till.createdAt) })} ·{' '}
                {till.scopes.map((scope) => t(scopeWords[scope])).join(', ')}
              </p>
            </div>
            <Button
              className={asked === till.id ? 'button button--danger' : 'button'}
              onPress={() => void revoke(till.id)}
              onBlur={() => setAsked(null)}
            >
              <Trash2 aria-hidden="true" />
              {t(asked === till.id ? 'revokeSure' : 'revoke', { name: till.name })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
