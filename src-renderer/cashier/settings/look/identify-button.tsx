import { ScanEye } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { useCashier } from '../../cashier-context.ts';
import { useLookText } from './use-look-text.ts';

/** Shows on each display its number, so that nobody has to guess which is which. */
export function IdentifyButton() {
  const { send } = useCashier();
  const t = useLookText();
  return (
    <Button className="button" onPress={() => void send('display.identify', null)}>
      <ScanEye aria-hidden="true" />
      {t('displaysIdentify')}
    </Button>
  );
}
