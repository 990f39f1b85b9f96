import type { AppErrorCode } from '../../src-main/kernel/result.ts';
import type { CashierKey } from '../text/i18n.ts';

/** One sentence for every code: a new code does not compile without its words. */
export const errorWords = {
  invalid: 'errorInvalid',
  notFound: 'errorNotFound',
  conflict: 'errorConflict',
  wrongState: 'errorWrongState',
  notAllowed: 'errorNotAllowed',
  pinNeeded: 'errorPinNeeded',
  pinWrong: 'errorPinWrong',
  pinPaused: 'errorPinPaused',
  offline: 'errorOffline',
  outcomeUnknown: 'errorOutcomeUnknown',
  signInNeeded: 'errorSignInNeeded',
  loyaltyUserUnknown: 'errorLoyaltyUserUnknown',
  loyaltyNotActive: 'errorLoyaltyNotActive',
  refused: 'errorRefused',
  notConfigured: 'errorNotConfigured',
  partnerNotConfigured: 'errorPartnerNotConfigured',
  userNotYetAvailable: 'errorUserNotYetAvailable',
  keychainMissing: 'errorKeychainMissing',
  storageFull: 'errorStorageFull',
  queueFull: 'errorQueueFull',
  tooManyOpen: 'errorTooManyOpen',
  storageBusy: 'errorStorageBusy',
  shuttingDown: 'errorShuttingDown',
  internal: 'errorInternal',
} as const satisfies Record<AppErrorCode, CashierKey>;
