import { CircleCheck, CircleSlash, Clock3, Heart, type LucideIcon, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Language } from '../../../src-main/shared/languages.ts';
import type { Money } from '../../../src-main/shared/money.ts';
import { useRoom } from '../room.ts';
import { TotalLine } from './bill-lines.tsx';

/** One sentence on paper, with a sign of its own. */
export const signs = {
  account: CircleCheck,
  follows: Clock3,
  paper: Printer,
  scanned: CircleCheck,
  thanks: Heart,
  cancelled: CircleSlash,
} as const;

interface MessageScreenProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly total: Money | null;
  readonly language: Language;
  /** The sale is over: the strip hangs from its printer no longer. */
  readonly isTorn?: boolean;
  readonly children?: ReactNode;
}

export function MessageScreen({
  icon: Icon,
  title,
  text,
  total,
  language,
  isTorn = false,
  children,
}: MessageScreenProps) {
  const room = useRoom();
  return (
    <section className={isTorn ? 'message message--torn' : 'message'}>
      <div className="slot" />
      <div className="message__paper strip">
        {room.sign && (
          <span className="message__icon">
            <Icon aria-hidden="true" strokeWidth={1.75} />
          </span>
        )}
        <h1>{title}</h1>
        {room.sentence && <p className="lead">{text}</p>}
        {room.messageTotal && total !== null && (
          <>
            <hr className="perforation" />
            <TotalLine total={total} language={language} />
          </>
        )}
        {children}
      </div>
    </section>
  );
}
