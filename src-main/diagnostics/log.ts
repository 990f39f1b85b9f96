import { pino } from 'pino';
import { visibleJson } from '../lib/foreign-text.ts';
import { isLogField, isTraceId, type LogFields } from '../lib/log-fields.ts';
import { redact, redactText, removed } from '../lib/redact.ts';
import type { Clock, Log } from '../ports.ts';

type LogLevel = 'info' | 'warn' | 'error';

/**
 * One JSON object per line: `{"level":"info","time":"<ISO 8601, UTC>","event":"...","fields":{...}}`, with secrets and
 * personal data taken out. A field that is not in `lib/log-fields.ts` is left out; `droppedFields` says how many were. `write` gets each line with its line feed: a file's or stderr's. Logging never throws:
 * what cannot be written is lost, the sale is not.
 */
export const createLog = ({ write }: { readonly write: (line: string) => void }): Log => {
  const logger = pino(
    {
      base: null,
      messageKey: 'event',
      nestedKey: 'fields',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    // Somebody reads it on a terminal, too.
    { write: (line: string) => write(visibleJson(line)) },
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

/** For what came past the compiler. The one field whose value is the service's own has to look like it. */
const onlyListed = (fields: object): object => {
  const all = Object.entries(fields);
  const listed = all
    .filter(([name]) => isLogField(name))
    .map(([name, value]) => [name, name === 'traceId' && !isTraceId(value) ? removed : value]);
  const droppedFields = all.length - listed.length;
  return Object.fromEntries(droppedFields === 0 ? listed : [...listed, ['droppedFields', droppedFields]]);
};

/** Errors outside every handler: a bug, and nobody knows what it left half done in memory. */
type BugKind = 'uncaught-exception' | 'unhandled-rejection';

/** What is on disk is whole at every moment: the cure is a new process. Without `endWith` the program goes on. */
export function watchForBugs(source: Pick<NodeJS.Process, 'on'>, log: Log) {
  const ends = new Map<BugKind, () => void>();
  const met = (kind: BugKind, error: unknown): void => {
    log.error(kind, { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    const end = ends.get(kind);
    if (end === undefined) return;
    ends.clear();
    end();
  };
  source.on('uncaughtException', (error: Error) => met('uncaught-exception', error));
  source.on('unhandledRejection', (reason: unknown) => met('unhandled-rejection', reason));
  return {
    /** What ends the program from now on, after the first of these kinds. Called once. */
    endWith(kinds: readonly BugKind[], end: () => void) {
      for (const kind of kinds) ends.set(kind, end);
    },
  };
}

/** Lines of one kind that are written in a minute; more of them are counted. */
const linesPerMinute = 20;
const minuteMs = 60_000;

/**
 * The log of a door: whoever stands outside can cause as many of its warnings as they like, and without a limit they fill
 * the disk and push out what matters. The next line that is written says in `notLogged` how many were left out.
 */
export function limitWarnings(log: Log, clock: Pick<Clock, 'now'>): Log {
  let since = Number.NEGATIVE_INFINITY;
  let written = 0;
  let notLogged = 0;
  function warn(event: string, fields: LogFields = {}): void {
    const now = clock.now();
    // A clock that was set back begins a new minute, too.
    if (now - since >= minuteMs || now < since) {
      since = now;
      written = 0;
    }
    if (written >= linesPerMinute) {
      notLogged += 1;
      return;
    }
    written += 1;
    log.warn(event, notLogged === 0 ? fields : { ...fields, notLogged });
    notLogged = 0;
  }
  return { info: log.info, warn, error: log.error };
}
