import { ScanBarcode } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Form } from 'react-aria-components/Form';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { useBusy, useCashier, useSession } from '../cashier-context.ts';

/** Typed by hand or put here by the scanner. */
export function LoyaltyStart({ saleId }: { readonly saleId: string }) {
  const { t, send, session } = useCashier();
  const number = useSession((now) => (now.card?.saleId === saleId ? now.card.number : ''));
  const busy = useBusy('loyalty.start');

  const start = async (): Promise<void> => {
    if (number.trim() === '') return;
    const started = await send('loyalty.start', { saleId, externalUserId: number });
    if (started.ok) session.setState({ card: null });
  };

  return (
    <Form
      className="loyalty__start"
      data-scans
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <TextField
        className="field"
        value={number}
        maxLength={256}
        onChange={(typed) => session.setState({ card: { saleId, number: typed } })}
      >
        <Label>
          <ScanBarcode aria-hidden="true" />
          {t('loyaltyHint')}
        </Label>
        <Input autoComplete="off" spellCheck="false" />
      </TextField>
      <Button className="button button--accent" type="submit" data-busy={busy} isDisabled={number.trim() === ''}>
        {t('loyaltyStart')}
      </Button>
    </Form>
  );
}
