/** Writes the pages of countries, log events, problems and notices from their tables: `node scripts/reference-pages.ts`. A test compares them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import problems from '../src-main/dispatch/problem-types.json' with { type: 'json' };
import events from '../src-main/shared/log-events.json' with { type: 'json' };
import notices from '../src-main/shared/notices.json' with { type: 'json' };
import { countriesPage } from './countries-page.ts';

const wordsOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]+/g, '');

/** Throws if a description is missing, no sentence, or only repeats the name. */
export function tableRow(cells: readonly string[], ...descriptions: readonly (string | undefined)[]): string {
  const names = cells.map(wordsOf);
  for (const text of descriptions) {
    if (text === undefined || !/^[A-Z0-9[`].+\.$/.test(text))
      throw new Error(`${cells[0]} needs a sentence, found: ${text}`);
    if (names.includes(wordsOf(text))) throw new Error(`${cells[0]}: the description only repeats the name: ${text}`);
  }
  return `| ${[...cells, ...descriptions].join(' | ')} |`;
}

const table = (heads: string, rows: readonly string[]): string =>
  `| ${heads} |\n${'|---'.repeat(heads.split('|').length)}|\n${rows.join('\n')}\n`;

const eventTable = (level: keyof typeof events): string =>
  table(
    'event | meaning | what to do',
    Object.entries<readonly string[]>(events[level]).map(([event, texts]) => tableRow([`\`${event}\``], ...texts)),
  );

const eventsPage = `# Log events

This reference is for administrators. It lists every event of the log (\`logs/app.log\` with windows, otherwise stderr) with its meaning and what to
do. [Administration](administration.md#diagnostics-support-and-the-log) describes the log, and [metrics](operations/README.md) count warnings and
errors by event. Do not edit this page: \`node scripts/reference-pages.ts\` writes it.

## Errors

${eventTable('error')}
## Warnings

${eventTable('warn')}
## Information

${eventTable('info')}`;

const noticesPage = `# Notices

This reference is for administrators and for developers of tills. Afterwards you know what each notice means and what to do. The window shows
notices, \`GET /v1/status\` lists their codes in \`notices\`, and a metric counts them. Do not edit this page: \`node scripts/reference-pages.ts\` writes it.

A notice about files lasts until you remove its file \`NOTICE-*.txt\` from [the data folder](administration.md#the-data-folder). Every other notice
ends with its cause.

${table(
  'notice | meaning | what to do',
  Object.entries<readonly string[]>(notices).map(([code, texts]) => tableRow([`\`${code}\``], ...texts)),
)}`;

const problemsPage = `# Problems

This reference is for developers of tills. It lists every \`type\` of a refusal with its meaning and what to do. [Errors and
limits](errors-and-limits.md) explains the form of a problem. Do not edit this page: \`node scripts/reference-pages.ts\` writes it.

${table(
  'status | type | title | meaning | what to do',
  Object.entries(problems).map(([type, { status, title, meaning, remedy }]) =>
    tableRow([String(status), `\`${type}\``, title], meaning, remedy),
  ),
)}`;

export const referencePages: Readonly<Record<string, string>> = {
  'countries.md': countriesPage,
  'log-events.md': eventsPage,
  'notices.md': noticesPage,
  'pos/problems.md': problemsPage,
};

if (import.meta.main) {
  for (const [name, text] of Object.entries(referencePages))
    writeFileSync(join(import.meta.dirname, '../docs', name), text);
}
