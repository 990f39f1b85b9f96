import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input, type InputProps } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField, type TextFieldProps } from 'react-aria-components/TextField';

interface FieldProps extends Omit<TextFieldProps, 'children'> {
  readonly label: ReactNode;
  /** The message is shown below the field while its value is wrong. */
  readonly error?: string;
  /** The number of lines, if it is more than one. */
  readonly rows?: number;
  readonly input?: InputProps;
  /** The text below it. */
  readonly children?: ReactNode;
}

/** A text field below its label. No program fills it in or corrects it. */
export const Field = ({ label, error, rows, input, children, ...rest }: FieldProps) => (
  <TextField className="field" {...rest}>
    <Label>{label}</Label>
    {rows === undefined ? (
      <Input autoComplete="off" spellCheck="false" {...input} />
    ) : (
      <TextArea rows={rows} spellCheck="false" />
    )}
    {error !== undefined && <FieldError className="field__error">{error}</FieldError>}
    {children}
  </TextField>
);
