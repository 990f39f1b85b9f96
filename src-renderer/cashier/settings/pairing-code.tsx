import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Switch } from 'react-aria-components/Switch';
import { formatTime } from '../../text/numbers.ts';
import { TimeLeft } from '../../ui/time-left.tsx';
import { useBusy, useCashier } from '../cashier-context.ts';

/** The code comes with the view, so that it is gone the moment a till has used it. */
export function PairingCode() {
  const { view, t, language, send } = useCashier();
  const [desk, setDesk] = useState(false);
  const busy = useBusy('pairing.start');
  const { pairing } = view;
  const { url } = view.status.posApi;
  return (
    <section className="pairing">
      <h2>{t('pairTitle')}</h2>
      {pairing === null ? (
        <>
          <p>{url === null ? t('apiOff') : t('pairIdle')}</p>
          <Switch className="switch" isSelected={desk} onChange={setDesk}>
            <span className="switch__track" />
            {t('pairDesk')}
          </Switch>
          <Button
            className="button button--accent"
            isDisabled={url === null}
            data-busy={busy}
            onPress={() => void send('pairing.start', { desk })}
          >
            <Link2 aria-hidden="true" />
            {t('pairStart')}
          </Button>
        </>
      ) : (
        <>
          <p>{t('pairText', { url: url ?? '' })}</p>
          <p className="pairing__code">
            {pairing.code.slice(0, 4)} {pairing.code.slice(4)}
          </p>
          <p className="pairing__wrong" role="status">
            {pairing.wrongCodes > 0 && t('pairWrongCode')}
          </p>
          <TimeLeft until={pairing.until} />
          <p className="quiet">{t('pairUntil', { time: formatTime(language, pairing.until) })}</p>
          <Button className="button" onPress={() => void send('pairing.stop', null)}>
            {t('pairStop')}
          </Button>
        </>
      )}
    </section>
  );
}
