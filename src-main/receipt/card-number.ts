/**
 * Card numbers must not reach the service, the disk or a log: only a masked PAN may (interface document 2.5 and 8: at
 * most the first 6 and the last 4 digits). Digits of every script count.
 */

const SEPARATORS = /[\s-]/gu;
const DIGIT_RUN = /\p{Nd}+/gu;
const FIRST_VISIBLE = 6;
const LAST_VISIBLE = 4;

/**
 * Whether a cardPan shows no more than the first 6 and the last 4 digits. Anything that is not a digit masks; spaces and
 * hyphens only group. Without any mask up to 10 digits are fine: that is no more than first and last together.
 */
export function isMaskedPan(pan: string): boolean {
  const compact = pan.replace(SEPARATORS, '');
  const runs = [...compact.matchAll(DIGIT_RUN)].map((run) => ({
    digits: [...run[0]].length,
    first: run.index === 0,
    last: run.index + run[0].length === compact.length,
  }));
  const [run] = runs;
  if (runs.length === 1 && run?.first && run.last) return run.digits <= FIRST_VISIBLE + LAST_VISIBLE;
  return runs.every(
    ({ digits, first, last }) => (first && digits <= FIRST_VISIBLE) || (last && digits <= LAST_VISIBLE),
  );
}

const CARD = 'card|karten?|carte|tarjeta|kort|cart[aã]o|credit|debit';
const CARD_NUMBER_NAME = new RegExp(
  `(?:${CARD}).*(?:num|nr$|no$|pan$|account)|num[a-zé]*(?:${CARD})|^cc(?:n|no|nr|num.*)$`,
  'u',
);
/** Cards that nobody pays with over a card network; their numbers may pass the Luhn check by chance. */
const OTHER_CARD = /loyal|bonus|gift|voucher|member|customer|kunden|fidel/;

/** Whether a field is named like a card number: cardNumber, card_no, creditCardNr, pan, Kartennummer ... */
export function isCardNumberName(name: string): boolean {
  if (name.length > 100) return false;
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u);
  if (words.includes('pan')) return true;
  const joined = words.join('');
  return !OTHER_CARD.test(joined) && (CARD_NUMBER_NAME.test(joined) || joined === 'primaryaccountnumber');
}

const SHORTEST = 13;
const LONGEST = 19;

/**
 * Whether text holds a 13-19 digit number with a valid Luhn check digit. Groups of digits with one space or hyphen
 * between them count together, in every combination that is long enough.
 */
export function holdsCardNumber(text: string): boolean {
  const groups = [...text.matchAll(DIGIT_RUN)].map((run) => ({
    digits: digitsOf(run[0].slice(0, 2 * LONGEST + 2)),
    start: run.index,
    end: run.index + run[0].length,
  }));
  for (let first = 0; first < groups.length; first += 1) {
    const digits: number[] = [];
    for (let next = first; next < groups.length && digits.length < LONGEST; next += 1) {
      const group = groups[next];
      const gap = next === first ? '-' : text.slice(groups[next - 1]?.end, group?.start);
      if (group === undefined || !/^[\s-]$/u.test(gap)) break;
      digits.push(...group.digits);
      if (digits.length >= SHORTEST && digits.length <= LONGEST && isLuhnValid(digits)) return true;
    }
  }
  return false;
}

/** The values 0-9 of the decimal digits, whatever their script: each script's ten digits lie in a row. */
function digitsOf(text: string): readonly number[] {
  return [...text.matchAll(/\p{Nd}/gu)].map(([digit]) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return code - zero;
  });
}

function isLuhnValid(digits: readonly number[]): boolean {
  let sum = 0;
  for (const [index, digit] of digits.toReversed().entries()) {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
