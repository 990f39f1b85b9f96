import { FilePlus2, Plus, Smartphone, Trash2, UserRoundSearch, UserRoundX, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AppErrorCode } from '../../../src-main/shared/result.ts';
import type { CommandOutput } from '../../../src-main/shared/window-commands.ts';
import { formatTime, t } from '../../text/cashier-words.ts';
import { Foreign } from '../../text/foreign.tsx';
import { Button, ConfirmButton, Form, Grid, LeftSeconds, Row, Stack } from '../../ui/controls.tsx';
import { QrCode, symbolOf } from '../../ui/qr-code.tsx';
import { SettingField } from '../settings/setting-field.tsx';
import { useScanned } from '../use-scanned-codes.ts';
import { CommandButton, send, session, useBusy, useView } from '../window-state.tsx';
import { CustomerReceipts } from './customer-receipts.tsx';

/** Customer service (docs/receipt-service.md, section 4.7). Leaving it removes the customer from screen and memory. */
export function CustomersPage() {
  const [customer, setCustomer] = useState<OpenCustomer | null>(null);

  useEffect(
    () => () =>
      // Another form of the window does not show this page, and scans must not wait for it.
      session.setState(({ place }) => ({ scanned: null, place: place === 'customers' ? 'sale' : place })),
    [],
  );

  /** Closes this customer. An answer that arrives late does not close the next one. */
  const leave = (): void => {
    session.setState({ scanned: null });
    setCustomer((now) => (now === customer ? null : now));
  };

  return (
    <div className="customers" data-scans>
      {customer === null ? <FindCustomer onOpen={setCustomer} /> : <CustomerFile customer={customer} onLeave={leave} />}
    </div>
  );
}

interface Card {
  /** A removed card's button must not stay in place for the next card, where another Enter would remove that one. */
  readonly key: number;
  readonly code: string;
  readonly name: string;
}

/** The errors that this page explains. The notice line reports all others. */
const explained: Partial<Record<AppErrorCode, 'customerConflict' | 'customerUnknown'>> = {
  conflict: 'customerConflict',
  outcomeUnknown: 'customerUnknown',
};

function FindCustomer({ onOpen }: { readonly onOpen: (customer: OpenCustomer) => void }) {
  const [typed, setTyped] = useState('');
  const [cards, setCards] = useState<readonly Card[]>([]);
  const [refusal, setRefusal] = useState<(typeof explained)[AppErrorCode]>();
  const busy = useBusy('partner.findOrCreate');
  useScanned(setTyped);

  const change = (at: number, card: Card): void => setCards(cards.with(at, card));

  const open = async (): Promise<void> => {
    setRefusal(undefined);
    const externalId = typed.trim();
    const loyaltyCards = cards
      .filter((card) => card.code.trim() !== '')
      .map(({ code, name }) => ({ code, ...(name.trim() !== '' && { name }) }));
    const answer = await send('partner.findOrCreate', {
      externalId,
      ...(loyaltyCards.length > 0 && { loyaltyCards }),
    });
    const known = loyaltyCards.length > 0 ? 'customerKnownCards' : 'customerKnown';
    if (answer.ok)
      onOpen({ userId: answer.value.userId, externalId, about: answer.value.known ? known : 'customerNew' });
    else setRefusal(explained[answer.error.code]);
  };

  return (
    <Stack as={Form} className="settings__form" onSubmit={() => void open()}>
      <h2>{t('customerFindTitle')}</h2>
      <p className="quiet">{t('customerNumberHint')}</p>
      <SettingField label={t('customerNumber')} value={typed} onChange={setTyped} />
      {[...cards.entries()].map(([at, card]) => (
        <Row key={card.key} align="end">
          <SettingField
            label={t('customerCardCode', { number: at + 1 })}
            value={card.code}
            onChange={(code) => change(at, { ...card, code })}
          />
          <SettingField
            label={t('customerCardName', { number: at + 1 })}
            value={card.name}
            onChange={(name) => change(at, { ...card, name })}
          />
          <Button
            icon={X}
            aria-label={t('customerCardRemove', { number: at + 1 })}
            onPress={() => setCards(cards.toSpliced(at, 1))}
          />
        </Row>
      ))}
      <Row className="settings__end" align="start">
        <Button
          icon={Plus}
          onPress={() => setCards([...cards, { key: (cards.at(-1)?.key ?? 0) + 1, code: '', name: '' }])}
        >
          {t('customerCardAdd')}
        </Button>
        <Button icon={UserRoundSearch} look="accent" type="submit" data-busy={busy} isDisabled={typed.trim() === ''}>
          {t('customerOpen')}
        </Button>
      </Row>
      <p role="alert" className="wrong">
        {refusal !== undefined && t(refusal)}
      </p>
    </Stack>
  );
}

interface OpenCustomer {
  readonly userId: string;
  readonly externalId: string;
  /** `customerKnownCards`: the user existed already, so the typed cards were not sent. */
  readonly about: 'customerNew' | 'customerKnown' | 'customerKnownCards';
}

