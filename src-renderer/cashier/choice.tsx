import type { ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { Row } from '../ui/layout.tsx';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** Null if none is chosen. */
  readonly value: Value | null;
  readonly options: readonly { readonly value: Value; readonly words: ReactNode }[];
  readonly isDisabled?: boolean;
  readonly onChoose: (value: Value) => void;
}

/** More options than these scroll in a box of their own, which begins at the chosen one. */
const many = 24;
const beginAtChosen = (box: HTMLElement | null): void => {
  const chosen = box?.querySelector<HTMLElement>('[data-selected]') ?? null;
  if (box !== null && chosen !== null) box.scrollTop = chosen.offsetTop - box.offsetTop;
};

/** A choice between a few visible options: a tap chooses one. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  isDisabled = false,
  onChoose,
}: ChoiceProps<Value>) {
  return (
    <RadioGroup
      className="choice"
      orientation="horizontal"
      value={value}
      isDisabled={isDisabled}
      onChange={(next) => onChoose(next as Value)}
    >
      <Label>{label}</Label>
      <Row className="choice__options" gap={0.5} data-many={options.length > many || undefined} ref={beginAtChosen}>
        {options.map((option) => (
          <Radio key={option.value} className="choice__option" value={option.value}>
            {option.words}
          </Radio>
        ))}
      </Row>
    </RadioGroup>
  );
}
