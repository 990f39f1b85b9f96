import { CircleCheck, FilePlus } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { useBusy, useCashier } from '../cashier-context.ts';

/** A receipt that may be at the service already, or all of them (null): what the person found there decides. */
export function DecideTools({ saleId }: { readonly saleId: string | null }) {
  const { t, send } = useCashier();
  const deciding = useBusy(saleId === null ? 'attention.decideAll' : 'attention.decide');
  const decide = (as: 'there' | 'anew'): void =>
    void (saleId === null ? send('attention.decideAll', { as }) : send('attention.decide', { saleId, as }));
  return (
    <>
      <Button className="button" data-busy={deciding} onPress={() => decide('there')}>
        <CircleCheck aria-hidden="true" />
        {t(saleId === null ? 'decideAllThere' : 'decideThere')}
      </Button>
      <Button className="button" data-busy={deciding} onPress={() => decide('anew')}>
        <FilePlus aria-hidden="true" />
        {t(saleId === null ? 'decideAllAnew' : 'decideAnew')}
      </Button>
    </>
  );
}
