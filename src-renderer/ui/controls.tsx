import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type CSSProperties, type ElementType, type ReactNode, useEffect, useState } from 'react';
import { type ButtonProps as AriaProps, Button as Bare } from 'react-aria-components/Button';
import { FieldError } from 'react-aria-components/FieldError';
import { Form as AriaForm } from 'react-aria-components/Form';
import { Input, type InputProps } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { TextField, type TextFieldProps } from 'react-aria-components/TextField';

/** The controls and layout of the cashier window. The customer window loads none of them. */

export { Bare };

interface Layout {
  /** The gap in rem: one value, or one for rows and one for columns. */
  readonly gap?: number | readonly [rows: number, columns: number];
  readonly align?: CSSProperties['alignItems'];
  readonly justify?: CSSProperties['justifyContent'];
  readonly least?: number;
  readonly tone?: 'good' | 'warn' | 'bad' | undefined;
  readonly className?: string | undefined;
}

type LayoutProps<Tag extends ElementType> = Layout &
  Omit<ComponentProps<Tag>, keyof Layout | 'as' | 'style'> & { readonly as?: Tag };

type Box = <Tag extends ElementType = 'div'>(props: LayoutProps<Tag>) => ReactNode;

const box =
  (look: string): Box =>
  ({
    as: Tag = 'div',
    gap,
    align,
    justify,
    least,
    tone,
    className,
    ...rest
  }: Layout & { readonly as?: ElementType }) => (
    <Tag
      className={className === undefined ? look : `${look} ${className}`}
      data-tone={tone}
      style={{
        ...(gap !== undefined && {
          gap: [gap]
            .flat()
            .map((one) => `${one}rem`)
            .join(' '),
        }),
        ...(align !== undefined && { alignItems: align }),
        ...(justify !== undefined && { [look === 'row' ? 'justifyContent' : 'justifyItems']: justify }),
        ...(least !== undefined && { '--least': `${least}rem` }),
      }}
      {...rest}
    />
  );

export const Stack = box('stack');

export const Row = box('row');

export const Grid = box('grid');

export const Card = box('stack card');

export const toneOf = (isGood: boolean) => (isGood ? 'good' : 'bad');

export interface ButtonProps extends Omit<AriaProps, 'className' | 'children'> {
  readonly icon?: LucideIcon;
  readonly look?: 'accent' | 'danger' | undefined;
  readonly className?: string;
  readonly children?: ReactNode;
}

export const Button = ({ icon: Icon, look, className, children, ...rest }: ButtonProps) => (
  <Bare className={['button', look && `button--${look}`, className].filter(Boolean).join(' ')} {...rest}>
    {Icon !== undefined && <Icon aria-hidden="true" />}
    {children}
  </Bare>
);

interface ConfirmButtonProps extends Omit<ButtonProps, 'look' | 'onPress'> {
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
}

/** The first tap asks, and the second one acts, unless the focus has left the button meanwhile. */
export function ConfirmButton({ confirmLabel, onConfirm, children, ...rest }: ConfirmButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  const press = (): void => {
    if (isConfirming) onConfirm();
    setConfirming(!isConfirming);
  };
  return (
    <Button look={isConfirming ? 'danger' : undefined} onPress={press} onBlur={() => setConfirming(false)} {...rest}>
      {isConfirming ? confirmLabel : children}
    </Button>
  );
}

export interface FieldProps extends Omit<TextFieldProps, 'children'> {
  readonly label: ReactNode;
  readonly error?: string;
  readonly input?: InputProps;
  readonly children?: ReactNode;
}

export const Field = ({ label, error, input, children, ...rest }: FieldProps) => (
  <TextField className="field" {...rest}>
    <Label>{label}</Label>
    <Input autoComplete="off" spellCheck="false" {...input} />
    {error !== undefined && <FieldError className="wrong">{error}</FieldError>}
    {children}
  </TextField>
);

interface FormProps {
  readonly className?: string;
  readonly role?: 'search';
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** Uses `aria` validation, because the browser's own would block another attempt after main refused a value. */
export const Form = ({ onSubmit, ...rest }: FormProps) => (
  <AriaForm
    validationBehavior="aria"
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
    {...rest}
  />
);

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value | null;
  readonly options: readonly { readonly value: Value; readonly words: ReactNode; readonly isDisabled?: boolean }[];
  readonly isDisabled?: boolean;
  readonly onChoose: (value: Value) => void;
}

/** More options than this scroll in their own box, which starts at the chosen one. */
const many = 24;
const beginAtChosen = (box: HTMLElement | null): void => {
  const chosen = box?.querySelector<HTMLElement>('[data-selected]') ?? null;
  if (box !== null && chosen !== null) box.scrollTop = chosen.offsetTop - box.offsetTop;
};

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
      <Row className="choice__options" data-many={options.length > many || undefined} ref={beginAtChosen}>
        {options.map(({ words, ...option }) => (
          <Radio key={option.value} className="choice__option" {...option}>
            {words}
          </Radio>
        ))}
      </Row>
    </RadioGroup>
  );
}

export interface BannerProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly role?: 'alert';
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

export const Banner = ({ icon: Icon, title, role, tools, children }: BannerProps) => (
  <Row as="section" className="banner" gap={[0.75, 1.25]} role={role} aria-label={title}>
    <Icon aria-hidden="true" />
    <div className="grow">
      <h2>{title}</h2>
      {children}
    </div>
    {tools}
  </Row>
);

const remainingMs = (until: number): number => Math.max(0, until - Date.now());

export function useSecondsLeft(until: number): number {
  const [seconds, setSeconds] = useState(() => Math.ceil(remainingMs(until) / 1_000));
  useEffect(() => {
    const tick = (): void => setSeconds(Math.ceil(remainingMs(until) / 1_000));
    tick();
    const timer = window.setInterval(tick, 1_000);
    return () => window.clearInterval(timer);
  }, [until]);
  return seconds;
}

/** The seconds are an attribute, because text that changes every second looks like a new button to the tap guard. */
export function LeftSeconds({ until }: { readonly until: number }) {
  return <span className="left-seconds" aria-hidden="true" data-seconds={useSecondsLeft(until)} />;
}

/** A `ref` that scrolls an element into view, so that a tap always has a visible effect. */
export const bringIntoView = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' });
};
