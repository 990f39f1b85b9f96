/** An amount with at most two decimals, in `currency` (ISO 4217). */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** The only reader of typed numbers: `5,60`, `5.60`, `1.234,00`, `1 234,00`, `1'234.50`. */

type Separator = ',' | '.';

const spaces = /[\s'’]/gu;
const grouped = /^\d{1,3}([.,]\d{3})+$/;

/** `decimal`, the decimal sign of the country, determines what `1,234` means. Null if the text is no number. */
export function readTypedNumber(text: string, decimal: Separator | null = null): number | null {
  const plain = text.replaceAll(spaces, '');
  const signed = /^([-−–+]?)([\d.,]+)$/u.exec(plain);
  if (signed === null) return null;
  const [, sign = '', digits = ''] = signed;
  const value = unsigned(digits, decimal);
  if (value === null) return null;
  return sign === '' || sign === '+' || value === 0 ? value : -value;
}

function unsigned(digits: string, decimal: Separator | null): number | null {
  const separators = digits.replaceAll(/\d/g, '');
  const last = separators.at(-1) as Separator | undefined;
  if (last === undefined) return Number(digits);
  const at = digits.lastIndexOf(last);
  const [whole, fraction] = [digits.slice(0, at), digits.slice(at + 1)];
  const isGrouping =
    separators.length > 1 ? separators[0] === last : last !== decimal && grouped.test(digits) && whole !== '0';
  if (isGrouping) return grouped.test(digits) && isOneKind(separators) ? Number(digits.replaceAll(last, '')) : null;
  if (fraction === '') return null;
  const plainWhole = whole === '' ? '0' : whole;
  if (/^\d+$/.test(plainWhole)) return Number(`${plainWhole}.${fraction}`);
  const others = separators.slice(0, -1);
  return grouped.test(whole) && isOneKind(others) ? Number(`${whole.replaceAll(/[.,]/g, '')}.${fraction}`) : null;
}

const isOneKind = (separators: string): boolean => new Set(separators).size <= 1;

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const words = /^(?:\p{Sc}|r\$|us\$|kr\.?|fr\.?|sfr\.?|euros?)$/iu;

const isCurrency = (word: string): boolean => word === '' || words.test(word) || codes.has(word.toUpperCase());

const minus = /[-−–]/u;
const parts = /^(\D*?)([.,]?\d[\d.,\s'’]*?)\s*(\D*)$/u;

/** Cents of an amount as people write it: `5,60 €`, `€5.60`, `12,-`. Otherwise null. */
export function readTypedAmount(text: string): number | null {
  const found = parts.exec(text.trim().replace(/([.,])[-–—]{1,2}(?=\D*$)/u, '$100'));
  if (found === null) return null;
  const [, before = '', written = '', behind = ''] = found;
  if (!isCurrency(before.replace(minus, '').trim()) || !isCurrency(behind.trim())) return null;
  const value = readTypedNumber(written);
  if (value === null) return null;
  const cents = Math.round(value * 100);
  if (!Number.isSafeInteger(cents) || Math.abs(cents / 100 - value) > 1e-9) return null;
  return cents !== 0 && minus.test(before) ? -cents : cents;
}
