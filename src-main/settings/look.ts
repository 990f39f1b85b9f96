import { shopCountry } from '../kernel/country.ts';
import type { Language } from '../kernel/languages.ts';
import type { Settings } from './schema.ts';

/** What the customers' display looks like, whatever it shows. `language`: of the customer who stands there. */
export const lookOf = ({ screen, cashier }: Settings, language: Language = screen.language) => ({
  language,
  languages: screen.languages,
  country: shopCountry(cashier.country, cashier.currency),
  brand: { shopName: screen.shopName, accent: screen.accent, logo: screen.logo },
  texts: screen.texts[language] ?? {},
  inches: screen.inches,
});
