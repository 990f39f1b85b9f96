import { Store, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Foreign } from '../../text/foreign.tsx';
import { formatDay, formatTime } from '../../text/numbers.ts';
import { wordsOf } from '../../text/words-of.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { useCashier } from '../cashier-context.ts';
import { Unanswered, useAnswer } from '../query-state.tsx';
import { PairingCode } from './pairing-code.tsx';

export const changeWords = {
  paired: 'tillPaired',
  'paired-again': 'tillPairedAgain',
  removed: 'tillRemoved',
} as const;

/** The code for a till, and those that there are: asked for anew whenever one was paired or removed. */
export function PairedTills() {
  const { view, t, language, send } = useCashier();
  // A till that is paired again makes no more of them: that the code is gone tells of it.
  const isPairing = view.pairing !== null;
  const { pairedTills, lastTill } = view.status.posApi;
  const known = useAnswer('pairing.list', null, `${pairedTills} paired, ${isPairing}`);
  const paired = known.value?.flatMap(({ createdAt, ...till }) => (createdAt === null ? [] : [{ ...till, createdAt }]));
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
    <>
      <PairingCode known={known.value ?? []} />
      <Stack as="section" className="paired" gap={1} justify="start">
        <h2>{t('pairedTills')}</h2>
        {known.value === null && <Unanswered asked={known} />}
        {paired?.length === 0 && <p className="quiet">{t('pairedNone')}</p>}
        {/* Whoever pairs a till reads here which one it was. */}
        <p role="status">
          {lastTill !== null &&
            t(changeWords[lastTill.what], { name: lastTill.name, time: formatTime(language, lastTill.at) })}
        </p>
        <ul className="lined">
          {paired?.map((till) => (
            <Row as="li" key={till.id} className="paired__row" gap={[0.5, 1]}>
              <Store aria-hidden="true" />
              <div>
                <h3>
                  <Foreign text={till.name} />
                </h3>
                <p className="quiet">
                  {t('pairedSince', { day: formatDay(language, till.createdAt) })} ·{' '}
                  {till.scopes.map((scope) => t(wordsOf('scope', scope))).join(', ')}
                </p>
              </div>
              <Button
                icon={Trash2}
                look={asked === till.id ? 'danger' : undefined}
                onPress={() => void revoke(till.id)}
                onBlur={() => setAsked(null)}
              >
                {t(asked === till.id ? 'revokeSure' : 'revoke', { name: till.name })}
              </Button>
            </Row>
          ))}
        </ul>
      </Stack>
    </>
  );
}
