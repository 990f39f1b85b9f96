import { ListChecks } from 'lucide-react';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { formatCents, formatMoney } from '../../text/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Row } from '../../ui/layout.tsx';
import { useCashier, useSession } from '../cashier-context.ts';
import { centsToAmount } from './amount-entry.ts';
import type { InHand } from './in-hand.ts';
import { PadAsks } from './pad-asks.tsx';
import { useHandActions } from './use-sale-actions.ts';

/** Where the work rests: the amount of the next sale by hand; a till's sale takes this place by itself. */
export function NewSheet({ hand: { cents, behind, changes, refund } }: { readonly hand: InHand & { kind: 'pad' } }) {
  const { view, t, language } = useCashier();
  const { typeKeys, erase, write, open } = useHandActions();
  const asked = useSession(({ largeAmount }) => largeAmount);
  const isRefused = useSession(({ notice }) => notice?.kind === 'amountRefused');
  const currency = refund?.currency ?? view.till.currency;
  const money = (of: number): string => formatMoney(language, { amount: centsToAmount(of), currency });
  return (
    <section className="sheet strip">
      <Row as="header" className="sheet__head" gap={[0.25, 1]}>
        <h2 className={view.form === 'dock' ? 'sr-only' : 'sheet__title'}>
          {t(
            refund !== null ? 'refund' : changes !== null ? 'changeAmount' : cents === 0 ? 'noSaleTitle' : 'newReceipt',
          )}
        </h2>
      </Row>
      <Form onSubmit={open}>
        <AmountField cents={cents} currency={currency} onKeys={typeKeys} onErase={erase} onText={write} />
      </Form>
      {view.form === 'full' && <PadAsks />}
      {isRefused && view.form === 'full' && (
        <p className="note" data-tone="warn" role="alert">
          {t('amountRefused')}
        </p>
      )}
      {refund?.of != null && <p className="quiet">{t('refundMost', { amount: money(refund.mostCents) })}</p>}
      {behind === null && refund === null && asked === null && !isRefused && (
        <p className={view.form === 'dock' ? 'sr-only' : 'quiet'}>{t('noSaleText')}</p>
      )}
      {view.setupOffered && view.form === 'full' && cents === 0 && behind === null && <SetupOffer />}
    </section>
  );
}

/** On the first days, where the work rests: it stands in nobody's way, and goes with the first digit. */
function SetupOffer() {
  const { t, session } = useCashier();
  return (
    <Row className="setup-offer" gap={[0.5, 1]}>
      <p>
        <b>{t('setupOffer')}</b> {t('setupOfferText')}
      </p>
      <Button icon={ListChecks} onPress={() => session.setState({ welcome: true, notice: null })}>
        {t('setupStart')}
      </Button>
    </Row>
  );
}

interface AmountFieldProps {
  readonly cents: number;
  readonly currency: string;
  /** Behind what is there. */
  readonly onKeys: (keys: string) => void;
  readonly onErase: () => void;
  /** Pasted, or changed in the middle. */
  readonly onText: (text: string) => void;
}

/** Digits push in from the right: anywhere else the next one would land in the middle of the amount. */
function caretToEnd(field: HTMLInputElement): void {
  const end = field.value.length;
  if (field.selectionStart !== end || field.selectionEnd !== end) field.setSelectionRange(end, end);
}

/** A field, so that a keyboard and a screen reader can use it too; its text is always the formatted amount. */
function AmountField({ cents, currency, onKeys, onErase, onText }: AmountFieldProps) {
  const { view, t, language } = useCashier();
  const shown = formatCents(language, cents);
  const change = (text: string): void => {
    if (text.startsWith(shown)) onKeys(text.slice(shown.length));
    else if (text === shown.slice(0, -1)) onErase();
    else onText(text);
  };
  return (
    <TextField className="amount-field" autoFocus={view.form === 'full'} value={shown} onChange={change}>
      <Label className={view.form === 'dock' ? 'sr-only' : ''}>{t('amount')}</Label>
      <div className="amount-field__box" style={{ '--characters': String(Math.max(6, shown.length)) }}>
        <Input
          className="amount-field__input"
          inputMode="none"
          data-amount
          autoComplete="off"
          onSelect={({ currentTarget }) => caretToEnd(currentTarget)}
        />
        <span>{currency}</span>
      </div>
    </TextField>
  );
}
