import { IdCard } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useCashier, useSession } from '../cashier-context.ts';

/** A customer's code that was scanned before there is a sale; which one it is nobody has to read here. */
export function CustomerCodeWaits() {
  const { t, session } = useCashier();
  const isWaiting = useSession((now) => now.customerCode !== null);
  return (
    <div role="status">
      {isWaiting && (
        <div className="loyalty__waiting">
          <IdCard aria-hidden="true" />
          <span>{t('codeWaits')}</span>
          <Button onPress={() => session.setState({ customerCode: null })}>{t('codeForget')}</Button>
        </div>
      )}
    </div>
  );
}
