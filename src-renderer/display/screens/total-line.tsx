import type { Language } from '../../../src-main/lib/languages.ts';
import type { Money } from '../../../src-main/lib/money.ts';
import { customerText } from '../../text/i18n.ts';
import { formatMoney } from '../../text/numbers.ts';

interface TotalLineProps {
  readonly total: Money;
  readonly language: Language;
}

/** The amount as large as its column lets it be: the style sheet divides the width by the number of characters. */
export function TotalLine({ total, language }: TotalLineProps) {
  const shown = formatMoney(language, total);
  return (
    <dl className="total">
      <dt>{customerText(language)('total')}</dt>
      <dd style={{ '--characters': String(shown.length) }}>{shown}</dd>
    </dl>
  );
}
