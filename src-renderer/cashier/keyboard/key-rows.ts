import type { Language } from '../../../src-main/lib/languages.ts';

const figures = '1234567890';

/** Letters as they lie on keyboards of that language, each row from the left. */
export const letters: Readonly<Record<Language, readonly string[]>> = {
  de: [figures, 'qwertzuiopü', 'asdfghjklöä', 'yxcvbnmß.-'],
  en: [figures, 'qwertyuiop', 'asdfghjkl', 'zxcvbnm.-'],
  es: [figures, 'qwertyuiopá', 'asdfghjklñé', 'zxcvbnmíóú.-'],
  fr: [figures, 'azertyuiopé', 'qsdfghjklmè', 'wxcvbnçàù.-'],
  pt: [figures, 'qwertyuiopá', 'asdfghjklçé', 'zxcvbnmãõ.-'],
  sv: [figures, 'qwertyuiopå', 'asdfghjklöä', 'zxcvbnm.-'],
};

/** Every other sign of ASCII, and what prices and streets need. */
export const signs: readonly string[] = [figures, '@/:_.,-+=?', `!"#$%&'()*`, ';<>[\\]^`{|}~', '€£§°ñçßåøæ'];

/** For a number: its figures and the sign between them. */
export const numbers: readonly string[] = [`${figures},.`];
