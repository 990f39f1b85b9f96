import { shopCountry } from '../shared/country.ts';
import type { Language } from '../shared/languages.ts';
import type { Settings } from '../shared/settings.ts';
import { pictureAddress } from '../shared/shop-look.ts';
import type { Pictures } from './shop-pictures.ts';

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
  paperNotice: screen.paperNotice,
});

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
