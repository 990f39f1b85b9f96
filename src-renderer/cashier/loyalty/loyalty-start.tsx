import { ScanBarcode } from 'lucide-react';
import { Form } from 'react-aria-components/Form';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { Button } from '../../ui/button.tsx';
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
      onSubmit={(event) => {
        event.preventDefault();
        session.setState({ card: { saleId, number, from: 'hand' } });
        void startCard({ send, session }, saleId);
      }}
    >
      <TextField
        className="field"
        value={number}
        maxLength={256}
        onChange={(typed) => session.setState({ card: { saleId, number: typed, from: 'hand' } })}
      >
        <Label>
          <ScanBarcode aria-hidden="true" />
          {t('loyaltyHint')}
        </Label>
        <Input autoComplete="off" spellCheck="false" />
      </TextField>
      <Button look="accent" type="submit" data-busy={busy} isDisabled={number.trim() === ''}>
        {t('loyaltyStart')}
      </Button>
    </Form>
  );
}
