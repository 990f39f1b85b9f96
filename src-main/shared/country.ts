import table from './countries.json' with { type: 'json' };
import type { Language } from './languages.ts';
import type { ConsentCountry } from './sale-states.ts';

interface Country {
  /** ISO 4217. */
  readonly currency: string;
  /** In percent, with the standard rate first and 0 for exempt sales. Regions with other rates set them. */
  readonly vatPercents: readonly number[];
  /** Cash is paid in steps of so many cents; absent where every cent is paid. */
  readonly cashStepCents?: number;
  /** The language of most customers; absent where the app lacks it or the computer knows which of several. */
  readonly language?: Language;
}

/** By ISO 3166, as of July 2026. */
export const countries = table as Readonly<Record<string, Country>>;

/** Whose rules for handing over a receipt hold there. */
export const rulesIn = (country: string): ConsentCountry => (country === 'DE' || country === 'AT' ? country : 'other');

/** The country of the shop (ISO 3166, two letters): as set, else that of a currency that has only one; null: that of the language. */
export function shopCountry(set: string | null, currency: string): string | null {
  const [only, ...others] = Object.keys(countries).filter((code) => countries[code]?.currency === currency);
  return set ?? (others.length === 0 ? only : null) ?? null;
}

/** While the service does not answer the digital receipt follows, or paper is handed out. `byCountry`: as the law wants it. */
export const offlineRules = ['byCountry', 'digital', 'paper'] as const;

/** Austria requires the receipt at payment, so that this default follows from the country or from the shop's rules. */
export function handoutWhenOffline(
  rule: (typeof offlineRules)[number],
  { rules, shop }: { readonly rules: ConsentCountry; readonly shop: string | null },
): 'digital' | 'paper' {
  if (rule !== 'byCountry') return rule;
  return rules === 'AT' || shop === 'AT' ? 'paper' : 'digital';
}
