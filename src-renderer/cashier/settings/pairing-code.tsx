import { Link2 } from 'lucide-react';
import { useState } from 'react';
import type { CommandOutput } from '../../../src-main/shared/window-commands.ts';
import { formatTime } from '../../text/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { TimeLeft } from '../../ui/time-left.tsx';
import { useCashier } from '../cashier-context.ts';
import { Choice } from '../choice.tsx';
import { CommandButton } from '../command-button.tsx';
import { SwitchControl } from './setting-controls.tsx';

/** The code comes with the view, so that it is gone the moment a till has used it. */
export function PairingCode({ known }: { readonly known: CommandOutput<'pairing.list'> }) {
  const { view, t, language, send } = useCashier();
  const [desk, setDesk] = useState(false);
  const [meant, setMeant] = useState('');
  const { pairing } = view;
  const { url } = view.status.posApi;
  // One that is gone meanwhile is not meant any more.
  const again = known.find(({ id }) => id === meant);
  const choose = (id: string): void => {
    setMeant(id);
    setDesk(known.find((till) => till.id === id)?.scopes.includes('partner') ?? false);
  };
  return (
    <Stack as="section" className="pairing" gap={1} justify="start">
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
          <SwitchControl label={t('pairDesk')} value={desk} isLocked={false} onValue={setDesk} />
          <CommandButton
            icon={Link2}
            look="accent"
            isDisabled={url === null}
            command="pairing.start"
            input={{ desk, ...(again !== undefined && { again: again.id }) }}
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
          <TimeLeft until={pairing.until} />
          <p className="quiet">{t('pairUntil', { time: formatTime(language, pairing.until) })}</p>
          <Button onPress={() => void send('pairing.stop', null)}>{t('pairStop')}</Button>
        </>
      )}
    </Stack>
  );
}
