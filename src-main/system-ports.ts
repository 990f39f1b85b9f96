import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { uptime } from 'node:os';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { Agent, EnvHttpProxyAgent, fetch as undiciFetch } from 'undici';
import type { Clock, Fetch, Log, Random } from './ports.ts';

const alikeMs = 5;

interface Times {
  /** The date, as somebody may set it. */
  readonly now: () => number;
  /** Stands still while the computer sleeps. */
  readonly awake: () => number;
  /** Goes on meanwhile; read from a file. */
  readonly passed: () => number;
}

/**
 * Milliseconds that have passed, asleep or not. Not performance.now() alone: that stands still while the computer sleeps, and a
 * night would look like a changed clock. What knows of the night is dear, so it is asked only where the date and the time
 * awake went on by different steps: the computer slept, or somebody set its clock.
 */
export function passedMs(times: Times): () => number {
  let asked = { now: Number.NaN, awake: 0, passed: 0 };
  return () => {
    const [now, awake] = [times.now(), times.awake()];
    const isAlike = Math.abs(now - asked.now - (awake - asked.awake)) < alikeMs;
    if (!isAlike) asked = { now, awake, passed: times.passed() };
    return asked.passed + (awake - asked.awake);
  };
}

const frameMs = 40;

/** The real clock: the only place that asks the system for the time or a timer. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: passedMs({ now: Date.now, awake: () => performance.now(), passed: () => uptime() * 1_000 }),
  setTimer(delayMs, run) {
    // Node fires at once above 2^31-1 ms; a timer of 24 days is a mistake that must not become a busy loop.
    const timer = setTimeout(run, Math.min(Math.max(0, delayMs), 2_147_483_647));
    return () => clearTimeout(timer);
  },
  nextTurn: () => setImmediate(),
  nextFrame: () => wait(frameMs),
};

/** Its timers outlive an error, which is a line in the log; who comes again has to set its next timer in any case. */
export function guardedClock(clock: Clock, log: Log): Clock {
  const failed = (error: unknown): void =>
    log.error('timer-failed', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  return {
    now: clock.now,
    monotonic: clock.monotonic,
    nextTurn: clock.nextTurn,
    nextFrame: clock.nextFrame,
    setTimer: (delayMs, run) =>
      clock.setTimer(delayMs, () => {
        try {
          // Some hand over an async function: its rejection would end the program as well.
          const ran: unknown = run();
          if (ran instanceof Promise) ran.catch(failed);
        } catch (error) {
          failed(error);
        }
      }),
  };
}

const longestNonce = 16;
let ready = Buffer.alloc(0);

/** One call of the system for many: for each alone it costs as much as sealing the sale. None is given out twice. */
function nonce(count: number): Uint8Array {
  if (ready.byteLength < count) ready = randomBytes(4_096);
  const taken = Uint8Array.from(ready.subarray(0, count));
  ready = ready.fill(0, 0, count).subarray(count);
  return taken;
}

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  bytes: (count) => (count > longestNonce ? randomBytes(count) : nonce(count)),
  fraction: () => randomInt(2 ** 47) / 2 ** 47,
};

/**
 * Node's fetch; what asks for a connection of its own gets one, without keep-alive. `usesEnvProxy`: Node was told to go
 * through the proxy of HTTP_PROXY and HTTPS_PROXY, so that has to hold for these, too.
 */
export function nodeFetch({ usesEnvProxy }: { readonly usesEnvProxy: boolean }): Fetch {
  // Without pipelining there is no keep-alive in undici, of which Node's own fetch is made.
  const options = { pipelining: 0 };
  const dispatcher = usesEnvProxy ? new EnvHttpProxyAgent(options) : new Agent(options);
  const onItsOwn = undiciFetch as unknown as (url: string, init: object) => Promise<Response>;
  return (url, { freshConnection, ...init }) =>
    freshConnection === true ? onItsOwn(url, { ...init, dispatcher }) : fetch(url, init);
}
