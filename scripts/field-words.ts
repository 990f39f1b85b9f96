import { withExamples } from './described-routes.ts';
import words from './field-words.json' with { type: 'json' };

type Words = readonly [description: string, example?: unknown];

/**
 * The description and the example of each `Schema.member`. A key of field-words.json lists the schemas of its entries
 * (`A|B`); the keys `sales`, `users` and `path` are for parameters. A description is empty if the schema has its own
 * (`.describe`). Throws for a member with two entries.
 */
export const fieldWords: Readonly<Record<string, Words>> = readWords();

function readWords(): Readonly<Record<string, Words>> {
  const read: Record<string, Words> = {};
  for (const [schemas, members] of Object.entries(
    withExamples(words) as Readonly<Record<string, Record<string, Words>>>,
  )) {
    for (const schema of schemas.split('|')) {
      for (const [member, entry] of Object.entries(members)) {
        const name = `${schema}.${member}`;
        if (name in read) throw new Error(`field-words.json: ${name} has two entries`);
        read[name] = entry;
      }
    }
  }
  return read;
}
