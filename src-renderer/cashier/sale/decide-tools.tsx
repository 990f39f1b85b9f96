import { CircleCheck, FilePlus } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { useBusy, useCashier } from '../cashier-context.ts';

/** A receipt that may be at the service already: what the person found there decides. */
export function DecideTools({ saleId }: { readonly saleId: string }) {
  const { t, send } = useCashier();
  const deciding = useBusy('attention.decide');
  return (
    <>
      <Button
        className="button"
        data-busy={deciding}
        onPress={() => void send('attention.decide', { saleId, as: 'there' })}
      >
        <CircleCheck aria-hidden="true" />
        {t('decideThere')}
      </Button>
      <Button
        className="button"
        data-busy={deciding}
        onPress={() => void send('attention.decide', { saleId, as: 'anew' })}
      >
        <FilePlus aria-hidden="true" />
        {t('decideAnew')}
      </Button>
    </>
  );
}
