import { formatPercent } from '../../text/numbers.ts';
import { useCashier } from '../cashier-context.ts';
import { Choice } from '../choice.tsx';

interface VatChoiceProps {
  readonly percents: readonly number[];
  /** Null: those of the receipt, each with its share. */
  readonly chosen: number | null;
  readonly onChoose: (percent: number) => void;
}

export function VatChoice({ percents, chosen, onChoose }: VatChoiceProps) {
  const { t, language } = useCashier();
  return (
    <Choice
      label={t('vatRate')}
      value={chosen === null ? null : String(chosen)}
      options={percents.map((percent) => ({ value: String(percent), words: formatPercent(language, percent) }))}
      onChoose={(value) => onChoose(Number(value))}
    />
  );
}
