import { RefreshCw, Wrench } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { useBusy, useCashier } from '../cashier-context.ts';
import { DecideTools } from './decide-tools.tsx';

/** What can be done at once about a refused receipt besides printing it. `isInDoubt`: it may be at the service already. */
export function AttentionTools({ saleId, isInDoubt }: { readonly saleId: string; readonly isInDoubt: boolean }) {
  const { t, send, session } = useCashier();
  const resending = useBusy('attention.resend');
  return (
    <div className="tools">
      {isInDoubt ? (
        <DecideTools saleId={saleId} />
      ) : (
        <Button
          className="button"
          data-busy={resending}
          onPress={() => void send('attention.resend', { saleId, billText: null })}
        >
          <RefreshCw aria-hidden="true" />
          {t('resend')}
        </Button>
      )}
      <Button
        className="button"
        onPress={() => session.setState({ place: 'attention', attention: saleId, notice: null })}
      >
        <Wrench aria-hidden="true" />
        {t('repair')}
      </Button>
    </div>
  );
}
