import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaProps } from 'react-aria-components/Button';

export interface ButtonProps extends Omit<AriaProps, 'className' | 'children'> {
  readonly icon?: LucideIcon;
  /** The main button, or the button that removes something. */
  readonly look?: 'accent' | 'danger' | undefined;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** A button with an icon and its text. */
export const Button = ({ icon: Icon, look, className, children, ...rest }: ButtonProps) => (
  <AriaButton className={['button', look && `button--${look}`, className].filter(Boolean).join(' ')} {...rest}>
    {Icon !== undefined && <Icon aria-hidden="true" />}
    {children}
  </AriaButton>
);
