import type { ConsentCountry } from './sale-states.ts';

/** What is handed out while the service does not answer: the digital receipt follows, or paper at once. */
type OfflineHandout = 'digital' | 'paper';

/** `byCountry`: as the law of the shop's country wants it. */
export const offlineRules = ['byCountry', 'digital', 'paper'] as const;
type OfflineRule = (typeof offlineRules)[number];

interface ShopsCountries {
  /** Whose rules for handing over receipts the shop follows. */
  readonly rules: ConsentCountry;
  /** Where the shop is, ISO 3166; null where nobody has said so. */
  readonly shop: string | null;
}

/**
 * What the rule means now. Austria wants the receipt in the hand at the moment of payment. One of the two countries is
 * enough: a shop that said only where it is has not said that another country's law holds.
 */
export function handoutWhenOffline(rule: OfflineRule, { rules, shop }: ShopsCountries): OfflineHandout {
  if (rule !== 'byCountry') return rule;
  return rules === 'AT' || shop === 'AT' ? 'paper' : 'digital';
}
