import { Store, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { CommandOutput } from '../../../src-main/contract/commands.ts';
import type { TillScope } from '../../../src-main/kernel/scopes.ts';
import { formatDay } from '../../text/numbers.ts';
import { useCashier } from '../cashier-context.ts';

interface Listed {
  readonly tills: CommandOutput<'pairing.list'>;
  /** How many main counted when it was asked. */
  readonly at: number;
}

const scopeWords = { sale: 'scopeSale', partner: 'scopeDesk' } as const satisfies Record<TillScope, string>;

/** Asked for anew whenever the number of paired tills changes. */
export function PairedTills() {
  const { view, t, language, send } = useCashier();
  const [{ tills }, setListed] = useState<Listed>({ tills: [], at: 0 });
  const [asked, setAsked] = useState<string | null>(null);
  const { pairedTills } = view.status.posApi;

  useEffect(() => {
    let left = false;
    void send('pairing.list', null).then((answer) => {
      if (answer.ok && !left) setListed({ tills: answer.value, at: pairedTills });
    });
    return () => {
      left = true;
    };
  }, [send, pairedTills]);

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
      {tills.length === 0 && <p className="quiet">{t('pairedNone')}</p>}
      <ul>
        {tills.map((till) => (
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
