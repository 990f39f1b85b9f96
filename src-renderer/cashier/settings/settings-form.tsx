import type { ReactNode } from 'react';
import { Form } from 'react-aria-components/Form';

interface SettingsFormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form that main judges: the browser's own way would hold back the next try because of what main said about the last one. */
export const SettingsForm = ({ onSubmit, children }: SettingsFormProps) => (
  <Form
    className="settings__form"
    validationBehavior="aria"
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
  </Form>
);
