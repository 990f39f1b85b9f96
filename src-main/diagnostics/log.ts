import { pino } from 'pino';
import { visibleJson } from '../lib/foreign-text.ts';
import { isLogField, isTraceId } from '../lib/log-fields.ts';
import { redact, redactText, removed } from '../lib/redact.ts';
import type { Log } from '../ports.ts';

type LogLevel = 'info' | 'warn' | 'error';

/**
 * One JSON object per line: `{"level":"info","time":"<ISO 8601, UTC>","event":"...","fields":{...}}`, with secrets and
 * personal data taken out. A field that is not in `lib/log-fields.ts` is left out; `droppedFields` says how many were. `write` gets each line with its line feed: a file's or stderr's. Logging never throws:
 * what cannot be written is lost, the sale is not.
 */
export const createLog = (options: { readonly write: (line: string) => void; readonly level?: LogLevel }): Log => {
  const logger = pino(
    {
      level: options.level ?? 'info',
      base: null,
      messageKey: 'event',
      nestedKey: 'fields',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    // Somebody reads it on a terminal, too.
    { write: (line: string) => options.write(visibleJson(line)) },
  );
  const line =
    (level: LogLevel): Log[LogLevel] =>
    (event, fields) => {
      try {
        logger[level](redact(onlyListed(fields ?? {})), redactText(event));
      } catch {
        // A full disk or a closed stream: there is no better place to say so.
      }
    };
  return { info: line('info'), warn: line('warn'), error: line('error') };
};

/**
 * The compiler refuses a field of no list; this is for what came past it, such as an object typed elsewhere. The one field whose
 * value is the service's own has to look like it.
 */
const onlyListed = (fields: object): object => {
  const all = Object.entries(fields);
  const listed = all
    .filter(([name]) => isLogField(name))
    .map(([name, value]) => [name, name === 'traceId' && !isTraceId(value) ? removed : value]);
  const droppedFields = all.length - listed.length;
  return Object.fromEntries(droppedFields === 0 ? listed : [...listed, ['droppedFields', droppedFields]]);
};
