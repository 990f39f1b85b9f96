import { Mail } from 'lucide-react';
import { useState } from 'react';
import type { SaleView } from '../../../src-main/shared/views.ts';
import { Button, Field, Form, Row } from '../../ui/controls.tsx';
import { CommandButton, useBusy, useCashier } from '../cashier-context.tsx';
import { useCurrentSale } from './use-sale-actions.ts';

/** Off by default. Before the bill is sent, the customer can confirm an address that also gets the receipt. */
export function EmailPanel() {
  const { view, t } = useCashier();
  const hand = useCurrentSale();
  const isOn = view.settings['cashier.emailReceipts'].value;
  if (!isOn || hand.kind === 'pad' || (hand.sale.state !== 'open' && hand.sale.state !== 'queued')) return null;
  const { sale } = hand;
  return (
    <section className="panel email" aria-label={t('byEmail')}>
      {sale.email === null ? (
        <Address key={sale.id} saleId={sale.id} />
      ) : (
        <Chosen saleId={sale.id} email={sale.email} />
      )}
    </section>
  );
}

/** The typed text is deleted when the sale or the window ends, and after it was sent. */
function Address({ saleId }: { readonly saleId: string }) {
  const { t, send } = useCashier();
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const isBusy = useBusy('sale.email');
  if (typed === null)
    return (
      <Button icon={Mail} onPress={() => setTyped('')}>
        {t('byEmail')}
      </Button>
    );
  const show = async (): Promise<void> => {
    const address = typed.trim().replace(/^mailto:/i, '');
    const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address);
    setWrong(!isAddress || !(await send('sale.email', { saleId, address })).ok);
  };
  return (
    <Form data-scans onSubmit={() => void show()}>
      <Field
        label={t('emailField')}
        value={typed}
        maxLength={260}
        autoFocus
        isInvalid={isWrong}
        error={t('checkField')}
        input={{ inputMode: 'email', autoCapitalize: 'off' }}
        onChange={(next) => {
          setTyped(next);
          setWrong(false);
        }}
      >
        <p className="quiet">{t('emailNote')}</p>
      </Field>
      <Button type="submit" data-busy={isBusy} isDisabled={typed.trim() === ''}>
        {t('emailShow')}
      </Button>
    </Form>
  );
}

interface ChosenProps {
  readonly saleId: string;
  readonly email: NonNullable<SaleView['email']>;
}

function Chosen({ saleId, email: { masked: address, isConfirmed } }: ChosenProps) {
  const { t } = useCashier();
  return (
    <>
      <p role="status" data-asks={!isConfirmed || undefined}>
        {t(isConfirmed ? 'emailGoes' : 'emailAsk', { address })}
      </p>
      <Row gap={0.5}>
        {!isConfirmed && (
          <CommandButton command="sale.confirmEmail" input={{ saleId }}>
            {t('emailConfirm')}
          </CommandButton>
        )}
        <CommandButton command="sale.email" input={{ saleId, address: null }}>
          {t('emailRemove')}
        </CommandButton>
      </Row>
    </>
  );
}
