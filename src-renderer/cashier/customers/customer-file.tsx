import { Trash2, UserRoundX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Foreign } from '../../text/foreign.tsx';
import { Button, Row, Stack } from '../../ui/controls.tsx';
import { useBusy, useCashier } from '../cashier-context.tsx';
import { AddReceipt } from './add-receipt.tsx';
import { CustomerReceipts } from './customer-receipts.tsx';
import { AskForToken, TokenCode, type UserToken } from './customer-token.tsx';
import type { OpenCustomer } from './find-customer.tsx';

export function CustomerFile({ customer, onLeave }: { readonly customer: OpenCustomer; readonly onLeave: () => void }) {
  const { t } = useCashier();
  const [changes, setChanges] = useState(0);
  const [token, setToken] = useState<UserToken | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused field has disappeared, so a screen reader continues with the name of this customer.
  useEffect(() => heading.current?.focus(), []);
  // The customer scans this screen and must see nothing else on it.
  if (token !== null) return <TokenCode token={token} onHide={() => setToken(null)} />;
  return (
    <>
      <Row as="header" gap={1} align="start" justify="space-between">
        {/* The heading gets the focus first, and its outline must not cover text. */}
        <Stack gap={0.6}>
          <h2 ref={heading} tabIndex={-1}>
            <Foreign text={customer.externalId} />
          </h2>
          <p className="quiet">{t(customer.known ? 'customerKnown' : 'customerNew')}</p>
        </Stack>
        <Button icon={UserRoundX} onPress={onLeave}>
          {t('customerLeave')}
        </Button>
      </Row>
      <div className="customers__columns">
        <CustomerReceipts key={changes} userId={customer.userId} />
        <Stack className="customers__side" gap={0.875}>
          <AskForToken userId={customer.userId} onToken={setToken} />
          <AddReceipt userId={customer.userId} onAdded={() => setChanges(changes + 1)} />
          <DeleteCustomer customer={customer} onDeleted={onLeave} />
        </Stack>
      </div>
    </>
  );
}

function DeleteCustomer({ customer, onDeleted }: { customer: OpenCustomer; onDeleted: () => void }) {
  const { t, send } = useCashier();
  const [asked, setAsked] = useState(false);
  /** No answer came, so the user may have been deleted. */
  const [isUnknown, setUnknown] = useState(false);
  const busy = useBusy('partner.deleteUser');

  const remove = async (): Promise<void> => {
    const answer = await send('partner.deleteUser', { userId: customer.userId });
    setUnknown(!answer.ok && answer.error.code === 'offline');
    if (answer.ok) onDeleted();
  };

  if (!asked) {
    return (
      <Button icon={Trash2} onPress={() => setAsked(true)}>
        {t('customerDelete')}
      </Button>
    );
  }
  return (
    <Stack as="section" className="customers__sure" role="alertdialog" aria-label={t('customerDelete')}>
      <p>{t('customerDeleteAsk', { customer: customer.externalId })}</p>
      <p role="alert" className="wrong">
        {isUnknown && t('customerDeleteUnknown')}
      </p>
      <Row className="settings__end" align="start">
        <Button autoFocus onPress={() => setAsked(false)}>
          {t('customerDeleteNo')}
        </Button>
        <Button look="danger" data-busy={busy} onPress={() => void remove()}>
          {t('customerDeleteYes')}
        </Button>
      </Row>
    </Stack>
  );
}
