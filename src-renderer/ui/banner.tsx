import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Row } from './layout.tsx';

interface BannerProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly role?: 'alert';
  /** The buttons that solve the problem. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** An open problem: its icon, its name, and its text. */
export const Banner = ({ icon: Icon, title, role, tools, children }: BannerProps) => (
  <Row as="section" className="banner" gap={[0.75, 1.25]} role={role} aria-label={title}>
    <Icon aria-hidden="true" />
    <div>
      <h2>{title}</h2>
      {children}
    </div>
    {tools}
  </Row>
);
