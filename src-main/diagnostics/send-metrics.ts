import type { SystemPorts } from '../ports.ts';
import { readNetworkError } from '../service/network-errors.ts';
import { within } from '../shared/waiting.ts';

interface SenderParts extends Pick<SystemPorts, 'clock' | 'log' | 'fetch'> {
  /** The collector's address for metrics, used as it is: it usually ends in /v1/metrics. */
  readonly url: string;
  readonly authorization: string | null;
}

const timeoutMs = 10_000;
const lastTimeoutMs = 2_000;

const sent = 'sent';
type Outcome = typeof sent | { readonly reason: string; readonly status: number | null; readonly code?: string };

export function createMetricsSender(parts: SenderParts) {
  const { clock, log } = parts;
  let lastLogged: string | null = null;
  let isEnding = false;

  function note(outcome: Outcome): void {
    const words = outcome === sent ? sent : JSON.stringify(outcome);
    // Logged once for each kind of outcome: a collector that is away for a week must not fill the log.
    if (words === lastLogged) return;
    if (outcome !== sent) log.warn('metrics-not-sent', { ...outcome });
    // A person has entered the address, so the log shows that it works.
    else log.info(lastLogged === null ? 'metrics-sent' : 'metrics-sent-again');
    lastLogged = words;
  }

  return {
    /** Sends one request and never rejects. It ends in time even if the underlying request does not. */
    async send(body: Uint8Array<ArrayBuffer>): Promise<void> {
      if (isEnding && lastLogged !== null && lastLogged !== sent) return;
      const ends = new AbortController();
      const outcome = await within(clock, timeoutMs, exchange(parts, body, ends.signal));
      ends.abort();
      note(outcome ?? { reason: 'time-out', status: null });
    },
    /** Gives the last request at most 2 seconds, and leaves it out if the request before it failed. */
    async end(flush: () => Promise<void>): Promise<void> {
      isEnding = true;
      await within(clock, lastTimeoutMs, flush());
    },
  };
}

async function exchange(parts: SenderParts, body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Outcome> {
  const { url, fetch, authorization } = parts;
  const headers = {
    'Content-Type': 'application/x-protobuf',
    ...(authorization !== null && { Authorization: authorization }),
  };
  try {
    const { status, body: answerBody } = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal,
    });
    // Discards the body of the answer without reading it.
    answerBody?.[Symbol.asyncIterator]()
      .return?.()
      .catch(() => undefined);
    return status >= 200 && status < 300 ? sent : { reason: 'refused', status };
  } catch (error) {
    return { reason: 'no-connection', status: null, code: readNetworkError(error).code };
  }
}
