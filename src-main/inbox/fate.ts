import type { AppErrorCode } from '../kernel/result.ts';

/**
 * What becomes of a file that the app did not take. `refused`: no other try of the same content can go better, so the
 * answer goes to `failed/`. `waits`: this file can be taken once something else has passed or was set right. `pauses`: no
 * file can be taken now. Every code has its fate here: a file that is refused by mistake is a receipt that nobody sends.
 */
export const fateOf = {
  invalid: 'refused',
  notFound: 'refused',
  conflict: 'refused',
  wrongState: 'refused',
  notAllowed: 'refused',
  outcomeUnknown: 'refused',
  loyaltyUserUnknown: 'refused',
  loyaltyNotActive: 'refused',
  refused: 'refused',
  // Nothing that a file asks for.
  partnerNotConfigured: 'refused',
  userNotYetAvailable: 'refused',
  pinNeeded: 'refused',
  pinWrong: 'refused',
  pinPaused: 'refused',
  tooManyOpen: 'waits',
  offline: 'waits',
  signInNeeded: 'waits',
  notConfigured: 'waits',
  keychainMissing: 'waits',
  storageFull: 'pauses',
  queueFull: 'pauses',
  storageBusy: 'pauses',
  shuttingDown: 'pauses',
  // A bug: the file stays, and a later version may take it.
  internal: 'waits',
} as const satisfies Record<AppErrorCode, 'refused' | 'waits' | 'pauses'>;
