import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { uptime } from 'node:os';
import { pipeline } from 'node:stream';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import type { Clock, Fetch, FetchAnswer, FetchInit, Log, Random } from './ports.ts';
import { isLoopback } from './shared/service-address.ts';

const alikeMs = 5;

interface Times {
  /** The date, which a person may change. */
  readonly now: () => number;
  readonly awake: () => number;
  /** The time including sleep, read from a file. */
  readonly passed: () => number;
}

/** performance.now() stops while the computer sleeps: a night would look like a changed clock. */
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

/** A timer survives an error, which is logged. A repeated task has to set its next timer in any case. */
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
          // Some callers pass an async function, whose rejection would end the program as well.
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

/**
 * One system call fetches bytes for many nonces: a call for each would cost as much as encrypting the sale. No byte is
 * used twice.
 */
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

const unpackers = new Map(Object.entries({ gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }));

/** Reports when a request begins to leave. */
const telling: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const start = handler.onRequestStart?.bind(handler);
  handler.onRequestStart = (...started) => {
    (options as Pick<FetchInit, 'onStage'>).onStage?.('sent');
    start?.(...started);
  };
  return dispatch(options, handler);
};

/** Node's own fetch would take twice the processor time. `freshConnection`: without keep-alive. */
export function nodeFetch({ usesEnvProxy }: { readonly usesEnvProxy: boolean }): Fetch {
  const agents = (Kind: typeof Agent | typeof EnvHttpProxyAgent) => ({
    shared: new Kind({}).compose(telling),
    // Without pipelining there is no keep-alive in undici.
    onItsOwn: new Kind({ pipelining: 0 }).compose(telling),
  });
  const direct = agents(Agent);
  const proxied = usesEnvProxy ? agents(EnvHttpProxyAgent) : direct;
  return async (url, { method = 'GET', headers, body: sent, signal, freshConnection, onStage }) => {
    signal?.throwIfAborted();
    onStage?.('connecting');
    // A proxy cannot reach this computer's own loopback address, and must not read what is sent there.
    const way = isLoopback(new URL(url).host) ? direct : proxied;
    const answer = await request(url, {
      method: method as Dispatcher.HttpMethod,
      headers: { 'accept-encoding': 'gzip, deflate', 'user-agent': 'node', ...(headers as Record<string, string>) },
      body: sent as string | Uint8Array | null,
      signal: signal ?? null,
      dispatcher: freshConnection === true ? way.onItsOwn : way.shared,
      ...{ onStage },
    });
    const { statusCode: status, headers: given } = answer;
    // A 204 has no body to unpack, even with a `content-encoding`.
    const unpack = status === 204 ? undefined : unpackers.get(String(given['content-encoding']));
    // The reader of the body gets its error.
    const body = unpack === undefined ? answer.body : pipeline(answer.body, unpack(), () => undefined);
    return { status, headers: headersOf(given), body };
  };
}

const headersOf = (given: IncomingHttpHeaders): FetchAnswer['headers'] => ({
  get: (name) => given[name]?.toString() ?? null,
  has: (name) => given[name] !== undefined,
  *[Symbol.iterator]() {
    for (const [name, value] of Object.entries(given)) yield [name, String(value)];
  },
});
