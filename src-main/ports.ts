import type { LogFields, OnlyLogFields } from './lib/log-fields.ts';
import type { CounterName, HistogramName, Said } from './lib/metrics.ts';
import type { DisplayView, Snapshot, ViewOf } from './lib/views.ts';

/**
 * The edges of the house, as types only. Every room asks for the few functions it needs; main.ts, headless.ts and the
 * tests hand in real or fake ones. Times are milliseconds since the epoch (`now`) or durations in milliseconds.
 */

/** Time. Tests advance a manual clock; nothing else in the house calls Date.now, setTimeout or setInterval. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Milliseconds that pass alike whatever happens to the date: only the distance between two of them says something. They
   * go on while the computer sleeps, and begin anew with the computer.
   */
  monotonic(): number;
  /** Calls `run` once, `delayMs` from now. The returned function cancels it; cancelling twice is harmless. */
  setTimer(delayMs: number, run: () => void): () => void;
  /** Resolves once everything else that is ready has had its turn: long work goes in slices. No time passes by this clock. */
  nextTurn(): Promise<void>;
  /**
   * Resolves after a moment, 25 of which are a second: what a person only looks at need not be made more often, and leaves the
   * processor meanwhile to what the change itself has still to do.
   */
  nextFrame(): Promise<void>;
}

/** Chance, so that tests can repeat it. */
export interface Random {
  /** A random UUID, version 4, lower case. */
  uuid(): string;
  /** `count` cryptographically strong bytes. */
  bytes(count: number): Uint8Array;
  /** A number in [0, 1). */
  fraction(): number;
}

/** The keychain of the operating system. Rejects when no keychain answers. A secret stays below 1,000 bytes. */
export interface SecretStore {
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  remove(account: string): Promise<void>;
}

export interface FetchInit extends RequestInit {
  /**
   * Over a connection that has carried nothing before. Chromium sends a request again by itself when a used connection
   * dies before the answer begins, PUT and POST too; on a new one it does not. The end of `signal` says that the answer
   * was read.
   */
  readonly freshConnection?: boolean;
  /**
   * How far it has come: handed over, and nothing of it was sent; its head is about to leave, so it may arrive. Chromium tells
   * neither.
   */
  readonly onStage?: (stage: 'connecting' | 'sent') => void;
}

/** What came: its head, and the body as it arrives. A `Response` is one. */
export interface FetchAnswer extends Pick<Response, 'status'> {
  readonly headers: Pick<Headers, 'get' | 'has'> & Iterable<readonly [name: string, value: string]>;
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly type?: Response['type'];
}

/** One HTTP exchange; `net.fetch` in Electron, undici's request elsewhere. Rejects when there is no answer. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

type WriteLine = <Given extends LogFields>(event: string, fields?: OnlyLogFields<Given>) => void;

/** Structured log. `event` is a short kebab-case name; `fields` are of `lib/log-fields.ts`, without a secret or a personal datum. */
export interface Log {
  readonly info: WriteLine;
  readonly warn: WriteLine;
  readonly error: WriteLine;
}

/** What is counted and measured for whoever operates many tills; nothing is kept and nothing fails where nobody asked for it. */
export interface Metrics {
  count<Name extends CounterName>(name: Name, attributes: Said<Name>): void;
  /** `value` in the unit of the metric. */
  measure<Name extends HistogramName>(name: Name, value: number, attributes: Said<Name>): void;
}

export type ScreenRole = 'cashier' | 'customer';

export interface ConnectedDisplay extends DisplayView {
  readonly x: number;
  readonly y: number;
}

/** The displays of this computer. */
export interface Displays {
  /** From left to right, then top to bottom: the first is number 1. */
  list(): readonly ConnectedDisplay[];
  /** Shows each its number for a few seconds. */
  identify(): void;
}

/** The windows. Snapshots are whole; a later `rev` replaces an earlier one. */
export interface Screens {
  /** False where there are none: then no view is made for them. Left out: there are. */
  readonly areThere?: boolean;
  /** Sends a snapshot to the window of that role; does nothing while there is none. */
  show<Role extends ScreenRole>(role: Role, snapshot: Snapshot<ViewOf[Role]>): void;
  /** Whether a second display for customers is connected. */
  customerDisplayConnected(): boolean;
  /** What the system says of that display; null: nothing, as on most systems. Left out: nothing can say. */
  customerDisplayCanBeTouched?(): boolean | null;
  /** Calls `listener` when the answer above or the displays change. Returns the function that ends it. */
  onDisplayChange(listener: () => void): () => void;
}

/** All of them; who needs some names those: `Pick<SystemPorts, 'clock' | 'log'>`. */
export interface SystemPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly fetch: Fetch;
  readonly secrets: SecretStore;
  readonly metrics: Metrics;
  readonly screens: Screens;
}
