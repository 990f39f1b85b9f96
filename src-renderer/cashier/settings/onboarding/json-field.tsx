import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField } from 'react-aria-components/TextField';

interface JsonFieldProps {
  readonly label: string;
  readonly value: string;
  /** What is wrong with it; null for nothing. */
  readonly wrong: string | null;
  readonly onChange: (value: string) => void;
}

export function JsonField({ label, value, wrong, onChange }: JsonFieldProps) {
  return (
    <TextField className="field" value={value} isInvalid={wrong !== null} onChange={onChange}>
      <Label>{label}</Label>
      <TextArea rows={6} spellCheck="false" autoCapitalize="off" />
      <FieldError className="field__error">{wrong}</FieldError>
    </TextField>
  );
}
