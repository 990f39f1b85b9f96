import i18next from 'i18next';
import de from '../../assets/locales/de/customer.json' with { type: 'json' };
import type cashierEn from '../../assets/locales/en/cashier.json';
import en from '../../assets/locales/en/customer.json' with { type: 'json' };
import es from '../../assets/locales/es/customer.json' with { type: 'json' };
import fr from '../../assets/locales/fr/customer.json' with { type: 'json' };
import pt from '../../assets/locales/pt/customer.json' with { type: 'json' };
import sv from '../../assets/locales/sv/customer.json' with { type: 'json' };
import type takes from '../../assets/locales/takes.json';
import { isolatedText } from '../../src-main/shared/foreign-text.ts';
import type { Language } from '../../src-main/shared/languages.ts';
import type { OwnSentence, OwnWords } from '../../src-main/shared/shop-look.ts';

/** Each language under its own name, so that its speakers find it. */
export const languageNames: Readonly<Record<Language, string>> = {
  de: 'Deutsch',
  en: 'English',
  fr: 'Français',
  es: 'Español',
  sv: 'Svenska',
  pt: 'Português',
};

/**
 * The sentences of both windows in `assets/locales/{language}/{window}.json`, read by i18next. English is the
 * reference: a language without a key does not compile, and neither does a call without the values of its sentence
 * (`takes.json`).
 */

/** `points` for `points_one` and `points_other`, otherwise the key itself. */
type KeyOf<Table> = keyof Table extends infer Row
  ? Row extends `${infer Base}_${'one' | 'many' | 'other'}`
    ? Base
    : Row
  : never;

type NamesIn<Takes, Key> = Key extends keyof Takes ? keyof Takes[Key] : never;

/** Reads one sentence. A sentence with values requires exactly these, and `count` selects the plural form. */
type Text<Table, Takes> = <Key extends KeyOf<Table>>(
  key: Key,
  ...values: [NamesIn<Takes, Key>] extends [never]
    ? []
    : [{ readonly [Name in NamesIn<Takes, Key>]: Name extends 'count' ? number : string | number }]
) => string;

export type CustomerText = Text<typeof en, typeof takes.customer>;
export type CashierText = Text<typeof cashierEn, typeof takes.cashier>;

export type CashierKey = KeyOf<typeof cashierEn>;
export type PlainCustomerKey = Exclude<KeyOf<typeof en>, keyof typeof takes.customer>;
export type PlainCashierKey = Exclude<CashierKey, keyof typeof takes.cashier>;

const customerTables = { de, en, fr, es, sv, pt } as const satisfies Record<Language, typeof en>;

export function textOf<Words extends CustomerText | CashierText>(
  language: Language,
  table: Readonly<Record<string, string>>,
): Words {
  const reader = i18next.createInstance();
  void reader.init({
    lng: language,
    fallbackLng: false,
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    // React escapes markup, so only changes of the text direction must be prevented.
    interpolation: { escape: isolatedText },
    resources: { [language]: { translation: table } },
  });
  return reader.getFixedT(language) as unknown as Words;
}

const customerTexts: Partial<Record<Language, CustomerText>> = {};

/** The customer window's sentences. The shop's own texts are used unchanged. */
export function customerText(language: Language, own: OwnWords = {}): CustomerText {
  customerTexts[language] ??= textOf<CustomerText>(language, customerTables[language]);
  const text = customerTexts[language];
  return (key, ...values) => own[key as OwnSentence]?.trim() || text(key, ...values);
}
