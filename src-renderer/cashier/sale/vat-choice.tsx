import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { formatPercent } from '../../text/numbers.ts';
import { useCashier } from '../cashier-context.ts';

interface VatChoiceProps {
  readonly percents: readonly number[];
  readonly chosen: number;
  readonly isDisabled: boolean;
  readonly onChoose: (percent: number) => void;
}

export function VatChoice({ percents, chosen, isDisabled, onChoose }: VatChoiceProps) {
  const { t, language } = useCashier();
  return (
    <RadioGroup
      className="choice"
      orientation="horizontal"
      value={String(chosen)}
      isDisabled={isDisabled}
      onChange={(value) => onChoose(Number(value))}
    >
      <Label>{t('vatRate')}</Label>
      <div className="choice__options">
        {percents.map((percent) => (
          <Radio key={percent} className="choice__option" value={String(percent)}>
            {formatPercent(language, percent)}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
