import { ScanEye } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useCashier } from '../../cashier-context.ts';

/** Shows on each display its number, so that nobody has to guess which is which. */
export function IdentifyButton() {
  const { t, send } = useCashier();
  return (
    <Button icon={ScanEye} onPress={() => void send('display.identify', null)}>
      {t('displaysIdentify')}
    </Button>
  );
}
