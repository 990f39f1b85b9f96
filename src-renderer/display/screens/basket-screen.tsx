import type { Language } from '../../../src-main/shared/languages.ts';
import type { Money } from '../../../src-main/shared/money.ts';
import type { BasketLine } from '../../../src-main/shared/views.ts';
import { useRoom } from '../room.ts';
import { BasketLines, TotalLine } from './bill-lines.tsx';

interface BasketScreenProps {
  readonly title: string;
  readonly lines: readonly BasketLine[];
  readonly total: Money | null;
  readonly language: Language;
}

export function BasketScreen({ title, lines, total, language }: BasketScreenProps) {
  const room = useRoom();
  return (
    <section className="basket">
      <div className="slot" />
      <div className="basket__paper strip">
        <h1 className={room.sentence ? undefined : 'sr-only'}>{title}</h1>
        <BasketLines lines={lines} currency={total?.currency ?? 'EUR'} language={language} atMost={room.basketLines} />
        {total !== null && (
          <>
            <hr className="perforation" />
            <TotalLine total={total} language={language} />
          </>
        )}
      </div>
    </section>
  );
}
