/** Writes the placeholders of English sentences to a file, from which `src-renderer/text/i18n.ts` gets its types. */
import { readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../assets/locales/', import.meta.url);
const english = (window: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`en/${window}.json`, folder), 'utf8'));

function takesOf(table: Readonly<Record<string, string>>) {
  const takes: Record<string, Record<string, true>> = {};
  for (const [row, sentence] of Object.entries(table)) {
    const [, key = row, form] = /^(.*)_(one|many|other)$/.exec(row) ?? [];
    const names = [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    if (form !== undefined) names.push('count');
    for (const name of names) takes[key] = { ...takes[key], [name]: true };
  }
  return takes;
}

export const takesJson = (): string =>
  `${JSON.stringify({ cashier: takesOf(english('cashier')), customer: takesOf(english('customer')) }, null, 2)}\n`;

if (import.meta.main) writeFileSync(new URL('takes.json', folder), takesJson());
