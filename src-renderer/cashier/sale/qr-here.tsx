import { Button } from 'react-aria-components/Button';
import { QrCode } from '../../ui/qr-code.tsx';
import { shortAddress } from '../../ui/short-address.ts';
import { useCashier } from '../cashier-context.ts';

interface QrHereProps {
  readonly url: string;
  readonly onHide: () => void;
}

/** Without a customer display: the cashier turns this screen round. */
export function QrHere({ url, onHide }: QrHereProps) {
  const { view, t } = useCashier();
  return (
    <div className="qr-here">
      <div className="qr-here__paper">
        <QrCode url={url} label={t('qrLabel')} share={view.form === 'dock' ? 0.66 : 0.46} />
        <p>{shortAddress(url)}</p>
      </div>
      <Button className="button" onPress={onHide}>
        {t('hideHere')}
      </Button>
    </div>
  );
}
