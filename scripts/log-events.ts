/** Writes docs/log-events.md from the table of events: `node scripts/log-events.ts`. A test compares both. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import events from '../src-main/shared/log-events.json' with { type: 'json' };

const titles = { error: 'Errors', warn: 'Warnings', info: 'Information' } as const;

const tableOf = (level: keyof typeof titles): string =>
  Object.entries<readonly string[]>(events[level])
    .map(([event, [meaning, remedy]]) => `| \`${event}\` | ${meaning} | ${remedy} |`)
    .join('\n');

/** The page for administrators. */
export const logEventsPage = `# Log events

This reference is for administrators. It lists every event of the log (\`logs/app.log\` with windows, otherwise stderr) with its meaning and what to
do. [Administration](administration.md#diagnostics-support-and-the-log) describes the log, and [metrics](operations/README.md) count warnings and
errors by event. Do not edit this page: \`node scripts/log-events.ts\` writes it.

${(['error', 'warn', 'info'] as const)
  .map((level) => `## ${titles[level]}\n\n| event | meaning | what to do |\n|---|---|---|\n${tableOf(level)}\n`)
  .join('\n')}`;

if (import.meta.main) writeFileSync(join(import.meta.dirname, '../docs/log-events.md'), logEventsPage);
