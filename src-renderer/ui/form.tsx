import type { ReactNode } from 'react';
import { Form as AriaForm } from 'react-aria-components/Form';

interface FormProps {
  readonly className?: string;
  readonly role?: 'search';
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form that main judges: the browser's own way would hold back the next try because of what main said about the last one. */
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
