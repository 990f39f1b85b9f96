import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import { Button } from '../../ui/controls.tsx';

interface DrawerProps {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly onOpen?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

export const Drawer = ({ title, isOpen, onOpen, children }: DrawerProps) => (
  <Disclosure
    id={title}
    className="drawer"
    {...(isOpen === undefined ? {} : { isExpanded: isOpen })}
    {...(onOpen === undefined ? {} : { onExpandedChange: onOpen })}
  >
    <Heading level={2}>
      <Button slot="trigger" className="drawer__name">
        {title}
        <ChevronDown aria-hidden="true" />
      </Button>
    </Heading>
    <DisclosurePanel className="drawer__panel">{children}</DisclosurePanel>
  </Disclosure>
);