function CustomerFile({ customer, onLeave }: { readonly customer: OpenCustomer; readonly onLeave: () => void }) {
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
          <p className="quiet">{t(customer.about)}</p>
        </Stack>
        <Button icon={UserRoundX} onPress={onLeave}>
          {t('customerLeave')}
        </Button>
      </Row>
      <Grid className="receipt" gap={1.75}>
        <CustomerReceipts key={changes} userId={customer.userId} />
        <Stack className="customers__side" gap={0.875}>
          <AskForToken userId={customer.userId} onToken={setToken} />
          <AddReceipt userId={customer.userId} onAdded={() => setChanges(changes + 1)} />
          <DeleteCustomer customer={customer} onDeleted={onLeave} />
        </Stack>
      </Grid>
    </>
  );
}

function DeleteCustomer({ customer, onDeleted }: { customer: OpenCustomer; onDeleted: () => void }) {
  /** No answer came, so the user may have been deleted. */
  const [isUnknown, setUnknown] = useState(false);
  const busy = useBusy('partner.deleteUser');

  const remove = async (): Promise<void> => {
    const answer = await send('partner.deleteUser', { userId: customer.userId });
    setUnknown(!answer.ok && answer.error.code === 'offline');
    if (answer.ok) onDeleted();
  };

  return (
    <Stack className="parted">
      <ConfirmButton
        icon={Trash2}
        data-busy={busy}
        confirmLabel={t('customerDeleteAsk', { customer: customer.externalId })}
        onConfirm={() => void remove()}
      >
        {t('customerDelete')}
      </ConfirmButton>
      <p role="alert" className="wrong">
        {isUnknown && t('customerDeleteUnknown')}
      </p>
    </Stack>
  );
}

type UserToken = CommandOutput<'partner.token'>;

/** Requests the user's token. While the service creates the user, main repeats the request, which can be cancelled. */
function AskForToken({ userId, onToken }: { userId: string; onToken: (token: UserToken) => void }) {
  const view = useView();
  const { wait } = view.partner;
  const isWaiting = useRef(false);
  // The request that begins the wait may not be answered yet.
  isWaiting.current = useBusy('partner.token') || wait !== null;
  useEffect(
    () => () => {
      if (isWaiting.current) void send('partner.leaveToken', null);
    },
    [],
  );

  return (
    <Stack as="section" gap={0.875}>
      {wait === null ? (
        <CommandButton
          icon={Smartphone}
          look="accent"
          command="partner.token"
          input={{ userId, applicationClientId: null }}
          onDone={onToken}
        >
          {t('customerToken')}
        </CommandButton>
      ) : (
        <Button className="button--notice" onPress={() => void send('partner.leaveToken', null)}>
          {t('customerWaitLeave')}
          <LeftSeconds until={wait.until} />
        </Button>
      )}
      <div role="status">
        {wait !== null && (
          <p>{t('customerWait', { next: formatTime(wait.nextTryAt), until: formatTime(wait.until) })}</p>
        )}
      </div>
    </Stack>
  );
}

/**
 * A secret for the customer's phone. It is shown until it is hidden, and never stored. It contains the service's
 * complete answer, because only the customer's app interprets it.
 */
function TokenCode({ token, onHide }: { token: UserToken; onHide: () => void }) {
  const text = useMemo(() => JSON.stringify(token), [token]);
  const fits = useMemo(() => symbolOf(text) !== null, [text]);
  return (
    <Stack as="section" className="customers__token" gap={1.25} justify="center" aria-label={t('customerToken')}>
      {fits ? <p>{t('customerTokenHint')}</p> : <p role="alert">{t('customerTokenTooLong')}</p>}
      {/* The button is above the code, so that it is visible on low displays. */}
      <Button autoFocus onPress={onHide}>
        {t('customerTokenHide')}
      </Button>
      {fits && <QrCode url={text} label={t('customerTokenLabel')} share={0.6} />}
    </Stack>
  );
}

function AddReceipt({ userId, onAdded }: { readonly userId: string; readonly onAdded: () => void }) {
  const [scanned, setScanned] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const busy = useBusy('partner.addReceipt');
  useScanned(setScanned);

  const add = async (): Promise<void> => {
    const answer = await send('partner.addReceipt', { userId, scanned });
    setUnknown(!answer.ok && answer.error.code === 'outcomeUnknown');
    if (!answer.ok) return;
    // Another receipt may have been scanned meanwhile.
    setScanned((now) => (now === scanned ? '' : now));
    onAdded();
  };

  return (
    <Stack as={Form} className="parted" gap={0.875} onSubmit={() => void add()}>
      <h3>{t('customerAdd')}</h3>
      <p className="quiet">{t('customerAddHint')}</p>
      <SettingField label={t('customerAddScanned')} value={scanned} onChange={setScanned} />
      <Button icon={FilePlus2} type="submit" data-busy={busy} isDisabled={scanned.trim() === ''}>
        {t('customerAddNow')}
      </Button>
      <p role="alert" className="wrong">
        {isUnknown && t('customerAddUnknown')}
      </p>
    </Stack>
  );
}
