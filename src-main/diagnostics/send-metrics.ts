import type { SystemPorts } from '../ports.ts';
import { readNetworkError } from '../service/network-errors.ts';
import { within } from '../shared/waiting.ts';

interface SenderParts extends Pick<SystemPorts, 'clock' | 'random' | 'log' | 'fetch'> {
  /** The collector's address for metrics, used as it is: it usually ends in /v1/metrics. */
  readonly url: string;
  readonly everyMs: number;
  /** The header `Authorization`, for a collector that requires one. */
  readonly authorization: string | null;
  readonly collect: () => Promise<Uint8Array<ArrayBuffer>>;
}

const timeoutMs = 10_000;
const lastTimeoutMs = 2_000;
/** A collector without answers is asked with growing pauses. Nothing is lost, because sums continue. */
const longestGapMs = 600_000;

type Outcome = 'sent' | { readonly reason: string; readonly status: number | null; readonly code?: string };

/** Sends the collected metrics to a collector periodically. The rest of the program never waits for the collector. */
export type MetricsSender = ReturnType<typeof createMetricsSender>;

export function createMetricsSender(parts: SenderParts) {
  const { clock, log, everyMs } = parts;
  let failures = 0;
  /** The last outcome in the log; null before the first one. */
  let lastLogged: string | null = null;
  let isStopped = false;
  let cancelTimer: () => void = () => undefined;
  let sending: Promise<void> = Promise.resolve();

  function note(outcome: Outcome): void {
    if (outcome === 'sent') {
      // A person has entered the address, so the log shows that it works.
      if (lastLogged !== 'sent') log.info(lastLogged === null ? 'metrics-sent' : 'metrics-sent-again');
      failures = 0;
      lastLogged = 'sent';
      return;
    }
    failures += 1;
    const words = JSON.stringify(outcome);
    // Logged once for each kind of failure: a collector that is away for a week must not fill the log.
    if (words !== lastLogged) log.warn('metrics-not-sent', { ...outcome });
    lastLogged = words;
  }

  function plan(gapMs: number): void {
    cancelTimer = clock.setTimer(gapMs, () => {
      sending = send(parts, timeoutMs).then((outcome) => {
        note(outcome);
        if (!isStopped) plan(Math.min(everyMs * 2 ** Math.min(failures, 10), Math.max(everyMs, longestGapMs)));
      });
    });
  }

  return {
    // The first delay is random, so that the tills of a company do not send in the same second.
    start: (): void => plan(Math.round(everyMs * (0.5 + parts.random.fraction() / 2))),
    /** Sends once more, for at most 2 seconds, unless the last request failed. Never rejects. */
    async stop(): Promise<void> {
      isStopped = true;
      cancelTimer();
      if (failures > 0) return;
      await within(clock, lastTimeoutMs, sending.then(() => send(parts, lastTimeoutMs)).then(note));
    },
  };
}

/** Sends one request and never rejects. It ends in time even if the underlying request does not. */
async function send(parts: SenderParts, withinMs: number): Promise<Outcome> {
  let body: Uint8Array<ArrayBuffer>;
  try {
    body = await parts.collect();
  } catch {
    return { reason: 'not-collected', status: null };
  }
  const ends = new AbortController();
  const outcome = await within(parts.clock, withinMs, exchange(parts, body, ends.signal));
  ends.abort();
  return outcome ?? { reason: 'time-out', status: null };
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
    return status >= 200 && status < 300 ? 'sent' : { reason: 'refused', status };
  } catch (error) {
    return { reason: 'no-connection', status: null, code: readNetworkError(error).code };
  }
}
