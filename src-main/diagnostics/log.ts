import { pino } from 'pino';
import type { Clock, Log } from '../ports.ts';
import { visibleJson } from '../shared/foreign-text.ts';
import type { LogEvent, LogLevel } from '../shared/log-event-names.ts';
import { isLogField, isTraceId, type LogFields, redact, redactText, removed } from '../shared/redact.ts';

/** Writes one JSON object per line, without secrets. Never throws: a line that cannot be written is lost. */
export const createLog = ({ write }: { readonly write: (line: string) => void }): Log => {
  const logger = pino(
    {
      base: null,
      messageKey: 'event',
      nestedKey: 'fields',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    // A person may read the log on a terminal, where control characters could hide text.
    { write: (line: string) => write(visibleJson(line)) },
  );
  const line =
    (level: LogLevel) =>
    (event: string, fields?: LogFields): void => {
      try {
        logger[level](onlyListed(fields ?? {}), redactText(event));
      } catch {
        // The disk is full or the stream is closed. There is no better place to report it.
      }
    };
  return { info: line('info'), warn: line('warn'), error: line('error') };
};

/** Removes what bypassed the compiler. A trace id is from the service and must look like one. */
const onlyListed = (fields: object): object => {
  const all = Object.entries(fields);
  const listed = all
    .filter(([name]) => isLogField(name))
    .map(([name, value]) => [name, name === 'traceId' && !isTraceId(value) ? removed : redact(value)]);
  const droppedFields = all.length - listed.length;
  return Object.fromEntries(droppedFields === 0 ? listed : [...listed, ['droppedFields', droppedFields]]);
};

/** Errors outside every handler: a bug that may have left data in memory half changed. */
type BugKind = 'uncaught-exception' | 'unhandled-rejection';

/** Logs bugs. The first one calls `end`, because a new process can continue: the data on disk is always consistent. */
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
    endWith(kinds: readonly BugKind[], end: () => void) {
      for (const kind of kinds) ends.set(kind, end);
    },
  };
}

const linesPerMinute = 20;
const minuteMs = 60_000;

/** A caller outside can cause any number of warnings and fill the disk. `notLogged` counts the dropped ones. */
export function limitWarnings(log: Log, clock: Pick<Clock, 'now'>): Log {
  let since = Number.NEGATIVE_INFINITY;
  let written = 0;
  let notLogged = 0;
  function warn(event: LogEvent<'warn'>, fields: LogFields = {}): void {
    const now = clock.now();
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
