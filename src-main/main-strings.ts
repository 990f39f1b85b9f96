import de from '../assets/locales/de/main.json' with { type: 'json' };
import en from '../assets/locales/en/main.json' with { type: 'json' };
import es from '../assets/locales/es/main.json' with { type: 'json' };
import fr from '../assets/locales/fr/main.json' with { type: 'json' };
import pt from '../assets/locales/pt/main.json' with { type: 'json' };
import sv from '../assets/locales/sv/main.json' with { type: 'json' };
import type { Language } from './shared/languages.ts';

/** The only texts that main shows without a window: the system's menus and boxes, and the exported table of a day. */
export const mainWords = { de, en, fr, es, sv, pt } as const satisfies Record<Language, typeof en>;

export type DayWords = typeof en.dayTable;
