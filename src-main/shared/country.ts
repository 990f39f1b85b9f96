import table from '../../assets/countries.json' with { type: 'json' };
import type { Language } from './languages.ts';

/** A value's source, the day it was checked, and its first day (`2026-11-26`). Null: not checked, or always valid. */
export interface Evidence {
  readonly source: string | null;
  readonly checkedOn: string | null;
  readonly from?: string | null;
}

export type VatKind = 'standard' | 'reduced' | 'reduced2' | 'reduced3' | 'reduced4' | 'zero';

type Rule<Value> = Evidence & { readonly value: Value };

/** The language is absent in countries with several, such as Switzerland, and a rule is absent if it is unknown. */
export interface Country {
  readonly currency: string;
  readonly language?: Language;
  /** The standard rate comes first, and 0 is for exempt sales. Shops in regions with other rates set `vatPercents`. */
  readonly vat: Evidence & {
    readonly rates: readonly { kind: VatKind; percent: number; from: string | null; until: string | null }[];
  };
  readonly rules: {
    readonly cashStepCents?: Rule<number>;
    readonly agreement?: Rule<boolean>;
    readonly paperOffline?: Rule<boolean>;
    readonly paperOnRequest?: Rule<boolean>;
    readonly paperAtTimeout?: Rule<'print' | 'keep'>;
    readonly fiscalData?: Rule<boolean>;
    readonly customerSentence?: Rule<'printedOnRequest'>;
  };
  /** Notes for the generated page, in English. */
  readonly notes?: readonly string[];
}

export const countries = table as Readonly<Record<string, Country>>;

export type RuleName = keyof Country['rules'];

/** The value of a rule on a day (`2026-11-26`); undefined if the table has none. */
export function ruleOn<Name extends RuleName>(
  country: string | null,
  name: Name,
  day: string,
): NonNullable<Country['rules'][Name]>['value'] | undefined {
  const rule = countries[country ?? '']?.rules[name];
  return rule === undefined || (rule.from ?? '') > day ? undefined : rule.value;
}

/** Whether the customer must agree to a digital receipt: silence is no agreement. */
export const needsAgreement = (country: string | null): boolean =>
  countries[country ?? '']?.rules.agreement?.value === true;

const ratesOn = (country: string, day: string) =>
  (countries[country]?.vat.rates ?? []).filter(
    ({ from, until }) => (from ?? '') <= day && (until === null || day <= until),
  );

export const vatPercentOn = (country: string, kind: VatKind, day: string): number | undefined =>
  ratesOn(country, day).find((rate) => rate.kind === kind)?.percent;

export const vatPercentsOn = (country: string, day: string): readonly number[] =>
  ratesOn(country, day).map(({ percent }) => percent);

/**
 * The country of the shop (ISO 3166): the setting `cashier.country`, or the only country with this currency. Null: use
 * the language's country.
 */
export function shopCountry(set: string | null, currency: string): string | null {
  const [only, ...others] = Object.keys(countries).filter((code) => countries[code]?.currency === currency);
  return set ?? (others.length === 0 ? only : null) ?? null;
}

/** The choices while the service does not answer: a digital receipt later, or paper. */
export const offlineRules = ['digital', 'paper'] as const;
