import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Disclosure, DisclosurePanel, type DisclosureProps } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import { Button } from '../../ui/controls.tsx';

interface DrawerProps extends Pick<DisclosureProps, 'id' | 'isExpanded' | 'onExpandedChange'> {
  readonly title: string;
  readonly children: ReactNode;
}

export const Drawer = ({ title, children, ...rest }: DrawerProps) => (
  <Disclosure className="drawer" {...rest}>
    <Heading level={2}>
      <Button slot="trigger" className="drawer__name">
        {title}
        <ChevronDown aria-hidden="true" />
      </Button>
    </Heading>
    <DisclosurePanel className="drawer__panel">{children}</DisclosurePanel>
  </Disclosure>
);
