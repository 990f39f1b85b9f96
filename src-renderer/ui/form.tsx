import type { ReactNode } from 'react';
import { Form as AriaForm } from 'react-aria-components/Form';

interface FormProps {
  readonly className?: string;
  readonly role?: 'search';
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** The browser's own checks would block the next attempt because of main's previous answer. */
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
