import { filled } from './described-routes.ts';
import words from './field-words.json' with { type: 'json' };

/** The key is the name of a property, or schema and name. A schema's own description (`.describe`) replaces it. */
export const fieldWords = Object.fromEntries(
  Object.values(filled(words) as Readonly<Record<string, object>>).flatMap(Object.entries),
) as Readonly<Record<string, readonly [string, unknown?]>>;
