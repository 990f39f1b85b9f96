import { type CustomerCodeRules, customerIdIn, isReadable, symbologyOf, withoutSymbology } from './customer-code.ts';

export interface Scan {
  readonly text: string;
  /** The same keys in the layout of the United States, for which most scanners are configured. */
  readonly asUnitedStates: string;
  /** Caps Lock was on. Some scanners compensate for it and others do not, which cannot be detected. */
  readonly hasCapsLock: boolean;
}

export type ScanDoubt = 'unreadable' | 'capsLock' | 'layout' | 'article';

export type ScannedCode =
  | { readonly kind: 'customer' }
  | { readonly kind: 'card'; readonly number: string }
  | { readonly kind: 'article' }
  /** `use`: the reading that a person can accept. Null: the code must be scanned again. */
  | { readonly kind: 'doubt'; readonly because: ScanDoubt; readonly use: UsableCode | null };

export type UsableCode = { readonly as: 'customer' | 'card'; readonly number: string };

/**
 * Reads a scanned code. If the code contradicts itself it is doubtful, because a wrong code gives the receipt to
 * another person.
 */
export function readScannedCode(scan: Scan, rules: CustomerCodeRules): ScannedCode {
  const { text, asUnitedStates, hasCapsLock } = scan;
  const doubt = (because: ScanDoubt, use: UsableCode | null = null): ScannedCode => ({ kind: 'doubt', because, use });
  if (!isReadable(text)) return doubt('unreadable');
  const isCustomer = customerIdIn(text, rules) !== null;
  const article = articleIn(text);
  // A rule that tests only the length or digits also fits articles, so such a code is doubtful.
  if (article === 'yes' && !isCustomer) return { kind: 'article' };
  if (article !== 'no' && !(isCustomer && isDecidedBy(rules, text)))
    return doubt('article', { as: isCustomer ? 'customer' : 'card', number: withoutSymbology(text) });
  if (hasCapsLock && /\p{Lu}|\p{Ll}/u.test(text)) return doubt('capsLock');
  if (isCustomer) return { kind: 'customer' };
  if (customerIdIn(text.toLowerCase(), inLowerCase(rules)) !== null) return doubt('capsLock');
  if (isOfOtherLayout(text, asUnitedStates, rules)) return doubt('layout');
  // The prefix is in the middle, and what is before it does not belong to the customer's code.
  if (rules.prefix.length > 1 && text.includes(rules.prefix)) return doubt('unreadable');
  return { kind: 'card', number: withoutSymbology(text) };
}

/** Some scanners omit the number system or check digit of a UPC-E, so any digits fit. */
const shortenedUpcE = /^\d{6,7}$/;

/** For a shortened UPC-E any rule is enough. Otherwise the cashier would be asked about every customer. */
const isDecidedBy = ({ prefix, mask }: CustomerCodeRules, text: string): boolean =>
  prefix !== '' || /[^#@?*]/.test(mask) || shortenedUpcE.test(text);

const inLowerCase = (rules: CustomerCodeRules): CustomerCodeRules => ({
  ...rules,
  prefix: rules.prefix.toLowerCase(),
  mask: rules.mask.toLowerCase(),
});

/** Whether scanner and computer have different layouts, so that a digit or hyphen becomes another character. */
function isOfOtherLayout(text: string, asUnitedStates: string, rules: CustomerCodeRules): boolean {
  if (/[^ -~]/.test(text) || !/[\p{L}\d]/u.test(text)) return true;
  if (asUnitedStates === text || !isReadable(asUnitedStates)) return false;
  const hasLostDigits = !/\d/.test(text) && asUnitedStates.replaceAll(/\D/g, '').length > 2;
  return hasLostDigits || customerIdIn(asUnitedStates, rules) !== null || articleIn(asUnitedStates) !== 'no';
}

const gs1Symbologies = /^(?:C1|e[0-3]|d2|Q3|J1)$/;
/** A GS1 Digital Link has the number of an article or parcel in the path of an address. */
const digitalLink = /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?(?:0[01]|gtin|8006|8010|8013)\/[^/]*\d/i;
/** Some scanners put a letter for the kind of article first: EAN-13, EAN-8, UPC-A, UPC-E. */
const kindOfArticle = /^(?:FF|[FAE])(?=\d)/;

/** Whether this is an article's code. `maybe`: a card number may look the same. */
function articleIn(text: string): 'yes' | 'maybe' | 'no' {
  if (shortenedUpcE.test(text)) return 'maybe';
  if (gs1Symbologies.test(symbologyOf(text)) || digitalLink.test(text) || /^\(\d{2,4}\)/.test(text)) return 'yes';
  const body = withoutSymbology(text);
  const gtin = /^01(\d{14})/.exec(body)?.[1];
  if (gtin !== undefined && hasCheckDigit(gtin)) return 'yes';
  if (/^E\d{6,8}$/.test(body)) return 'yes';
  const digits = body.replace(kindOfArticle, '');
  if (isArticleNumber(digits)) return 'yes';
  return addOns.reduce<'yes' | 'maybe' | 'no'>((found, length) => {
    const [main, rest] = [digits.slice(0, length), digits.slice(length)];
    if (found === 'yes' || !/^[ +-]?(?:\d{2}|\d{5})$/.test(rest) || !isArticleNumber(main)) return found;
    // The standard allows no digits after an EAN-8, so ten digits are more often a card.
    return length === 8 && !isUpcE(main) && /^\d/.test(rest) ? 'maybe' : 'yes';
  }, 'no');
}

/** The lengths of UPC-E, UPC-A and EAN-13 numbers. Two or five more digits may follow. */
const addOns = [8, 12, 13] as const;

/** False for numbers that shops assign themselves, with prefixes that no article has. */
function isArticleNumber(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false;
  if (isUpcE(text)) return true;
  const isOfShop = text.length === 8 ? /^[02]/.test(text) : /^.(?:2|02|04|9[89])/.test(text.padStart(14, '0'));
  return hasCheckDigit(text) && !isOfShop;
}

function hasCheckDigit(text: string): boolean {
  const sum = [...text.padStart(14, '0')].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1),
    0,
  );
  return sum % 10 === 0;
}

/** A UPC-E is a UPC-A without some zeros. Its check digit is that of the whole number. */
function isUpcE(text: string): boolean {
  const [, system, digits, last, check] = /^([01])(\d{5})(\d)(\d)$/.exec(text) ?? [];
  if (system === undefined || digits === undefined || last === undefined || check === undefined) return false;
  const places = Number(last);
  const whole =
    places < 3
      ? `${digits.slice(0, 2)}${last}0000${digits.slice(2)}`
      : places === 3
        ? `${digits.slice(0, 3)}00000${digits.slice(3)}`
        : places === 4
          ? `${digits.slice(0, 4)}00000${digits.slice(4)}`
          : `${digits}0000${last}`;
  return hasCheckDigit(`${system}${whole}${check}`);
}
