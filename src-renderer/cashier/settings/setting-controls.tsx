import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Checkbox } from 'react-aria-components/Checkbox';
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { parseColor } from 'react-aria-components/ColorField';
import { ColorSwatch } from 'react-aria-components/ColorSwatch';
import { ColorSwatchPicker, ColorSwatchPickerItem } from 'react-aria-components/ColorSwatchPicker';
import { Label } from 'react-aria-components/Label';
import { Switch } from 'react-aria-components/Switch';
import { formatNumber, t } from '../../text/cashier-words.ts';
import { Button, Choice, Field, type FieldProps, Grid, Row, Stack } from '../../ui/controls.tsx';

export interface ControlProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly isLocked: boolean;
  readonly onValue: (value: Value) => Promise<boolean>;
}

/**
 * The value that was sent last, and a function that sends the next one. A tap may come before the next view shows what
 * was typed or tapped before.
 */
export function useNewest<Value>({ value, onValue }: Pick<ControlProps<Value>, 'value' | 'onValue'>) {
  const newest = useRef(value);
  // Each view brings another object, so the values are compared as text.
  const shown = JSON.stringify(value);
  useEffect(() => {
    newest.current = JSON.parse(shown);
  }, [shown]);
  const put = async (next: Value): Promise<boolean> => {
    newest.current = next;
    const isSaved = await onValue(next);
    if (!isSaved) newest.current = value;
    return isSaved;
  };
  return { newest, put };
}

interface SwitchProps extends Omit<ControlProps<boolean>, 'onValue'> {
  readonly onValue: (value: boolean) => unknown;
}

export function SwitchControl({ label, value, isLocked, onValue }: SwitchProps) {
  return (
    <Switch className="line switch" isSelected={value} isDisabled={isLocked} onChange={(next) => void onValue(next)}>
      <span className="switch__track" />
      {label}
    </Switch>
  );
}

interface ChoiceProps<Value> extends ControlProps<Value> {
  readonly options: readonly unknown[];
  readonly says: (option: unknown) => ReactNode;
}

/** A value in the settings file that is not an option is shown as one more option. */
export function ChoiceControl({ label, value, options, says, isLocked, onValue }: ChoiceProps<unknown>) {
  const all = options.includes(value) ? options : [...options, value];
  return (
    <Choice
      label={label}
      value={JSON.stringify(value)}
      options={all.map((option) => ({
        value: JSON.stringify(option),
        words: options.includes(option) ? says(option) : String(option),
      }))}
      isDisabled={isLocked}
      onChoose={(next) => void onValue(JSON.parse(next))}
    />
  );
}

export function SeveralControl({ label, value, options, says, isLocked, onValue }: ChoiceProps<readonly unknown[]>) {
  const chosen = value.map((item) => JSON.stringify(item));
  const { newest, put } = useNewest({ value, onValue });
  /** `next` is the shown choice with one option more or less, which is changed in the choice that was sent last. */
  const change = (next: readonly string[]): void => {
    const sent = newest.current.map((item) => JSON.stringify(item));
    const isTapped = (item: string): boolean => next.includes(item) !== chosen.includes(item);
    // The values are saved in the order of the options, not of the taps.
    void put(options.filter((option) => sent.includes(JSON.stringify(option)) !== isTapped(JSON.stringify(option))));
  };
  return (
    <CheckboxGroup className="choice" value={chosen} isDisabled={isLocked} onChange={change}>
      <Label>{label}</Label>
      <Row className="choice__options" gap={0.5}>
        {options.map((option) => (
          <Checkbox key={JSON.stringify(option)} className="choice__option" value={JSON.stringify(option)}>
            {says(option)}
          </Checkbox>
        ))}
      </Row>
    </CheckboxGroup>
  );
}

export interface TypedProps<Value> extends ControlProps<Value> {
  readonly rule: string;
}

interface NumberProps extends TypedProps<number> {
  readonly least: number;
  readonly most: number;
}

