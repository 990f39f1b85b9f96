import { ScanBarcode } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useBusy, useCashier, useSession } from '../cashier-context.ts';
import { startCard } from './start-card.ts';

/** Typed by hand or put here by the scanner. */
export function LoyaltyStart({ saleId }: { readonly saleId: string }) {
  const { t, send, session } = useCashier();
  const number = useSession((now) => (now.card?.saleId === saleId ? now.card.number : ''));
  const busy = useBusy('loyalty.start');

  return (
    <Form
      className="loyalty__start"
      data-scans
      onSubmit={() => {
        session.setState({ card: { saleId, number, from: 'hand' } });
        void startCard({ send, session }, saleId);
      }}
    >
      <Field
        label={
          <>
            <ScanBarcode aria-hidden="true" />
            {t('loyaltyHint')}
          </>
        }
        value={number}
        maxLength={256}
        onChange={(typed) => session.setState({ card: { saleId, number: typed, from: 'hand' } })}
      />
      <Button look="accent" type="submit" data-busy={busy} isDisabled={number.trim() === ''}>
        {t('loyaltyStart')}
      </Button>
    </Form>
  );
}
