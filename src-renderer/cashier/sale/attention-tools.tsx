import { FileDown, RefreshCw, Wrench } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { useBusy, useCashier, useSession } from '../cashier-context.ts';
import { DecideTools } from './decide-tools.tsx';
import { RepairForm } from './repair-form.tsx';

/** What can be done about a refused receipt besides printing it. `isInDoubt`: it may be at the service already. */
export function AttentionTools({ saleId, isInDoubt }: { readonly saleId: string; readonly isInDoubt: boolean }) {
  const { t, send, session } = useCashier();
  // Kept beside the sale: the next one must not take away what is being typed.
  const billText = useSession(({ repairs }) => repairs[saleId] ?? null);
  const setBillText = (text: string | null): void =>
    session.setState(({ repairs: { [saleId]: _left, ...others } }) => ({
      repairs: text === null ? others : { ...others, [saleId]: text },
    }));
  const resending = useBusy('attention.resend');

  const repair = async (): Promise<void> => {
    const answer = await send('attention.bill', { saleId });
    if (answer.ok) setBillText(answer.value.billText);
  };
  const save = async (): Promise<void> => {
    const answer = await send('attention.export', { saleId });
    if (answer.ok) session.setState({ notice: { kind: 'exported', path: answer.value.path } });
  };

  if (billText !== null) {
    return <RepairForm saleId={saleId} text={billText} onText={setBillText} onEnd={() => setBillText(null)} />;
  }
  return (
    <div className="tools">
      {isInDoubt ? (
        <DecideTools saleId={saleId} />
      ) : (
        <>
          <Button
            className="button"
            data-busy={resending}
            onPress={() => void send('attention.resend', { saleId, billText: null })}
          >
            <RefreshCw aria-hidden="true" />
            {t('resend')}
          </Button>
          <Button className="button" onPress={() => void repair()}>
            <Wrench aria-hidden="true" />
            {t('repair')}
          </Button>
        </>
      )}
      <Button className="button" onPress={() => void save()}>
        <FileDown aria-hidden="true" />
        {t('export')}
      </Button>
    </div>
  );
}
