import { t } from '../../text/cashier-words.ts';
import { Card } from '../../ui/controls.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { shortAddress } from '../../ui/short-address.ts';
import { useView } from '../window-state.tsx';

/** Without a customer display the cashier turns this screen round, so it shows only the code. */
export function QrHere({ url }: { readonly url: string }) {
  const view = useView();
  return (
    <Card className="qr-here">
      <QrCode url={url} label={t('qrLabel')} share={view.form === 'dock' ? 0.75 : 0.55} />
      <p>{shortAddress(url)}</p>
    </Card>
  );
}
