import { filled } from './described-routes.ts';
import words from './field-words.json' with { type: 'json' };

/** The descriptions by name of a property, or by schema and name. A schema's own (`.describe`) has priority. */
export const fieldWords = Object.fromEntries(
  Object.values(filled(words) as Readonly<Record<string, object>>).flatMap(Object.entries),
) as Readonly<Record<string, readonly [string, unknown?]>>;
