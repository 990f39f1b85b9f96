import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/controls.tsx';
import { useCashier } from '../cashier-context.tsx';
import { PinPad } from './pin-pad.tsx';
import { useUnlock } from './use-unlock.ts';

/** A sale that arrives meanwhile closes the dialog. */
export function PinGate({ onAnswer }: { readonly onAnswer: (isUnlocked: boolean) => void }) {
  const { t, view } = useCashier();
  const { isBusy, message, unlock } = useUnlock();
  const saleId = view.sale?.id ?? null;
  const asked = useRef(saleId);
  useEffect(() => {
    if (saleId !== asked.current) onAnswer(false);
  }, [saleId, onAnswer]);

  const submit = async (pin: string): Promise<void> => {
    if (await unlock(pin)) onAnswer(true);
  };

  return (
    <div className="pin-gate">
      <section
        role="dialog"
        aria-modal="true"
        aria-label={t('pinEnter')}
        className="pin-gate__card"
        onKeyDown={(event) => {
          if (event.key === 'Escape') onAnswer(false);
        }}
      >
        <PinPad
          title={t('pinEnter')}
          action={t('pinUnlock')}
          isBusy={isBusy}
          message={message}
          onPin={(pin) => void submit(pin)}
          back={
            <Button icon={X} onPress={() => onAnswer(false)}>
              {t('pinCancel')}
            </Button>
          }
        />
      </section>
    </div>
  );
}
