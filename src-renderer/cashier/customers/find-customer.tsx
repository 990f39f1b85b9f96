import { Plus, UserRoundSearch, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AppErrorCode } from '../../../src-main/shared/result.ts';
import { Button, Form, Row, Stack } from '../../ui/controls.tsx';
import { useBusy, useCashier, useSession } from '../cashier-context.tsx';
import { SettingField } from '../settings/setting-field.tsx';

export interface OpenCustomer {
  readonly userId: string;
  readonly externalId: string;
  /** Whether this app created the user earlier. */
  readonly known: boolean;
}

interface Card {
  readonly key: number;
  readonly code: string;
  readonly name: string;
}

/** The errors that this page explains. The notice line reports all others. */
const explained: Partial<Record<AppErrorCode, 'customerConflict' | 'customerUnknown'>> = {
  conflict: 'customerConflict',
  outcomeUnknown: 'customerUnknown',
};

/** Finds a customer by the merchant's own number, scanned or typed. A scan only fills the field. */
export function FindCustomer({ onOpen }: { readonly onOpen: (customer: OpenCustomer) => void }) {
  const { t, send } = useCashier();
  const [typed, setTyped] = useState('');
  const [cards, setCards] = useState<readonly Card[]>([]);
  const [refusal, setRefusal] = useState<keyof typeof explained | null>(null);
  const busy = useBusy('partner.findOrCreate');
  useScanned(setTyped);

  const change = (key: number, part: Partial<Card>): void =>
    setCards(cards.map((card) => (card.key === key ? { ...card, ...part } : card)));

  const open = async (): Promise<void> => {
    setRefusal(null);
    const externalId = typed.trim();
    const loyaltyCards = cards
      .filter((card) => card.code.trim() !== '')
      .map(({ code, name }) => ({ code, ...(name.trim() !== '' && { name }) }));
    const answer = await send('partner.findOrCreate', {
      externalId,
      ...(loyaltyCards.length > 0 && { loyaltyCards }),
    });
    if (answer.ok) onOpen({ ...answer.value, externalId });
    else setRefusal(answer.error.code);
  };

  const words = refusal === null ? undefined : explained[refusal];
  return (
    <Stack as={Form} className="customers__find" gap={1} onSubmit={() => void open()}>
      <h2>{t('customerFindTitle')}</h2>
      <p className="quiet">{t('customerNumberHint')}</p>
      <SettingField label={t('customerNumber')} value={typed} onChange={setTyped} />
      {cards.map(({ key, code, name }, index) => (
        <Row key={key} align="end">
          <SettingField
            label={t('customerCardCode', { number: index + 1 })}
            value={code}
            onChange={(changed) => change(key, { code: changed })}
          />
          <SettingField
            label={t('customerCardName', { number: index + 1 })}
            value={name}
            onChange={(changed) => change(key, { name: changed })}
          />
          <Button
            icon={X}
            aria-label={t('customerCardRemove', { number: index + 1 })}
            onPress={() => setCards(cards.filter((card) => card.key !== key))}
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
        {words !== undefined && t(words)}
      </p>
    </Stack>
  );
}

/** Passes each code that is scanned on this page to `take` once. */
export function useScanned(take: (text: string) => void): void {
  const { session } = useCashier();
  const scanned = useSession((now) => now.scanned);
  useEffect(() => {
    if (scanned === null) return;
    take(scanned);
    session.setState({ scanned: null });
  }, [scanned, take, session]);
}
