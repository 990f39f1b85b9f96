/** `problem`: the type for a till. `file`: a file is refused for good, waits, or pauses the inbox. */
export const appErrors = {
  invalid: { problem: 'invalid', file: 'refused' }, // the input is invalid; `fields` names the places
  notFound: { problem: 'not-found', file: 'refused' }, // no such sale, token, ...
  conflict: { problem: 'conflict', file: 'refused' }, // same key, other content
  wrongState: { problem: 'wrong-state', file: 'refused' }, // the sale is past the point where this is possible
  notAllowed: { problem: 'not-allowed', file: 'refused' }, // this window or till may not do that
  signed: { problem: 'not-allowed', file: 'refused' }, // only the till corrects what it has signed
  typedOff: { problem: 'not-allowed', file: 'refused' }, // live, sales are recorded at the till alone
  pinNeeded: { problem: 'not-allowed', file: 'refused' }, // it is behind the PIN, and this window is locked
  pinWrong: { problem: 'not-allowed', file: 'refused' }, // not the PIN
  pinPaused: { problem: 'not-allowed', file: 'refused' }, // too many wrong PINs; see `retryAfterMs`
  offline: { problem: 'offline', file: 'waits', retryAfterSeconds: 5 }, // no answer; nothing was changed there
  outcomeUnknown: { problem: 'outcome-unknown', file: 'refused' }, // it may have reached the service; never repeated
  signInNeeded: { problem: 'sign-in-needed', file: 'waits' }, // the service does not accept the credentials
  loyaltyUserUnknown: { problem: 'loyalty-user-unknown', file: 'refused' }, // the provider does not know this customer
  loyaltyNotActive: { problem: 'loyalty-not-active', file: 'refused' }, // not activated, or the permission is missing
  refused: { problem: 'refused', file: 'refused' }, // the service refused; `message` has its words
  tooLarge: { problem: 'refused', file: 'refused' }, // the answer of the service exceeds the size limit
  notConfigured: { problem: 'not-configured', file: 'waits' }, // a setting is missing
  partnerNotConfigured: { problem: 'partner-not-configured', file: 'refused' }, // no address or no key
  userNotYetAvailable: { problem: 'user-temporarily-not-available', file: 'refused' }, // the service needs about a minute
  keychainMissing: { problem: 'keychain-missing', file: 'waits' }, // no keychain answers
  storageFull: { problem: 'storage-full', file: 'pauses' }, // the disk takes nothing more; nothing was stored
  queueFull: { problem: 'queue-full', file: 'pauses' }, // no new bill is taken; nothing was stored
  tooManyOpen: { problem: 'too-many-open-sales', file: 'waits', retryAfterSeconds: 5 }, // nothing was stored
  storageBusy: { problem: 'storage-busy', file: 'pauses' }, // the database is locked by another program; nothing was stored
  restarting: { problem: 'restarting', file: 'pauses', retryAfterSeconds: 1 }, // no app runs: the connection is being changed
  customerServed: { problem: 'wrong-state', file: 'waits' }, // the connection is changed between two customers only
  shuttingDown: { problem: 'shutting-down', file: 'pauses', retryAfterSeconds: 5 },
  internal: { problem: 'internal', file: 'waits' }, // a bug; the log has more
} as const satisfies Record<string, AppErrorRow>;

interface AppErrorRow {
  readonly problem: string;
  readonly file: 'refused' | 'waits' | 'pauses';
  readonly retryAfterSeconds?: number;
}

export type AppErrorCode = keyof typeof appErrors;

export const appErrorCodes = Object.keys(appErrors) as AppErrorCode[];

/** One invalid field. `path` is a JSON pointer; `message` has the found and the expected value. */
export interface FieldIssue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export interface AppError {
  readonly code: AppErrorCode;
  readonly message: string;
  readonly fields?: readonly FieldIssue[];
  /** The service's own words of a refusal, shown beside the window's sentence. */
  readonly said?: string;
  /** The time until another attempt makes sense in milliseconds, if it is known. */
  readonly retryAfterMs?: number;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError };

export const done = <T>(value: T): Result<T> => ({ ok: true, value });

export const failed = (code: AppErrorCode, message: string, fields?: readonly FieldIssue[]): Result<never> => ({
  ok: false,
  error: fields === undefined ? { code, message } : { code, message, fields },
});

export class SettingLocked extends Error {
  readonly keys: readonly string[];

  constructor(keys: readonly string[]) {
    super(`fixed by the policy of this computer: ${keys.join(', ')}`);
    this.keys = keys;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Messages of other parts and systems end with a full stop or without one. */
export const asSentence = (text: string): string => text.replace(/\.?$/, '.');

/** The system's error code, such as ENOENT. */
export const errorCodeOf = (error: unknown): string => String(Reflect.get(Object(error), 'code'));
