import { Check, FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import type { Result } from '../../../src-main/shared/result.ts';
import type { CommandOutput } from '../../../src-main/shared/window-commands.ts';
import { formatMoney, formatTime } from '../../text/cashier-words.ts';
import { isMadeReference } from '../../text/foreign.tsx';
import { Button, Form, Stack } from '../../ui/controls.tsx';
import { useBusy, useCashier } from '../cashier-context.tsx';
import { SettingField } from '../settings/setting-field.tsx';
import { useScanned } from './find-customer.tsx';

/** Adds an anonymous receipt from a scan or the latest sales. A scan only fills the field. */
export function AddReceipt({ userId, onAdded }: { readonly userId: string; readonly onAdded: () => void }) {
  const { view, t, language, send } = useCashier();
  const [scanned, setScanned] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  /** Sales whose receipts this customer already has, so that no receipt is added twice. */
  const [added, setAdded] = useState<readonly string[]>([]);
  const busyScan = useBusy('partner.addReceipt');
  const busySale = useBusy('partner.addSale');
  useScanned(setScanned);

  const settle = (answer: Result<CommandOutput<'partner.addReceipt'>>, saleId: string | null): void => {
    setUnknown(!answer.ok && answer.error.code === 'outcomeUnknown');
    if (!answer.ok) return;
    if (saleId !== null) setAdded((before) => [...before, saleId]);
    setScanned('');
    onAdded();
  };

  const sales = view.recent.filter((sale) => sale.state === 'delivered');
  return (
    <Stack
      as={Form}
      className="customers__part"
      gap={0.875}
      onSubmit={() => void send('partner.addReceipt', { userId, scanned }).then((answer) => settle(answer, null))}
    >
      <h3>{t('customerAdd')}</h3>
      <p className="quiet">{t('customerAddHint')}</p>
      <SettingField label={t('customerAddScanned')} value={scanned} onChange={setScanned} />
      <Button icon={FilePlus2} type="submit" data-busy={busyScan} isDisabled={scanned.trim() === ''}>
        {t('customerAddNow')}
      </Button>
      <p role="alert" className="wrong">
        {isUnknown && t('customerAddUnknown')}
      </p>
      {sales.map((sale) => (
        <Button
          key={sale.id}
          data-busy={busySale}
          isDisabled={added.includes(sale.id)}
          onPress={() =>
            void send('partner.addSale', { userId, saleId: sale.id }).then((answer) => settle(answer, sale.id))
          }
        >
          {added.includes(sale.id) && <Check aria-hidden="true" />}
          {t('customerAddSale', {
            reference: isMadeReference(sale.reference) ? formatTime(language, sale.createdAt) : sale.reference,
            amount: sale.total === null ? '–' : formatMoney(language, sale.total),
          })}
        </Button>
      ))}
    </Stack>
  );
}
