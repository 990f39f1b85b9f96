import { Delete } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { useCashier } from '../cashier-context.ts';
import { deleteDigit, pressKey } from './amount-entry.ts';

interface NumberPadProps {
  readonly cents: number;
  readonly onCents: (cents: number) => void;
}

const keys = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '0', '00'] as const;

export function NumberPad({ cents, onCents }: NumberPadProps) {
  const { t } = useCashier();
  return (
    <div className="pad">
      {keys.map((key) => (
        <Button key={key} className="button pad__key" onPress={() => onCents(pressKey(cents, key))}>
          {key}
        </Button>
      ))}
      <Button className="button pad__key" aria-label={t('keyDelete')} onPress={() => onCents(deleteDigit(cents))}>
        <Delete aria-hidden="true" />
      </Button>
    </div>
  );
}
