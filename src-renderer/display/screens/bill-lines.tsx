import { shownText } from '../../../src-main/shared/foreign-text.ts';
import type { Language } from '../../../src-main/shared/languages.ts';
import type { Money } from '../../../src-main/shared/money.ts';
import type { BasketLine } from '../../../src-main/shared/views.ts';
import { customerText } from '../../text/i18n.ts';
import { formatMoney, formatNumber } from '../../text/numbers.ts';

interface BasketLinesProps {
  readonly lines: readonly BasketLine[];
  readonly currency: string;
  readonly language: Language;
  /** The maximum number of lines, the newest ones; one more line has the number of the others. */
  readonly atMost: number;
}

export function BasketLines({ lines, currency, language, atMost }: BasketLinesProps) {
  const t = customerText(language);
  const first = lines.length > atMost ? lines.length - (atMost - 1) : 0;
  const shown = lines.map((line, place) => ({ line, place })).slice(first);
  return (
    <ul className="lines">
      {first > 0 && <li className="lines__earlier">{t('earlierLines', { count: first })}</li>}
      {shown.map(({ line, place }) => (
        <li key={place}>
          <span className="lines__quantity">
            {line.quantity === null ? '' : `${formatNumber(language, line.quantity)} ×`}
          </span>
          <span className="lines__text">
            <bdi>{shownText(line.text)}</bdi>
          </span>
          <span className="lines__amount">{formatMoney(language, { amount: line.amount, currency })}</span>
        </li>
      ))}
    </ul>
  );
}

/** The amount as large as its column lets it be: the style sheet divides the width by the number of characters. */
export function TotalLine({ total, language }: { readonly total: Money; readonly language: Language }) {
  const shown = formatMoney(language, total);
  return (
    <dl className="total">
      <dt>{customerText(language)('total')}</dt>
      <dd style={{ '--characters': String(shown.length) }}>{shown}</dd>
    </dl>
  );
}
