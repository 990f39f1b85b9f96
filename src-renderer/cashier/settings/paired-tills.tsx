import { Link2, Store, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CommandOutput } from '../../../src-main/shared/window-commands.ts';
import { formatDay, formatTime, t, wordsOf } from '../../text/cashier-words.ts';
import { Foreign } from '../../text/foreign.tsx';
import { Button, Choice, ConfirmButton, Row, Stack } from '../../ui/controls.tsx';
import { Unanswered, useAnswer } from '../query-state.tsx';
import { CommandButton, send, useView } from '../window-state.tsx';
import { SwitchControl } from './setting-controls.tsx';

export const changeWords = {
  paired: 'tillPaired',
  'paired-again': 'tillPairedAgain',
  removed: 'tillRemoved',
} as const;

export function PairedTillList() {
  const view = useView();
  // The end of a code also reads the list again, because a known till that pairs again does not change the number.
  const isPairing = view.pairing !== null;
  const { pairedTills, lastTill } = view.status.posApi;
  const known = useAnswer('pairing.list', null, `${pairedTills} paired, ${isPairing}`);
  const paired = known.value?.flatMap(({ createdAt, ...till }) => (createdAt === null ? [] : [{ ...till, createdAt }]));
  return (
    <>
      <PairingCode known={known.value ?? []} />
      <Stack as="section" className="paired parted" gap={1}>
        <h2>{t('pairedTills')}</h2>
        {known.value === null && <Unanswered of={known} />}
        {paired?.length === 0 && <p className="quiet">{t('pairedNone')}</p>}
        <p role="status">
          {lastTill !== null && t(changeWords[lastTill.what], { name: lastTill.name, time: formatTime(lastTill.at) })}
        </p>
        <ul className="lined">
          {paired?.map((till) => (
            <Row as="li" key={till.id} gap={[0.5, 1]}>
              <Store aria-hidden="true" />
              <div className="grow">
                <h3>
                  <Foreign text={till.name} />
                </h3>
                <p className="quiet">
                  {t('pairedSince', { day: formatDay(till.createdAt) })} ·{' '}
                  {till.scopes.map((scope) => t(wordsOf('scope', scope))).join(', ')}
                </p>
              </div>
              <ConfirmButton
                icon={Trash2}
                confirmLabel={t('revokeSure', { name: till.name })}
                onConfirm={() => void send('pairing.revoke', { id: till.id })}
              >
                {t('revoke', { name: till.name })}
              </ConfirmButton>
            </Row>
          ))}
        </ul>
      </Stack>
    </>
  );
}

/** The code is part of the view, so it disappears when a till has used it. */
function PairingCode({ known }: { readonly known: CommandOutput<'pairing.list'> }) {
  const view = useView();
  const [hasPartner, setHasPartner] = useState(false);
  const [selectedId, setSelectedId] = useState('');
  const { pairing } = view;
  const { url } = view.status.posApi;
  // A till may have been removed meanwhile.
  const again = known.find(({ id }) => id === selectedId);
  const choose = (id: string): void => {
    setSelectedId(id);
    setHasPartner(known.find((till) => till.id === id)?.scopes.includes('partner') ?? false);
  };
  return (
    <Stack as="section" gap={1} justify="start">
      <h2>{t('pairTitle')}</h2>
      {pairing === null ? (
        <>
          <p>{url === null ? t('apiOff') : t('pairIdle')}</p>
          {known.length > 0 && (
            <Choice
              label={t('pairFor')}
              value={again?.id ?? ''}
              options={[
                { value: '', words: t('pairNew') },
                ...known.map(({ id, name, createdAt }) => ({
                  value: id,
                  words: t(createdAt === null ? 'pairRemoved' : 'pairAgainAs', { name }),
                })),
              ]}
              onChoose={choose}
            />
          )}
          {again !== undefined && <p className="quiet">{t('pairAgain')}</p>}
          <SwitchControl label={t('pairPartner')} value={hasPartner} isLocked={false} onValue={setHasPartner} />
          <CommandButton
            icon={Link2}
            look="accent"
            isDisabled={url === null}
            command="pairing.start"
            input={{ partner: hasPartner, ...(again !== undefined && { again: again.id }) }}
          >
            {t('pairStart')}
          </CommandButton>
        </>
      ) : (
        <>
          <p>
            <b>{pairing.till === null ? t('pairNew') : t('pairAgainAs', { name: pairing.till })}</b>
          </p>
          <p>{t('pairText', { url: url ?? '' })}</p>
          <p className="pairing__code">
            {pairing.code.slice(0, 4)} {pairing.code.slice(4)}
          </p>
          <p role="status">{pairing.wrongCodes > 0 && t(pairing.wrongCodes > 5 ? 'pairGuessing' : 'pairWrongCode')}</p>
          <p className="quiet">{t('pairUntil', { time: formatTime(pairing.until) })}</p>
          <Button onPress={() => void send('pairing.stop', null)}>{t('pairStop')}</Button>
        </>
      )}
    </Stack>
  );
}