/** The buttons are for fingers, the field is for keyboards. */
export function NumberControl({ label, value, rule, least, most, isLocked, onValue }: NumberProps) {
  const { newest, put } = useNewest({ value, onValue });
  // An empty field must be refused, but `Number('')` is 0.
  const onText = (text: string): Promise<boolean> => put(text.trim() === '' ? Number.NaN : Number(text));
  return (
    <Row gap={0.5} align="end">
      <TextControl label={label} value={String(value)} rule={rule} isLocked={isLocked} onValue={onText} kind="number" />
      <Button
        icon={Minus}
        aria-label={t('stepLess', { name: label })}
        isDisabled={isLocked || value <= least}
        onPress={() => void put(newest.current - 1)}
      />
      <Button
        icon={Plus}
        aria-label={t('stepMore', { name: label })}
        isDisabled={isLocked || value >= most}
        onPress={() => void put(newest.current + 1)}
      />
    </Row>
  );
}

/** Reads a list of numbers with decimal comma or point. */
export function LinesControl({ label, value, rule, isLocked, onValue }: TypedProps<readonly (string | number)[]>) {
  const areNumbers = typeof value[0] === 'number';
  const onText = (typed: string): Promise<boolean> => {
    const lines = typed.split('\n').map((line) => line.trim());
    const entries = lines.filter((line) => line !== '');
    return onValue(areNumbers ? entries.map((line) => Number(line.replace(',', '.'))) : entries);
  };
  const text = value.map((each) => (typeof each === 'number' ? formatNumber(each) : each)).join('\n');
  return <TextControl label={label} value={text} rule={rule} isLocked={isLocked} onValue={onText} kind="lines" />;
}

interface TextProps extends TypedProps<string>, Pick<FieldProps, 'input' | 'maxLength' | 'onFocus'> {
  readonly kind?: 'line' | 'lines' | 'number';
  /** Called with the text after each typed key, and with null after it was saved. */
  readonly onTyped?: (text: string | null) => void;
}

/** Saves a field only when it loses the focus, because a half-typed value may be invalid. */
export function TextControl({ value, rule, isLocked, kind = 'line', onValue, onTyped, ...rest }: TextProps) {
  /** Null if nothing is typed: the main process's value is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const latest = useRef<string | null>(null);
  const set = (text: string | null): void => {
    latest.current = text;
    setTyped(text);
    onTyped?.(text);
  };
  const leave = async (): Promise<void> => {
    const sent = latest.current;
    if (sent === null) return;
    const isSaved = await onValue(sent);
    // More was typed while main answered. It is saved when the field loses the focus.
    if (latest.current !== sent) return;
    setWrong(!isSaved);
    if (isSaved) set(null);
  };
  return (
    <Field
      value={typed ?? value}
      error={rule}
      {...(kind === 'lines' ? { rows: 3 } : { input: { inputMode: kind === 'number' ? 'decimal' : 'text' } })}
      isInvalid={isWrong}
      isDisabled={isLocked}
      validationBehavior="aria"
      onChange={set}
      onBlur={() => void leave()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && kind !== 'lines') void leave();
      }}
      {...rest}
    />
  );
}

const offered = ['#26338f', '#0b5d4e', '#14532d', '#7a1f5c', '#8c1616', '#b45309', '#0e7490', '#1c1a17'] as const;

export function ColourControl({ label, value, rule, isLocked, onValue }: TypedProps<string>) {
  return (
    <Stack>
      <b aria-hidden="true">{label}</b>
      {!isLocked && (
        <Grid
          as={ColorSwatchPicker}
          least={3.5}
          gap={0.25}
          aria-label={label}
          value={parseColor(value)}
          onChange={(next) => void onValue(next.toString('hex').toLowerCase())}
        >
          {offered.map((colour) => (
            <ColorSwatchPickerItem key={colour} className="colour__swatch" color={colour}>
              <ColorSwatch />
            </ColorSwatchPickerItem>
          ))}
        </Grid>
      )}
      <TextControl
        label={t('screen.accent.rule')}
        value={value}
        rule={rule}
        isLocked={isLocked}
        onValue={(next) => onValue(next.trim().toLowerCase())}
      />
    </Stack>
  );
}
