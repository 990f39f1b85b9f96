import { shopCountry } from '../lib/country.ts';
import type { Language } from '../lib/languages.ts';
import type { Settings } from '../lib/settings.ts';
import { pictureAddress } from '../lib/shop-look.ts';
import type { Pictures } from './pictures.ts';

/** What the customers' display looks like, whatever it shows. `language`: of the customer who stands there. */
export const lookOf = (
  { screen, cashier }: Settings,
  pictures: Pick<Pictures, 'whole'>,
  language: Language = screen.language,
) => ({
  language,
  languages: screen.languages,
  country: shopCountry(cashier.country, cashier.currency),
  brand: brandOf(screen, pictures),
  texts: screen.texts[language] ?? {},
  inches: screen.inches,
});

/** What both windows wear. Of the pictures only those that are there: a torn or missing one is not shown. */
export const brandOf = (
  { shopName, accent, logo, idlePictures }: Settings['screen'],
  pictures: Pick<Pictures, 'whole'>,
) => ({
  shopName,
  accent,
  logo: logo?.startsWith('data:') === true ? logo : (addresses(logo === null ? [] : [logo], pictures)[0] ?? null),
  pictures: addresses(idlePictures, pictures),
});

const addresses = (names: readonly string[], pictures: Pick<Pictures, 'whole'>): readonly string[] =>
  pictures.whole(names).map(pictureAddress);
