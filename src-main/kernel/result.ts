/** Everything that can go wrong in a way that a window or a till can act on. Main sends codes; the renderer has the words. */
export const appErrorCodes = [
  'invalid', // the input does not fit; `fields` says where
  'notFound', // no such sale, token, ...
  'conflict', // same key, other content
  'wrongState', // the sale is past the point where this is possible
  'notAllowed', // this window or till may not do that
  'pinNeeded', // it is behind the PIN, and this window is locked
  'pinWrong', // not the PIN
  'pinPaused', // too many wrong PINs; `retryAfterMs` says when it may be tried again
  'offline', // no answer from the service, nothing was changed there
  'outcomeUnknown', // the request may have reached the service; never repeated by the app
  'signInNeeded', // the service does not accept the credentials
  'loyaltyUserUnknown', // the provider does not know this customer
  'loyaltyNotActive', // the loyalty module is not activated, or the permission is missing
  'refused', // the service said no; `message` has its words
  'notConfigured', // a setting is missing
  'partnerNotConfigured', // the partner interface has no address or no key
  'userNotYetAvailable', // the service is still making the user: about a minute
  'keychainMissing', // no keychain answers
  'storageFull', // the disk takes nothing more; nothing was stored
  'queueFull', // so much waits for the service that no new bill is taken; nothing was stored
  'tooManyOpen', // sales are open that nobody ended; nothing was stored
  'storageBusy', // another program holds the database; nothing was stored, try it again in a moment
  'shuttingDown',
  'internal', // a bug; the log has more
] as const;

export type AppErrorCode = (typeof appErrorCodes)[number];

/** One field that does not fit. `path` is a JSON pointer; `message` says what was found and what is expected. */
export interface FieldIssue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export interface AppError {
  readonly code: AppErrorCode;
  /** English, for logs and for the till's developers; windows show their own words for `code`. */
  readonly message: string;
  readonly fields?: readonly FieldIssue[];
  /** The service's own words, where it said no: they are shown beside the window's. */
  readonly said?: string;
  /** When it is worth another try, in milliseconds from now, where that is known. */
  readonly retryAfterMs?: number;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError };

export const done = <T>(value: T): Result<T> => ({ ok: true, value });

export const failed = (code: AppErrorCode, message: string, fields?: readonly FieldIssue[]): Result<never> => ({
  ok: false,
  error: fields === undefined ? { code, message } : { code, message, fields },
});
