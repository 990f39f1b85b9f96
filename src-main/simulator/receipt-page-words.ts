import de from '../../assets/locales/de/receipt-page.json' with { type: 'json' };
import en from '../../assets/locales/en/receipt-page.json' with { type: 'json' };

/** The words of the receipt page. A receipt's own texts are never translated. */
export type Words = Readonly<typeof en>;

/** The first of the wished languages that the page speaks; English when there is none. */
export function wordsFor(language: string | null, acceptLanguage: string): Words {
  const wishes = [language ?? '', ...acceptLanguage.split(',')].map((wish) => wish.trim().slice(0, 2).toLowerCase());
  return wishes.find((wish) => wish === 'de' || wish === 'en') === 'de' ? de : en;
}
