/** `problem` is the problem type for a till. `file` decides whether a file is refused, waits, or pauses the inbox. */
export const appErrors = {
  invalid: { problem: 'invalid', file: 'refused' }, // The input is invalid; `fields` names the places.
  notFound: { problem: 'not-found', file: 'refused' }, // The sale, the token or another object does not exist.
  conflict: { problem: 'conflict', file: 'refused' }, // The same key was used with other content.
  wrongState: { problem: 'wrong-state', file: 'refused' }, // This is no longer possible in the state of the sale.
  cancelUndoable: { problem: 'cancel-undoable', file: 'waits' }, // The cashier cancelled the sale and can still undo it.
  notAllowed: { problem: 'not-allowed', file: 'refused' }, // This window or till may not use the command.
  signed: { problem: 'not-allowed', file: 'refused' }, // Only the till can correct data that it has signed.
  typedOff: { problem: 'not-allowed', file: 'refused' }, // Typed sales are switched off in live mode.
  pinNeeded: { problem: 'not-allowed', file: 'refused' }, // The command needs the PIN, and this window is locked.
  pinWrong: { problem: 'not-allowed', file: 'refused' }, // The PIN is wrong.
  pinPaused: { problem: 'not-allowed', file: 'refused' }, // The PIN was wrong too often; see `retryAfterMs`.
  offline: { problem: 'offline', file: 'waits', retryAfterSeconds: 5 }, // The service does not answer; nothing was changed there.
  outcomeUnknown: { problem: 'outcome-unknown', file: 'refused' }, // The request may have reached the service, so it is never repeated.
  signInNeeded: { problem: 'sign-in-needed', file: 'waits' }, // The service does not accept the credentials.
  loyaltyUserUnknown: { problem: 'loyalty-user-unknown', file: 'refused' }, // The provider does not know this customer.
  loyaltyNotActive: { problem: 'loyalty-not-active', file: 'refused' }, // Loyalty is not activated, or the permission is missing.
  refused: { problem: 'refused', file: 'refused' }, // The service refused; `message` has its text.
  tooLarge: { problem: 'refused', file: 'refused' }, // The answer of the service exceeds the size limit.
  notConfigured: { problem: 'not-configured', file: 'waits' }, // A setting is missing.
  partnerNotConfigured: { problem: 'partner-not-configured', file: 'refused' }, // The address or the key of the partner interface is missing.
  userNotYetAvailable: { problem: 'user-temporarily-not-available', file: 'refused' }, // The service needs about a minute to create the user.
  keychainMissing: { problem: 'keychain-missing', file: 'waits' }, // No keychain answers.
  storageFull: { problem: 'storage-full', file: 'pauses' }, // The disk is full; nothing was stored.
  queueFull: { problem: 'queue-full', file: 'pauses' }, // The queue is full, so the bill was not stored.
  // The till has too many open sales; nothing was stored.
  tooManyOpen: { problem: 'too-many-open-sales', file: 'waits', retryAfterSeconds: 5 },
  storageBusy: { problem: 'storage-busy', file: 'pauses' }, // Another program locks the database; nothing was stored.
  restarting: { problem: 'restarting', file: 'pauses', retryAfterSeconds: 1 }, // The app starts, changes its connection or cannot open its data.
  customerServed: { problem: 'wrong-state', file: 'waits' }, // The connection can change only between two customers.
  notOpened: { problem: 'restarting', file: 'pauses' }, // The data of the chosen connection cannot be opened; the message has the reason.
  shuttingDown: { problem: 'shutting-down', file: 'pauses', retryAfterSeconds: 5 },
  internal: { problem: 'internal', file: 'waits' }, // The app has a bug; the log has more details.
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
  /** The service's own text of a refusal, or the reason of `notOpened`, shown beside the window's sentence. */
  readonly verbatim?: string;
  /** Milliseconds until another attempt makes sense, if known. */
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
    super(`Fixed by the policy of this computer: ${keys.join(', ')}`);
    this.keys = keys;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Adds the full stop that messages of other systems may lack. */
export const asSentence = (text: string): string => text.replace(/\.?$/, '.');

/** The system's error code, such as ENOENT. */
export const errorCodeOf = (error: unknown): string => String(Reflect.get(Object(error), 'code'));
