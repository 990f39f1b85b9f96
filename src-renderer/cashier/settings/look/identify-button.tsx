import { ScanEye } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { useCashier } from '../../cashier-context.ts';

/** Shows on each display its number, so that nobody has to guess which is which. */
export function IdentifyButton() {
  const { t, send } = useCashier();
  return (
    <Button className="button" onPress={() => void send('display.identify', null)}>
      <ScanEye aria-hidden="true" />
      {t('displaysIdentify')}
    </Button>
  );
}
