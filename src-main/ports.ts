import type { LogEvent, LogLevel } from './shared/log-event-names.ts';
import type { CounterName, HistogramName, MetricAttributes } from './shared/metric-table.ts';
import type { LogFields, OnlyLogFields } from './shared/redact.ts';
import type { DisplayView, Snapshot, ViewOf } from './shared/views.ts';

/** The interfaces to the system, as types only. Times are milliseconds since the epoch, durations milliseconds. */

/** Time. Tests advance a manual clock, so no other code calls Date.now, setTimeout or setInterval. */
export interface Clock {
  now(): number;
  /** Only differences between two values have a meaning. The value also grows while the computer sleeps. */
  monotonic(): number;
  /** Calls `run` once, `delayMs` from now. The returned function cancels it; cancelling twice is harmless. */
  setTimer(delayMs: number, run: () => void): () => void;
  /** Resolves after all other ready work, so that long work runs in slices. A manual clock need not advance. */
  nextTurn(): Promise<void>;
  /** Resolves after a 25th of a second, because a display for people needs no faster updates. */
  nextFrame(): Promise<void>;
}

export interface Random {
  uuid(): string;
  bytes(count: number): Uint8Array;
  fraction(): number;
}

/** The keychain of the operating system. Rejects if no keychain answers. A secret has fewer than 1,000 bytes. */
export interface SecretStore {
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  remove(account: string): Promise<void>;
}

export interface FetchInit extends RequestInit {
  /** A new connection: on a used one Chromium may repeat even PUT and POST if the connection ends. */
  readonly freshConnection?: boolean;
  /** `connecting`: nothing was sent yet. `sent`: the request may arrive. Chromium reports neither. */
  readonly onStage?: (stage: 'connecting' | 'sent') => void;
}

/** The status, the headers and the body as it arrives. A `Response` satisfies this type. */
export interface FetchAnswer extends Pick<Response, 'status'> {
  readonly headers: Pick<Headers, 'get' | 'has'> & Iterable<readonly [name: string, value: string]>;
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly type?: Response['type'];
}

/** One HTTP exchange: `net.fetch` in Electron, undici's request elsewhere. Rejects if there is no answer. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

/** The structured log, without secrets and personal data. The tables of events and fields are in `shared/`. */
export type Log = {
  readonly [Level in LogLevel]: <Given extends LogFields>(
    event: LogEvent<Level>,
    fields?: OnlyLogFields<Given>,
  ) => void;
};

/** The metrics for operators of many tills. Without an address in the settings, calls have no effect. */
export interface Metrics {
  count<Name extends CounterName>(name: Name, attributes: MetricAttributes<Name>): void;
  measure<Name extends HistogramName>(name: Name, value: number, attributes: MetricAttributes<Name>): void;
}

export type ScreenRole = 'cashier' | 'customer';

export interface Displays {
  /** The displays from left to right, then top to bottom: the first is number 1. */
  list(): readonly DisplayView[];
  identify(): void;
}

/** The windows. Each snapshot contains the whole view. One with a later `rev` replaces an earlier one. */
export interface Screens {
  /** False without windows: then no view is made for them. Absent means true. */
  readonly areThere?: boolean;
  show<Role extends ScreenRole>(role: Role, snapshot: Snapshot<ViewOf[Role]>): void;
  customerDisplayConnected(): boolean;
  customerDisplayCanBeTouched?(): boolean | null;
  onDisplayChange(listener: () => void): () => void;
}

/** All ports. Code that needs some of them names them: `Pick<SystemPorts, 'clock' | 'log'>`. */
export interface SystemPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly fetch: Fetch;
  readonly secrets: SecretStore;
  readonly metrics: Metrics;
  readonly screens: Screens;
}
