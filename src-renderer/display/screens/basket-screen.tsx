import type { BasketLine } from '../../../src-main/contract/views.ts';
import type { Language } from '../../../src-main/kernel/languages.ts';
import type { Money } from '../../../src-main/kernel/money.ts';
import { customerText } from '../../text/customer-text.ts';
import { BasketLines } from './basket-lines.tsx';
import { TotalLine } from './total-line.tsx';

interface BasketScreenProps {
  readonly lines: readonly BasketLine[];
  readonly total: Money | null;
  readonly language: Language;
}

export function BasketScreen({ lines, total, language }: BasketScreenProps) {
  return (
    <section className="basket">
      <div className="slot" />
      <div className="basket__paper strip">
        <h1>{customerText(language)('basketTitle')}</h1>
        <BasketLines lines={lines} currency={total?.currency ?? 'EUR'} language={language} atMost={7} />
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
