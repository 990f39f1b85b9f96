import type { FetchAnswer } from '../ports.ts';

export interface HttpAnswer {
  readonly kind: 'http';
  readonly status: number;
  /** The content type in lower case and without parameters; empty if there was none. */
  readonly contentType: string;
  /** At most the first MiB of the body. */
  readonly text: string;
  readonly bytes?: Buffer;
  readonly headers?: FetchAnswer['headers'];
}

export interface ServiceProblem {
  /** The HTTP status; 0 if no request was sent. */
  readonly status: number;
  /** The last segment of the problem type, for instance `pregeneratedbill-notfound`; null without one. */
  readonly type: string | null;
  readonly title: string;
  readonly detail: string;
  /** `path` is a JSON pointer into the sent body, guessed from the service's own name for the field. */
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  readonly traceId: string | null;
  /** The other members of the problem as JSON text of at most 1,000 characters. Empty if there are none. */
  readonly extensions: string;
}

export type NoAnswerReason =
  | 'no-connection' // The connection was refused, DNS or TLS failed, or there is no network.
  | 'time-out'
  | 'connection-lost' // The connection was lost after the request may have been sent.
  | 'server-error' // 5xx, 429 or 408
  | 'not-the-service' // A redirect, a web page or a proxy's 407 shows that another server answered.
  | 'not-understood'; // The answer differs from the description: no JSON, no id, or another billId.

export interface NoAnswer {
  readonly kind: 'noAnswer';
  readonly reason: NoAnswerReason;
  readonly detail: string;
  /** The code that the system, Chromium or the service gave: `ECONNREFUSED`. Absent for our own texts. */
  readonly verbatim?: string;
  readonly inTheWay?: 'redirect' | 'proxy' | 'webPage';
  readonly status: number | null;
  /** False only if the request certainly never left this computer. */
  readonly mayHaveArrived: boolean;
  readonly retryAfterMs: number | null;
  readonly traceId: string | null;
  /** The body has more bytes than this limit. */
  readonly mostBytes?: number;
  /** The text of a 4xx without problem details, which may not be from the service. */
  readonly words?: ServiceProblem;
}

/** Refresh and password sign-in were refused, or a second 401 came after a fresh token. */
export interface SignInNeeded {
  readonly kind: 'signInNeeded';
  readonly detail: string;
  readonly code?: string;
  /** Milliseconds until the sign-in is tried again. Until then each call gets this answer. */
  readonly askAgainMs?: number;
}

/** A 4xx without a special meaning. Do not repeat the request. */
export interface Refused {
  readonly kind: 'refused';
  readonly problem: ServiceProblem;
}

export interface Ok<T> {
  readonly kind: 'ok';
  readonly value: T;
}

export type Failure = Refused | SignInNeeded | NoAnswer;

export type Answer<T> =
  | Ok<T>
  | Failure
  /** 409 to POST bill: a bill exists under this id, perhaps this one (receipt-service.md 4.2, rule 2). */
  | { readonly kind: 'alreadyThere'; readonly problem: ServiceProblem }
  /** `pregeneratedbill-notfound`: the id is no longer valid (receipt-service.md 4.2, rule 3). */
  | { readonly kind: 'registrationExpired'; readonly problem: ServiceProblem }
  /** A 404 that contains none of our ids: a setting is wrong, not this receipt. */
  | { readonly kind: 'storeUnknown'; readonly problem: ServiceProblem };

export type PartnerAnswer<T> = Ok<T> | PartnerFailure;

/** No request was sent, because an address or its key is missing. */
export interface NotConfigured {
  readonly kind: 'notConfigured';
  readonly lacks: 'address' | 'key';
}

export type PartnerFailure =
  | Failure
  | NotConfigured
  /** `user-temporarily-not-available`: the service is still creating this user. */
  | { readonly kind: 'userNotYetAvailable'; readonly retryAfterMs: number | null };

export interface CallOptions {
  readonly timeoutMs?: number;
}
