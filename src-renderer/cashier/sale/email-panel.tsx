import { Mail } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../text/cashier-words.ts';
import { Button, Field, Form, Row, Stack } from '../../ui/controls.tsx';
import { CommandButton, send, useBusy, useView } from '../window-state.tsx';
import { useCurrentSale } from './use-sale-actions.ts';

/** The panel is off by default. Before the bill is sent, the customer can confirm an address for the receipt. */
export function EmailPanel() {
  const view = useView();
  const hand = useCurrentSale();
  const isOn = view.settings['cashier.emailReceipts'].value;
  if (hand.kind === 'pad' || (hand.sale.state !== 'open' && hand.sale.state !== 'queued')) return null;
  const { id: saleId, email } = hand.sale;
  if (!isOn && email === null) return null;
  return (
    <section key={saleId} className="panel email" aria-label={t('byEmail')}>
      {email === null ? (
        <Address saleId={saleId} />
      ) : (
        <>
          <p role="status" data-asks={!email.isConfirmed || undefined}>
            {t(email.isConfirmed ? 'emailConfirmed' : 'emailAsk', { address: email.masked })}
          </p>
          <Row gap={0.5}>
            {isOn && !email.isConfirmed && (
              <CommandButton command="sale.confirmEmail" input={{ saleId }}>
                {t('emailConfirm')}
              </CommandButton>
            )}
            <CommandButton command="sale.email" input={{ saleId, address: null }}>
              {t('emailRemove')}
            </CommandButton>
          </Row>
        </>
      )}
    </section>
  );
}

/** The typed text is deleted when the sale or the window ends, and after it was sent. */
function Address({ saleId }: { readonly saleId: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
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
    const answer = isAddress ? await send('sale.email', { saleId, address }) : null;
    if (answer === null || (!answer.ok && answer.error.code === 'invalid')) setWrong(typed);
  };
  return (
    <Stack as={Form} gap={0.5} data-scans onSubmit={() => void show()}>
      <Field
        label={t('emailField')}
        value={typed}
        maxLength={260}
        autoFocus
        isInvalid={wrong === typed}
        error={t('checkField')}
        input={{ inputMode: 'email', autoCapitalize: 'off' }}
        onChange={setTyped}
      >
        <p className="quiet">{t('emailNote')}</p>
      </Field>
      <Button type="submit" data-busy={isBusy} isDisabled={typed.trim() === ''}>
        {t('emailShow')}
      </Button>
    </Stack>
  );
}
