import type { LogFields } from '../lib/log-fields.ts';
import type { Clock, Log } from '../ports.ts';

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
