import { CircleCheck, FilePlus } from 'lucide-react';
import { Button } from '../../ui/controls.tsx';
import { useBusy, useCashier } from '../cashier-context.tsx';

/** The decision about a receipt that the service may already have, or about all of them (null). */
export function DecideTools({ saleId, isAnew = true }: { readonly saleId: string | null; readonly isAnew?: boolean }) {
  const { t, send } = useCashier();
  const deciding = useBusy(saleId === null ? 'attention.decideAll' : 'attention.decide');
  const decide = (as: 'there' | 'anew'): void =>
    void (saleId === null ? send('attention.decideAll', { as }) : send('attention.decide', { saleId, as }));
  return (
    <>
      <Button icon={CircleCheck} data-busy={deciding} onPress={() => decide('there')}>
        {t(saleId === null ? 'decideAllThere' : 'decideThere')}
      </Button>
      {isAnew && (
        <Button icon={FilePlus} data-busy={deciding} onPress={() => decide('anew')}>
          {t(saleId === null ? 'decideAllAnew' : 'decideAnew')}
        </Button>
      )}
    </>
  );
}
